import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { kobo } from '../../../src/core/money';
import { practiceStore } from '../../../src/games/practice-store';
import { playTimesStore, practiceStart } from '../../../src/pages/game/session/play-times';
import { enterSession, leaveSession, renewSession } from '../../../src/state/session';

const READY_AT = 1_800_000_000_000;
const ADA = { sessionId: 'session-of-ada', userId: 'ada' };
const OBI = { sessionId: 'session-of-obi', userId: 'obi' };

let nowMs = 0;
beforeEach(() => {
  nowMs = 1_000;
  vi.spyOn(performance, 'now').mockImplementation(() => nowMs);
  enterSession(ADA);
});
afterEach(() => {
  leaveSession();
  vi.restoreAllMocks();
});

/** Ada practises, and has just played for money. */
function play(): number {
  const since = practiceStart();
  practiceStore.setState({ staked: kobo(5_000_00), won: kobo(1_000_00) });
  playTimesStore.setState({ readyAt: READY_AT });
  nowMs += 60_000;
  return since;
}

const session = () => {
  const { staked, won } = practiceStore.getState();
  return { ...playTimesStore.getState(), staked, won };
};

describe('the times of play', () => {
  it('hold for all games of a player, and also when their session gets another id', () => {
    const since = play();
    renewSession('another-session-of-ada');
    expect(practiceStart()).toBe(since);
    expect(session()).toEqual({ since, readyAt: READY_AT, staked: 5_000_00, won: 1_000_00 });
  });

  it.each([
    ['the player signs out', leaveSession],
    ['another player signs in', () => enterSession(OBI)],
  ])('begin anew when %s, with the stakes of practice', (_, change) => {
    const since = play();
    change();
    expect(session()).toEqual({ since: null, readyAt: 0, staked: 0, won: 0 });
    expect(practiceStart()).toBe(since + 60_000);
  });

  it('of a guest are not those of the player who signs in', () => {
    leaveSession();
    play();
    enterSession(OBI);
    expect(session()).toEqual({ since: null, readyAt: 0, staked: 0, won: 0 });
  });

  it('leave the practice money and an open round as they are', () => {
    const { balance, pair, open } = practiceStore.getState();
    play();
    leaveSession();
    expect(practiceStore.getState()).toMatchObject({ balance, pair, open });
  });
});
