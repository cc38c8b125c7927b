/** Finds sessions for the guards of every call, with the versions of the player's figures: three indexed rows by one statement. */
import type { Pool, PoolClient } from 'pg';
import type { SessionEndReason } from '../../src/core/contract/problem';
import { SECOND_MS } from '../../src/core/time';
import { commitDoubtOf } from '../db/commit-doubt';
import { STALE_AFTER_MS } from '../http/guards';
import type { EndedSession, SessionConnections, SessionDirectory, SessionEnd, SessionRecord } from '../http/guards';
import { onChange } from '../db/changes';
import type { ChangeFeed } from '../db/change-feed';
import { DESK_TIMES } from '../http/desk-times';
import type { DeskTimes } from '../http/desk-times';
import type { Platform } from '../platform';
import { secretHash } from '../secrets';
import { createSessionCache } from './session-cache';
import { createSeenSessions } from './seen-sessions';
import { SEEN_STEP_MS } from './sessions';

/** A burst of actions writes once, so the half hour without an action may begin this much before the last one. */
const ACTION_STEP_MS = 10 * SECOND_MS;

interface SessionRow {
  readonly user_id: string;
  readonly role: 'player' | 'admin';
  readonly binding_hash: string;
  readonly last_action_at: Date;
  readonly created_at: Date;
  readonly factor_at: Date | null;
  readonly last_seen_at: Date;
  readonly expires_at: Date;
  readonly end_reason: SessionEndReason | null;
  readonly ended_at: Date | null;
  readonly ended_from: string;
  readonly closed_at: Date | null;
  /** Null before the player had money. */
  readonly balance_version: number | null;
  readonly bonus_version: number | null;
}

/**
 * Makes the directory of the table `session`. With a feed sessions are kept for reads, and the feed gets what this process changes.
 */
export function createSessionDirectory(
  { pool, readPool, now, deskTimes = DESK_TIMES }: Pick<Platform, 'pool' | 'readPool' | 'now' | 'deskTimes'>,
  feed?: ChangeFeed,
): SessionDirectory {
  const find: Find = (sessionHash, connections) =>
    findSession(connections === 'reads' ? readPool : pool, sessionHash, { now: now(), hasDoubt: commitDoubtOf(pool) !== null, deskTimes });
  if (feed === undefined) return directoryOf(pool, now, find, () => null);
  const cache = createSessionCache(now);
  onChange(pool, (userId) => {
    cache.drop(userId);
    feed.send(userId);
  });
  feed.listen((userId) => cache.drop(userId));
  async function findAndKeep(sessionHash: string, connections: SessionConnections): Promise<SessionRecord | EndedSession | null> {
    const read = cache.begin();
    let found: SessionRecord | EndedSession | null = null;
    try {
      found = await find(sessionHash, connections);
      return found;
    } finally {
      // An admin's session leaves a trace with each call.
      if (found !== null && !('ended' in found) && found.role === 'player') cache.keep(read, found);
      else cache.end(sessionHash);
    }
  }
  return directoryOf(pool, now, findAndKeep, (sessionHash) => cache.get(sessionHash));
}

type Find = (sessionHash: string, connections: SessionConnections) => Promise<SessionRecord | EndedSession | null>;

function directoryOf(
  pool: Pool, now: () => Date,
  find: Find,
  findKept: (sessionHash: string) => SessionRecord | null,
): SessionDirectory {
  const seen = createSeenSessions(now);
  return {
    find: async (sessionId, connections) => {
      const sessionHash = secretHash(sessionId);
      const found = await find(sessionHash, connections);
      if (found === null || 'ended' in found) seen.forget(sessionHash);
      else seen.note(found);
      return found;
    },
    findKept: (sessionId) => findKept(secretHash(sessionId)),
    findSeen: (sessionId) => seen.find(secretHash(sessionId)),
    touch: async (session, { isAction }) => {
      // While commits wait, reads are served without it.
      if (isAction && commitDoubtOf(pool) === null) await recordAction(pool, session, now(), 'wait');
    },
  };
}

/** `hasDoubt` says whether commits wait for a standby. */
async function findSession(
  pool: Pool, sessionHash: string,
  { now, hasDoubt, deskTimes }: { readonly now: Date; readonly hasDoubt: boolean; readonly deskTimes: DeskTimes },
): Promise<SessionRecord | EndedSession | null> {
  // The query has a name so that PostgreSQL plans it once per connection: every call of a signed-in player runs it.
  const { rows } = await pool.query<SessionRow>({
    name: 'session-find',
    text: `SELECT s.user_id, p.role, s.binding_hash, s.last_action_at, s.created_at, s.factor_at, s.last_seen_at, s.expires_at, s.end_reason, s.ended_at,
                  s.ended_from, p.closed_at, a.version AS balance_version, a.bonus_version
           FROM session s JOIN player p USING (user_id) LEFT JOIN ledger_account a ON a.account_id = 'real:' || s.user_id
           WHERE s.session_hash = $1`,
    values: [sessionHash],
  });
  const row = rows[0];
  if (row === undefined) return null;
  const sessionEnd = findSessionEnd(row, now, deskTimes);
  // An expired session is not stored as ended, since its row holds the time.
  if (sessionEnd !== null) return { ended: sessionEnd };
  // While commits wait, reads are served without it.
  if (now.getTime() - row.last_seen_at.getTime() >= SEEN_STEP_MS && !hasDoubt) {
    await pool.query('UPDATE session SET last_seen_at = $2 WHERE session_hash = $1', [sessionHash, now]);
  }
  return {
    userId: row.user_id,
    role: row.role,
    sessionHash,
    bindingHash: row.binding_hash,
    lastActionAt: row.last_action_at,
    factorAt: row.factor_at,
    versions: { balance: row.balance_version ?? 0, bonuses: row.bonus_version ?? 0 },
  };
}

function findSessionEnd(row: SessionRow, now: Date, deskTimes: DeskTimes): SessionEnd | null {
  if (row.end_reason !== null) return { reason: row.end_reason, at: row.ended_at ?? now, from: row.ended_from };
  if (row.closed_at !== null && row.closed_at <= now) return { reason: 'account-closed', at: row.closed_at, from: '' };
  if (row.expires_at <= now) return { reason: 'expired', at: row.expires_at, from: '' };
  return row.role === 'admin' ? findDeskEnd(row, now, deskTimes) : null;
}

/** An admin's session ends after a day's work, and where it is left alone. The row holds the times, so nothing is stored. */
function findDeskEnd(row: SessionRow, now: Date, { sessionMs, idleMs }: DeskTimes): SessionEnd | null {
  const ends = [
    { reason: 'desk-day', at: new Date(row.created_at.getTime() + sessionMs), from: '' },
    { reason: 'desk-idle', at: new Date(row.last_action_at.getTime() + idleMs), from: '' },
  ] as const satisfies readonly SessionEnd[];
  return ends.filter(({ at }) => at <= now).toSorted((one, other) => one.at.getTime() - other.at.getTime())[0] ?? null;
}

const RECORD_ACTION = (waiting = ''): string => `
  UPDATE session SET last_action_at = $2, last_seen_at = $2 WHERE session_hash = (
    SELECT session_hash FROM session WHERE session_hash = $1 AND last_action_at < $3 AND last_action_at >= $4 FOR NO KEY UPDATE ${waiting})`;
const RECORDS = {
  wait: { name: 'session-touch', text: RECORD_ACTION() },
  skip: { name: 'session-touch-skip', text: RECORD_ACTION('SKIP LOCKED') },
} as const;

/**
 * Keeps a fresh session fresh. A stale one stays stale until the player gives the password, because otherwise somebody who finds
 * the phone could refresh it with any harmless action. With `skip` nothing is recorded while another transaction has the session's row: another
 * call of the player, or its end.
 */
export async function recordAction(
  db: Pool | PoolClient,
  { sessionHash, lastActionAt }: Pick<SessionRecord, 'sessionHash' | 'lastActionAt'>,
  now: Date,
  waiting: keyof typeof RECORDS,
): Promise<void> {
  const stepAgo = new Date(now.getTime() - ACTION_STEP_MS);
  if (lastActionAt >= stepAgo) return;
  await db.query({ ...RECORDS[waiting], values: [sessionHash, now, stepAgo, new Date(now.getTime() - STALE_AFTER_MS)] });
}
