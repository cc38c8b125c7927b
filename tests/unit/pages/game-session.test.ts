import { describe, expect, it } from 'vitest';
import type { RoundAnswer } from '../../../src/core/contract/games';
import type { Intent, IntentState, RoundIntent } from '../../../src/core/intent';
import { SHOWN_ROUNDS, lastRounds } from '../../../src/pages/game/facts/last-rounds';
import { SESSION_PAUSE_MS, playSessionOf } from '../../../src/pages/game/session/play-session';
import { stageRoundOf, stageRoundOfConflict, showingOf } from '../../../src/pages/game/rounds/stage-round';
import { lastFinishedIntent, oldestOpenIntent } from '../../../src/pages/game/rounds/game-intents';

const NOW = 1_800_000_000_000;
const MINUTE_MS = 60_000;

const answer: RoundAnswer = {
  roundId: 'r1',
  gameId: 'adire-gold',
  stake: 100,
  currency: 'NGN',
  outcome: { any: 'thing' },
  win: 12.5,
  balance: 900,
  version: 3,
  fairness: { commit: 'c', clientSeed: 's', nonce: 0 },
  at: '2026-11-21T09:00:00Z',
};

interface Played {
  readonly key?: string;
  readonly kind?: RoundIntent['kind'];
  readonly gameId?: string;
  readonly state?: IntentState;
  readonly at?: number;
  readonly answer?: Partial<RoundAnswer> | null;
}

const roundOf = ({ at = NOW, key = `key-${at}`, kind = 'round', gameId = 'adire-gold', state = 'confirmed', answer: answerMembers = {} }: Played = {}): RoundIntent => ({
  key, kind, gameId, state, at, userId: 'u', body: null, sentAt: at, refusal: null,
  answer: answerMembers === null ? null : { ...answer, roundId: key, win: 0, ...answerMembers },
});

const depositOf = (at: number, state: IntentState = 'confirmed'): Intent =>
  ({ key: `key-${at}`, kind: 'deposit', gameId: null, state, at, userId: 'u', body: null, sentAt: at, answer: null, refusal: null });

describe('the session of play', () => {
  it('starts when the game is opened where nothing was played before', () => {
    expect(playSessionOf([], NOW, null)).toEqual({ startedAt: NOW, rounds: 0, staked: 0, won: 0, net: 0 });
  });

  it('adds up stakes and wins of confirmed rounds in every game', () => {
    const intents = [
      roundOf({ at: NOW - MINUTE_MS, answer: { stake: 100, win: 250 } }),
      roundOf({ at: NOW - 2 * MINUTE_MS, gameId: 'dice', answer: { stake: 50, win: 0 } }),
    ];
    expect(playSessionOf(intents, NOW, null)).toEqual({ startedAt: NOW - 2 * MINUTE_MS, rounds: 2, staked: 15_000, won: 25_000, net: 10_000 });
  });

  it('goes on over a reload, and ends with a pause of more than half an hour', () => {
    const intents = [
      roundOf({ at: NOW - SESSION_PAUSE_MS }),
      roundOf({ at: NOW - 2 * SESSION_PAUSE_MS }),
      roundOf({ at: NOW - 3 * SESSION_PAUSE_MS - 1 }),
    ];
    const session = playSessionOf(intents, NOW, null);
    expect(session.rounds).toBe(2);
    expect(session.startedAt).toBe(NOW - 2 * SESSION_PAUSE_MS);
  });

  it('leaves out deposits, refused rounds and rounds whose end is unknown', () => {
    const intents = [
      depositOf(NOW - 1),
      roundOf({ at: NOW - 2, state: 'refused' }),
      roundOf({ at: NOW - 3, state: 'unknown', answer: null }),
      roundOf({ at: NOW - 4, answer: null }),
    ];
    expect(playSessionOf(intents, NOW, null)).toMatchObject({ rounds: 0, net: 0 });
  });

  it('counts a round of several steps once, with all that was staked in it and its win', () => {
    const steps = [
      roundOf({ key: 'a', at: NOW - 3, gameId: 'blackjack', answer: { roundId: 'r', step: 0, state: 'open', stake: 100, win: 0 } }),
      roundOf({ key: 'c', at: NOW - 1, kind: 'action', gameId: 'blackjack', answer: { roundId: 'r', step: 2, state: 'ended', stake: 200, win: 400 } }),
      roundOf({ key: 'b', at: NOW - 2, kind: 'action', gameId: 'blackjack', answer: { roundId: 'r', step: 1, state: 'open', stake: 200, win: 0 } }),
    ];
    expect(playSessionOf(steps, NOW, null)).toMatchObject({ rounds: 1, staked: 20_000, won: 40_000, net: 20_000 });
    expect(playSessionOf(steps, NOW, 'c')).toMatchObject({ rounds: 1, staked: 20_000, won: 0 });
    expect(playSessionOf(steps.slice(0, 1), NOW, null)).toMatchObject({ rounds: 1, staked: 10_000, net: -10_000 });
  });

  it('counts the player’s own money alone where a bonus paid or won a part', () => {
    const free = roundOf({ at: NOW - 1, answer: { stake: 100, win: 0, freeSpinOf: 'w1' } });
    expect(playSessionOf([free], NOW, null)).toMatchObject({ rounds: 1, staked: 0, won: 0, net: 0 });
    const mixed = roundOf({ at: NOW - 2, answer: { stake: 100, win: 500, bonus: { staked: 60, won: 300 } } });
    expect(playSessionOf([free, mixed], NOW, null)).toMatchObject({ rounds: 2, staked: 4_000, won: 20_000, net: 16_000 });
  });

  it('counts the stake of a round that is still being shown, and not its win yet', () => {
    const round = roundOf({ at: NOW - 1, answer: { stake: 100, win: 900 } });
    expect(playSessionOf([round], NOW, round.key)).toMatchObject({ staked: 10_000, won: 0, net: -10_000 });
    expect(playSessionOf([round], NOW, null)).toMatchObject({ net: 80_000 });
  });
});

describe('the last round on the way back', () => {
  it('is the newest confirmed one of that game', () => {
    const rounds = [
      roundOf({ at: 1 }),
      roundOf({ at: 3 }),
      roundOf({ at: 5, state: 'unknown' }),
      roundOf({ at: 6, gameId: 'dice' }),
      depositOf(7),
    ];
    const byKey = Object.fromEntries(rounds.map((round) => [round.key, round]));
    expect(lastFinishedIntent(byKey, 'adire-gold')?.at).toBe(3);
    expect(lastFinishedIntent({}, 'adire-gold')).toBeNull();
  });

  it('is shown in kobo, and not at all where an amount is none', () => {
    expect(showingOf('k', answer, true)).toEqual({ key: 'k', outcome: answer.outcome, bet: undefined, stake: 10_000, win: 1_250, moving: true, isOpen: false });
    expect(showingOf('k', { ...answer, win: 0.001 }, true)).toBeNull();
  });
});

describe('a round of several steps as the platform tells it', () => {
  const open = { ...answer, state: 'open' as const, step: 3, stake: 200, firstStake: 100, win: 0, bet: { mines: 3 } };

  it('is open at its step, with the stake that an action may add once more', () => {
    expect(stageRoundOf('k', open, { moving: false })).toMatchObject({
      open: { roundId: 'r1', step: 3, firstStake: 100 }, showing: { isOpen: true, stake: 20_000, bet: { mines: 3 } }, settledAt: null,
    });
  });

  it('ends, and says so where the rule for unfinished rounds ended it', () => {
    expect(stageRoundOf('k', { ...open, state: 'ended', win: 150 }, { moving: true })).toMatchObject({ open: null, balanceBefore: 75_000, settledAt: null });
    expect(stageRoundOf('k', { ...open, state: 'ended', abandoned: true }, { moving: false })?.settledAt).toBe(answer.at);
  });

  it('knows the bet of a round that was sent from here', () => {
    expect(stageRoundOf('k', answer, { moving: true, bet: { risk: 'low' } })?.showing.bet).toEqual({ risk: 'low' });
  });

  it('stands as the platform has it where a step came too late, and is not known from what is no round', () => {
    const conflict = { title: 'Gone on', status: 409, code: 'conflict' };
    expect(stageRoundOfConflict('k', { ...conflict, current: open }, [])).toMatchObject({ step: 3, showing: { key: 'k', moving: false } });
    expect(stageRoundOfConflict('k', { ...conflict, code: 'validation', current: open }, [])).toBeNull();
    expect(stageRoundOfConflict('k', { ...conflict, current: { some: 'thing' } }, [])).toBeNull();
    expect(stageRoundOfConflict('k', conflict, [])).toBeNull();
    expect(stageRoundOfConflict('k', null, [])).toBeNull();
  });

  it('waits for the oldest step of this game whose end is unknown', () => {
    const sent = [
      roundOf({ at: 1, gameId: 'mines' }),
      roundOf({ at: 3, kind: 'action', gameId: 'mines', state: 'unknown' }),
      roundOf({ at: 2, kind: 'action', gameId: 'blackjack', state: 'sending' }),
      depositOf(0, 'sending'),
    ];
    const byKey = Object.fromEntries(sent.map((intent) => [intent.key, intent]));
    expect([oldestOpenIntent(byKey, 'mines')?.key, oldestOpenIntent(byKey, 'dice')]).toEqual(['key-3', null]);
  });
});

describe('the list of the last rounds', () => {
  const playedOf = (roundId: string, at: string, change: Played = {}): Intent =>
    roundOf({ key: roundId, answer: { roundId, at }, ...change });

  it('puts rounds that were played since before the platform’s list, each once, and no more than it shows', () => {
    const listed = ['r1', 'r2', 'r3', 'r4', 'r5'].map((roundId, at) => ({ ...answer, roundId, at: `2026-11-21T08:0${9 - at}:00Z` }));
    const intents = [playedOf('r1', '2026-11-21T08:09:00Z'), playedOf('r6', '2026-11-21T09:30:00Z')];
    const rounds = lastRounds(listed, intents, 'adire-gold', null);
    expect(rounds.map(({ roundId }) => roundId)).toEqual(['r6', 'r1', 'r2', 'r3', 'r4']);
    expect(rounds).toHaveLength(SHOWN_ROUNDS);
  });

  it('keeps a round back while its result is being shown, in whichever list it is', () => {
    const intents = [playedOf('r6', '2026-11-21T09:30:00Z')];
    expect(lastRounds([{ ...answer, roundId: 'r6' }], intents, 'adire-gold', 'r6')).toEqual([]);
  });

  it('leaves out other games, open rounds and answers that could not be read', () => {
    const intents = [
      playedOf('r7', '2026-11-21T09:30:00Z', { gameId: 'dice' }),
      playedOf('r8', '2026-11-21T09:31:00Z', { state: 'unknown' }),
      playedOf('r9', '2026-11-21T09:32:00Z', { answer: null }),
    ];
    expect(lastRounds([], intents, 'adire-gold', null)).toEqual([]);
  });
});
