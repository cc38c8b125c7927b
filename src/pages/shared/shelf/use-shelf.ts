import { useEffect, useMemo } from 'react';
import { EMBEDDED_GAMES } from '../../../games/catalogue';
import { clock } from '../../../core/time';
import { catalogueStore } from '../../../state/catalogue';
import { useCatalogue, useHost } from '../../../state/use';
import { loadShelf } from './load-shelf';
import { shelfOf } from './shelf';
import type { ShelfGame } from './shelf';

/** A list that was confirmed this recently is not loaded again by the next page. */
const FRESH_CATALOGUE_MS = 60_000;
const DEFAULT_CDN = '/cdn';

export interface Shelf {
  /** Null while the list is loading. */
  readonly games: readonly ShelfGame[] | null;
  /** The platform offers a list, and it could not be loaded just now. */
  readonly failed: boolean;
  /** Epoch ms of the list when it is not live. */
  readonly datedAt: number | null;
  /** The list is the one that comes with the app and not the platform's. */
  readonly embeddedOnly: boolean;
}

/** True if the platform can do something, and while that is unknown. The component renders when it becomes known. */
export function useCan(capability: string): boolean {
  return useHost(({ config }) => config === null || config.capabilities.includes(capability));
}

/** The games of the lobby. They are loaded when a page that shows them opens. */
export function useShelf(): Shelf {
  const games = useCatalogue((catalogue) => catalogue.games);
  const failed = useCatalogue((catalogue) => catalogue.error !== null);
  const datedAt = useCatalogue(({ source, savedAt }) => (source === 'dated' ? savedAt : null));
  const canGames = useCan('games');
  const canRounds = useCan('rounds');

  useEffect(() => {
    if (!canGames) return;
    const { source, savedAt } = catalogueStore.getState();
    if (source === 'live' && savedAt !== null && clock.now() - savedAt < FRESH_CATALOGUE_MS) return;
    // The request goes on when the player leaves the page, because the next page shows the same list.
    void loadShelf();
  }, [canGames]);

  return useMemo(
    () => ({
      games: shelfOf({ games, canGames, canRounds, failed }, EMBEDDED_GAMES),
      failed: failed && canGames,
      datedAt: canGames ? datedAt : null,
      embeddedOnly: !canGames || (games === null && failed),
    }),
    [games, canGames, canRounds, failed, datedAt],
  );
}

/** The addresses of a game's art, best first: on the content host, then the copy on the app's own host. */
export function useArt(): (game: Pick<ShelfGame, 'art'>) => readonly string[] {
  const base = useHost(({ config }) => config?.cdnUrl ?? DEFAULT_CDN);
  return useMemo(() => ({ art }) => [...new Set([base, DEFAULT_CDN])].map((host) => host + art), [base]);
}
