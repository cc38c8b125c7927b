/**
 * Random operations against a small model in memory. Eight runs, each with a player of its own, go at
 * the same time; a failing run prints its seed and path, fast-check then shrinks it.
 */
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { kobo } from '../../src/core/money';
import { transaction } from '../../server/db/transaction';
import type { RawAnswer } from '../../server/http/router';
import { houseBalance, readBalance } from '../../server/ledger/accounts';
import { findViolations } from '../../server/ledger/invariants';
import { NEW_KEYS_OF_PLAYER } from '../../server/ledger/key-rate';
import { runOperation } from '../../server/ledger/operation';
import { post } from '../../server/ledger/post';
import type { Move, Posting } from '../../server/ledger/post';
import type { Platform } from '../../server/platform';
import { testDatabase } from '../support/database';
import type { TestDatabase } from '../support/database';
import { HERE } from '../support/caller-places';
import { refusalOf, testMoney } from '../support/money';
import type { TestMoney } from '../support/money';
import { makePlayer } from '../support/players';
import { isLong } from '../support/seeds';

const RUNS = isLong ? 4_000 : 24;
const LENGTH = 50;
const AT_ONCE = 8;
/**
 * The whole ledger is read for the invariants after each of these batches; the players of a batch after every batch.
 */
const BATCHES_PER_CHECK = 10;

type Command =
  | { readonly do: 'credit'; readonly amount: number }
  | { readonly do: 'round'; readonly stake: number; readonly win: number }
  | { readonly do: 'hold'; readonly amount: number }
  | { readonly do: 'release' | 'pay-out'; readonly which: number }
  | { readonly do: 'repeat' | 'other-body' | 'other-player'; readonly which: number };

const amount = fc.oneof(fc.integer({ min: 1, max: 500 }), fc.constantFrom(1, 100, 10_000, 999_999_900));
const which = fc.nat({ max: 1_000 });
const command: fc.Arbitrary<Command> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ do: fc.constant('credit' as const), amount }) },
  { weight: 6, arbitrary: fc.record({ do: fc.constant('round' as const), stake: amount, win: fc.oneof(fc.constant(0), amount) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('hold' as const), amount }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constantFrom('release' as const, 'pay-out' as const), which }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constantFrom('repeat' as const, 'other-body' as const, 'other-player' as const), which }) },
);

type Effect = Pick<Posting, 'kind' | 'reference' | 'moves'>;

interface Done {
  readonly key: string;
  readonly effect: Effect;
  readonly answer: RawAnswer;
}

/** The money of one player as it must be, counted without a ledger. */
interface Model {
  readonly userId: string;
  real: number;
  held: number;
  version: number;
  /** The number of entries in the player's own accounts. */
  entries: number;
  readonly holds: { readonly reference: string; readonly amount: number }[];
  readonly done: Done[];
}

let database: TestDatabase;
let platform: Platform;
let money: TestMoney;
/** A player without money who sends the keys of all others. */
let stranger: string;
/** The money that came in through the gateway minus the money that went out, of all players. */
let throughGateway = 0;
let names = 0;
const nextName = (): string => {
  names += 1;
  return `op-${String(names).padStart(16, '0')}`;
};

beforeAll(async () => {
  database = await testDatabase();
  money = testMoney(database.pool);
  platform = money.platform;
  stranger = await makePlayer(database.pool);
});
afterAll(async () => {
  await database.close();
});

function submit(userId: string, key: string, { kind, reference, moves }: Effect): Promise<RawAnswer> {
  // As time goes by, a player may store another key.
  money.pass(NEW_KEYS_OF_PLAYER.leakMs);
  return runOperation(platform, { userId, key, kind, body: { reference, moves } }, async (tx) => {
    const posted = await post(tx, { userId, kind, reference, moves, operationKey: key, place: HERE, at: platform.now() });
    return { status: 201, body: posted };
  });
}

const withoutKey = (userId: string, effect: Effect): Promise<unknown> =>
  transaction(database.pool, (tx) => post(tx, { userId, at: platform.now(), place: HERE, ...effect }));

/** An effect of the player under a new key: done when the real account has what it takes, else refused. */
async function act(model: Model, effect: Effect, takes: number): Promise<boolean> {
  const key = nextName();
  const answer = await submit(model.userId, key, effect);
  model.done.push({ key, effect, answer });
  if (takes > model.real) {
    expect(answer.status).toBe(422);
    expect(answer.text).toContain('insufficient-funds');
    return false;
  }
  expect(answer.status, answer.text).toBe(201);
  model.real -= takes;
  model.version += 1;
  model.entries += effect.moves.filter((move) => move.amount > 0).length;
  return true;
}

async function endHold(model: Model, command: { readonly do: 'release' | 'pay-out'; readonly which: number }): Promise<void> {
  const [hold] = model.holds.splice(command.which % Math.max(1, model.holds.length), 1);
  if (hold === undefined) return;
  const { reference, amount: held } = hold;
  if (command.do === 'release') {
    const moves: Move[] = [{ kind: 'withdrawal-return', from: 'held', to: 'real', amount: kobo(held) }];
    await withoutKey(model.userId, { kind: 'withdrawal-return', reference, moves });
    model.real += held;
    model.entries += 2;
  } else {
    const moves: Move[] = [{ kind: 'withdrawal', from: 'held', to: 'gateway', amount: kobo(held) }];
    await withoutKey(model.userId, { kind: 'payout', reference, moves });
    throughGateway -= held;
    model.entries += 1;
  }
  model.held -= held;
  model.version += 1;
}

async function sendAgain(model: Model, command: { readonly do: 'repeat' | 'other-body' | 'other-player'; readonly which: number }): Promise<void> {
  const before = model.done[command.which % Math.max(1, model.done.length)];
  if (before === undefined) return;
  const { key, effect, answer } = before;
  if (command.do === 'repeat') expect(await submit(model.userId, key, effect)).toEqual(answer);
  else if (command.do === 'other-player') expect((await submit(stranger, key, effect)).status).toBe(422);
  else {
    const refused = await refusalOf(submit(model.userId, key, { ...effect, reference: `${effect.reference}x` }));
    expect(refused).toMatchObject({ status: 422, code: 'key-reused' });
  }
}

async function step(model: Model, command: Command): Promise<void> {
  const reference = nextName();
  switch (command.do) {
    case 'credit': {
      const moves: Move[] = [{ kind: 'deposit', from: 'gateway', to: 'real', amount: kobo(command.amount) }];
      // The money comes as an adjustment, because other tests check deposits.
      await withoutKey(model.userId, { kind: 'adjustment', reference, moves });
      throughGateway += command.amount;
      model.real += command.amount;
      model.version += 1;
      model.entries += 1;
      return;
    }
    case 'round': {
      const moves: Move[] = [
        { kind: 'stake', from: 'real', to: 'house', amount: kobo(command.stake) },
        { kind: 'win', from: 'house', to: 'real', amount: kobo(command.win) },
      ];
      if (await act(model, { kind: 'round', reference, moves }, command.stake)) model.real += command.win;
      return;
    }
    case 'hold': {
      const moves: Move[] = [{ kind: 'withdrawal', from: 'real', to: 'held', amount: kobo(command.amount) }];
      if (!(await act(model, { kind: 'withdrawal', reference, moves }, command.amount))) return;
      model.held += command.amount;
      model.entries += 1;
      model.holds.push({ reference, amount: command.amount });
      return;
    }
    case 'release':
    case 'pay-out':
      return endHold(model, command);
    default:
      return sendAgain(model, command);
  }
}

async function run(commands: readonly Command[]): Promise<void> {
  const userId = await makePlayer(database.pool);
  const model: Model = { userId, real: 0, held: 0, version: 0, entries: 0, holds: [], done: [] };
  for (const command of commands) {
    await step(model, command);
    const { real, held, version } = model;
    expect(await readBalance(database.pool, userId), JSON.stringify(command)).toEqual({ real, held, version });
  }
  const { rows } = await database.pool.query(
    `SELECT count(*) AS entries, coalesce(sum(amount), 0)::bigint AS total,
            coalesce(sum(amount) FILTER (WHERE account_id = 'held:' || $1), 0)::bigint AS held
     FROM ledger_entry WHERE user_id = $1 AND balance_after IS NOT NULL`,
    [userId],
  );
  expect(rows).toEqual([{ entries: model.entries, total: model.real + model.held, held: model.held }]);
  expect(model.held).toBe(model.holds.reduce((sum, hold) => sum + hold.amount, 0));
}

it(`keeps the ledger equal to the model, and the invariants, in ${RUNS} runs of ${LENGTH} random operations`, { timeout: 30 * 60_000 }, async () => {
  const commands = fc.array(command, { minLength: LENGTH, maxLength: LENGTH });
  const seed = Number(process.env['AYO_SEED'] ?? Date.now() % 2 ** 31);
  console.info(`AYO_SEED=${seed}`);
  let batches = 0;
  const property = fc.asyncProperty(fc.array(commands, { minLength: AT_ONCE, maxLength: AT_ONCE }), async (batch) => {
    await Promise.all(batch.map(run));
    batches += 1;
    if (batches % BATCHES_PER_CHECK === 0) expect(await findViolations(database.pool)).toEqual([]);
  });
  await fc.assert(property, { numRuns: RUNS / AT_ONCE, seed });

  expect(await findViolations(database.pool)).toEqual([]);
  expect(await houseBalance(database.pool, 'gateway')).toBe(kobo(-throughGateway));
  expect(await readBalance(database.pool, stranger)).toEqual({ real: 0, held: 0, version: 0 });
});
