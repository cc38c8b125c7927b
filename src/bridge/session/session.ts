/**
 * The life of a session in this page. The order of steps is what keeps players apart on a shared phone: the stores
 * change first (late answers are dropped from then on), then the device's store is fenced, then the new session
 * starts to speak.
 */
import type { SessionEnd } from '../../core/errors';
import { ensureFence } from '../../data/fence';
import { appStore, dismissSessionEnded, setSessionKept, tellSessionEnded } from '../../state/app';
import { readSessionEntries, localEntries, removeSessionEntries, writeSessionEntries } from '../../state/local-entries';
import type { SessionIds } from '../../state/local-entries';
import { forgetPlayer } from '../../state/reset-all';
import { enterSession, renewSession, sessionStore } from '../../state/session';
import { database } from '../storage/database';
import { resumeIntents } from '../resume-intents';
import { bindingWaits, sendBinding, tellBindingWaits } from './binding-session';
import { readOutbox } from '../outbox/outbox';
import { RENEWAL, withKeyLock } from '../page/locks';
import { bringOldChoices } from '../outbox/old-choices';
import { currentIds, giveUpId } from '../platform/platform';
import { promiseRevocation, revokeSession } from './revocations';
import { onSessionEnd } from './session-end';
import { startSync, stopSync } from '../figures/sync-worker';
import { pause } from '../page/watch';
import { changeHands } from './wipe';

/** Local storage tells other tabs that a session ended; this tells them why. */
const tabs = 'BroadcastChannel' in globalThis ? new BroadcastChannel('ayo-session') : null;

interface EndMessage extends SessionEnd {
  readonly type: 'session-ended';
  readonly sessionId: string;
}

function isEndMessage(value: unknown): value is EndMessage {
  if (typeof value !== 'object' || value === null || !('type' in value) || value.type !== 'session-ended') return false;
  return 'sessionId' in value && 'reason' in value && typeof value.reason === 'string';
}

/** Checks the session that the stores hold and starts everything that runs for a player. */
export function beginSession(ids: SessionIds): void {
  startSync(ids);
  void bringOldChoices(ids.userId);
  void resumeIntents();
  // What waits may hold already: a break closes play from the first page on.
  void readOutbox();
}

/**
 * A new session: stored values are reset, the ids go to local storage, what the device has of anybody else goes, then
 * the profile is fetched and the balance timer starts.
 */
export async function setSession({ sessionId, userId }: SessionIds): Promise<void> {
  const ids = { sessionId, userId };
  stopSync();
  forgetPlayer();
  dismissSessionEnded();
  await changeHands({ userId });
  enterSession(ids);
  setSessionKept(writeSessionEntries(localEntries(), ids));
  beginSession(ids);
}

/** The session goes on under another id; the player, the figures and what waits stay. */
function goOnAs(ids: SessionIds): void {
  const { sessionId } = sessionStore.getState();
  if (sessionId !== null) giveUpId(sessionId);
  renewSession(ids.sessionId);
  startSync(ids);
}

/** A new password brought a new id: here, in local storage, and through it in all tabs of this browser. */
export function goOnWithId(ids: SessionIds): void {
  goOnAs(ids);
  setSessionKept(writeSessionEntries(localEntries(), ids));
}

/** Nothing of the player is left in this page and, unless their queues stay, on this device. */
async function leave(keepQueuesOf: string | null): Promise<void> {
  stopSync();
  removeSessionEntries(localEntries());
  forgetPlayer();
  await changeHands({ userId: null, keepQueuesOf });
}

/**
 * Signs out: here at once, on the platform at once or with the next connection. Resolves when nothing of the player
 * is left on the device, or what is left is owed (see `wipe.ts`); other tabs hear it through local storage. `isTold`: the
 * player knows that the platform can't be told now; else it is said should it come to that.
 */
export async function signOut({ isTold = false }: { readonly isTold?: boolean } = {}): Promise<void> {
  const ids = currentIds();
  // With the wipe it would be gone: it is given a moment to get through.
  if (bindingWaits()) await sendBinding();
  // Asked for before the wipe: a page that is closed the moment it shows a guest has left the promise behind.
  const promised = ids ? promiseRevocation(ids.sessionId) : null;
  await leave(null);
  await promised;
  if (ids) await revokeSession(ids.sessionId, isTold);
}

/** A tab that was let through the lock hears of another tab's new id not later than this. */
const RENEWAL_PATIENCE_MS = 1_000;

/**
 * The platform ended the session: snapshots go, money under way and unsent things of the player wait for a new sign-in.
 * True when it goes on: the id was given up for another one, by this tab or another, while something asked with it.
 */
async function endedByPlatform({ reason, endedAt, endedFrom }: SessionEnd): Promise<boolean> {
  const ids = currentIds();
  if (!ids) return false;
  if (reason === 'password-changed') {
    await withKeyLock(RENEWAL, async () => undefined);
    if (currentIds()?.sessionId === ids.sessionId) await pause(RENEWAL_PATIENCE_MS);
  }
  // Another tab has signed in anew already: this one goes on with that session.
  const kept = readSessionEntries(localEntries());
  if (kept && kept.sessionId !== ids.sessionId) await adoptSession();
  if (currentIds()?.sessionId !== ids.sessionId) return currentIds()?.userId === ids.userId;
  const end: SessionEnd = { reason, endedAt, endedFrom };
  tabs?.postMessage({ type: 'session-ended', sessionId: ids.sessionId, ...end } satisfies EndMessage);
  leaveBecause(end, ids);
  return false;
}

function leaveBecause(end: SessionEnd, { userId }: SessionIds): void {
  tellSessionEnded(end);
  const waits = bindingWaits();
  // Whoever asked need not wait until the device has forgotten.
  void leave(userId).then(() => {
    if (waits) tellBindingWaits();
  });
}

/** The id that local storage has taken from this tab; the reason may come after it. */
let takenId: string | null = null;

/** Another tab heard from the platform, and has waited for a new id already: here it ends at once, before the reason is lost. */
function endedInAnotherTab({ sessionId, reason, endedAt, endedFrom }: EndMessage): void {
  const ids = currentIds();
  const end: SessionEnd = { reason, endedAt, endedFrom };
  if (ids?.sessionId === sessionId) leaveBecause(end, ids);
  else if (!ids && takenId === sessionId) tellSessionEnded(end);
}

/** Another tab signed in or out, or this page was away: the entries of local storage say what holds. */
export async function adoptSession(): Promise<void> {
  // A session that storage would not take is this page's own: no other tab can say anything about it.
  if (!appStore.getState().sessionKept) return;
  const found = readSessionEntries(localEntries());
  const { sessionId } = sessionStore.getState();
  if (found?.sessionId === sessionId || (found === null && sessionId === null)) return;
  if (found && found.userId === sessionStore.getState().userId) {
    goOnAs(found);
    return;
  }
  stopSync();
  forgetPlayer();
  takenId = sessionId;
  if (!found) return;
  enterSession(found);
  // A tab that signed in has fenced the device's store already; whoever else wrote the entries has not.
  const isCurrent = () => currentIds()?.sessionId === found.sessionId;
  try {
    await ensureFence(database, found.userId, isCurrent, changeHands);
  } finally {
    if (isCurrent()) beginSession(found);
  }
}

onSessionEnd(endedByPlatform);

if (tabs) {
  tabs.onmessage = ({ data }: MessageEvent<unknown>) => {
    if (isEndMessage(data)) endedInAnotherTab(data);
  };
}
