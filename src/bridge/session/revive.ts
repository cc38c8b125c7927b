/**
 * Into the browser's back/forward cache and back. Out of sight before the page is kept, so that what is painted first when it
 * comes back, perhaps for somebody else, shows nothing of anybody; then session and balance are read anew.
 */
import { getBalance, getProfile } from '../../core/contract/player';
import type { AnswerMeta, Result } from '../../core/errors';
import type { Database } from '../../data/database';
import { readFence } from '../../data/fence';
import { appStore } from '../../state/app';
import { applyBalance, applyProfile } from '../../state/apply-figures';
import type { AnswerOrigin } from '../../state/apply-figures';
import { localEntries, readSessionEntries } from '../../state/local-entries';
import { forgetPlayer } from '../../state/reset-all';
import { setReviving } from '../../state/reviving';
import type { Sync } from '../figures/sync';
import { pause } from '../page/watch';
import type { Calls } from '../platform/calls';
import type { PageClock } from '../platform/clock';
import { currentIds } from './ids';
import type { Session } from './session';

/** iOS fails requests that are fired right when a page comes back. */
const RESUME_PAUSE_MS = 1_500;

/** Entries that are not there by then never come: a sign-in was broken off in its middle. */
const ENTRIES_PATIENCE_MS = 1_000;
const LOOK_AGAIN_MS = 50;

const wasLost = (result: Result<unknown>) => !result.ok && result.error.code === 'network';

function hide(): void {
  document.documentElement.dataset['away'] = '';
}

/** After the stores have changed and what they draw has been drawn. */
function show(): void {
  setTimeout(() => delete document.documentElement.dataset['away']);
}

interface PageCacheDeps {
  readonly database: Database;
  readonly calls: Calls;
  readonly clock: PageClock;
  readonly session: Pick<Session, 'adopt'>;
  readonly sync: Pick<Sync, 'tellVisibility'>;
  readonly resumeIntents: () => Promise<void>;
}

/** From now on. */
export function followPageCache({ database, calls, clock, session, sync, resumeIntents }: PageCacheDeps): void {
  const originOf = ({ savedAt, ageMs = 0 }: AnswerMeta): AnswerOrigin => ({ live: savedAt === null, savedAt: savedAt ?? clock.now() - ageMs });

  /** True when the network failed one of the two. */
  async function readAnew(): Promise<boolean> {
    const options = { noStore: true };
    const [who, money] = await Promise.all([
      calls.callAsPlayer(getProfile, ({ userId }) => ({ ...options, params: { userId } })),
      calls.callAsPlayer(getBalance, ({ userId }) => ({ ...options, params: { userId } })),
    ]);
    if (who.ok) applyProfile(who.data, originOf(who));
    if (money.ok) applyBalance(money.data, money.balanceVersion, originOf(money));
    return wasLost(who) || wasLost(money);
  }

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
  async function adopt(): Promise<void> {
    try {
      await waitForEntries();
      await session.adopt();
    } catch (error) {
      // The page must not show a player who is gone when it comes into sight again.
      const { isSessionStored } = appStore.getState();
      if (isSessionStored && readSessionEntries(localEntries())?.sessionId !== currentIds()?.sessionId) forgetPlayer();
      throw error;
    } finally {
      show();
    }
  }

  /** Whatever fails, the page is in sight again and its money buttons work; the failure itself is passed on. */
  async function revive(): Promise<void> {
    setReviving(true);
    try {
      await adopt();
      sync.tellVisibility(document.visibilityState === 'visible');
      if (currentIds() && (await readAnew())) {
        await pause(RESUME_PAUSE_MS);
        await readAnew();
      }
    } finally {
      setReviving(false);
      void resumeIntents();
    }
  }

  window.addEventListener('pagehide', () => {
    sync.tellVisibility(false);
    // Whether it will be kept is not certain yet, whatever `persisted` says.
    hide();
  });
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted) void revive();
  });
}
