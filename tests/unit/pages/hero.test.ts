import { describe, expect, it } from 'vitest';
import type { Intent } from '../../../src/core/intent';
import { heroOf } from '../../../src/pages/games/hero';
import type { HeroFacts } from '../../../src/pages/games/hero';
import { PRACTICE_SHELF } from '../../../src/pages/shared/shelf/practice-shelf';

const openRound: Intent = {
  key: 'k'.repeat(20),
  kind: 'round',
  userId: 'u',
  gameId: 'adire-gold',
  body: null,
  state: 'unknown',
  at: 1,
  sentAt: 1,
  answer: null,
  refusal: null,
};

const factsOf = (change: Partial<HeroFacts> = {}): HeroFacts => ({
  signedIn: true,
  firstName: 'Ada',
  onBreak: false,
  reach: 'online',
  openRound: null,
  unfinishedRound: null,
  games: PRACTICE_SHELF,
  lastGameId: null,
  ...change,
});

describe('the top of the lobby', () => {
  it('puts a round that is not finished before everything else, without a network too', () => {
    const hero = heroOf(factsOf({ openRound, reach: 'offline', lastGameId: 'adire-gold' }));
    expect(hero).toEqual({ kind: 'unfinished', gameId: 'adire-gold', gameName: 'Adire Gold' });
  });

  it('names an unfinished round although its game is not listed', () => {
    expect(heroOf(factsOf({ openRound, games: [] }))).toMatchObject({ kind: 'unfinished', gameName: null });
  });

  it('puts a round that waits for its player next, during a break and without a network, too', () => {
    const unfinishedRound = { gameId: 'adire-gold', settlesAt: '2026-11-22T10:00:00.000Z' };
    for (const change of [{}, { onBreak: true }, { reach: 'offline' as const }]) {
      expect(heroOf(factsOf({ ...change, unfinishedRound }))).toEqual({ kind: 'open', ...unfinishedRound, gameName: 'Adire Gold' });
    }
    expect(heroOf(factsOf({ unfinishedRound, openRound }))).toMatchObject({ kind: 'unfinished' });
    expect(heroOf(factsOf({ unfinishedRound, signedIn: false }))).toMatchObject({ kind: 'guest' });
    expect(heroOf(factsOf({ unfinishedRound: { ...unfinishedRound, gameId: 'gone' } }))).toMatchObject({ kind: 'open', gameName: null });
  });

  it('says that there is a break, and offers nothing to play, on and offline', () => {
    for (const reach of ['online', 'offline'] as const) expect(heroOf(factsOf({ onBreak: true, reach }))).toEqual({ kind: 'break' });
    expect(heroOf(factsOf({ onBreak: true, openRound }))).toMatchObject({ kind: 'unfinished' });
    expect(heroOf(factsOf({ onBreak: true, signedIn: false }))).toMatchObject({ kind: 'guest' });
  });

  it('offers practice without a network, to players and guests, and in front of a network’s own sign-in', () => {
    for (const reach of ['offline', 'portal'] as const) {
      for (const signedIn of [true, false]) {
        expect(heroOf(factsOf({ reach, signedIn }))).toMatchObject({ kind: 'offline', game: { gameId: 'adire-gold' } });
      }
    }
  });

  it('offers the last game of a player, and none where nothing was played', () => {
    expect(heroOf(factsOf({ lastGameId: 'adire-gold' }))).toMatchObject({ kind: 'player', isRepeat: true });
    expect(heroOf(factsOf())).toMatchObject({ kind: 'player', isRepeat: false, game: { gameId: 'adire-gold' } });
    expect(heroOf(factsOf({ lastGameId: 'taken-off-the-shelf' }))).toMatchObject({ isRepeat: false });
  });

  it('welcomes a guest before anything is known, without a game to name', () => {
    expect(heroOf(factsOf({ signedIn: false, reach: 'unknown', games: null }))).toEqual({ kind: 'guest', game: null });
  });
});
