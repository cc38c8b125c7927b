/** A platform plays other steps, or takes other stakes, than the player sent: its answers fit in themselves, and not beside what was sent. */
import { describe, expect, it } from 'vitest';
import { receiptOfIntent } from '../../../../src/bridge/money/intent-ends';
import type { RoundAnswer, RoundSeeds } from '../../../../src/core/contract/games';
import { checkSlice } from '../../../../src/core/fairness/check-slice';
import { commitOf, drawsFrom } from '../../../../src/core/fairness/draws';
import { mismatchOf, mismatchOfListed, textsOfMismatch } from '../../../../src/core/fairness/intent-mismatch';
import { allEngines, steppedEngines } from '../../../../src/core/games/registry';
import type { ActionBody, Intent, IntentOf } from '../../../../src/core/intent';
import { kobo } from '../../../../src/core/money';
import { intentsStore } from '../../../../src/state/intents';

const ROUNDS = 200;
const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;
const AT = Date.parse('2026-11-21T09:00:00Z');
const serverSeed = 'ab'.repeat(32);
const pair = { commit: commitOf(serverSeed), serverSeed, clientSeed: 'mine' };
const seedsOf = (nonce: number): RoundSeeds => ({ commit: pair.commit, clientSeed: pair.clientSeed, nonce });

interface Played {
  readonly gameId: 'mines' | 'blackjack';
  readonly nonce: number;
  readonly actions?: readonly Record<string, unknown>[];
  readonly abandoned?: boolean;
  /** Naira. */
  readonly stake?: number;
}

const BETS = { mines: { mines: 3 }, blackjack: {} };

/** The round as the platform answers it. */
function answerOf({ gameId, nonce, actions = [], abandoned = false, stake = 100 }: Played, change: Partial<RoundAnswer> = {}): RoundAnswer {
  const run = steppedEngines.get(gameId)?.runUnchecked({
    stake: kobo(stake * 100), bet: BETS[gameId], draws: drawsFrom({ ...pair, nonce }), actions, abandoned,
  });
  if (run?.ok !== true) throw new Error(`${gameId} ${nonce} must run`);
  return {
    roundId: `r${nonce}`, gameId, state: run.isOver ? 'ended' : 'open', step: actions.length, stake: run.staked / 100, firstStake: stake, currency: 'NGN',
    outcome: run.view, win: run.win / 100, balance: 0, version: 1, fairness: seedsOf(nonce), bet: BETS[gameId], actions: [...actions], abandoned,
    at: new Date(AT).toISOString(), ...change,
  };
}

const base = { userId: 'a', state: 'confirmed', at: AT, sentAt: AT, refusal: null } as const;

function start(answer: RoundAnswer): IntentOf<'round'> {
  const { gameId, bet = {}, firstStake = 0 } = answer;
  return { ...base, key: 'start', kind: 'round', gameId, body: { stake: firstStake, currency: 'NGN', bet, seeds: seedsOf(answer.fairness.nonce) }, answer };
}

/** A press of the player, and what came of it. */
function step(action: Record<string, unknown>, answer: RoundAnswer, more: Partial<ActionBody> = {}): IntentOf<'action'> {
  const { roundId, gameId, fairness: { nonce } } = answer;
  const body = { roundId, step: 0, action, seeds: seedsOf(nonce), before: { actions: [], stake: 100 }, ...more };
  return { ...base, key: `step ${body.step}`, kind: 'action', gameId, body, answer };
}

/** Returns the device's finding about the newest intent at once, and its check's verdict on the receipt later. */
async function findings(...intents: readonly IntentOf<'round' | 'action'>[]) {
  const last = intents.at(-1) as Extract<Intent, { kind: 'round' | 'action' }>;
  intentsStore.setState({ byKey: Object.fromEntries(intents.map((each) => [each.key, each as Intent])) });
  const receipt = receiptOfIntent(last);
  const mismatch = last.answer && mismatchOf(last, last.answer, intents as readonly Intent[]);
  const [verdict = null] = receipt === null ? [] : await checkSlice(crypto.subtle, allEngines, [pair], [receipt]);
  return [mismatch, verdict];
}

const openAt = (cell: number) => ({ kind: 'open', cell });
const minesOf = (nonce: number): readonly number[] => {
  const { laid } = answerOf({ gameId: 'mines', nonce, abandoned: true }).outcome as { laid: readonly number[] };
  return laid;
};
const HIT = { kind: 'hit' };
const DOUBLE = { kind: 'double' };
const nonces = Array.from({ length: ROUNDS }, (_, nonce) => nonce);
/** Blackjack rounds in which the player acts. */
const dealt = nonces.filter((nonce) => answerOf({ gameId: 'blackjack', nonce }).state === 'open');

describe('a platform that opens a mine in place of the field that was pressed', () => {
  it(`is caught in each of ${ROUNDS} rounds, as its answer comes and in the check`, async () => {
    for (const nonce of nonces) {
      const mines = minesOf(nonce);
      const pressed = Array.from({ length: 25 }, (_, cell) => cell).find((cell) => !mines.includes(cell)) ?? 0;
      const lost = answerOf({ gameId: 'mines', nonce, actions: [openAt(mines[0] ?? 0)] });
      expect(lost).toMatchObject({ state: 'ended', win: 0 });
      expect(await findings(start(answerOf({ gameId: 'mines', nonce })), step(openAt(pressed), lost))).toEqual(['action', 'not-as-sent']);
    }
  });

  it('is caught after a reload, too, when an older version had written the step down', async () => {
    const [mine = 0] = minesOf(0);
    const lost = answerOf({ gameId: 'mines', nonce: 0, actions: [openAt(mine)] });
    expect(await findings(start(answerOf({ gameId: 'mines', nonce: 0 })), step(openAt(mine === 0 ? 1 : 0), lost, { before: undefined }))).toEqual(['action', 'not-as-sent']);
  });

  it('may not change a step that it had confirmed', async () => {
    const mines = minesOf(0);
    const [first = 0, second = 0, third = 0] = Array.from({ length: 25 }, (_, cell) => cell).filter((cell) => !mines.includes(cell));
    const begin = start(answerOf({ gameId: 'mines', nonce: 0 }));
    const one = step(openAt(first), answerOf({ gameId: 'mines', nonce: 0, actions: [openAt(first)] }));
    const two = answerOf({ gameId: 'mines', nonce: 0, actions: [openAt(third), openAt(second)] });
    // It had told the other step in a list before, so the player saw it as it says now.
    const pressed = step(openAt(second), two, { step: 1, before: { actions: [openAt(third)], stake: 100 } });
    expect(await findings(begin, one, pressed)).toEqual(['action', null]);
    expect(mismatchOfListed(two, [begin, one])).toBe('action');
    expect(mismatchOfListed(answerOf({ gameId: 'mines', nonce: 0 }), [begin, one])).toBeNull();
    expect(textsOfMismatch('action', begin, two, [begin, one])).toEqual({
      expected: `[{"action":{"cell":${first},"kind":"open"},"step":0}]`, answered: `[{"cell":${third},"kind":"open"},{"cell":${second},"kind":"open"}]`,
    });
  });

  it('may not change a step that another device took, once this one has seen it', async () => {
    const [mine = 0, ...others] = minesOf(0);
    const safe = Array.from({ length: 25 }, (_, cell) => cell).filter((cell) => ![mine, ...others].includes(cell));
    const [otherCell = 0, answeredCell = 0, pressed = 0] = safe;
    const before = { actions: [openAt(otherCell)], stake: 100 };
    const next = (first: number) => answerOf({ gameId: 'mines', nonce: 0, actions: [openAt(first), openAt(pressed)] });
    expect(await findings(step(openAt(pressed), next(otherCell), { step: 1, before }))).toEqual([null, null]);
    expect(await findings(step(openAt(pressed), next(answeredCell), { step: 1, before }))).toEqual(['action', null]);
  });

  it('may not say that steps were taken before the first one', async () => {
    const mine = answerOf({ gameId: 'mines', nonce: 0, actions: [openAt(minesOf(0)[0] ?? 0)] });
    expect(await findings(start(mine))).toEqual(['action', 'not-as-sent']);
  });
});

describe('a platform that ends rounds as unfinished ones', () => {
  it('is caught where it does so in answer to a step', async () => {
    for (const nonce of dealt) {
      const ended = answerOf({ gameId: 'blackjack', nonce, abandoned: true });
      expect(await findings(start(answerOf({ gameId: 'blackjack', nonce })), step(HIT, ended))).toEqual(['abandoned', 'not-as-sent']);
    }
  });

  it('is caught where 24 hours have not passed since the round began', () => {
    const begin = start(answerOf({ gameId: 'mines', nonce: 0 }));
    const ended = (ms: number) => answerOf({ gameId: 'mines', nonce: 0, abandoned: true }, { at: new Date(AT + ms).toISOString() });
    expect(mismatchOfListed(ended(DAY_MS - 1), [begin])).toBe('abandoned');
    expect(mismatchOfListed(ended(DAY_MS), [begin])).toBeNull();
    // It says an end that is still to come.
    expect(mismatchOfListed(ended(DAY_MS), [begin], AT + 60_000)).toBe('abandoned');
    expect(mismatchOfListed(ended(DAY_MS), [begin], AT + DAY_MS - 60_000)).toBeNull();
    // It says that the round began a day before it was sent.
    const early: IntentOf<'round'> = { ...begin, sentAtPlatform: AT, answer: begin.answer && { ...begin.answer, at: new Date(AT - DAY_MS).toISOString() } };
    expect(mismatchOfListed(ended(60_000), [early])).toBe('abandoned');
    expect(mismatchOfListed(ended(60_000), [])).toBeNull();
    // The first copy of the bet had arrived, hours before the one whose answer came.
    const sentTwice = { ...early, sentAt: AT + 3 * HOUR_MS, sentAtPlatform: AT + 3 * HOUR_MS, answer: begin.answer };
    expect(mismatchOfListed(ended(DAY_MS), [sentTwice])).toBeNull();
  });
});

describe('a platform that takes another stake', () => {
  it('is caught where a game of one step tells two stakes', async () => {
    const seeds = seedsOf(0);
    const answer: RoundAnswer = {
      roundId: 'r', gameId: 'dice', stake: 5_000, firstStake: 100, currency: 'NGN', outcome: {}, win: 0, balance: 0, version: 1, fairness: seeds, at: new Date(AT).toISOString(),
    };
    const bet: IntentOf<'round'> = { ...base, key: 'k', kind: 'round', gameId: 'dice', body: { stake: 100, currency: 'NGN', bet: { under: 5_000 }, seeds }, answer };
    expect(await findings(bet)).toEqual(['stake', 'not-as-sent']);
    expect(textsOfMismatch('stake', bet, answer, [])).toEqual({ expected: '100', answered: '5000' });
  });

  it('is caught where it doubles by itself, and not where the player does', async () => {
    const nonce = dealt.find((each) => answerOf({ gameId: 'blackjack', nonce: each, actions: [HIT] }).state === 'ended') ?? 0;
    const begin = start(answerOf({ gameId: 'blackjack', nonce }));
    const hit = answerOf({ gameId: 'blackjack', nonce, actions: [HIT] });
    expect(await findings(begin, step(HIT, hit))).toEqual([null, 'ok']);
    expect(await findings(begin, step(HIT, { ...hit, stake: 200 }))).toEqual(['stake', 'not-as-sent']);
    // An older version had not written down what was staked before: the rules say it once the secret is public.
    expect(await findings(begin, step(HIT, { ...hit, stake: 200 }, { before: undefined }))).toEqual([null, 'differs']);
    const doubled = answerOf({ gameId: 'blackjack', nonce, actions: [DOUBLE] });
    expect(doubled.stake).toBe(200);
    expect(await findings(begin, step(DOUBLE, doubled, { stake: 100 }))).toEqual([null, 'ok']);
    expect(await findings(begin, step(DOUBLE, { ...doubled, stake: 300 }, { stake: 100 }))).toEqual(['stake', 'not-as-sent']);
  });
});

describe('a platform that answers a bet with the id of an earlier round', () => {
  it('is caught with the second round, and not with the first', async () => {
    const first = { ...start(answerOf({ gameId: 'mines', nonce: 0 })), key: 'first' };
    const second = { ...start(answerOf({ gameId: 'mines', nonce: 1 }, { roundId: 'r0' })), key: 'second', at: AT + 1 };
    expect(second.answer && mismatchOf(second, second.answer, [first, second])).toBe('id');
    expect(first.answer && mismatchOf(first, first.answer, [first, second])).toBeNull();
    expect(second.answer && textsOfMismatch('id', second, second.answer, [first, second])).toEqual({
      expected: `${pair.commit}:mine:0`, answered: `${pair.commit}:mine:1`,
    });
  });
});

describe('an honest platform', () => {
  it('is never accused, with every step of blackjack and mines', async () => {
    for (const nonce of dealt) {
      const hit = answerOf({ gameId: 'blackjack', nonce, actions: [HIT] });
      expect((await findings(start(answerOf({ gameId: 'blackjack', nonce })), step(HIT, hit)))[0]).toBeNull();
    }
    for (const nonce of nonces.slice(0, 50)) {
      const opened = answerOf({ gameId: 'mines', nonce, actions: [openAt(nonce % 25)] });
      expect(await findings(start(answerOf({ gameId: 'mines', nonce })), step(openAt(nonce % 25), opened))).toEqual([null, opened.state === 'ended' ? 'ok' : null]);
    }
  });

  it('may spell the members of a step in another order', () => {
    const answer = answerOf({ gameId: 'mines', nonce: 0, actions: [{ cell: 3, kind: 'open' }] });
    expect(mismatchOf(step({ kind: 'open', cell: 3 }, answer), answer, [])).toBeNull();
  });
});
