/**
 * The life of a session in this page. The order of steps is what keeps players apart on a shared phone: the stores
 * change first (late answers are dropped from then on), then the device's store is fenced, then the new session
 * starts to speak.
 */
import type { SessionEnd } from '../../core/errors';
import type { Database } from '../../data/database';
import { ensureFence } from '../../data/fence';
import { appStore, dismissSessionEnd, setSessionStored, showSessionEnd } from '../../state/app';
import { readSessionEntries, localEntries, removeSessionEntries, writeSessionEntries } from '../../state/local-entries';
import type { SessionIds } from '../../state/local-entries';
import { forgetPlayer } from '../../state/reset-all';
import { enterSession, renewSession, sessionStore } from '../../state/session';
import type { Sync } from '../figures/sync';
import type { Outbox } from '../outbox/outbox';
import { writeCopies } from '../outbox/binding-copies';
import { openChannel } from '../page/channel';
import { RENEWAL_KEY, withKeyLock } from '../page/locks';
import type { OnClose } from '../page/on-close';
import { pause } from '../page/watch';
import type { Calls } from '../platform/calls';
import { hasBindingItems, sendBindingItems, notifyBindingItems } from './binding-items';
import { currentIds } from './ids';
import type { Revocations } from './revocations';
import type { Wipe } from './wipe';

interface SessionDeps {
  readonly database: Database;
  readonly calls: Calls;
  readonly sync: Sync;
  readonly outbox: Outbox;
  readonly wipe: Wipe;
  readonly revocations: Revocations;
  /** Money that is not ended is asked about. */
  readonly resumeIntents: () => Promise<void>;
  readonly onClose: OnClose;
}

export interface SignOutOptions {
  /** The player knows that the platform can't be told now; else it is said should it come to that. */
  readonly isPlayerInformed?: boolean;
  /** The player is signed out on this device for certain, whatever becomes of the page. Not called where somebody else has signed in. */
  readonly onLeft?: () => void;
}

export interface Session {
  /** Checks the session that the stores hold and starts everything that runs for a player. */
  readonly begin: (ids: SessionIds) => void;
  /**
   * A new session: stored values are reset, the ids go to local storage, what the device has of anybody else goes, then
   * the profile is fetched and the balance timer starts.
   */
  readonly set: (ids: SessionIds) => Promise<void>;
  /** A new password brought a new id: here, in local storage, and through it in all tabs of this browser. */
  readonly continueWithId: (ids: SessionIds) => void;
  /**
   * Signs out: here at once, on the platform at once or with the next connection. Resolves when nothing of the player
   * is left on the device, or a wipe is pending (see `wipe.ts`); other tabs hear it through local storage. A player whom another
   * tab signs in meanwhile stays signed in.
   */
  readonly signOut: (options?: SignOutOptions) => Promise<void>;
  /**
   * The platform ended the session: snapshots go, money under way and unsent things of the player wait for a new sign-in.
   * True when it goes on: the id was given up for another one, by this tab or another, while something asked with it.
   */
  readonly end: (end: SessionEnd) => Promise<boolean>;
  /** Another tab signed in or out, or this page was away: the entries of local storage say what holds. */
  readonly adopt: () => Promise<void>;
}

/** Local storage tells other tabs that a session ended; this channel tells them why. */
const CHANNEL = 'ayo-session';

interface EndMessage extends SessionEnd {
  readonly type: 'session-ended';
  readonly sessionId: string;
}

function isEndMessage(value: unknown): value is EndMessage {
  if (typeof value !== 'object' || value === null || !('type' in value) || value.type !== 'session-ended') return false;
  return 'sessionId' in value && 'reason' in value && typeof value.reason === 'string';
}

/** A tab that got the lock after another tab's renewal learns of the new id within this time. */
const RENEWAL_PATIENCE_MS = 1_000;

export function createSession({ database, calls, sync, outbox, wipe, revocations, resumeIntents, onClose }: SessionDeps): Session {
  /** The session that this tab gave up because another tab removed its entry; the reason may come later through the channel. */
  let removedSessionId: string | null = null;

  function begin(ids: SessionIds): void {
    sync.start(ids);
    void outbox.sendOldChoices(ids.userId);
    void resumeIntents();
    // A waiting change may hold already: a break closes play from the first page on.
    void outbox.read();
  }

  async function set({ sessionId, userId }: SessionIds): Promise<void> {
    const ids = { sessionId, userId };
    sync.stop();
    forgetPlayer();
    dismissSessionEnd();
    await wipe.changeHands({ userId });
    enterSession(ids);
    setSessionStored(writeSessionEntries(localEntries(), ids));
    begin(ids);
  }

  /** The session goes on under another id; the player, the figures and what waits stay. */
  function continueAs(ids: SessionIds): void {
    const { sessionId } = sessionStore.getState();
    if (sessionId !== null) calls.retireId(sessionId);
    renewSession(ids.sessionId);
    sync.start(ids);
  }

  function continueWithId(ids: SessionIds): void {
    continueAs(ids);
    setSessionStored(writeSessionEntries(localEntries(), ids));
  }

  /** Nothing of the player is left in this page and, unless their queues stay, on this device. */
  async function leave(keepQueuesOf: string | null): Promise<void> {
    sync.stop();
    removeSessionEntries(localEntries());
    forgetPlayer();
    await wipe.changeHands({ userId: null, keepQueuesOf });
  }

  async function signOut({ isPlayerInformed = false, onLeft }: SignOutOptions = {}): Promise<void> {
    const leaving = currentIds();
    // Another tab may have signed somebody in meanwhile, and this one may not know it yet. Where nobody has, nothing is waited for:
    // whoever asked says at once what came of it, which must come after the player is forgotten here.
    if (isReplaced()) await adopt();
    const ids = currentIds();
    // The wipe would delete them, so they get a moment to be sent first.
    const mustSend = ids !== null && ids.userId === leaving?.userId && hasBindingItems();
    if (mustSend) await sendBeforeLeaving(ids);
    if (isReplaced()) await adopt();
    const current = currentIds();
    if (current && current.userId !== leaving?.userId) {
      if (leaving) await revokeReplaced(leaving);
      // This tab has noted that all is to be wiped; the other one may have done it.
      if (mustSend) await wipe.retry();
      return;
    }
    const ending = current ?? leaving;
    if (ending) writeCopies(ending.userId, []);
    // The promise is written before the wipe, so that a page that is closed at once has left it behind.
    const promise = ending ? revocations.recordSignOut(ending.sessionId) : null;
    const wiping = leave(null);
    onLeft?.();
    await wiping;
    await promise;
    if (ending) await revocations.revoke(ending.sessionId, isPlayerInformed);
  }

  /** Local storage names another session than this page has. */
  function isReplaced(): boolean {
    const entries = readSessionEntries(localEntries());
    return entries !== null && entries.sessionId !== currentIds()?.sessionId;
  }

  /**
   * Sends what binds, under the session that this page and its worker still hold. On the device it has ended before: should the page be
   * closed meanwhile, the next start finds nobody signed in, wipes, and tells the platform.
   */
  async function sendBeforeLeaving({ sessionId, userId }: SessionIds): Promise<void> {
    const promise = revocations.recordSignOut(sessionId);
    wipe.announce();
    removeSessionEntries(localEntries());
    writeCopies(userId, []);
    await sendBindingItems(sync);
    await promise;
  }

  /**
   * Ends the session of a player whose place another one has taken on this device: what was theirs went with that sign-in. It goes by
   * the hash, because a sign-out by the id could take the cookies of the player who is signed in now.
   */
  async function revokeReplaced({ sessionId }: SessionIds): Promise<void> {
    await revocations.recordSignOut(sessionId);
    await revocations.flush();
  }

  async function onPlatformEnd({ reason, endedAt, endedFrom }: SessionEnd): Promise<boolean> {
    const ids = currentIds();
    if (!ids) return false;
    if (reason === 'password-changed') {
      await withKeyLock(RENEWAL_KEY, async () => undefined);
      if (currentIds()?.sessionId === ids.sessionId) await pause(RENEWAL_PATIENCE_MS);
    }
    // Another tab has signed in anew already: this one goes on with that session.
    const entries = readSessionEntries(localEntries());
    if (entries && entries.sessionId !== ids.sessionId) await adopt();
    if (currentIds()?.sessionId !== ids.sessionId) return currentIds()?.userId === ids.userId;
    const why: SessionEnd = { reason, endedAt, endedFrom };
    tabs.post({ type: 'session-ended', sessionId: ids.sessionId, ...why } satisfies EndMessage);
    leaveWithReason(why, ids);
    return false;
  }

  function leaveWithReason(end: SessionEnd, { userId }: SessionIds): void {
    showSessionEnd(end);
    const waits = hasBindingItems();
    // The caller need not wait for the wipe.
    void leave(userId).then(() => {
      if (waits) notifyBindingItems();
    });
  }

  /** Another tab heard from the platform, and has waited for a new id already: here it ends at once, before the reason is lost. */
  function onOtherTabEnd({ sessionId, reason, endedAt, endedFrom }: EndMessage): void {
    const ids = currentIds();
    const end: SessionEnd = { reason, endedAt, endedFrom };
    if (ids?.sessionId === sessionId) leaveWithReason(end, ids);
    else if (!ids && removedSessionId === sessionId) showSessionEnd(end);
  }

  async function adopt(): Promise<void> {
    // A session that storage would not take is this page's own: no other tab can say anything about it.
    if (!appStore.getState().isSessionStored) return;
    const entries = readSessionEntries(localEntries());
    const { sessionId } = sessionStore.getState();
    if (entries?.sessionId === sessionId || (entries === null && sessionId === null)) return;
    if (entries && entries.userId === sessionStore.getState().userId) {
      continueAs(entries);
      return;
    }
    sync.stop();
    forgetPlayer();
    removedSessionId = sessionId;
    if (!entries) return;
    enterSession(entries);
    // A tab that signed in has fenced the device's store already; whoever else wrote the entries has not.
    const isCurrent = () => currentIds()?.sessionId === entries.sessionId;
    try {
      await ensureFence(database, entries.userId, isCurrent, wipe.changeHands);
    } finally {
      if (isCurrent()) begin(entries);
    }
  }

  const tabs = openChannel(CHANNEL, (message) => {
    if (isEndMessage(message)) onOtherTabEnd(message);
  });
  onClose(tabs.close);
  return { begin, set, continueWithId, signOut, end: onPlatformEnd, adopt };
}
