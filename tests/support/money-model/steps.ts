/**
 * Rounds of several steps in the money model: a player starts them, acts in them or leaves them to the rule that settles them.
 */
import fc from 'fast-check';
import { expect } from 'vitest';
import { settleAbandoned } from '../../../server/games/settle-abandoned';
import { readRounds, toFilter } from '../../../server/games/history';
import { listOpenRounds } from '../../../server/games/open-rounds';
import type { RawAnswer } from '../../../server/http/router';
import { roundAnswer } from '../../../src/core/contract/games';
import type { RoundAnswer, RoundHistoryItem } from '../../../src/core/contract/games';
import { blackjackView } from '../../../src/core/games/blackjack';
import { steppedEngines } from '../../../src/core/games/registry';
import { minesView } from '../../../src/core/games/mines';
import { drawsFrom } from '../../../src/core/fairness/draws';
import { drawOf } from '../../../src/core/fairness/part';
import { kobo, nairaToKobo } from '../../../src/core/money';
import { expireActive } from '../bonus-model';
import { addStake, endRound, takeStake } from '../bonus-steps';
import type { OpenRoundModel } from '../bonus-steps';
import { act, start } from '../stepped-rounds';
import type { Json } from '../stepped-rounds';
import { command, pass, pick, index } from './command';
import type { Command } from './command';
import { chooseDraw, startRefusal, useDraw } from './draws';
import { play } from './model';
import type { Model } from './model';
import { breakCode, isBeyond, isCheckDue, recordPlay } from './protection-model';
import { codeOf, outcomeOf } from './world';
import type { World } from './world';
import { serverSeedOf } from '../../../server/games/server-seed';
import type { StoredSeed } from '../../../server/games/server-seed';
import { TEST_SEED_KEYS } from '../seed-keys';

const CYCLE_MS = 5_000;
const DAY_MS = 86_400_000;
/** Decimal naira. */
const MAX_STAKE = 100_000;
/** Ten-thousandths, as in the catalogue of the test. */
const CONTRIBUTION: Readonly<Record<string, number>> = { mines: 1_000, blackjack: 1_000 };
const NOTHING = { stake: 0, own: 0, parts: new Map() } as const;

const toKobo = (naira: number): number => {
  const amount = nairaToKobo(naira);
  if (amount === null) throw new Error(`no amount: ${naira}`);
  return amount;
};

type Round = Pick<OpenRoundModel, 'stake' | 'own' | 'parts'> & Partial<Pick<OpenRoundModel, 'startedAt'>>;

/** Returns the round after the stake, or the code of the refusal. */
function planStake(model: Model, amount: number, before: Round): Round | string {
  const { protection, now, bonuses, real } = model;
  const breakRefusal = breakCode(protection, now);
  if (breakRefusal !== null) return breakRefusal;
  const staked = addStake(bonuses, real, amount, now, before);
  if (typeof staked === 'string') return staked;
  if (isCheckDue(protection, now)) return 'reality-check-due';
  return isBeyond(protection, ['stake', 'loss'], staked.own - before.own, now) ? 'limit-exceeded' : staked;
}

/** Applies the answer to the model. */
function applyAnswer(model: Model, open: OpenRoundModel, answer: RoundAnswer, added: number): void {
  model.version += added > 0 || answer.state === 'ended' ? 1 : 0;
  Object.assign(open, { view: answer.outcome, step: answer.step ?? 0 });
  if (answer.state === 'ended') endOpenRound(model, open, toKobo(answer.win));
  const comparable = { balance: toKobo(answer.balance), version: answer.version, stake: toKobo(answer.stake) };
  expect(comparable).toEqual({ balance: model.real, version: model.version, stake: open.stake });
}

function endOpenRound(model: Model, open: OpenRoundModel, win: number): void {
  const { won, converted } = endRound(open, win, CONTRIBUTION[open.gameId] ?? 0, model.now);
  model.real += won + converted;
  // A round that returns its stakes has played nothing.
  model.unplayed = Math.min(model.unplayed + (win === open.stake ? open.unplayed : 0), model.real);
  model.protection.actions.push({ at: model.now, what: 'win', amount: won });
  const at = model.openRounds.indexOf(open);
  if (at >= 0) model.openRounds.splice(at, 1);
  model.occurrences.push('steps ended');
}

/** Applies a stake to the model: `after` is the open round with it. */
function applyStake(model: Model, open: OpenRoundModel, after: Round): void {
  const own = after.own - open.own;
  takeStake(open, after);
  model.real -= own;
  const unplayedBefore = model.unplayed;
  play(model, own);
  open.unplayed += unplayedBefore - model.unplayed;
  recordPlay(model.protection, own, 0, model.now);
  if (after.stake > after.own) model.occurrences.push('steps with a bonus');
  Object.assign(open, { stake: after.stake, own: after.own });
  for (const [wallet, part] of after.parts) open.parts.set(wallet, part);
}

interface Start {
  readonly gameId: string;
  readonly stake: number;
  readonly mines: number;
  readonly waitMs: number;
  /** True: the round is begun although another one may not be finished. */
  readonly isBeside?: boolean;
  /** True: the bet names another draw than the next one. */
  readonly isOther?: boolean;
}

async function startOnce(world: World, model: Model, { gameId, stake, mines, waitMs, isBeside = false, isOther = false }: Start): Promise<void> {
  if (!isBeside) await finishRounds(world, model);
  pass(world, model, waitMs);
  const key = world.newKey();
  const seeds = await chooseDraw(world, model, key, isOther);
  const ask = (naira: number) => start(world.cashier.platform, world.userId, { gameId, stake: naira, key, bet: gameId === 'mines' ? { mines } : {}, seeds });
  const outcome = await outcomeOf(ask(stake));
  const isEarly = model.now < model.readyAt;
  const plan = startRefusal(model, { isOther, isEarly }) ?? planStake(model, stake * 100, NOTHING);
  const refusal = typeof plan === 'string' ? plan : null;
  expect(codeOf(outcome)).toBe(refusal);
  if (refusal !== null) model.refusedBets.push({ key, gameId, stake, seeds: drawOf(seeds), code: refusal });
  // A refusal because the round came too early does not answer the key.
  if (outcome instanceof Error) return;
  model.answered.push({ answer: outcome, repeat: () => ask(stake), otherBody: () => ask(stake + 100) });
  if (typeof plan === 'string') return void model.refusals.push(`start ${plan}`);
  const answer = roundAnswer.parse(JSON.parse(outcome.text));
  useDraw(model, answer.fairness, seeds);
  const open: OpenRoundModel = {
    roundId: answer.roundId, gameId, firstStake: stake * 100, startedAt: model.now, view: null, step: 0, stake: 0, own: 0, parts: new Map(),
    unplayed: 0,
  };
  model.openRounds.push(open);
  model.readyAt = model.now + CYCLE_MS;
  model.occurrences.push('steps open');
  // A round that ends at once also ends the bonuses that have expired, like any other round.
  if (answer.state === 'ended') expireActive(model.bonuses, model.now);
  applyStake(model, open, plan);
  applyAnswer(model, open, answer, stake);
}

const begin = command(
  'start steps',
  12,
  fc.record({
    gameId: fc.constantFrom('mines', 'blackjack', 'blackjack'), stake: fc.constantFrom(100, 100, 1_000), mines: fc.integer({ min: 1, max: 24 }),
    waitMs: fc.constantFrom(CYCLE_MS, CYCLE_MS, 1), beside: fc.nat({ max: 1 }), other: fc.nat({ max: 9 }),
  }),
  async (world, model, { gameId, stake, mines, waitMs, beside, other }) => {
    const all = model.real + model.bonuses.reduce((sum, { state, balance }) => sum + (state === 'active' ? balance : 0), 0);
    // Few unaffordable stakes are enough, so the run skips most of them.
    if (all < stake * 100 && mines > 2) return;
    await startOnce(world, model, { gameId, stake, mines, waitMs, isBeside: beside === 0, isOther: other === 0 });
  },
);

function actionOf({ gameId, view }: OpenRoundModel, at: number): Json {
  if (gameId === 'blackjack') {
    const { can } = blackjackView.parse(view);
    // Doubling adds a stake, so it is chosen more often than chance would choose it.
    return { kind: at % 2 === 0 && can.includes('double') ? 'double' : pick(can, at) };
  }
  const { opened } = minesView.parse(view);
  if (opened.length > 0 && at % 3 === 0) return { kind: 'cash-out' };
  return { kind: 'open', cell: pick(Array.from({ length: 25 }, (_, cell) => cell).filter((cell) => !opened.includes(cell)), at) };
}

const actRequest = fc.record({ index, hows: fc.array(index, { minLength: 1, maxLength: 3 }), isStale: fc.nat({ max: 9 }) });
const step = command('act', 12, actRequest, async (world, model, { index: at, hows, isStale }) => {
  const open = pick(model.openRounds, at);
  if (open === null) return;
  for (const how of hows) if (model.openRounds.includes(open)) await actOnce(world, model, open, actionOf(open, how), isStale === 0);
});

/** Ends the rounds that are not finished, without staking more. */
export async function finishRounds(world: World, model: Model): Promise<void> {
  for (const open of model.openRounds.slice()) while (model.openRounds.includes(open)) await actOnce(world, model, open, endingAction(open), false);
}

function endingAction(open: OpenRoundModel): Json {
  if (open.gameId === 'blackjack') return { kind: 'stand' };
  return minesView.parse(open.view).opened.length > 0 ? { kind: 'cash-out' } : { kind: 'open', cell: 12 };
}

async function actOnce(world: World, model: Model, open: OpenRoundModel, action: Json, isStale: boolean): Promise<void> {
  pass(world, model, 1_000);
  const key = world.newKey();
  const ask = (shift: number): Promise<RawAnswer> => act(world.cashier.platform, world.userId, open.roundId, open.step + shift, action, key);
  if (isStale) {
    expect(codeOf(await outcomeOf(ask(1)))).toBe('conflict');
    return;
  }
  // The answer changes `open.step`, and a repeated call has to name the step of the first one.
  const firstStep = open.step;
  const again = (shift: number) => act(world.cashier.platform, world.userId, open.roundId, firstStep + shift, action, key);
  const addsStake = action['kind'] === 'double' || action['kind'] === 'split';
  const plan = addsStake ? planStake(model, open.firstStake, open) : null;
  const outcome = await outcomeOf(ask(0));
  expect(codeOf(outcome)).toBe(typeof plan === 'string' ? plan : null);
  if (outcome instanceof Error) throw outcome;
  model.answered.push({ answer: outcome, repeat: () => again(0), otherBody: () => again(1) });
  if (typeof plan === 'string') return void model.refusals.push(`step ${plan}`);
  if (plan !== null) {
    applyStake(model, open, plan);
    model.occurrences.push('steps added');
  }
  applyAnswer(model, open, roundAnswer.parse(JSON.parse(outcome.text)), plan === null ? 0 : open.firstStake);
}

const settle = command('nobody finishes', 6, fc.record({ waits: fc.boolean() }), async (world, model, { waits }) => {
  const oldest = Math.min(...model.openRounds.map(({ startedAt }) => startedAt));
  if (model.openRounds.length > 0) pass(world, model, Math.max(0, oldest + DAY_MS - model.now - (waits ? 0 : 1)));
  await settleAbandoned(world.cashier.platform);
  const dueRounds = model.openRounds.filter(({ startedAt }) => startedAt + DAY_MS <= model.now);
  const items = new Map((await historyOf(world, model)).map((item) => [item.roundId, item]));
  for (const open of dueRounds.sort((a, b) => a.startedAt - b.startedAt)) {
    const item = items.get(open.roundId);
    expect(item).toMatchObject({ abandoned: true, step: open.step });
    endOpenRound(model, open, toKobo(item?.win ?? 0));
    model.version += 1;
    model.occurrences.push('steps settled');
  }
});

/** Stakes a little more than the player's own money, so that a bonus must pay the rest. */
const bonusRound = fc.record({ gameId: fc.constantFrom('mines', 'blackjack'), mines: fc.integer({ min: 1, max: 5 }) });
const playWithBonus = command('steps with bonuses', 6, bonusRound, async (world, model, { gameId, mines }) => {
  const most = model.bonuses.reduce((sum, { state, balance }) => sum + (state === 'active' ? balance : 0), 0);
  const stake = Math.floor(model.real / 10_000) * 100 + 100;
  if (stake * 100 > model.real + most || stake > MAX_STAKE) return;
  await startOnce(world, model, { gameId, stake, mines, waitMs: CYCLE_MS });
});

async function historyOf({ pool, userId }: World, model: Model): Promise<RoundHistoryItem[]> {
  return (await readRounds(pool, toFilter(userId, { limit: 100 }, model.now))).items;
}

export const STEP_COMMANDS: readonly Command[] = [begin, playWithBonus, step, settle];

/** Expects the open rounds to equal the model's, and each stored round to have the same outcome when it is replayed. */
export async function expectRounds(world: World, model: Model): Promise<void> {
  const { items } = await listOpenRounds(world.pool, TEST_SEED_KEYS, world.userId);
  const listed = items.map(({ roundId, step: at, stake, outcome }) => ({ roundId, step: at, stake: toKobo(stake), view: outcome }));
  expect(listed).toEqual(model.openRounds.map(({ roundId, step: at, stake, view }) => ({ roundId, step: at, stake, view })));
  const { rows } = await world.pool.query<StoredSeed & { round_id: string }>(
    `SELECT round_id, seed_pair_id, server_seed, key_id, commit_hash FROM round JOIN seed_pair USING (seed_pair_id)
     WHERE round.user_id = $1 AND actions IS NOT NULL`, [world.userId],
  );
  const seeds = new Map(await Promise.all(rows.map(async (row) => [row.round_id, await serverSeedOf(TEST_SEED_KEYS, row)] as const)));
  for (const item of await historyOf(world, model)) {
    const serverSeed = seeds.get(item.roundId);
    const engine = steppedEngines.get(item.gameId);
    if (serverSeed === undefined || engine === undefined || item.fairness === undefined) continue;
    const { clientSeed, nonce } = item.fairness;
    const again = engine.runUnchecked({
      stake: kobo(toKobo(item.firstStake ?? 0)), bet: item.bet, actions: item.actions ?? [], abandoned: item.abandoned === true,
      draws: drawsFrom({ serverSeed, clientSeed, nonce }),
    });
    expect(again).toMatchObject({ ok: true, isOver: true, view: item.outcome, staked: toKobo(item.stake), win: toKobo(item.win) });
  }
}
