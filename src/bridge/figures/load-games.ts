/** Loads the lobby's list. This file imports as little as it can, because every first visit loads it. */
import { MAX_CATALOGUE_BYTES } from '../../api/read-body';
import type { Game } from '../../core/contract/games';
import { listGames } from '../../core/contract/games';
import type { Result } from '../../core/errors';
import { catalogueStore, setGamesError } from '../../state/catalogue';
import { applyGames } from '../../state/apply-catalogue';
import type { Calls } from '../platform/calls';
import type { PublicSnapshots } from './public-snapshots';

interface LoadGamesDeps {
  readonly callOpen: Calls['callOpen'];
  readonly snapshots: PublicSnapshots;
  /** Epoch ms. */
  readonly now: () => number;
}

/** Brings the games that the device stored into the catalogue store, unless there are some already. */
export async function readStoredGames(snapshots: PublicSnapshots): Promise<void> {
  if (catalogueStore.getState().games !== null) return;
  const snapshot = await snapshots.readGames();
  if (snapshot) applyGames(snapshot.data.items, { live: false, savedAt: snapshot.savedAt });
}

/**
 * Brings the games into the catalogue store: first those of the device, then the platform's answer. Pages draw from
 * `useCatalogue`; the result is only for a retry button.
 */
export async function loadGames({ callOpen, snapshots, now }: LoadGamesDeps, signal?: AbortSignal): Promise<Result<{ items: Game[] }>> {
  await readStoredGames(snapshots);
  const result = await callOpen(listGames, { maxBytes: MAX_CATALOGUE_BYTES, ...(signal && { signal }) });
  // Reading a list of thousands takes long, so it is shown in a task of its own, and the page can react in between.
  await new Promise((resolve) => setTimeout(resolve));
  if (!result.ok) setGamesError(result.error);
  else applyGames(result.data.items, { live: result.savedAt === null, savedAt: result.savedAt ?? now() });
  return result;
}
