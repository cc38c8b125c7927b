import { useEffect, useMemo } from 'react';
import { useStore } from 'zustand';
import { favouritesStore } from '../../../state/favourites';
import { useCan, useSession } from '../../../state/use';

const importFavourites = () => import('../../../bridge/actions/favourites');

/** Loads the player's favourites. The code for it comes after the first paint. */
export function useLoadFavourites(): void {
  const userId = useSession((session) => session.userId);
  const canFavourite = useCan('favourites');
  useEffect(() => {
    if (userId === null || !canFavourite) return;
    // A failure to load the code leaves the player without favourites, as a missing answer does.
    importFavourites().then(({ loadFavourites }) => loadFavourites()).catch(() => undefined);
  }, [userId, canFavourite]);
}

/** The ids of the player's favourites. The set stays the same object while nothing changes. */
export function useFavourites(): ReadonlySet<string> {
  useLoadFavourites();
  const visibleIds = useStore(favouritesStore, (state) => state.visibleIds);
  return useMemo(() => new Set(visibleIds), [visibleIds]);
}

export function useIsFavourite(gameId: string): boolean {
  return useStore(favouritesStore, ({ visibleIds }) => visibleIds.includes(gameId));
}

/** False: the device could not store it, and the platform did not take it. */
export async function saveFavourite(gameId: string, isFavourite: boolean): Promise<boolean> {
  try {
    return await (await importFavourites()).setFavourite(gameId, isFavourite);
  } catch {
    return false;
  }
}
