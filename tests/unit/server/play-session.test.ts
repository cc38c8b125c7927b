import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { kobo, ZERO_KOBO } from '../../../src/core/money';
import { dayRowsOf } from '../../../server/ledger/activity';
import { checkDueAt, playAfterPosting, playAt, playTimeSinceLastStake } from '../../../server/ledger/play-session';
import type { Play } from '../../../server/ledger/play-session';

const MINUTE = 60_000;
const START = Date.parse('2026-11-21T10:00:00Z');
const stake = (before: Play | null, atMs: number, staked = 100, won = 0): Play => {
  const play = playAfterPosting(before, { staked: kobo(staked), won: kobo(won), hasStake: true }, atMs);
  if (play === null) throw new Error('a round is play');
  return play;
};
const win = (before: Play | null, atMs: number, won: number): Play | null =>
  playAfterPosting(before, { staked: ZERO_KOBO, won: kobo(won), hasStake: false }, atMs);

describe('a play', () => {
  it('goes on from stake to stake and adds up', () => {
    const play = stake(stake(null, START, 100, 30), START + 29 * MINUTE, 200, 500);
    expect(play).toEqual({ startedAt: START, lastCheckAt: START, lastStakeAt: START + 29 * MINUTE, staked: 300, won: 530, rounds: 2 });
  });

  it('is over after 30 minutes without a stake, to the millisecond', () => {
    const play = stake(null, START);
    expect(playAt(play, START + 30 * MINUTE - 1)).toEqual(play);
    expect(playAt(play, START + 30 * MINUTE)).toBeNull();
    expect(stake(play, START + 30 * MINUTE)).toMatchObject({ startedAt: START + 30 * MINUTE, staked: 100, rounds: 1 });
  });

  it('takes in a win that comes by itself, and is not made longer by it', () => {
    const play = stake(null, START);
    expect(win(play, START + 10 * MINUTE, 700)).toEqual({ ...play, won: 700 });
    expect(win(play, START + 40 * MINUTE, 700)).toEqual(play);
    expect(win(null, START, 700)).toBeNull();
  });

  it('is not changed by postings that are no stakes, nor by a late posting from before the last stake', () => {
    const play = stake(stake(null, START), START + 5_000);
    expect(win(play, START + 4_000, 700)).toEqual({ ...play, won: 700 });
    expect(win(play, START + 4_000, 0)).toEqual(play);
  });

  it('is moved back with a clock that is set back: its next reality check comes no later', () => {
    const play = stake(stake(null, START), START + 20 * MINUTE);
    expect(checkDueAt(play, 60) - play.lastStakeAt).toBe(40 * MINUTE);
    const back = playAt(play, START - 600 * MINUTE);
    expect(back && checkDueAt(back, 60)).toBe(START - 560 * MINUTE);
    const later = stake(play, START - 600 * MINUTE);
    expect([later.lastStakeAt - later.startedAt, checkDueAt(later, 60) - later.lastStakeAt, later.rounds]).toEqual([20 * MINUTE, 40 * MINUTE, 3]);
  });
});

describe('time played', () => {
  it('is what lies between two stakes of one play', () => {
    const play = stake(null, START);
    expect(playTimeSinceLastStake(null, START)).toEqual([{ day: '2026-11-21', ms: 0 }]);
    expect(playTimeSinceLastStake(play, START + 5_000)).toEqual([{ day: '2026-11-21', ms: 5_000 }]);
    expect(playTimeSinceLastStake(play, START + 30 * MINUTE)).toEqual([{ day: '2026-11-21', ms: 0 }]);
    expect(playTimeSinceLastStake(play, START - MINUTE)).toEqual([{ day: '2026-11-21', ms: 0 }]);
  });

  it('is parted at midnight in Lagos', () => {
    const midnight = Date.parse('2026-11-30T23:00:00Z');
    expect(playTimeSinceLastStake(stake(null, midnight - 7), midnight + 11)).toEqual([{ day: '2026-12-01', ms: 11 }, { day: '2026-11-30', ms: 7 }]);
  });

  it('is all that the day before gets: amounts belong to the day of the stake', () => {
    const midnight = Date.parse('2026-11-30T23:00:00Z');
    const activity = { staked: kobo(100), won: kobo(40), deposited: ZERO_KOBO, withdrawn: ZERO_KOBO, hasStake: true };
    expect(dayRowsOf(activity, stake(null, midnight - 7), midnight)).toEqual([
      { day: '2026-12-01', staked: 100, won: 40, deposited: 0, withdrawn: 0, rounds: 1, playedMs: 0 },
      { day: '2026-11-30', staked: 0, won: 0, deposited: 0, withdrawn: 0, rounds: 0, playedMs: 7 },
    ]);
  });

  it('and the day are untouched by what is no activity, and a deposit is no play', () => {
    const none = { staked: ZERO_KOBO, won: ZERO_KOBO, deposited: ZERO_KOBO, withdrawn: ZERO_KOBO, hasStake: false };
    expect(dayRowsOf(none, null, START)).toEqual([]);
    expect(dayRowsOf({ ...none, deposited: kobo(5) }, stake(null, START - 5), START)).toEqual([
      { day: '2026-11-21', staked: 0, won: 0, deposited: 5, withdrawn: 0, rounds: 0, playedMs: 0 },
    ]);
  });

  it('is the time between stakes in their order, whatever else is posted between them and at whatever moment', () => {
    fc.assert(
      fc.property(fc.array(fc.record({ hasStake: fc.boolean(), step: fc.integer({ min: -5_000, max: 20_000 }) }), { maxLength: 30 }), (postings) => {
        let [play, at, counted]: [Play | null, number, number] = [null, START, 0];
        const stakes: number[] = [];
        for (const { hasStake, step } of postings) {
          at += step;
          const activity = { staked: kobo(hasStake ? 1 : 0), won: ZERO_KOBO, deposited: kobo(hasStake ? 0 : 1), withdrawn: ZERO_KOBO, hasStake };
          counted += dayRowsOf(activity, play, at).reduce((sum, { playedMs }) => sum + playedMs, 0);
          play = playAfterPosting(play, activity, at);
          if (hasStake) stakes.push(at);
        }
        const between = stakes.slice(1).map((each, n) => Math.max(0, each - (stakes[n] ?? each)));
        expect(counted).toBe(between.reduce((sum, ms) => sum + ms, 0));
      }),
    );
  });
});
