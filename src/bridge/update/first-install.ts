/**
 * Repeats at the end of the first install the calls that the page made before the service worker controlled it, because nothing
 * has stored their answers.
 */
import { appStore } from '../../state/app';
import { can } from '../../state/catalogue';
import type { OnClose } from '../page/on-close';
import type { Host } from '../platform/host';
import { pause } from '../page/pause';

/** We wait no longer for answers to be stored, because the player waits with us. */
export const STORE_PATIENCE_MS = 6_000;

/** Fetches the art on the screen again, so that the service worker stores it. The browser still has it in its HTTP cache. */
async function keepArt(): Promise<void> {
  const sources = Array.from(document.images, ({ currentSrc }) => currentSrc).filter((source) => source.startsWith(`${location.origin}/cdn/`));
  await Promise.all(sources.map((source) => fetch(source)));
}

interface FirstInstallDeps {
  /** Resolves when the figures of the signed-in player are stored, or given up; for a guest at once. */
  readonly keepFigures: () => Promise<void>;
  readonly host: Pick<Host, 'load'>;
  readonly loadGames: () => Promise<unknown>;
  readonly onClose: OnClose;
}

export interface FirstInstall {
  /** From now on waits for the end of the first install, so that a device that loses its connection after it has what is on the screen. */
  readonly follow: () => void;
  /** Resolves when the answers are stored, or are too late to wait for. Never rejects. */
  readonly whenStored: () => Promise<void>;
}

export function createFirstInstall({ keepFigures, host, loadGames, onClose }: FirstInstallDeps): FirstInstall {
  let keeping: Promise<unknown> = Promise.resolve();

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
