/** Asks for the player's figures at the end of the first install, until the device has them. */
import { account, balance, profile } from '../../core/contract/player';
import type { Database } from '../../data/database';
import { getSnapshot } from '../../data/snapshots';
import { appStore } from '../../state/app';
import { can } from '../../state/catalogue';
import type { SyncClient } from '../figures/sync-client';
import { pause } from '../page/pause';
import { currentIds } from '../session/ids';

const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 4_000;
/** The device is looked at this often before the figures are asked for once more. */
const CHECKS_PER_REQUEST = 8;

const FIGURES = { profile, account, balance };

/** The figures that a player's next visit shows first. */
type FirstFigure = keyof typeof FIGURES;

/** Returns true if the device has stored that figure. */
export async function isFigureInStore(database: Database, userId: string, kind: FirstFigure): Promise<boolean> {
  return (await getSnapshot<unknown>(database, userId, kind, FIGURES[kind])) !== null;
}

interface KeepFiguresDeps {
  readonly isFigureStored: (userId: string, kind: FirstFigure) => Promise<boolean>;
  readonly sync: Pick<SyncClient, 'recheckSession'>;
}

export function createKeepFigures({ isFigureStored, sync }: KeepFiguresDeps): () => Promise<void> {
  /** Returns true if the device has the figures of the signed-in player, and for a guest, who has none. */
  async function hasFigures(): Promise<boolean> {
    const ids = currentIds();
    if (!ids || appStore.getState().storage === 'memory') return true;
    const flags = await Promise.all([
      isFigureStored(ids.userId, 'profile'),
      // A platform without the call has no account to store.
      !can('account') || isFigureStored(ids.userId, 'account'),
      isFigureStored(ids.userId, 'balance'),
    ]);
    return flags.every(Boolean);
  }

  /**
   * Asks for the figures again, at growing intervals, for a minute. The service worker may control the sync worker a moment
   * later than the page, and then it does not see the first questions. Without this the player would have no profile offline
   * until the next visit.
   */
  async function keepFigures(): Promise<void> {
    for (let pauseMs = FIRST_PAUSE_MS; pauseMs <= LONGEST_PAUSE_MS; pauseMs *= 2) {
      await sync.recheckSession();
      // `recheckSession` resolves before the platform has answered, and the service worker stores an answer after it has passed it on.
      for (let lookCount = 0; lookCount < CHECKS_PER_REQUEST; lookCount += 1) {
        if (await hasFigures()) return;
        await pause(pauseMs);
      }
    }
  }

  return keepFigures;
}
