import { describe, expect, it } from 'vitest';
import { kobo } from '../../../src/core/money';
import type { Kobo } from '../../../src/core/money';
import type { BetFace } from '../../../src/games/face';
import { draftStake, firstDraft, nextDraft } from '../../../src/pages/game/controls/bet-draft';
import type { BetDraft, DraftEvent } from '../../../src/pages/game/controls/bet-draft';
import { pressOf } from '../../../src/pages/game/rounds/spin-state';

const MIN = kobo(1_000);
const LIMITS = { min: MIN, max: kobo(100_000), step: kobo(1_000) };
const first = firstDraft(MIN, 'red', {});
const after = (...events: readonly DraftEvent[]): BetDraft => events.reduce(nextDraft, first);

/** A game whose choice is the chips on the table, in kobo. */
const chips = (change: Partial<BetFace<unknown>> = {}): BetFace<unknown> => ({ initial: 0, Controls: () => null, betOf: () => ({}), ...change });
const sumOf = (sum: Kobo | null) => chips({ stakeOf: () => sum });

describe('what the player has set for the next round', () => {
  it('begins with the smallest stake, or with what was sent and not played', () => {
    expect(first).toMatchObject({ typedStake: MIN, lastTyped: MIN, choice: 'red', announcement: '', shownRounds: 0 });
    expect(firstDraft(MIN, 'red', { stake: kobo(5_000), choice: 'black' })).toMatchObject({ typedStake: 5_000, lastTyped: 5_000, choice: 'black' });
  });

  it('keeps the last valid stake beside a typed text that is no stake', () => {
    expect(after({ type: 'stake', stake: kobo(2_000) }, { type: 'stake', stake: null })).toMatchObject({ typedStake: null, lastTyped: 2_000 });
  });

  it('keeps the choice of the player, and the choice that the game makes of it after a round', () => {
    expect(after({ type: 'choice', choice: 'black' }).choice).toBe('black');
    expect(after({ type: 'ended', text: 'No win', choice: 'next' })).toMatchObject({ choice: 'next', announcement: 'No win', shownRounds: 1 });
  });

  it('says what happens on the way without counting a round', () => {
    expect(after({ type: 'announced', text: 'Spinning.' })).toMatchObject({ announcement: 'Spinning.', shownRounds: 0 });
  });
});

describe('the stake', () => {
  it('is what was typed, in a game that leaves it to the player', () => {
    expect(draftStake(first, undefined, LIMITS)).toEqual({ stake: MIN, isSum: false, stakeProblem: null, betProblem: null });
    expect(draftStake({ ...first, typedStake: null }, chips(), LIMITS)).toMatchObject({ stake: null, isSum: false });
  });

  it('is the sum of what is bet, and has to be a stake of the game', () => {
    expect(draftStake(first, sumOf(kobo(3_000)), LIMITS)).toEqual({ stake: 3_000, isSum: true, stakeProblem: null, betProblem: null });
    expect(draftStake(first, sumOf(kobo(500)), LIMITS).stakeProblem).toContain('smallest stake');
    expect(draftStake(first, sumOf(null), LIMITS)).toEqual({ stake: null, isSum: true, stakeProblem: null, betProblem: null });
  });

  it('may be one that the bet can’t be played at', () => {
    expect(draftStake(first, chips({ problem: (choice, stake) => `${String(choice)} at ${stake}` }), LIMITS).betProblem).toBe('red at 1000');
    expect(draftStake({ ...first, typedStake: null }, chips({ problem: () => 'no' }), LIMITS).betProblem).toBeNull();
  });
});

describe('a press on the button', () => {
  const ready = { mode: 'money', isStopped: false, state: { kind: 'ready' }, limitsOffered: true } as const;

  it('starts a round where one may start', () => {
    expect(pressOf(ready)).toBe('start');
    expect(pressOf({ ...ready, state: { kind: 'resting' } })).toBe('nothing');
  });

  it('does nothing while a reality check is due', () => {
    expect(pressOf({ ...ready, isStopped: true, limitsOffered: false })).toBe('nothing');
  });

  it('asks for limits before the first stake for money, and not in practice', () => {
    expect(pressOf({ ...ready, limitsOffered: false })).toBe('ask-limits');
    expect(pressOf({ ...ready, mode: 'practice', limitsOffered: false })).toBe('start');
  });
});
