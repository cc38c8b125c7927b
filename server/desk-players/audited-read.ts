/** Reads a part of a player's page together with the line in the audit trail that says so: neither is there without the other. */
import type { Pool, PoolClient } from 'pg';
import type { AdminRole } from '../../src/core/admin-roles';
import { MINUTE_MS } from '../../src/core/time';
import { writeAudit } from '../audit';
import { transaction } from '../db/transaction';
import { requireRole } from '../four-eyes';
import { ProblemError } from '../http/problem';

/** Somebody who looks at the same part again within this time reads on, and leaves no second line. */
const SAME_LOOK_MS = 10 * MINUTE_MS;

export interface Look {
  readonly adminId: string;
  readonly playerId: string;
  /** `page`, or a part of it. */
  readonly part: string;
  /** The roles of which one may see it. */
  readonly roles: readonly AdminRole[];
}

/** Throws `not-found` where the id is no player's. The account of an admin is no player's. */
export async function requireDeskPlayer(tx: PoolClient, playerId: string): Promise<void> {
  const { rowCount } = await tx.query(`SELECT FROM player WHERE user_id = $1 AND role = 'player'`, [playerId]);
  if (rowCount === 0) throw new ProblemError('not-found', 'There is no such player.');
}

export async function readAudited<T>(
  { pool, now }: { readonly pool: Pool; readonly now: () => Date },
  look: Look,
  read: (tx: PoolClient) => Promise<T>,
): Promise<T> {
  const at = now();
  return transaction(pool, async (tx) => {
    await requireRole(tx, look.adminId, ...look.roles);
    await requireDeskPlayer(tx, look.playerId);
    const answer = await read(tx);
    await writeLook(tx, look, at);
    return answer;
  });
}

async function writeLook(tx: PoolClient, { adminId, playerId, part }: Look, at: Date): Promise<void> {
  const { rowCount } = await tx.query(
    `SELECT FROM admin_audit
     WHERE subject = $1 AND user_id = $2 AND action = 'player-read' AND after ->> 'part' = $3 AND at > $4 AND at <= $5 LIMIT 1`,
    [playerId, adminId, part, new Date(at.getTime() - SAME_LOOK_MS), at],
  );
  if (rowCount !== 0) return;
  await writeAudit(tx, { at, userId: adminId, action: 'player-read', subject: playerId, before: null, after: { part } });
}
