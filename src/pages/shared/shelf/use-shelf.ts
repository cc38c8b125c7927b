import { useEffect, useMemo } from 'react';
import { EMBEDDED_GAMES } from '../../../games/catalogue';
import { clock } from '../../../core/time';
import { catalogueStore } from '../../../state/catalogue';
import { useCatalogue, useHost } from '../../../state/use';
import { loadShelf } from './load-shelf';
import { shelfOf } from './shelf';
import type { ShelfGame } from './shelf';

/** A list that was confirmed this recently is not asked for again by the next page. */
const FRESH_CATALOGUE_MS = 60_000;
const DEFAULT_CDN = '/cdn';

export interface Shelf {
  /** Null while the list is on its way. */
  readonly games: readonly ShelfGame[] | null;
  /** The platform has a list, and it could not be had just now. */
  readonly failed: boolean;
  /** Epoch ms the list is from, when it is not of now. */
  readonly datedAt: number | null;
  /** The list is the one that comes with the app, not the platform's. */
  readonly embeddedOnly: boolean;
}

/** Whether the platform can do something; yes while it is not known. Draws again when it becomes known. */
export function useCan(capability: string): boolean {
  return useHost(({ config }) => config === null || config.capabilities.includes(capability));
}

/** The games of the lobby, asked for when a page that shows them opens. */
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
    // The load is not cancelled when the page is left, because the next page shows the same list.
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

/** Where a game's art may be, best first: the content host's, then the copy on the app's own. */
export function useArt(): (game: Pick<ShelfGame, 'art'>) => readonly string[] {
  const base = useHost(({ config }) => config?.cdnUrl ?? DEFAULT_CDN);
  return useMemo(() => ({ art }) => [...new Set([base, DEFAULT_CDN])].map((host) => host + art), [base]);
}
