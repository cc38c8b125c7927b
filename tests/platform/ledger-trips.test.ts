/** Money costs no more statements and trips to the database than these: for a posting, and for the calls that a player waits for. */
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { transaction } from '../../server/db/transaction';
import { settleDeposit } from '../../server/cashier/deposits/settle-deposit';
import { playRound } from '../../server/games/play-round';
import { fillCatalogue } from '../../server/games/initial-catalogue';
import { post } from '../../server/ledger/post';
import type { Move, Posting } from '../../server/ledger/post';
import type { Platform } from '../../server/platform';
import { playRound as playRoundCall } from '../../src/core/contract/games';
import type { RoundAnswer } from '../../src/core/contract/games';
import { kobo } from '../../src/core/money';
import { giveBonus } from '../support/bonuses';
import { countTrips } from '../support/count-trips';
import type { CountedTrips } from '../support/count-trips';
import { countWork } from '../support/count-work';
import { testDatabase } from '../support/database';
import type { TestDatabase } from '../support/database';
import { makeCashier } from '../support/deposits';
import { HERE, SESSION_HASH } from '../support/caller-places';
import { paramsOf } from '../support/http-client';
import { newKey } from '../support/keys';
import { START, testMoney } from '../support/money';
import { testPlatform } from '../support/platform';
import { giveMoney, makePlayer } from '../support/players';
import { richPlayer } from '../support/rich-players';
import { CASH_OUT, open, roundOf, seedSteppedGames } from '../support/stepped-rounds';
import { MINES_SEED, SAFE_CELLS, makeSteppedStage } from '../support/stepped-stage';

const AT = new Date(START);
const INSTANT = 'adire-gold';

let database: TestDatabase;
let counted: CountedTrips;
let platform: Platform;

beforeAll(async () => {
  database = await testDatabase();
  await fillCatalogue(database.pool);
  await seedSteppedGames(database.pool, new Date('2026-11-20T00:00:00Z'));
  counted = countTrips(database.pool);
});
afterAll(async () => {
  await database.close();
});
beforeEach(() => {
  platform = { ...testMoney(database.pool).platform, pool: counted.pool, now: () => AT, randomBytes };
});

const stake: Move = { kind: 'stake', from: 'real', to: 'house', amount: kobo(100) };
const win: Move = { kind: 'win', from: 'house', to: 'real', amount: kobo(250) };
const hold: Move = { kind: 'withdrawal', from: 'real', to: 'held', amount: kobo(100) };
const deposit: Move = { kind: 'deposit', from: 'gateway', to: 'real', amount: kobo(500) };

async function playerWith(amount: number): Promise<string> {
  const userId = await makePlayer(database.pool);
  if (amount > 0) await giveMoney(database.pool, userId, kobo(amount), AT);
  return userId;
}

type Shape = Pick<Posting, 'kind' | 'moves'>;
const costOfPosting = (userId: string, { kind, moves }: Shape) =>
  counted.during(() => transaction(counted.pool, (tx) => post(tx, { userId, kind, reference: `${kind}-${userId}-${randomBytes(4).toString('hex')}`, at: AT, place: HERE, moves })));

describe('a posting, with its BEGIN and COMMIT,', () => {
  it.each<readonly [string, Shape, number, number]>([
    ['of a stake', { kind: 'round', moves: [stake] }, 5, 4],
    ['of a win', { kind: 'round-end', moves: [win] }, 5, 4],
    ['of a stake and its win', { kind: 'round', moves: [stake, win] }, 5, 4],
    ['of a deposit', { kind: 'deposit', moves: [deposit] }, 5, 4],
  ])('%s locks in one trip and writes in one', async (_, shape, statements, trips) => {
    const userId = await playerWith(1_000);
    expect(await costOfPosting(userId, shape)).toEqual({ statements, trips });
  });

  it('that touches another account of the player takes one trip and one statement more', async () => {
    const userId = await playerWith(1_000);
    await costOfPosting(userId, { kind: 'withdrawal', moves: [hold] });
    expect(await costOfPosting(userId, { kind: 'withdrawal', moves: [hold] })).toEqual({ statements: 6, trips: 5 });
  });

  it('makes an account that is not there yet: two trips more for the real one, two for another', async () => {
    const userId = await playerWith(0);
    expect(await costOfPosting(userId, { kind: 'deposit', moves: [deposit] })).toEqual({ statements: 7, trips: 6 });
    expect(await costOfPosting(userId, { kind: 'withdrawal', moves: [hold] })).toEqual({ statements: 8, trips: 7 });
  });

  it('of a stake looks at limits once where there are some', async () => {
    const userId = await playerWith(1_000);
    await database.pool.query(`INSERT INTO player_limit (user_id, kind, period, amount, set_at) VALUES ($1, 'stake', 'day', 100000, $2)`, [userId, AT]);
    await database.pool.query(`UPDATE player SET limited = true WHERE user_id = $1`, [userId]);
    expect(await costOfPosting(userId, { kind: 'round', moves: [stake] })).toEqual({ statements: 6, trips: 5 });
    expect(await costOfPosting(userId, { kind: 'round-end', moves: [win] })).toEqual({ statements: 5, trips: 4 });
  });
});

describe('a call', () => {
  const play = (userId: string) => async (): Promise<void> => {
    const answer = await playRound(platform, { userId, gameId: INSTANT, key: newKey(), place: HERE, sessionHash: SESSION_HASH, body: { stake: 10, currency: 'NGN', bet: {} } });
    expect(answer.status, answer.text).toBe(201);
  };
  /** A round that is not the player's first, and begins long after it. */
  async function later(userId: string): Promise<void> {
    await play(userId)();
    platform = { ...platform, now: () => new Date(AT.getTime() + 60_000) };
  }

  it('plays an instant game of the player’s own money: key, guards, lock, round', async () => {
    const userId = await playerWith(100_000);
    await later(userId);
    expect(await counted.during(play(userId))).toEqual({ statements: 14, trips: 2 });
  });

  it('plays it over HTTP with one statement before, for the session; that the player did something is written with the round', async () => {
    const work = countWork(database.pool);
    const site = await testPlatform({ database, pool: work.pool });
    const player = await richPlayer(site, 1_000);
    const { userId } = paramsOf(player);
    const request = { params: { userId, gameId: INSTANT }, body: { stake: 10, currency: 'NGN', bet: {} } } as const;
    expect((await player.call(playRoundCall, { ...request, key: newKey() })).status).toBe(201);
    site.pass(60_000);
    const { statements } = await work.during(site.platform, async () => {
      expect((await player.call(playRoundCall, { ...request, key: newKey() })).status).toBe(201);
    });
    await site.close();
    const at = (start: string) => statements.flatMap((text, index) => (text.startsWith(start) ? [index] : []));
    expect(statements).toHaveLength(16);
    expect([at('SELECT s.user_id'), at('BEGIN'), at('UPDATE session'), at('COMMIT')]).toEqual([[0], [1], [13], [15]]);
  });

  it('plays an instant game of bonus money: two trips more, for the bonuses and for their accounts', async () => {
    const userId = await playerWith(0);
    await giveBonus(platform, userId, 100_000);
    await later(userId);
    expect(await counted.during(play(userId))).toEqual({ statements: 17, trips: 4 });
  });

  it('starts a round of several steps, and ends it', async () => {
    const stage = makeSteppedStage(counted.pool);
    const { userId } = await stage.seated(MINES_SEED);
    let begun: RoundAnswer | undefined;
    expect(await counted.during(async () => (begun = roundOf(await stage.begin(userId))))).toEqual({ statements: 14, trips: 2 });
    const { roundId = '' } = begun ?? {};
    await stage.step(userId, roundId, 0, open(SAFE_CELLS[0]!));
    expect(await counted.during(() => stage.step(userId, roundId, 1, CASH_OUT))).toEqual({ statements: 18, trips: 13 });
  });

  it('starts a round of several steps of bonus money', async () => {
    const stage = makeSteppedStage(counted.pool);
    const { userId } = await stage.seated(MINES_SEED, 0);
    await giveBonus(stage.stage.platform, userId, 100_000);
    expect(await counted.during(() => stage.begin(userId))).toEqual({ statements: 19, trips: 7 });
  });

  it('credits a deposit that was paid', async () => {
    const cashier = makeCashier(counted.pool);
    const userId = await playerWith(1_000);
    const { depositId, reference } = await cashier.start(userId, 5_000);
    await cashier.choose(reference, 'paid');
    expect(await cashier.countCredits(depositId)).toBe(0);
    expect(await counted.during(() => settleDeposit(cashier.platform, depositId, 'page-view'))).toEqual({ statements: 12, trips: 11 });
    expect(await cashier.countCredits(depositId)).toBe(1);
  });
});
