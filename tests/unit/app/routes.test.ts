import { describe, expect, it } from 'vitest';
import { prepare, preload } from '../../../src/app/page-code';
import type { PageRoute } from '../../../src/app/routes';
import { PAGE_ROUTES } from '../../../src/app/routes';
import { loadedFace } from '../../../src/games/faces';

/** Every route: path → name and who may open it. */
const ROUTES: Readonly<Record<string, readonly [name: string, who: string]>> = {
  '/': ['games', 'all'],
  '/games': ['games', 'all'],
  '/game/:gameId': ['game', 'all'],
  '/category/:categoryId': ['category', 'all'],
  '/profile': ['profile', 'player'],
  '/sign-in': ['sign-in', 'guest'],
  '/sign-up': ['sign-up', 'guest'],
  '/activate-email': ['activate-email', 'all'],
  '/reset-password': ['reset-password', 'all'],
  '/edit-profile': ['edit-profile', 'player'],
  '/change-password': ['change-password', 'player'],
  '/users-sessions': ['users-sessions', 'player'],
  '/games-history': ['games-history', 'player'],
  '/transactions-history': ['transactions-history', 'player'],
  '/self-exclusion': ['self-exclusion', 'player'],
  '/responsible-gambling': ['responsible-gambling', 'all'],
  '/terms': ['terms', 'all'],
  '/privacy': ['privacy', 'all'],
  '/about-us': ['about-us', 'all'],
  '/help': ['help', 'all'],
  '/feedback': ['feedback', 'all'],
  '/location-restriction': ['location-restriction', 'all'],
  '/deposit': ['deposit', 'player'],
  '/withdraw': ['withdraw', 'player'],
  '/bonuses': ['bonuses', 'player'],
  '/promo/welcome-bonus': ['promo-welcome-bonus', 'all'],
  '/promo/free-spins': ['promo-free-spins', 'all'],
  '/promo/friday': ['promo-friday', 'all'],
  '/promo/giveaway': ['promo-giveaway', 'all'],
  '/bank-codes': ['bank-codes', 'all'],
  '/bonus-contribution': ['bonus-contribution', 'all'],
  '/nin': ['nin', 'player'],
  '/tempheaderprofile': ['temp-header-profile', 'all'],
  '/tempjoinpopup': ['temp-join-popup', 'all'],
  '/tempbonuses': ['temp-bonuses', 'all'],
  '/templeaderboard': ['temp-leaderboard', 'all'],
  '/tempbonuscontribution': ['temp-bonus-contribution', 'all'],
  '/admin': ['admin-games', 'admin'],
};

const built = new Map(PAGE_ROUTES.flatMap((route) => route.paths.map((path) => [path, route] as const)));

describe('the route table', () => {
  it('has each path once', () => {
    expect(built.size).toBe(PAGE_ROUTES.flatMap(({ paths }) => paths).length);
  });

  it('has these paths and no others, each with this name and audience', () => {
    expect(Object.fromEntries([...built].map(([path, { name, who }]) => [path, [name, who]]))).toEqual(ROUTES);
  });

  it('loads every page lazily, by a function', () => {
    for (const { load } of PAGE_ROUTES) expect(load).toBeTypeOf('function');
  });
});

describe('a page that is about to open', () => {
  const game: PageRoute | undefined = built.get('/game/:gameId');

  it('has its game loaded beside its code, so that the game is drawn with the page', async () => {
    expect(loadedFace('dice')).toBeNull();
    if (game) await prepare(game, '/game/dice');
    await expect.poll(() => loadedFace('dice')).not.toBeNull();
  });

  it('opens also where nothing can be loaded for it', async () => {
    if (game) await prepare(game, '/game/no-such-game');
    const lost: PageRoute = { name: 'lost', paths: ['/lost'], who: 'all', title: 'Lost', load: () => Promise.reject(new Error('no network')) };
    await expect(preload(lost, '/lost')).rejects.toThrow('no network');
    // An unhandled rejection from the game's preparation would fail the run.
    await expect(game?.load()).resolves.toBeDefined();
  });
});
