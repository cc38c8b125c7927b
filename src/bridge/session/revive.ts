/**
 * Into the browser's back/forward cache and back. Out of sight before the page is kept, so that what is painted first when it
 * comes back, perhaps for somebody else, shows nothing of anybody; then session and balance are read anew.
 */
import type { Database } from '../../data/database';
import { readFence } from '../../data/fence-entry';
import { appStore } from '../../state/app';
import { localEntries, readSessionEntries } from '../../state/local-entries';
import { setReviving } from '../../state/reviving';
import { pause } from '../page/watch';
import type { PlayerAccess } from '../player-part';
import { currentIds } from './ids';

/** Entries that are not there by then never come: a sign-in was broken off in its middle. */
const ENTRIES_PATIENCE_MS = 1_000;
const LOOK_AGAIN_MS = 50;

function hide(): void {
  document.documentElement.dataset['away'] = '';
}

/** After the stores have changed and what they draw has been drawn. */
function show(): void {
  setTimeout(() => delete document.documentElement.dataset['away']);
}

interface PageCacheDeps {
  readonly database: Database;
  readonly adopt: () => Promise<void>;
  readonly player: PlayerAccess;
}

/** From now on. */
export function followPageCache({ database, adopt, player }: PageCacheDeps): void {
  /**
   * Another process of the browser may have written the entries, and this one may see them late; the device's store has told who
   * is signed in before that.
   */
  async function waitForEntries(): Promise<void> {
    const fence = appStore.getState().isSessionStored ? await readFence(database) : null;
    if (fence === null) return;
    const isThere = () => (readSessionEntries(localEntries())?.userId ?? null) === fence.userId;
    for (let waitedMs = 0; !isThere() && waitedMs < ENTRIES_PATIENCE_MS; waitedMs += LOOK_AGAIN_MS) await pause(LOOK_AGAIN_MS);
  }

  /** Local storage says who is signed in, whatever this page believed when it was put away. */
  async function adoptInSight(): Promise<void> {
    try {
      await waitForEntries();
      await adopt();
    } catch (error) {
      // The page must not show a player who is gone when it comes into sight again.
      const { isSessionStored } = appStore.getState();
      if (isSessionStored && readSessionEntries(localEntries())?.sessionId !== currentIds()?.sessionId) player.part()?.forget();
      throw error;
    } finally {
      show();
    }
  }

  /** Whatever fails, the page is in sight again and its money buttons work; the failure itself is passed on. */
  async function revive(): Promise<void> {
    setReviving(true);
    try {
      await adoptInSight();
      player.part()?.tellVisibility(document.visibilityState === 'visible');
      await player.part()?.readAnew();
    } finally {
      setReviving(false);
      void player.part()?.resumeIntents();
    }
  }

  window.addEventListener('pagehide', () => {
    player.part()?.tellVisibility(false);
    // Whether it will be kept is not certain yet, whatever `persisted` says.
    hide();
  });
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted) void revive();
  });
}
