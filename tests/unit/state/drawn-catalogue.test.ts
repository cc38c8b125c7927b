import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Game } from '../../../src/core/contract/games';
import { catalogueStore, prerenderedCatalogueStore, NO_GAMES, showPrerenderedGames } from '../../../src/state/catalogue';
import { applyGames } from '../../../src/state/apply-catalogue';
import { resetAll } from '../../../src/state/reset-all';
import { useCatalogue } from '../../../src/state/use';

const gameOf = (gameId: string): Game => ({
  gameId, name: gameId, kind: 'slots', categories: ['slots'], rtp: 0.94, contribution: 1, minStake: 10, maxStake: 20_000, bytes: 12_000,
  art: `/games/${gameId}.svg`, enabled: true,
});

function Titles() {
  const games = useCatalogue((catalogue) => catalogue.games);
  return createElement('p', null, games === null ? 'none' : games.map(({ gameId }) => gameId).join(' '));
}

/** As React draws it on a server, and expects to find it in the document. */
const drawn = () => renderToString(createElement(Titles));

beforeEach(() => {
  resetAll();
  prerenderedCatalogueStore.setState(NO_GAMES, true);
});

describe('the document that the build drew', () => {
  it('is expected to show nothing where the build drew nothing, whatever is known by now', () => {
    applyGames([gameOf('dice')], { live: true, savedAt: 1 });
    expect(drawn()).toBe('<p>none</p>');
  });

  it('is expected to show what it was drawn from, although something newer has come meanwhile', () => {
    showPrerenderedGames([gameOf('dice')]);
    applyGames([gameOf('dice'), gameOf('mines')], { live: true, savedAt: 1 });
    expect(drawn()).toBe('<p>dice</p>');
    expect(catalogueStore.getState().games).toHaveLength(2);
  });

  it('is shown by the app until a newer list is known, and never in place of one', () => {
    showPrerenderedGames([gameOf('dice')]);
    expect(catalogueStore.getState()).toMatchObject({ games: [{ gameId: 'dice' }], source: 'unknown' });
    applyGames([gameOf('mines')], { live: true, savedAt: 1 });
    showPrerenderedGames([gameOf('dice')]);
    expect(catalogueStore.getState().games).toMatchObject([{ gameId: 'mines' }]);
  });
});
