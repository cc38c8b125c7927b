/**
 * Reads and writes the session's entries of local storage. Where storage throws (blocked, full) the page lives from memory, and
 * says so.
 */
import { USER_ID_PATTERN } from '../core/user-id';

export type EntryStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

export interface SessionIds {
  readonly sessionId: string;
  readonly userId: string;
}

const SESSION_ID = 'sessionId';
const USER_ID = 'userId';
/** A session id of any platform: visible ASCII, so that it may stand in a header. */
const SESSION_ID_PATTERN = /^[\x21-\x7e]{1,512}$/;

/** `localStorage`, or null where even touching it throws. */
export function localEntries(): EntryStorage | null {
  try {
    return globalThis.localStorage;
  } catch {
    return null;
  }
}

/** Reads the session of an earlier visit; null where there is none, or only half of one, or its id can't stand in a header. */
export function readSessionEntries(storage: EntryStorage | null): SessionIds | null {
  try {
    const sessionId = storage?.getItem(SESSION_ID) ?? '';
    const userId = storage?.getItem(USER_ID) ?? '';
    return SESSION_ID_PATTERN.test(sessionId) && USER_ID_PATTERN.test(userId) ? { sessionId, userId } : null;
  } catch {
    return null;
  }
}

/** Returns true when both entries are there afterwards. */
export function writeSessionEntries(storage: EntryStorage | null, ids: SessionIds): boolean {
  if (!storage) return false;
  try {
    storage.setItem(USER_ID, ids.userId);
    // The session id is written last, because other tabs listen for it and must find the other entry in place.
    storage.setItem(SESSION_ID, ids.sessionId);
    return true;
  } catch {
    removeSessionEntries(storage);
    return false;
  }
}

export function removeSessionEntries(storage: EntryStorage | null): void {
  for (const entry of [USER_ID, SESSION_ID]) {
    try {
      storage?.removeItem(entry);
    } catch {
      // A storage that can't be written holds nothing of ours either.
    }
  }
}

/** Returns true if a `storage` event of another tab is about the session. A null key says that everything was cleared. */
export function concernsSession(key: string | null): boolean {
  return key === null || key === SESSION_ID;
}
