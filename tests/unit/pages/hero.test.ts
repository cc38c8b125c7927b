import { describe, expect, it } from 'vitest';
import type { Intent } from '../../../src/core/intent';
import { heroOf } from '../../../src/pages/games/hero';
import type { HeroFacts } from '../../../src/pages/games/hero';
import { PRACTICE_SHELF } from '../../../src/pages/shared/shelf/practice-shelf';

const checkingIntent: Intent = {
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
  checkingIntent: null,
  openRound: null,
  games: PRACTICE_SHELF,
  lastGameId: null,
  ...change,
});

describe('the top of the lobby', () => {
  it('puts a round that is being checked before everything else, without a network too', () => {
    const hero = heroOf(factsOf({ checkingIntent, reach: 'offline', lastGameId: 'adire-gold' }));
    expect(hero).toEqual({ kind: 'checking', gameId: 'adire-gold', gameName: 'Adire Gold' });
  });

  it('names a round that is being checked although its game is not listed', () => {
    expect(heroOf(factsOf({ checkingIntent, games: [] }))).toMatchObject({ kind: 'checking', gameName: null });
  });

  it('puts a round that waits for its player next, during a break and without a network, too', () => {
    const openRound = { gameId: 'adire-gold', settlesAt: '2026-11-22T10:00:00.000Z' };
    for (const change of [{}, { onBreak: true }, { reach: 'offline' as const }]) {
      expect(heroOf(factsOf({ ...change, openRound }))).toEqual({ kind: 'open', ...openRound, gameName: 'Adire Gold' });
    }
    expect(heroOf(factsOf({ openRound, checkingIntent }))).toMatchObject({ kind: 'checking' });
    expect(heroOf(factsOf({ openRound, signedIn: false }))).toMatchObject({ kind: 'guest' });
    expect(heroOf(factsOf({ openRound: { ...openRound, gameId: 'gone' } }))).toMatchObject({ kind: 'open', gameName: null });
  });

  it('says that there is a break, and offers nothing to play, on and offline', () => {
    for (const reach of ['online', 'offline'] as const) expect(heroOf(factsOf({ onBreak: true, reach }))).toEqual({ kind: 'break' });
    expect(heroOf(factsOf({ onBreak: true, checkingIntent }))).toMatchObject({ kind: 'checking' });
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
