/** The games that the signed-in player marked, as tiles and lists show them: at once as the player wishes, whatever is sent when. */
import { createStore } from 'zustand/vanilla';
import { wishCount, withWish, withWishes } from '../core/favourites';
import { outboxStore } from './outbox';
import { sessionStore } from './session';

export interface FavouritesState {
  /** As the platform said, or the device kept it, newest first; null while nothing is known. */
  readonly told: readonly string[] | null;
  /** With what waits to be sent; the same while nothing changes. */
  readonly shown: readonly string[];
}

const NOTHING: FavouritesState = { told: null, shown: [] };

export const favouritesStore = createStore<FavouritesState>()(() => NOTHING);

function show(told: readonly string[] | null): void {
  const { shown: shownBefore } = favouritesStore.getState();
  const shown = withWishes(told ?? [], outboxStore.getState().items);
  const isSame = shown.length === shownBefore.length && shown.every((gameId, at) => gameId === shownBefore[at]);
  favouritesStore.setState({ told, shown: isSame ? shownBefore : shown });
}

export function hearFavourites(gameIds: readonly string[]): void {
  show(gameIds);
}

/** The player pressed a heart: shown before anything is written down. */
export function wishFavourite(gameId: string, isOne: boolean): void {
  show(withWish(favouritesStore.getState().told ?? [], gameId, isOne));
}

export function isFavourite(gameId: string): boolean {
  return favouritesStore.getState().shown.includes(gameId);
}

// One player's hearts are never the next one's.
sessionStore.subscribe((now, before) => {
  if (now.userId !== before.userId) favouritesStore.setState(NOTHING);
});

/** What waits is shown from now on, what was read before this was asked, too. Told whenever something of it was sent or refused. */
export function watchWishes(onSettled: () => void): () => void {
  show(favouritesStore.getState().told);
  return outboxStore.subscribe((now, before) => {
    show(favouritesStore.getState().told);
    if (wishCount(now.items) < wishCount(before.items)) onSettled();
  });
}
