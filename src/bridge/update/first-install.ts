/** Asks once more for what the page asked before the service worker was in charge, because nobody kept those answers. */
import { account, balance, profile } from '../../core/contract/player';
import type { Database } from '../../data/database';
import { getSnapshot } from '../../data/snapshots';
import { appStore } from '../../state/app';
import { can } from '../../state/catalogue';
import type { Sync } from '../figures/sync';
import type { OnClose } from '../page/on-close';
import type { Host } from '../platform/host';
import { currentIds } from '../session/ids';
import { pause } from '../page/watch';

/** We wait no longer for answers to be stored, because the player waits with us. */
export const STORE_PATIENCE_MS = 6_000;
const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 4_000;
/** Checks before the figures are asked for once more. */
const TRIES_PER_CHECK = 8;

/** Fetches the art on the screen again: the browser still has it, and the service worker keeps it. */
async function keepArt(): Promise<void> {
  const sources = Array.from(document.images, ({ currentSrc }) => currentSrc).filter((source) => source.startsWith(`${location.origin}/cdn/`));
  await Promise.all(sources.map((source) => fetch(source)));
}

const FIGURES = { profile, account, balance };

/** The figures that a player's next visit shows first. */
type FirstFigure = keyof typeof FIGURES;

/** Whether the device has it. */
export async function isFigureInStore(database: Database, userId: string, kind: FirstFigure): Promise<boolean> {
  return (await getSnapshot<unknown>(database, userId, kind, FIGURES[kind])) !== null;
}

interface FirstInstallDeps {
  readonly isFigureStored: (userId: string, kind: FirstFigure) => Promise<boolean>;
  readonly host: Pick<Host, 'load'>;
  readonly sync: Pick<Sync, 'recheckSession'>;
  readonly loadGames: () => Promise<unknown>;
  readonly onClose: OnClose;
}

export interface FirstInstall {
  /** From now on: at the end of the first install a device that loses its connection has what is on the screen. */
  readonly follow: () => void;
  /** Resolves when what was asked once more is kept, or is too late to wait for. Never rejects. */
  readonly whenStored: () => Promise<void>;
}

export function createFirstInstall({ isFigureStored, host, sync, loadGames, onClose }: FirstInstallDeps): FirstInstall {
  let keeping: Promise<unknown> = Promise.resolve();

  /** Whether the device has the figures of the signed-in player; true for a guest, who has none. */
  async function hasFigures(): Promise<boolean> {
    const ids = currentIds();
    if (!ids || appStore.getState().storage === 'memory') return true;
    const flags = await Promise.all([
      isFigureStored(ids.userId, 'profile'),
      // Not expected where the platform has no such call.
      !can('account') || isFigureStored(ids.userId, 'account'),
      isFigureStored(ids.userId, 'balance'),
    ]);
    return flags.every(Boolean);
  }

  /**
   * A worker may be in the hands of the service worker a moment later than its page, and its question passes by once more: asked
   * again, ever more seldom, for a minute. Else the player would have no profile offline until the next visit.
   */
  async function keepFigures(): Promise<void> {
    for (let pauseMs = FIRST_PAUSE_MS; pauseMs <= LONGEST_PAUSE_MS; pauseMs *= 2) {
      await sync.recheckSession();
      // The worker answers before it has asked, and the service worker stores behind the answer.
      for (let tries = 0; tries < TRIES_PER_CHECK; tries += 1) {
        if (await hasFigures()) return;
        await pause(pauseMs);
      }
    }
  }

  async function keep(): Promise<void> {
    const pauseEnd = new AbortController();
    const all = Promise.allSettled([host.load(), can('games') ? loadGames() : null, keepArt(), keepFigures()]);
    await Promise.race([all, pause(STORE_PATIENCE_MS, pauseEnd.signal)]);
    pauseEnd.abort();
  }

  function follow(): void {
    onClose(appStore.subscribe((now, before) => {
      if (now.update !== 'ready-offline' || before.update === 'ready-offline') return;
      keeping = keep();
    }));
  }

  async function whenStored(): Promise<void> {
    await keeping;
  }

  return { follow, whenStored };
}
