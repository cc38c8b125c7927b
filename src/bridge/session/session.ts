/**
 * Begins, continues and ends the session of this page. The order of steps keeps players apart on a shared phone: the stores
 * change first, so that late answers are dropped from then on; then the device's database is fenced; then the calls of the new
 * session begin.
 */
import type { SessionEnd } from '../../core/errors';
import type { Database } from '../../data/database';
import { ensureFence } from '../../data/fence';
import { appStore, dismissSessionEnd, setSessionStored, showSessionEnd } from '../../state/app';
import { readSessionEntries, localEntries, removeSessionEntries, writeSessionEntries } from '../../state/local-entries';
import type { SessionIds } from '../../state/local-entries';
import { forgetPlayer } from '../../state/reset-all';
import { enterSession, renewSession, sessionStore } from '../../state/session';
import type { SyncClient } from '../figures/sync-client';
import type { Outbox } from '../outbox/outbox';
import { writeCopies } from '../outbox/binding-copies';
import { openChannel } from '../page/channel';
import { RENEWAL_KEY, withKeyLock } from '../page/locks';
import type { OnClose } from '../page/on-close';
import { pause } from '../page/pause';
import type { Calls } from '../platform/calls';
import type { SessionFate } from '../player-bridge';
import { hasBindingItems, sendBindingItems, notifyBindingItems } from './binding-items';
import { currentIds } from './ids';
import type { Revocations } from './revocations';
import type { Wipe } from './wipe';

interface SessionDeps {
  readonly database: Database;
  readonly calls: Calls;
  readonly sync: SyncClient;
  readonly outbox: Outbox;
  readonly wipe: Wipe;
  readonly revocations: Revocations;
  /** Asks what became of the intents that have not ended. */
  readonly resumeIntents: () => Promise<void>;
  readonly onClose: OnClose;
}

export interface SignOutOptions {
  /** True where the player knows already that the platform can't be told now. Otherwise a message says so if it comes to that. */
  readonly wasToldAtPress?: boolean;
  /**
   * Called when the player is signed out on this device for certain, whatever becomes of the page. It is not called where
   * somebody else has signed in.
   */
  readonly onLeft?: () => void;
}

export interface Session {
  /** Checks the session that the stores hold and starts everything that runs for a player. */
  readonly begin: (ids: SessionIds) => void;
  /**
   * Begins a new session: resets the stores, writes the ids to local storage, deletes what the device has of anybody else,
   * checks the session and starts to poll.
   */
  readonly enter: (ids: SessionIds) => Promise<void>;
  /** Goes on under the id that came with a new password: here, in local storage, and through it in all tabs of this browser. */
  readonly continueWithId: (ids: SessionIds) => void;
  /**
   * Signs out: here at once, on the platform at once or with the next connection. Resolves when nothing of the player is left on
   * the device, or a wipe is pending (see `wipe.ts`). Other tabs learn of it through local storage. A player whom another tab
   * signs in meanwhile stays signed in.
   */
  readonly signOut: (options?: SignOutOptions) => Promise<void>;
  /**
   * Handles that the platform ended the session: deletes the snapshots; intents and unsent items of the player wait for a new
   * sign-in. The session goes on where this tab or another one gave up its id for a new one while a call with the old id was
   * under way.
   */
  readonly end: (end: SessionEnd) => Promise<SessionFate>;
  /** Brings the page to the session that the entries of local storage name, because another tab signed in or out, or this page was away. */
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

/** A tab that gets the lock after another tab has renewed the session learns of the new id within this time. */
const RENEWAL_PATIENCE_MS = 1_000;

export function createSession({ database, calls, sync, outbox, wipe, revocations, resumeIntents, onClose }: SessionDeps): Session {
  /** The session that this tab ended because another tab removed its entry. Its reason may come later through the channel. */
  let removedSessionId: string | null = null;

  function begin(ids: SessionIds): void {
    sync.start(ids);
    void outbox.sendOldChoices(ids.userId);
    void resumeIntents();
    // A change that waits may hold already: a break stops play from the first page on.
    void outbox.read();
  }

  async function enter({ sessionId, userId }: SessionIds): Promise<void> {
    const ids = { sessionId, userId };
    sync.stop();
    forgetPlayer();
    dismissSessionEnd();
    await wipe.changeHands({ userId });
    enterSession(ids);
    setSessionStored(writeSessionEntries(localEntries(), ids));
    begin(ids);
  }

  /** Goes on with the same session under another id. The player, the figures and what waits stay. */
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

  /** Removes everything of the player from this page and this device. The queues of the player `keepQueuesOf` stay on the device. */
  async function leave(keepQueuesOf: string | null): Promise<void> {
    sync.stop();
    removeSessionEntries(localEntries());
    forgetPlayer();
    await wipe.changeHands({ userId: null, keepQueuesOf });
  }

  async function signOut({ wasToldAtPress = false, onLeft }: SignOutOptions = {}): Promise<void> {
    const sessionAtPress = currentIds();
    // Another tab may have signed somebody in meanwhile, without this one knowing it yet. Where none has, there is no `await`:
    // the caller may show a message at once, and forgetting the player, which deletes messages, must come before that.
    if (isReplaced()) await adopt();
    const ids = currentIds();
    // The wipe deletes binding items, so they get a moment to be sent before it.
    const mustSend = ids !== null && ids.userId === sessionAtPress?.userId && hasBindingItems();
    if (mustSend) await sendBeforeLeaving(ids);
    // While the binding items were sent, another tab may have signed somebody in.
    if (isReplaced()) await adopt();
    const current = currentIds();
    if (current && current.userId !== sessionAtPress?.userId) return finishForReplaced(sessionAtPress, mustSend);
    const sessionToEnd = current ?? sessionAtPress;
    if (sessionToEnd) writeCopies(sessionToEnd.userId, []);
    // The sign-out is recorded before the wipe, so that it is not lost if the page is closed at once.
    const signOutRecord = sessionToEnd ? revocations.recordSignOut(sessionToEnd.sessionId) : null;
    const deviceWipe = leave(null);
    onLeft?.();
    await deviceWipe;
    await signOutRecord;
    if (sessionToEnd) await revocations.revoke(sessionToEnd.sessionId, wasToldAtPress);
  }

  /** Finishes the sign-out of a player whom another one has replaced on this device. The other one stays signed in. */
  async function finishForReplaced(sessionAtPress: SessionIds | null, hasAnnouncedWipe: boolean): Promise<void> {
    if (sessionAtPress) await revokeReplaced(sessionAtPress);
    // The other tab may have done the announced wipe already.
    if (hasAnnouncedWipe) await wipe.retry();
  }

  /** Returns true if local storage names another session than this page has. */
  function isReplaced(): boolean {
    const entries = readSessionEntries(localEntries());
    return entries !== null && entries.sessionId !== currentIds()?.sessionId;
  }

  /**
   * Sends the binding items under the session that this page and its worker still hold. On the device that session has ended
   * before: if the page is closed meanwhile, the next start finds nobody signed in, wipes the device, and tells the platform.
   */
  async function sendBeforeLeaving({ sessionId, userId }: SessionIds): Promise<void> {
    const signOutRecord = revocations.recordSignOut(sessionId);
    wipe.announce();
    removeSessionEntries(localEntries());
    writeCopies(userId, []);
    await sendBindingItems(sync);
    await signOutRecord;
  }

  /**
   * Ends the session of a player whom another one has replaced on this device. That sign-in has deleted their data. The session
   * is ended by its hash, because a sign-out by the id could take the cookies of the player who is signed in now.
   */
  async function revokeReplaced({ sessionId }: SessionIds): Promise<void> {
    await revocations.recordSignOut(sessionId);
    await revocations.flush();
  }

  async function onPlatformEnd({ reason, endedAt, endedFrom }: SessionEnd): Promise<SessionFate> {
    const ids = currentIds();
    if (!ids) return 'ended';
    if (reason === 'password-changed') {
      // A tab that renews the session holds this lock, so once we get it the new id is there, or comes soon.
      await withKeyLock(RENEWAL_KEY, async () => undefined);
      if (currentIds()?.sessionId === ids.sessionId) await pause(RENEWAL_PATIENCE_MS);
    }
    // Another tab may have signed in again already, and then this one goes on with that session.
    const entries = readSessionEntries(localEntries());
    if (entries && entries.sessionId !== ids.sessionId) await adopt();
    if (currentIds()?.sessionId !== ids.sessionId) return currentIds()?.userId === ids.userId ? 'goes-on' : 'ended';
    const why: SessionEnd = { reason, endedAt, endedFrom };
    tabs.post({ type: 'session-ended', sessionId: ids.sessionId, ...why } satisfies EndMessage);
    leaveWithReason(why, ids);
    return 'ended';
  }

  function leaveWithReason(end: SessionEnd, { userId }: SessionIds): void {
    showSessionEnd(end);
    const hadBindingItems = hasBindingItems();
    // The caller need not wait for the wipe.
    void leave(userId).then(() => {
      if (hadBindingItems) notifyBindingItems();
    });
  }

  /**
   * Handles that another tab learned of the end of the session. That tab has waited for a new id already, so this one ends the
   * session at once, before the reason is lost.
   */
  function onOtherTabEnd({ sessionId, reason, endedAt, endedFrom }: EndMessage): void {
    const ids = currentIds();
    const end: SessionEnd = { reason, endedAt, endedFrom };
    if (ids?.sessionId === sessionId) leaveWithReason(end, ids);
    else if (!ids && removedSessionId === sessionId) showSessionEnd(end);
  }

  async function adopt(): Promise<void> {
    // A session that local storage did not take belongs to this page alone, so no other tab can change it.
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
    if (!entries) {
      revocations.flushLater();
      return;
    }
    enterSession(entries);
    // A tab that signs in raises the fence before it writes the entries. If anything else wrote them, the fence is raised here.
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
  return { begin, enter, continueWithId, signOut, end: onPlatformEnd, adopt };
}
