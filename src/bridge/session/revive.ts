/**
 * Follows the page into the browser's back/forward cache and back. The page hides its content before it goes there, so that it
 * shows nothing of anybody when it comes back, perhaps for somebody else. Then session and balance are read anew, and the page
 * shows its content again.
 */
import type { Database } from '../../data/database';
import { readFence } from '../../data/fence-entry';
import { appStore } from '../../state/app';
import { localEntries, readSessionEntries } from '../../state/local-entries';
import { setReviving } from '../../state/reviving';
import { pause } from '../page/pause';
import type { PlayerAccess } from '../player-bridge';
import { currentIds } from './ids';

/** Entries that are still missing after this time never come, because a sign-in was interrupted. */
const ENTRIES_PATIENCE_MS = 1_000;
const LOOK_AGAIN_MS = 50;

function hide(): void {
  document.documentElement.dataset['away'] = '';
}

/** Shows the page in a task of its own, so that it is drawn from the changed stores before. */
function show(): void {
  setTimeout(() => delete document.documentElement.dataset['away']);
}

interface PageCacheDeps {
  readonly database: Database;
  readonly adopt: () => Promise<void>;
  readonly player: PlayerAccess;
}

/** Starts to follow the page. */
export function followPageCache({ database, adopt, player }: PageCacheDeps): void {
  /**
   * Waits until the entries name the player of the fence. Another process of the browser may have written them, and this one may
   * see them later than the fence in the database.
   */
  async function waitForEntries(): Promise<void> {
    const fence = appStore.getState().isSessionStored ? await readFence(database) : null;
    if (fence === null) return;
    const isThere = () => (readSessionEntries(localEntries())?.userId ?? null) === fence.userId;
    for (let waitedMs = 0; !isThere() && waitedMs < ENTRIES_PATIENCE_MS; waitedMs += LOOK_AGAIN_MS) await pause(LOOK_AGAIN_MS);
  }

  /** Brings the page to the session that local storage names, whatever it was when the page was put away, and shows the page. */
  async function adoptAndShow(): Promise<void> {
    try {
      await waitForEntries();
      await adopt();
    } catch (error) {
      // A player who is gone must not be on the page when it is shown again.
      const { isSessionStored } = appStore.getState();
      if (isSessionStored && readSessionEntries(localEntries())?.sessionId !== currentIds()?.sessionId) player.bridge()?.forget();
      throw error;
    } finally {
      show();
    }
  }

  /**
   * Reads session and balance anew. Whatever fails, the page is shown again and its money buttons work; the failure itself is
   * passed on.
   */
  async function revive(): Promise<void> {
    setReviving(true);
    try {
      await adoptAndShow();
      player.bridge()?.tellVisibility(document.visibilityState === 'visible');
      await player.bridge()?.readAnew();
    } finally {
      setReviving(false);
      void player.bridge()?.resumeIntents();
    }
  }

  window.addEventListener('pagehide', () => {
    player.bridge()?.tellVisibility(false);
    // The page is hidden in any case, because nobody knows yet whether the browser keeps it, whatever `persisted` says.
    hide();
  });
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted) void revive();
  });
}
