/**
 * Keeps open sessions in this process for reads, for a second at most. Polls follow each other, so most of them need nothing of the database
 * then. A session is dropped as soon as this process hears that something of its player has changed, here or elsewhere.
 */
import { SECOND_MS } from '../../src/core/time';
import type { SessionRecord } from '../http/guards';

/** A session that ended elsewhere while nobody could tell this process can be read with for so long. */
export const SESSION_KEPT_MS = SECOND_MS;
/** More sessions than a process can serve within a second. */
const MAX_KEPT = 50_000;
/** Where more players change while sessions are being read, nothing of those reads is kept. */
const MAX_CHANGES = 10_000;

/** The start of a read of a session. */
export interface SessionRead {
  readonly startMs: number;
  readonly change: number;
}

export interface SessionCache {
  /** Returns the kept session; null where there is none. */
  get(sessionHash: string): SessionRecord | null;
  /** Call this before the session is read, and `keep` with the result. */
  begin(): SessionRead;
  /** Keeps what was read, unless its player has changed since the read began. */
  keep(read: SessionRead, session: SessionRecord): void;
  /** Ends a read that failed or found nothing to keep; what is kept of this session goes, too. */
  end(sessionHash: string): void;
  /** Drops the player's sessions; with null everybody's. */
  drop(userId: string | null): void;
}

interface Kept {
  readonly atMs: number;
  readonly session: SessionRecord;
}

export function createSessionCache(now: () => Date): SessionCache {
  /** In the order of their times. */
  const kept = new Map<string, Kept>();
  const hashesByUser = new Map<string, Set<string>>();
  let reads = 0;
  let changes = 0;
  let everybodyChanged = 0;
  /** The last change of each player, while sessions are being read: what is read then may be older than the change. */
  const changeByUser = new Map<string, number>();

  function remove(sessionHash: string, { session }: Kept): void {
    kept.delete(sessionHash);
    const hashes = hashesByUser.get(session.userId);
    hashes?.delete(sessionHash);
    if (hashes?.size === 0) hashesByUser.delete(session.userId);
  }

  function removeIfKept(sessionHash: string): void {
    const each = kept.get(sessionHash);
    if (each !== undefined) remove(sessionHash, each);
  }

  // The clock may be set back, and nothing may be kept for longer because of that.
  const isOld = (atMs: number, nowMs: number): boolean => Math.abs(nowMs - atMs) >= SESSION_KEPT_MS;

  function removeOld(nowMs: number): void {
    for (const [sessionHash, each] of kept) {
      if (kept.size <= MAX_KEPT && !isOld(each.atMs, nowMs)) return;
      remove(sessionHash, each);
    }
  }

  function endRead(): void {
    reads -= 1;
    if (reads === 0) changeByUser.clear();
  }

  return {
    get: (sessionHash) => {
      const found = kept.get(sessionHash);
      if (found === undefined) return null;
      if (!isOld(found.atMs, now().getTime())) return found.session;
      remove(sessionHash, found);
      return null;
    },
    begin: () => {
      reads += 1;
      return { startMs: now().getTime(), change: changes };
    },
    keep: ({ startMs, change }, session) => {
      const hasChanged = everybodyChanged > change || (changeByUser.get(session.userId) ?? 0) > change;
      endRead();
      removeIfKept(session.sessionHash);
      if (hasChanged) return;
      kept.set(session.sessionHash, { atMs: startMs, session });
      const hashes = hashesByUser.get(session.userId);
      if (hashes === undefined) hashesByUser.set(session.userId, new Set([session.sessionHash]));
      else hashes.add(session.sessionHash);
      removeOld(now().getTime());
    },
    end: (sessionHash) => {
      endRead();
      removeIfKept(sessionHash);
    },
    drop: (userId) => {
      changes += 1;
      if (userId === null) {
        everybodyChanged = changes;
        kept.clear();
        hashesByUser.clear();
        return;
      }
      if (reads > 0) changeByUser.set(userId, changes);
      if (changeByUser.size > MAX_CHANGES) {
        everybodyChanged = changes;
        changeByUser.clear();
      }
      for (const sessionHash of hashesByUser.get(userId) ?? []) removeIfKept(sessionHash);
    },
  };
}
