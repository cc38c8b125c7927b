/**
 * Remembers for some minutes whose sessions this process found open. Before a session is read, nobody knows whether its id is invented, so strangers
 * who send invented ones would take the turns of everybody behind their address; a player whose session was seen has turns of their own.
 */
import { MINUTE_MS } from '../../src/core/time';
import type { SessionRecord } from '../http/guards';

export const SEEN_FOR_MS = 5 * MINUTE_MS;
/** More sessions than a process serves in that time. */
const MAX_SEEN = 50_000;

export interface SeenSessions {
  note(session: Pick<SessionRecord, 'sessionHash' | 'userId'>): void;
  /** The session has ended, or there was never one. */
  forget(sessionHash: string): void;
  /** Returns the player; null where the session was not seen lately. */
  find(sessionHash: string): string | null;
}

export function createSeenSessions(now: () => Date): SeenSessions {
  /** In the order of their times. */
  const seen = new Map<string, { readonly userId: string; readonly atMs: number }>();
  // The clock may be set back.
  const isOld = (atMs: number): boolean => Math.abs(now().getTime() - atMs) >= SEEN_FOR_MS;

  return {
    note: ({ sessionHash, userId }) => {
      seen.delete(sessionHash);
      seen.set(sessionHash, { userId, atMs: now().getTime() });
      for (const [hash, { atMs }] of seen) {
        if (seen.size <= MAX_SEEN && !isOld(atMs)) return;
        seen.delete(hash);
      }
    },
    forget: (sessionHash) => void seen.delete(sessionHash),
    find: (sessionHash) => {
      const found = seen.get(sessionHash);
      return found === undefined || isOld(found.atMs) ? null : found.userId;
    },
  };
}
