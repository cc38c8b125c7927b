import { describe, expect, it } from 'vitest';
import type { Game } from '../../../src/core/contract/games';
import { EMBEDDED_GAMES } from '../../../src/games/catalogue';
import { gameAt } from '../../../src/pages/game/game-at';
import { recentOf } from '../../../src/pages/games/use-recent-play';
import { SHORTLIST_GAMES, categoriesOf, shelfOf, shortlistOf } from '../../../src/pages/shared/shelf/shelf';
import type { ShelfGame, ShelfSource } from '../../../src/pages/shared/shelf/shelf';

const gameOf = (change: Partial<Game> = {}): Game => ({
  gameId: 'eko-by-day',
  name: 'Eko by Day',
  kind: 'slots',
  categories: ['slots'],
  rtp: 0.94,
  contribution: 1,
  minStake: 10,
  maxStake: 20_000,
  bytes: 12_000,
  art: '/games/eko-by-day.svg',
  enabled: true,
  ...change,
});

const sourceOf = (change: Partial<ShelfSource> = {}): ShelfSource => ({
  games: [gameOf()],
  canGames: true,
  canRounds: true,
  failed: false,
  ...change,
});

const shelf = (games: readonly Game[]): readonly ShelfGame[] => shelfOf(sourceOf({ games }), EMBEDDED_GAMES) ?? [];

describe('the shelf of games', () => {
  it('shows the games that come with the app, for practice only, where the platform has no list', () => {
    const games = shelfOf(sourceOf({ games: null, canGames: false }), EMBEDDED_GAMES);
    expect(games?.map(({ gameId }) => gameId)).toEqual(EMBEDDED_GAMES.map(({ gameId }) => gameId));
    expect(games?.every(({ practice, real }) => practice && !real)).toBe(true);
  });

  it('is unknown while the list is loading, and has the app’s own games when it could not be loaded', () => {
    expect(shelfOf(sourceOf({ games: null }), EMBEDDED_GAMES)).toBeNull();
    expect(shelfOf(sourceOf({ games: null, failed: true }), EMBEDDED_GAMES)).toHaveLength(EMBEDDED_GAMES.length);
  });

  it('keeps showing the platform’s list when a later try fails', () => {
    expect(shelfOf(sourceOf({ failed: true }), EMBEDDED_GAMES)?.[0]?.gameId).toBe('eko-by-day');
  });

  it('says of each game whether it can be practised here and whether it is offered for money', () => {
    const [knownGame, unknown, closed] = shelf([gameOf({ gameId: 'adire-gold' }), gameOf(), gameOf({ enabled: false })]);
    expect(knownGame).toMatchObject({ practice: true, real: true });
    expect(unknown).toMatchObject({ practice: false, real: true });
    expect(closed?.real).toBe(false);
    expect(shelfOf(sourceOf({ canRounds: false }), EMBEDDED_GAMES)?.[0]?.real).toBe(false);
  });

  it('turns the limits into kobo', () => {
    expect(shelf([gameOf({ minStake: 12.5, maxStake: 100 })])[0]).toMatchObject({ minStake: 1_250, maxStake: 10_000 });
  });

  it('names the categories in the order of the list, each once', () => {
    const games = [gameOf({ categories: ['new', 'slots'] }), gameOf({ gameId: 'b', categories: ['slots', 'table'] })];
    expect(categoriesOf(shelf(games))).toEqual(['new', 'slots', 'table']);
  });

  it('chooses for the first screen the first game of each kind, and fills the rest in the order of the list', () => {
    const kinds = ['slots', 'slots', 'slots', 'roulette', 'slots', 'slots', 'dice', 'slots'];
    const games = kinds.map((kind, at) => gameOf({ gameId: `game-${at}`, kind }));
    const ids = shortlistOf(shelf(games)).map(({ gameId }) => gameId);
    expect(ids).toEqual(['game-0', 'game-3', 'game-6', 'game-1', 'game-2', 'game-4']);
    expect(ids).toHaveLength(SHORTLIST_GAMES);
  });
});

describe('the game at an address', () => {
  it('is the platform’s where it is listed', () => {
    expect(gameAt(shelf([gameOf({ gameId: 'adire-gold', name: 'Adire' })]), 'adire-gold', true)?.name).toBe('Adire');
  });

  it('can be practised although the platform does not list it', () => {
    expect(gameAt(shelf([]), 'adire-gold', true)).toMatchObject({ practice: true, real: false });
  });

  it('is there at once for a guest, and waits for the list for a player, whose round may be open', () => {
    expect(gameAt(null, 'adire-gold', false)?.gameId).toBe('adire-gold');
    expect(gameAt(null, 'adire-gold', true)).toBeNull();
  });

  it('is unknown when neither the platform nor the app has it, and not before', () => {
    expect(gameAt(null, 'nothing', false)).toBeNull();
    expect(gameAt(shelf([gameOf()]), 'nothing', false)).toBeUndefined();
  });
});

describe('what was played lately', () => {
  it('names each game once, the latest first', () => {
    expect(recentOf([{ gameId: 'b' }, { gameId: 'a' }, { gameId: 'b' }])).toEqual(['b', 'a']);
  });
});
