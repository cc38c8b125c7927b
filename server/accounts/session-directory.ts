/** Finds sessions for the guards of every call: one indexed row by the hash of the id. */
import type { Pool } from 'pg';
import type { SessionEndReason } from '../../src/core/contract/problem';
import { SECOND_MS } from '../../src/core/time';
import { STALE_AFTER_MS } from '../http/guards';
import type { EndedSession, SessionDirectory, SessionEnd, SessionRecord } from '../http/guards';
import type { Platform } from '../platform';
import { secretHash } from '../secrets';
import { SEEN_STEP_MS } from './sessions';

/** A burst of actions writes once, so the half hour without an action may begin this much before the last one. */
const ACTION_STEP_MS = 10 * SECOND_MS;

interface SessionRow {
  readonly user_id: string;
  readonly role: 'player' | 'admin';
  readonly binding_hash: string;
  readonly last_action_at: Date;
  readonly last_seen_at: Date;
  readonly expires_at: Date;
  readonly end_reason: SessionEndReason | null;
  readonly ended_at: Date | null;
  readonly ended_from: string;
  readonly closed_at: Date | null;
}

/** Makes the directory of the table `session`. */
export function createSessionDirectory({ pool, now }: Pick<Platform, 'pool' | 'now'>): SessionDirectory {
  return {
    find: (sessionId) => findSession(pool, sessionId, now()),
    touch: async (session, { isAction }) => {
      if (isAction) await recordAction(pool, session, now());
    },
  };
}

async function findSession(pool: Pool, sessionId: string, now: Date): Promise<SessionRecord | EndedSession | null> {
  const sessionHash = secretHash(sessionId);
  // The query has a name so that PostgreSQL plans it once per connection: every call of a signed-in player runs it.
  const { rows } = await pool.query<SessionRow>({
    name: 'session-find',
    text: `SELECT s.user_id, p.role, s.binding_hash, s.last_action_at, s.last_seen_at, s.expires_at, s.end_reason, s.ended_at,
                  s.ended_from, p.closed_at
           FROM session s JOIN player p USING (user_id) WHERE s.session_hash = $1`,
    values: [sessionHash],
  });
  const row = rows[0];
  if (row === undefined) return null;
  const sessionEnd = findSessionEnd(row, now);
  // An expired session is not stored as ended, since its row holds the time.
  if (sessionEnd !== null) return { ended: sessionEnd };
  if (now.getTime() - row.last_seen_at.getTime() >= SEEN_STEP_MS) {
    await pool.query('UPDATE session SET last_seen_at = $2 WHERE session_hash = $1', [sessionHash, now]);
  }
  return {
    userId: row.user_id,
    role: row.role,
    sessionHash,
    bindingHash: row.binding_hash,
    lastActionAt: row.last_action_at,
  };
}

function findSessionEnd(row: SessionRow, now: Date): SessionEnd | null {
  if (row.end_reason !== null) return { reason: row.end_reason, at: row.ended_at ?? now, from: row.ended_from };
  if (row.closed_at !== null && row.closed_at <= now) return { reason: 'account-closed', at: row.closed_at, from: '' };
  return row.expires_at <= now ? { reason: 'expired', at: row.expires_at, from: '' } : null;
}

/**
 * Keeps a fresh session fresh. A stale one stays stale until the player gives the password, because otherwise somebody who finds
 * the phone could refresh it with any harmless action.
 */
async function recordAction(
  pool: Pool,
  { sessionHash, lastActionAt }: Pick<SessionRecord, 'sessionHash' | 'lastActionAt'>,
  now: Date,
): Promise<void> {
  const stepAgo = new Date(now.getTime() - ACTION_STEP_MS);
  if (lastActionAt >= stepAgo) return;
  await pool.query(
    `UPDATE session SET last_action_at = $2, last_seen_at = $2 WHERE session_hash = $1 AND last_action_at < $3 AND last_action_at >= $4`,
    [sessionHash, now, stepAgo, new Date(now.getTime() - STALE_AFTER_MS)],
  );
}
