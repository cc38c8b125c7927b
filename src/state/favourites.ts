/** The games that the signed-in player marked, as tiles and lists show them: at once as the player wishes, whatever is sent when. */
import { createStore } from 'zustand/vanilla';
import { wishCount, withWish, withWishes } from '../core/favourites';
import { outboxStore } from './outbox';
import { sessionStore } from './session';

export interface FavouritesState {
  /** As the platform said, or the device kept it, newest first; null while nothing is known. */
  readonly platformIds: readonly string[] | null;
  /** With what waits to be sent; the same while nothing changes. */
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

export function hearFavourites(gameIds: readonly string[]): void {
  show(gameIds);
}

/** The player pressed a heart: shown before anything is written down. */
export function wishFavourite(gameId: string, isOne: boolean): void {
  show(withWish(favouritesStore.getState().platformIds ?? [], gameId, isOne));
}

export function isFavourite(gameId: string): boolean {
  return favouritesStore.getState().visibleIds.includes(gameId);
}

// One player's hearts are never the next one's.
sessionStore.subscribe((now, before) => {
  if (now.userId !== before.userId) favouritesStore.setState(NOTHING);
});

/** Shows waiting wishes from now on, also over a list that was read before. Calls `onSettled` whenever one of them was sent or refused. */
export function watchWishes(onSettled: () => void): () => void {
  show(favouritesStore.getState().platformIds);
  return outboxStore.subscribe((now, before) => {
    show(favouritesStore.getState().platformIds);
    if (wishCount(now.items) < wishCount(before.items)) onSettled();
  });
}
