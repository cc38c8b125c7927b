/** The sessions as the guards of every call see them: one indexed row, found by the hash of the id. */
import type { Pool } from 'pg';
import type { SessionEndReason } from '../../src/core/contract/problem';
import { STALE_AFTER_MS } from '../http/guards';
import type { EndedSession, SessionDirectory, SessionEnd, SessionRecord } from '../http/guards';
import type { Platform } from '../platform';
import { secretHash } from '../secrets';

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
/** "Last seen" in the list of devices is no more exact than this, so that polls don't write all the time. */
const SEEN_STEP_MS = 5 * MINUTE_MS;
/** A burst of actions writes once; the half hour without an action may be counted from this much before its last. */
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

/** The directory over the table `session`. */
export function createSessionDirectory({ pool, now }: Pick<Platform, 'pool' | 'now'>): SessionDirectory {
  return {
    find: (sessionId) => find(pool, sessionId, now()),
    touch: async (session, { isAction }) => {
      if (isAction) await noteAction(pool, session, now());
    },
  };
}

async function find(pool: Pool, sessionId: string, now: Date): Promise<SessionRecord | EndedSession | null> {
  const sessionHash = secretHash(sessionId);
  // With a name it is parsed and planned once per connection: every call of a signed-in player asks this.
  const { rows } = await pool.query<SessionRow>({
    name: 'session-find',
    text: `SELECT s.user_id, p.role, s.binding_hash, s.last_action_at, s.last_seen_at, s.expires_at, s.end_reason, s.ended_at,
                  s.ended_from, p.closed_at
           FROM session s JOIN player p USING (user_id) WHERE s.session_hash = $1`,
    values: [sessionHash],
  });
  const row = rows[0];
  if (row === undefined) return null;
  const ended = endOf(row, now);
  // One that has run out need not be written down as ended: its row says when that was.
  if (ended !== null) return { ended };
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

function endOf(row: SessionRow, now: Date): SessionEnd | null {
  if (row.end_reason !== null) return { reason: row.end_reason, at: row.ended_at ?? now, from: row.ended_from };
  if (row.closed_at !== null && row.closed_at <= now) return { reason: 'account-closed', at: row.closed_at, from: '' };
  return row.expires_at <= now ? { reason: 'expired', at: row.expires_at, from: '' } : null;
}

/**
 * Keeps a fresh session fresh. One that has gone stale stays so, whatever is done in it, until the password is given: or
 * whoever finds the phone would only have to press something harmless first.
 */
async function noteAction(
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
