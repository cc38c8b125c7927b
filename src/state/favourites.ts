/** The signed-in player's favourite games. A change is shown at once, even if it is sent to the platform later. */
import { createStore } from 'zustand/vanilla';
import { wishCount, withWish, withWishes } from '../core/favourites';
import { outboxStore } from './outbox';
import { sessionStore } from './session';

export interface FavouritesState {
  /** The list of the platform, or its copy on the device, newest first; null while neither is here. */
  readonly platformIds: readonly string[] | null;
  /** The list with the changes that wait to be sent; the same array while nothing changes. */
  readonly visibleIds: readonly string[];
}

const NOTHING: FavouritesState = { platformIds: null, visibleIds: [] };

export const favouritesStore = createStore<FavouritesState>()(() => NOTHING);

function show(platformIds: readonly string[] | null): void {
  const { visibleIds: previousIds } = favouritesStore.getState();
  const visibleIds = withWishes(platformIds ?? [], outboxStore.getState().items);
  const isSame = visibleIds.length === previousIds.length && visibleIds.every((gameId, at) => gameId === previousIds[at]);
  favouritesStore.setState({ platformIds, visibleIds: isSame ? previousIds : visibleIds });
}

export function applyFavourites(gameIds: readonly string[]): void {
  show(gameIds);
}

/** Shows at once that the player pressed a heart, before the change is written down. */
export function wishFavourite(gameId: string, isWanted: boolean): void {
  show(withWish(favouritesStore.getState().platformIds ?? [], gameId, isWanted));
}

export function isFavourite(gameId: string): boolean {
  return favouritesStore.getState().visibleIds.includes(gameId);
}

// The next player must not see the hearts of the one before.
sessionStore.subscribe((now, before) => {
  if (now.userId !== before.userId) favouritesStore.setState(NOTHING);
});

/** From now on shows the changes that wait to be sent. Calls `onSettled` whenever one of them was sent or refused. */
export function watchWishes(onSettled: () => void): () => void {
  show(favouritesStore.getState().platformIds);
  return outboxStore.subscribe((now, before) => {
    show(favouritesStore.getState().platformIds);
    if (wishCount(now.items) < wishCount(before.items)) onSettled();
  });
}
