import { webcrypto } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { checkSlice } from '../../../../src/core/fairness/check-slice';
import type { KeptRound, RevealedSeeds } from '../../../../src/core/fairness/check-slice';
import { commitOf, drawsFrom } from '../../../../src/core/fairness/draws';
import type { OpenDraw } from '../../../../src/core/fairness/open-round-check';
import { roundsReport, wrongCountOf } from '../../../../src/core/fairness/rounds-report';
import type { CheckedRound, PlatformPair } from '../../../../src/core/fairness/rounds-report';
import { ONE_STEP_GAMES } from '../../../../src/core/games/one-step';
import { allEngines, engines, steppedEngines } from '../../../../src/core/games/registry';
import { kobo } from '../../../../src/core/money';

const { subtle } = webcrypto;
const serverSeed = 'ab'.repeat(32);
const commit = commitOf(serverSeed);
const clientSeed = 'my-own-seed';
const pair: RevealedSeeds = { commit, serverSeed, clientSeed };

const BETS: Readonly<Record<string, unknown>> = {
  roulette: { bets: [{ spot: 'red', stake: 10_000 }] }, dice: { under: 4_950 }, plinko: { risk: 'low' }, mines: { mines: 3 },
};
const keptRound = (gameId: string, nonce: number): Pick<KeptRound, 'roundId' | 'gameId' | 'commit' | 'clientSeed' | 'nonce' | 'stake' | 'bet' | 'at'> => ({
  roundId: `r${nonce}`, gameId, commit, clientSeed, nonce, stake: 10_000, bet: BETS[gameId] ?? {}, at: 1_000 + nonce,
});

/** As an honest platform decides it; a game of several steps is left alone, or played with `actions`. */
function round(gameId: string, nonce: number, actions: readonly unknown[] = [], drawnSeed = clientSeed): KeptRound {
  const base = { ...keptRound(gameId, nonce), clientSeed: drawnSeed };
  const input = { stake: kobo(base.stake), bet: base.bet, draws: drawsFrom({ serverSeed, clientSeed: drawnSeed, nonce }) };
  const stepped = steppedEngines.get(gameId);
  if (stepped === undefined) {
    const played = engines.get(gameId)?.playUnchecked(input);
    if (!played?.ok) throw new Error(`${gameId} must play`);
    return { ...base, outcome: played.outcome, win: played.win };
  }
  const asPlayed = stepped.runUnchecked({ ...input, actions });
  const abandoned = asPlayed.ok && !asPlayed.isOver;
  const result = stepped.runUnchecked({ ...input, draws: drawsFrom({ serverSeed, clientSeed: drawnSeed, nonce }), actions, abandoned });
  if (!result.ok) throw new Error(`${gameId} must run`);
  return { ...base, actions, abandoned, outcome: result.view, win: result.win };
}

const check = (receipts: readonly KeptRound[], pairs: readonly RevealedSeeds[] = [pair]) => checkSlice(subtle, allEngines, pairs, receipts);

const platformPair = (nonce: number, change: Partial<PlatformPair> = {}): PlatformPair => ({ commit, clientSeed, serverSeed, nonce, ...change });
async function report(receipts: readonly KeptRound[], pairs: readonly PlatformPair[], open: Parameters<typeof roundsReport>[0]['open'] = []) {
  const revealed = pairs.flatMap((each) => (each.serverSeed === null ? [] : [{ ...each, serverSeed: each.serverSeed }]));
  const verdicts = await check(receipts, revealed);
  const rounds = receipts.map((each, nth): CheckedRound => ({ ...each, verdict: verdicts[nth] ?? 'malformed', ruleSet: 'none', isSealed: each.seeds !== undefined }));
  return roundsReport({ rounds, pairs, open });
}

describe('every kept round is worked out again', () => {
  it('in all thirteen games, those of several steps with their actions and those left alone', async () => {
    const games = [...allEngines.keys()];
    expect(games).toHaveLength(13);
    const rounds = games.flatMap((gameId, at) => [0, 1, 2].map((n) => round(gameId, 3 * at + n)));
    expect(rounds.some(({ abandoned }) => abandoned === true)).toBe(true);
    expect(await check(rounds)).toEqual(rounds.map(() => 'ok'));
    // The actions decide the result: a round that goes on after the first cards ends differently with a stand than with a hit.
    const stood = Array.from({ length: 40 }, (_, nonce) => nonce).find((nonce) => round('blackjack', nonce).abandoned === true) ?? -1;
    const played = round('blackjack', stood, [{ kind: 'hit' }]);
    expect(await check([played, { ...played, actions: [{ kind: 'stand' }], abandoned: false }])).toEqual(['ok', 'differs']);
  });

  it.each([
    ['differs', { win: 1 }],
    ['differs', { outcome: {} }],
    ['differs', { nonce: 8 }],
    ['other-client-seed', { clientSeed: 'somebody-else' }],
    ['unknown-game', { gameId: 'withdrawn' }],
    ['malformed', { nonce: -1 }],
    ['malformed', { stake: Number.NaN }],
    ['waits', { commit: '0'.repeat(64) }],
    ['ok', { seeds: { commit, clientSeed, nonce: 7 } }],
    ['not-as-sent', { seeds: { commit, clientSeed, nonce: 6 } }],
    ['not-as-sent', { seeds: { commit: '0'.repeat(64), clientSeed, nonce: 7 } }],
    ['not-as-sent', { broke: 'bet' }],
  ] as const)('says %s of a round with %o', async (verdict, change) => {
    expect(await check([{ ...round('adire-gold', 7), ...change }])).toEqual([verdict]);
  });

  it('is worked out with the part of its bet, which must be the one that was sent', async () => {
    const part = '0123456789abcdef'.repeat(2);
    const sent = { commit, clientSeed, nonce: 7, part };
    const drawn = round('adire-gold', 7, [], `${clientSeed} ${part}`);
    const without = round('adire-gold', 7);
    expect(drawn.outcome).not.toEqual(without.outcome);
    const rounds = [drawn, { ...drawn, seeds: sent }, { ...without, seeds: sent }, { ...drawn, seeds: { ...sent, part: 'f'.repeat(32) } }, { ...drawn, clientSeed: `else ${part}` }];
    expect(await check(rounds)).toEqual(['ok', 'ok', 'not-as-sent', 'not-as-sent', 'other-client-seed']);
  });

  it('trusts no seed that does not fit its commit, even where the rounds fit the seed', async () => {
    const other = commitOf('cd'.repeat(32));
    const foreign = { ...round('dice', 0), commit: other };
    expect(await check([foreign], [{ ...pair, commit: other }])).toEqual(['wrong-seed']);
  });
});

describe('the report of a check', () => {
  const five = [0, 1, 2, 3, 4].map((nonce) => round('dice', nonce));

  it('finds nothing wrong where everything is as it was drawn', async () => {
    const all = await report(five, [platformPair(5)]);
    expect(all).toMatchObject({ roundCount: 5, fitCount: 5, waitingCount: 0, wrongCount: 0, missingCount: 0, pairs: [{ state: 'revealed', missingRanges: [], repeatedNonces: [] }] });
  });

  it('names a missing number, at the end as well as in between', async () => {
    const all = await report(five.filter(({ nonce }) => nonce !== 2), [platformPair(7)]);
    expect(all.pairs[0]?.missingRanges).toEqual([{ first: 2, last: 2 }, { first: 5, last: 6 }]);
    expect([all.missingCount, all.wrongCount]).toEqual([3, 0]);
  });

  it('counts a number that was told twice, and one beyond what was drawn, as wrong', async () => {
    const repeatedRound = { ...round('dice', 1), roundId: 'again' };
    const all = await report([...five, repeatedRound], [platformPair(4)]);
    const [only] = all.pairs;
    expect(only?.repeatedNonces).toEqual([1]);
    expect(only?.roundsBeyond.map(({ nonce }) => nonce)).toEqual([4]);
    expect(only && wrongCountOf(only)).toBe(2);
  });

  it('counts a round once that is wrong in two ways', async () => {
    const all = await report([...five.slice(0, 4), { ...round('dice', 4), win: 1 }], [platformPair(4)]);
    expect(all.wrongCount).toBe(1);
  });

  it('waits for pairs in use, and misses no round that is still open', async () => {
    const all = await report(five.filter(({ nonce }) => nonce !== 3), [platformPair(5, { serverSeed: null })], [{ commit, nonce: 3, gameId: 'mines', at: 1_003 }]);
    expect(all).toMatchObject({ waitingCount: 4, fitCount: 0, missingCount: 0, wrongCount: 0, pairs: [{ state: 'in-use' }] });
  });

  it('counts a number as missing where the round that the platform calls open can’t be open', async () => {
    const receiptsHere = five.filter(({ nonce }) => nonce !== 3).map((each): CheckedRound => ({ ...each, verdict: 'waits', ruleSet: 'own', isSealed: true }));
    const HOUR_MS = 3_600_000;
    const of = (open: Partial<OpenDraw>, more: Partial<Parameters<typeof roundsReport>[0]> = {}) =>
      roundsReport({
        rounds: receiptsHere, pairs: [platformPair(5, { serverSeed: null })], open: [{ commit, nonce: 3, gameId: 'mines', at: 1_003, ...open }], history: receiptsHere, ...more,
      });
    expect(of({})).toMatchObject({ missingCount: 0, hiddenCount: 0, wrongCount: 0 });
    // A game that this version does not know may have steps.
    expect(of({ gameId: 'poker' })).toMatchObject({ missingCount: 0, wrongCount: 0 });
    expect(of({ gameId: 'adire-gold' })).toMatchObject({ missingCount: 1, wrongCount: 1, pairs: [{ falselyOpen: [3] }] });
    // The platform may be late with its rule, but not by a day; a later number tells that it began before.
    expect(of({}, { now: 1_003 + 30 * HOUR_MS })).toMatchObject({ missingCount: 0, hiddenCount: 0 });
    expect(of({}, { now: 1_003 + 49 * HOUR_MS })).toMatchObject({ missingCount: 1, hiddenCount: 1, wrongCount: 0 });
    expect(of({ at: 40 * HOUR_MS }, { now: 1_004 + 49 * HOUR_MS })).toMatchObject({ missingCount: 1, hiddenCount: 1 });
    const newest = of({ nonce: 5, at: 40 * HOUR_MS }, { now: 1_004 + 49 * HOUR_MS, pairs: [platformPair(6, { serverSeed: null })] });
    expect(newest.pairs[0]?.missingRanges).toEqual([{ first: 3, last: 3 }]);
  });

  it('knows no open round of a pair whose secret is public', async () => {
    const skipped = five.filter(({ nonce }) => nonce !== 1 && nonce !== 3);
    const checked = skipped.map((each): CheckedRound => ({ ...each, verdict: 'ok', ruleSet: 'own', isSealed: true }));
    const open = [1, 3].map((nonce) => ({ commit, nonce, gameId: 'mines', at: 1_000 }));
    const of = (more: Partial<Parameters<typeof roundsReport>[0]>) => roundsReport({ rounds: checked, pairs: [platformPair(5)], open, ...more });
    // The list may be from before: then the history has them by now.
    expect(of({ history: five })).toMatchObject({ missingCount: 2, hiddenCount: 0, wrongCount: 0 });
    expect(of({ history: skipped })).toMatchObject({ missingCount: 2, hiddenCount: 2, wrongCount: 0 });
    expect(of({ openRoundsOfRevealedPairs: open }))
      .toMatchObject({ missingCount: 2, hiddenCount: 0, wrongCount: 2, pairs: [{ falselyOpen: [1, 3] }] });
    expect(of({ openRoundsOfRevealedPairs: open, history: skipped })).toMatchObject({ hiddenCount: 0, wrongCount: 2 });
  });

  it('knows which games of this build are over with their bet', () => {
    expect([...ONE_STEP_GAMES].toSorted()).toEqual([...engines.keys()].toSorted());
  });

  it('calls a pair unknown that no list has, and all rounds missing of a pair without receipts', async () => {
    const all = await report(five, [platformPair(3, { commit: commitOf('ef'.repeat(32)), serverSeed: 'ef'.repeat(32) })]);
    expect(all.pairs.map(({ state, roundCount: count, missingRanges: missing }) => [state, count, missing])).toEqual([
      ['unknown', 5, []],
      ['revealed', 0, [{ first: 0, last: 2 }]],
    ]);
  });

  it('calls a pair missing, and never waiting, once the platform has listed all pairs without it', async () => {
    const checked = five.map((each): CheckedRound => ({ ...each, verdict: 'waits', ruleSet: 'none', isSealed: true }));
    const newest = Math.max(...five.map(({ at }) => at));
    const of = (wholeAt: number | null) => roundsReport({ rounds: checked, pairs: [], open: [], wholeAt });
    expect(of(newest + 1)).toMatchObject({ goneCount: 5, waitingCount: 0, unknownCount: 0, pairs: [{ state: 'missing' }] });
    // A list from before the rounds, or none at all, says nothing about their pair.
    for (const wholeAt of [newest, null]) expect(of(wholeAt)).toMatchObject({ goneCount: 0, waitingCount: 0, unknownCount: 5, pairs: [{ state: 'unknown' }] });
  });

  it('counts numbers apart that the player’s history lacks, too: they are no rounds of other devices', async () => {
    const receiptsHere = five.filter(({ nonce }) => nonce !== 1 && nonce !== 3);
    const checked = receiptsHere.map((each): CheckedRound => ({ ...each, verdict: 'ok', ruleSet: 'own', isSealed: true }));
    const all = (history: readonly { commit: string; nonce: number }[] | null) =>
      roundsReport({ rounds: checked, pairs: [platformPair(6)], open: [], history });
    expect(all(null)).toMatchObject({ missingCount: 3, hiddenCount: 0 });
    expect(all([{ commit, nonce: 1 }, { commit: 'other', nonce: 3 }])).toMatchObject({
      missingCount: 3, hiddenCount: 2, pairs: [{ hiddenRanges: [{ first: 3, last: 3 }, { first: 5, last: 5 }] }],
    });
  });

  it('counts rounds whose bet named no draw that this device had seen', async () => {
    const sealed = five.map((each, nth) => (nth < 2 ? each : { ...each, seeds: { commit, clientSeed, nonce: each.nonce } }));
    expect(await report(sealed, [platformPair(5)])).toMatchObject({ unsealedCount: 2, fitCount: 5, wrongCount: 0 });
  });

  it('counts sealed rounds whose bet brought no part of its own: their draws could be known before', async () => {
    const part = '0123456789abcdef'.repeat(2);
    const sent = (nonce: number, own?: string) => ({ seeds: { commit, clientSeed, nonce, ...(own !== undefined && { part: own }) } });
    const rounds = [round('dice', 0), { ...round('dice', 1), ...sent(1) }, { ...round('dice', 2, [], `${clientSeed} ${part}`), ...sent(2, part) }];
    const all = await report(rounds, [platformPair(3)]);
    expect(all).toMatchObject({ unsealedCount: 1, noPartCount: 1, fitCount: 3, wrongCount: 0, pairs: [{ noPartCount: 1 }] });
  });
});
