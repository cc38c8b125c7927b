/** Reads the public answers that the service worker stored: the games and the configuration of the host. */
import type { Game } from '../../core/contract/games';
import { gameList } from '../../core/contract/games';
import { hostConfig } from '../../core/contract/platform';
import type { Database } from '../../data/database';
import { PUBLIC_USER } from '../../data/schema';
import type { Snapshot } from '../../data/schema';
import { getSnapshot } from '../../data/snapshots';
import { applyHost } from '../../state/apply-catalogue';

export interface PublicSnapshots {
  /** The lobby's list as the platform last sent it, or null. */
  readonly readGames: () => Promise<Snapshot<{ items: Game[] }> | null>;
  /** Brings the last known capabilities of the platform into the store. */
  readonly hydrateHost: () => Promise<void>;
}

export function createPublicSnapshots(database: Database): PublicSnapshots {
  function readGames(): Promise<Snapshot<{ items: Game[] }> | null> {
    return getSnapshot(database, PUBLIC_USER, 'games', gameList);
  }

  async function hydrateHost(): Promise<void> {
    const snapshot = await getSnapshot(database, PUBLIC_USER, 'config', hostConfig);
    if (snapshot) applyHost(snapshot.data);
  }

  return { readGames, hydrateHost };
}
