import { describe, expect, it } from 'vitest';
import { createPages } from '../../../server/hosting/pages';
import { listInitialGames } from '../../../server/games';
import { DOCUMENTS } from '../../support/built-app';

describe('the document of a page that names a game', () => {
  const find = (games: ReturnType<typeof listInitialGames> | null) =>
    createPages({ documents: DOCUMENTS, can: () => true, cdnUrl: '/cdn', readGames: () => Promise.resolve(games) })('/promo');

  it('leaves it out where the catalogue lacks it, because it is hidden, and names it where no catalogue is known', async () => {
    const [without, unknown] = [await find(listInitialGames()), await find(null)];
    expect(without.page.content.markup).toBe('<h1>Promo</h1>');
    expect(unknown.page.content.markup).toContain('Spins on a hidden game');
    // The host keeps documents by the name of the page.
    expect(without.page.name).not.toBe(unknown.page.name);
  });
});
