/** Reads a part of a player's page together with the line in the audit trail that says so: neither is there without the other. */
import type { PoolClient } from 'pg';
import { MINUTE_MS } from '../../src/core/time';
import { writeAudit } from '../audit';
import type { Platform } from '../platform';
import { aboutAnother } from './about-another';
import type { Approach } from './about-another';

/** Somebody who looks at the same part again within this time reads on, and leaves no second line. */
const SAME_LOOK_MS = 10 * MINUTE_MS;

export interface Look extends Approach {
  /** `page`, or a part of it. */
  readonly part: string;
}

/** Throws as `aboutAnother`. */
export function readAudited<T>(platform: Platform, look: Look, read: (tx: PoolClient) => Promise<T>): Promise<T> {
  return aboutAnother(platform, look, async (tx, at) => {
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
