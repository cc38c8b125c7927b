import { describe, expect, it } from 'vitest';
import {
  isOwnSeed, observePair, seenAtOf, withBindingDropped, withBoundBet, withDrawnRound, withOwnSeed, withRefusedBet, withRoundEvidence,
} from '../../../../src/core/fairness/observe-pair';
import type { PairAnswer } from '../../../../src/core/fairness/observe-pair';
import type { PairInUse } from '../../../../src/core/seed-pairs';
import { NO_SEEDS_SEEN } from '../../../../src/core/seen-seeds';
import type { RefusedBetRecord, SeenSeeds } from '../../../../src/core/seen-seeds';

const A: PairInUse = { commit: 'a', clientSeed: 's', nonce: 0, nextCommit: 'b' };

const answer = (pair: PairInUse, more: Partial<PairAnswer> = {}): PairAnswer =>
  ({ pair, revealed: new Set(), isWholeList: false, isNewest: true, at: 100, ...more });

function noted(seen: SeenSeeds, pair: PairAnswer) {
  const observation = observePair(seen, pair);
  if (observation.is !== 'noted') throw new Error(observation.is);
  return observation;
}

const first = noted(NO_SEEDS_SEEN, answer(A)).seen;
const played = withDrawnRound(first, { commit: 'a', clientSeed: 's', nonce: 0 });

describe('what a device notes of a pair of seeds', () => {
  it('is the commit in use and the one announced, each with the time at which it was first told', () => {
    expect(first.commits).toEqual([{ commit: 'a', seenAt: 100 }, { commit: 'b', seenAt: 100 }]);
    const { seen } = noted(first, answer({ commit: 'b', clientSeed: 't', nonce: 0, nextCommit: 'c' }, { revealed: new Set(['a']), at: 500 }));
    expect([seenAtOf(seen, 'b'), seenAtOf(seen, 'c'), seenAtOf(seen, 'd')]).toEqual([100, 500, null]);
  });

  it('is the number of the next round after each round of the pair in use alone', () => {
    expect(played.current?.nonce).toBe(1);
    expect(withDrawnRound(played, { commit: 'a', clientSeed: 's', nonce: 0 })).toBe(played);
    expect(withDrawnRound(played, { commit: 'z', clientSeed: 's', nonce: 9 })).toBe(played);
  });

  it('is the pair’s client seed, and not the part that the bet of a round brought', () => {
    const part = '0123456789abcdef'.repeat(2);
    expect(withDrawnRound(first, { commit: 'a', clientSeed: `s ${part}`, nonce: 0 }).current).toEqual({ ...A, nonce: 1 });
    expect(withDrawnRound(first, { commit: 'a', clientSeed: `of-another-device ${part}`, nonce: 0 }).current).toMatchObject({ clientSeed: 'of-another-device', nonce: 1 });
  });

  it('is which client seed was made here, for which commit', () => {
    const own = withOwnSeed(first, 'a', 'mine');
    expect(isOwnSeed(own, { commit: 'a', clientSeed: 'mine' })).toBe(true);
    expect(isOwnSeed(own, { commit: 'a', clientSeed: 's' })).toBe(false);
    expect(isOwnSeed(own, { commit: 'b', clientSeed: 'mine' })).toBe(false);
  });

  it('is each refused bet and each piece of evidence once', () => {
    const bet: RefusedBetRecord = { key: 'k', gameId: 'dice', stake: 100, bet: {}, commit: 'a', clientSeed: 's', nonce: 0, code: 'internal', at: 1 };
    expect(withRefusedBet(withRefusedBet(first, bet), { ...bet, at: 2 }).refusedBets).toEqual([bet]);
    const found = { kind: 'other-draw', expected: 'a:0', answered: 'x:0', roundId: 'r', at: 1 };
    expect(withRoundEvidence(withRoundEvidence(first, found), { ...found, at: 2 }).evidence).toEqual([found]);
  });
});

describe('what an honest platform says next', () => {
  it.each([
    ['none', A, {}],
    ['nonce', { ...A, nonce: 3 }, {}],
    ['client-seed', { ...A, clientSeed: 'other' }, {}],
    ['next', { commit: 'b', clientSeed: 't', nonce: 0, nextCommit: 'c' }, { revealed: new Set(['a']) }],
    ['later', { commit: 'd', clientSeed: 't', nonce: 0, nextCommit: 'e' }, { revealed: new Set(['a', 'b', 'c']) }],
  ] as const)('is told as %s', (change, pair, more) => {
    const observation = noted(first, answer(pair, more));
    expect(observation.change).toBe(change);
    expect(observation.seen.evidence).toEqual([]);
  });

  it('does not undo a round that was answered while the answer was under way', () => {
    expect(noted(played, answer(A, { isNewest: false })).seen.current?.nonce).toBe(1);
    expect(noted(played, answer(A)).seen.current?.nonce).toBe(0);
  });

  it('is asked for again where it is older than what is known', () => {
    const { seen } = noted(first, answer({ commit: 'b', clientSeed: 't', nonce: 0, nextCommit: 'c' }, { revealed: new Set(['a']) }));
    expect(observePair(seen, answer(A, { isNewest: false }))).toEqual({ is: 'old' });
  });

  it('is asked for again where another tab has heard of another client seed meanwhile', () => {
    for (const seen of [first, played]) expect(observePair(seen, answer({ ...A, clientSeed: 'of-before' }, { isNewest: false }))).toEqual({ is: 'old' });
  });

  it('is asked for again where another tab has gone on to a pair that it does not know of', () => {
    const { seen } = noted(NO_SEEDS_SEEN, answer({ commit: 'b', clientSeed: 't', nonce: 0, nextCommit: 'c' }));
    expect(observePair(seen, answer(A, { isNewest: false, isWholeList: true, revealed: new Set(['a']) }))).toEqual({ is: 'old' });
  });

  it('may be a client seed of another device that a round has shown already', () => {
    const begun = withDrawnRound(first, { commit: 'a', clientSeed: 'of-another-device', nonce: 0 });
    expect(begun.current).toMatchObject({ clientSeed: 'of-another-device', nonce: 1 });
    const { seen, change } = noted(begun, answer({ ...A, clientSeed: 'of-another-device', nonce: 1 }));
    expect([change, seen.evidence]).toEqual(['none', []]);
  });

  it('may leave out the next commit, and then the announced one stays', () => {
    const { seen } = noted(first, answer({ commit: 'a', clientSeed: 's', nonce: 0 }));
    expect(seen.current?.nextCommit).toBe('b');
    expect(seen.evidence).toEqual([]);
  });
});

describe('a platform that took a fresh part with each bet', () => {
  const took = noted(NO_SEEDS_SEEN, answer({ ...A, takesParts: true })).seen;
  const begun = withDrawnRound(took, { commit: 'a', clientSeed: 's', nonce: 0 });
  const NEXT: PairInUse = { commit: 'b', clientSeed: 't', nonce: 0, nextCommit: 'c' };
  const droppedOn = (commit: string) => ({ kind: 'parts-dropped', expected: 'takesParts: true', answered: commit, at: 100 });
  const changeOf = ({ change, seen }: ReturnType<typeof noted>) => [change, seen.evidence];

  it('and takes none in the middle of a pair leaves evidence, once', () => {
    const dropped = noted(begun, answer({ ...A, nonce: 1 }));
    expect(changeOf(dropped)).toEqual(['parts-dropped', [droppedOn('a')]]);
    expect(changeOf(noted(dropped.seen, answer({ ...A, nonce: 1 })))).toEqual(['none', [droppedOn('a')]]);
    const taken = noted(dropped.seen, answer({ ...A, nonce: 1, takesParts: true }));
    expect(changeOf(taken)).toEqual(['none', [droppedOn('a')]]);
    expect(changeOf(noted(taken.seen, answer({ ...A, nonce: 1 })))).toEqual(['parts-dropped', [droppedOn('a')]]);
  });

  it('and takes none with the next pairs leaves evidence for each of them', () => {
    const next = noted(begun, answer(NEXT, { revealed: new Set(['a']) }));
    expect(changeOf(next)).toEqual(['parts-dropped', [droppedOn('b')]]);
    const third = noted(next.seen, answer({ ...NEXT, commit: 'c', nextCommit: 'd' }, { revealed: new Set(['a', 'b']) }));
    expect(changeOf(third)).toEqual(['parts-dropped', [droppedOn('b'), droppedOn('c')]]);
  });

  it('and takes none with a pair that it can’t account for is told of both', () => {
    const { change, seen } = noted(begun, answer({ ...NEXT, commit: 'x' }, { isWholeList: true }));
    expect([change, seen.evidence.map(({ kind }) => kind)]).toEqual(['replaced', ['pair-gone', 'next-gone', 'parts-dropped']]);
    expect(changeOf(noted(begun, answer({ ...NEXT, commit: 'x' }, { isCut: true })))).toEqual(['parts-dropped', [droppedOn('x')]]);
  });

  it('is not suspected for an answer from before it did, which another tab’s has overtaken', () => {
    expect(observePair(took, answer(A, { isNewest: false }))).toEqual({ is: 'old' });
  });

  it('and takes them still leaves none, and one that never took any neither', () => {
    expect(changeOf(noted(begun, answer({ ...NEXT, takesParts: true }, { revealed: new Set(['a']) })))).toEqual(['next', []]);
    expect(changeOf(noted(played, answer(NEXT, { revealed: new Set(['a']) })))).toEqual(['next', []]);
  });

  it('is known from what the device had kept before it looked at that', () => {
    const { tookParts: _, ...kept } = begun;
    expect(changeOf(noted(kept, answer({ ...A, nonce: 1 })))).toEqual(['parts-dropped', [droppedOn('a')]]);
  });
});

describe('a platform that has bound bets', () => {
  const found = { expected: '/config.json fairness binding', answered: '/config.json fairness', at: 100 };

  it('and says that it binds none leaves evidence once, until it has bound one again', () => {
    const dropped = withBindingDropped(withBoundBet(played), found);
    expect(dropped).toEqual({ ...played, boundBets: false, evidence: [{ kind: 'binding-dropped', ...found }] });
    expect(withBindingDropped(dropped, { ...found, at: 200 })).toBe(dropped);
    expect(withBindingDropped(withBoundBet(dropped), { ...found, at: 200 }).evidence.map(({ at }) => at)).toEqual([100, 200]);
  });

  it('leaves none where it never bound one', () => {
    expect(withBindingDropped(played, found)).toBe(played);
  });
});

describe('a list of public pairs that is cut', () => {
  it('proves nothing: it may have the pair further down', () => {
    const { seen, change } = noted(first, answer({ commit: 'x', clientSeed: 't', nonce: 0 }, { isCut: true, revealed: new Set(['w']) }));
    expect([change, seen.evidence, seen.current?.commit]).toEqual(['unlisted', [], 'x']);
  });
});

describe('what no honest platform says', () => {
  it('is judged with the list of all public pairs alone', () => {
    const other = { commit: 'x', clientSeed: 's', nonce: 0, nextCommit: 'y' };
    expect(observePair(first, answer(other))).toEqual({ is: 'needs-list' });
    expect(observePair(first, answer(other, { revealed: new Set(['a']) }))).toEqual({ is: 'needs-list' });
  });

  it.each([
    ['the pair in use is neither in use nor public', { commit: 'b', clientSeed: 't', nonce: 0 }, { revealed: new Set<string>() }, [['pair-gone', 'a', 'b']]],
    ['another pair comes than the one announced', { commit: 'x', clientSeed: 't', nonce: 0 }, { revealed: new Set(['a']) }, [['next-gone', 'b', 'x']]],
    ['both', { commit: 'x', clientSeed: 't', nonce: 0 }, { revealed: new Set<string>() }, [['pair-gone', 'a', 'x'], ['next-gone', 'b', 'x']]],
    ['another next pair is announced', { ...A, nextCommit: 'x' }, {}, [['next-gone', 'b', 'x']]],
  ] as const)('is evidence: %s', (_, pair, more, evidence) => {
    const { seen, change } = noted(first, answer(pair, { isWholeList: true, ...more }));
    expect(change).toBe('replaced');
    expect(seen.evidence.map(({ kind, expected, answered }) => [kind, expected, answered])).toEqual(evidence);
    expect(seen.current?.commit).toBe(pair.commit);
  });

  it('is another client seed once rounds were drawn', () => {
    const { seen, change } = noted(played, answer({ ...A, nonce: 1, clientSeed: 'ground' }));
    expect([change, seen.evidence]).toEqual(['replaced', [{ kind: 'client-seed-replaced', expected: 's', answered: 'ground', at: 100 }]]);
  });

  it('is another client seed in a round, once rounds were drawn', () => {
    const seen = withDrawnRound(played, { commit: 'a', clientSeed: 'ground', nonce: 1 });
    expect(seen).toBe(played);
    expect(noted(seen, answer({ ...A, nonce: 2, clientSeed: 'ground' })).seen.evidence).toMatchObject([{ kind: 'client-seed-replaced' }]);
  });

  it('is a pair that was used up before', () => {
    const { seen } = noted(first, answer({ commit: 'b', clientSeed: 't', nonce: 0, nextCommit: 'c' }, { revealed: new Set(['a']) }));
    expect(noted(seen, answer(A)).seen.evidence).toMatchObject([{ kind: 'used-again', expected: 'b', answered: 'a' }]);
  });
});
