import { beforeEach, describe, expect, it } from 'vitest';
import { failure } from '../../../src/core/errors';
import { confirmGames, applyGames, applyHost } from '../../../src/state/apply-catalogue';
import { can, catalogueStore, hostStore, setGamesError } from '../../../src/state/catalogue';
import { resetAll } from '../../../src/state/reset-all';
import { DATED, LIVE } from './support';

beforeEach(() => {
  resetAll();
});

describe('the catalogue', () => {
  const game = {
    gameId: 'g', name: 'G', kind: 'slots', categories: [], rtp: 0.9, contribution: 1, minStake: 1, maxStake: 2, bytes: 1, art: '', enabled: true,
  };

  it('keeps the same list when an equal one comes, so that nothing is drawn again', () => {
    applyGames([game], DATED);
    const before = catalogueStore.getState().games;
    applyGames([{ ...game }], LIVE);
    expect(catalogueStore.getState().games).toBe(before);
    expect(catalogueStore.getState().source).toBe('live');
    applyGames([{ ...game, name: 'Another' }], LIVE);
    expect(catalogueStore.getState().games).not.toBe(before);
  });

  it('keeps the newer list, and the old one when a try fails', () => {
    applyGames([game], LIVE);
    applyGames([], DATED);
    expect(catalogueStore.getState()).toMatchObject({ games: [game], source: 'live' });
    setGamesError(failure('network').error);
    expect(catalogueStore.getState()).toMatchObject({ games: [game], source: 'dated', error: { code: 'network' } });
    confirmGames(3_000_000);
    expect(catalogueStore.getState()).toMatchObject({ games: [game], source: 'live', savedAt: 3_000_000, error: null });
  });

  it('hides features that the platform lacks as soon as its capabilities are known', () => {
    const config = { capabilities: ['games'], cdnUrl: '/cdn', consentPolicy: 'ask' as const, version: '1' };
    expect(can('deposits')).toBe(true);
    applyHost(config);
    expect([can('games'), can('deposits')]).toEqual([true, false]);
    const hostState = hostStore.getState();
    applyHost({ ...config });
    expect(hostStore.getState()).toBe(hostState);
  });
});
