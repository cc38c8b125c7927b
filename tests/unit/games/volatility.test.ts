import { describe, expect, it } from 'vitest';
import { compareVolatility, volatilitiesOf } from '../../../src/games/volatility';
import { EMBEDDED_GAMES } from '../../../src/games/catalogue';

const of = (gameId: string, volatility: string | null = null) => ({ gameId, volatility });

describe('the volatility of a game', () => {
  it('is known of every game that the app can draw', () => {
    for (const { gameId } of EMBEDDED_GAMES) expect({ gameId, isKnown: volatilitiesOf(of(gameId)).length > 0 }).toEqual({ gameId, isKnown: true });
  });

  it('is one class for a slot, and every class between the calmest and the wildest bet where the player chooses', () => {
    expect(['talking-drum', 'calabar-carnival', 'zuma-rock', 'roulette', 'dice', 'blackjack'].map((gameId) => volatilitiesOf(of(gameId)))).toEqual([
      ['low'], ['medium'], ['high'], ['low', 'medium'], ['low', 'medium', 'high'], ['low'],
    ]);
  });

  it('is what the platform says of a game that this app has no engine for, and of no other', () => {
    expect(volatilitiesOf(of('elsewhere', 'high'))).toEqual(['high']);
    expect(volatilitiesOf(of('talking-drum', 'high'))).toEqual(['low']);
    expect(volatilitiesOf(of('elsewhere', 'wild'))).toEqual([]);
    expect(volatilitiesOf(of('constructor'))).toEqual([]);
  });

  it('sorts the calmest first, and what nobody knows last', () => {
    const games = [of('unknown'), of('zuma-rock'), of('elsewhere', 'medium'), of('talking-drum'), of('blackjack'), of('nothing')];
    expect(games.toSorted(compareVolatility).map(({ gameId }) => gameId)).toEqual([
      'blackjack', 'talking-drum', 'elsewhere', 'zuma-rock', 'unknown', 'nothing',
    ]);
  });
});
