import { useEffect, useMemo } from 'react';
import { useStore } from 'zustand';
import { favouritesStore } from '../../../state/favourites';
import { useCan, useSession } from '../../../state/use';

const act = () => import('../../../bridge/actions/favourites');

/** Asks for the player's marks; what asks comes after the first paint. */
export function useAskFavourites(): void {
  const userId = useSession((session) => session.userId);
  const can = useCan('favourites');
  useEffect(() => {
    if (userId === null || !can) return;
    // Where the code can't be loaded there are no marks, as without the answer.
    act().then(({ loadFavourites }) => loadFavourites()).catch(() => undefined);
  }, [userId, can]);
}

/** The games that the player marked; the same set while nothing changes. */
export function useFavourites(): ReadonlySet<string> {
  useAskFavourites();
  const shown = useStore(favouritesStore, (state) => state.visibleIds);
  return useMemo(() => new Set(shown), [shown]);
}

export function useIsFavourite(gameId: string): boolean {
  return useStore(favouritesStore, ({ visibleIds }) => visibleIds.includes(gameId));
}

/** False: nothing could be written down, and the platform did not take it. */
export async function mark(gameId: string, isOne: boolean): Promise<boolean> {
  try {
    return await (await act()).setFavourite(gameId, isOne);
  } catch {
    return false;
  }
}
