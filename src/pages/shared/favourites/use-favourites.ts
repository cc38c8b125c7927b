import { useEffect, useMemo } from 'react';
import { useStore } from 'zustand';
import { favouritesStore } from '../../../state/favourites';
import { useCan, useSession } from '../../../state/use';

const act = () => import('../../../bridge/actions/favourites');

/** Loads the player's marks. The code for it comes after the first paint. */
export function useAskFavourites(): void {
  const userId = useSession((session) => session.userId);
  const can = useCan('favourites');
  useEffect(() => {
    if (userId === null || !can) return;
    // Without the code there are no marks, as without an answer.
    act().then(({ loadFavourites }) => loadFavourites()).catch(() => undefined);
  }, [userId, can]);
}

/** The games that the player marked. The set stays the same object while nothing changes. */
export function useFavourites(): ReadonlySet<string> {
  useAskFavourites();
  const shown = useStore(favouritesStore, (state) => state.visibleIds);
  return useMemo(() => new Set(shown), [shown]);
}

export function useIsFavourite(gameId: string): boolean {
  return useStore(favouritesStore, ({ visibleIds }) => visibleIds.includes(gameId));
}

/** False: the device could not store it, and the platform did not take it. */
export async function mark(gameId: string, isOne: boolean): Promise<boolean> {
  try {
    return await (await act()).setFavourite(gameId, isOne);
  } catch {
    return false;
  }
}
