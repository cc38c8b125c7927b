import { useEffect } from 'react';
import { loadGames } from '../../../bridge/actions/games';
import type { Game } from '../../../core/contract/games';
import { catalogueStore } from '../../../state/catalogue';
import { useCatalogue } from '../../../state/use';

/** The games of the catalogue. It may be missing when a history is the first page that opens. */
export function useGames(): readonly Game[] {
  const games = useCatalogue((catalogue) => catalogue.games);
  useEffect(() => {
    if (catalogueStore.getState().games === null) void loadGames();
  }, []);
  return games ?? [];
}
