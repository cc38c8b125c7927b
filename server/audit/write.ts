import type { PoolClient } from 'pg';

/** Who changed what, when, from what to what. */
export interface AuditEntry {
  readonly at: Date;
  readonly userId: string;
  /** A stable word for what was done, for instance `game-changed`. */
  readonly action: string;
  /** The id of what it was done to. */
  readonly subject: string;
  /** Plain JSON. */
  readonly before: unknown;
  readonly after: unknown;
}

/** Adds a line to the audit trail in the transaction of what it tells about. Lines are never changed. */
export async function writeAudit(tx: PoolClient, entry: AuditEntry): Promise<void> {
  const { at, userId, action, subject, before, after } = entry;
  await tx.query(
    'INSERT INTO admin_audit (at, user_id, action, subject, before, after) VALUES ($1, $2, $3, $4, $5, $6)',
    [at, userId, action, subject, JSON.stringify(before), JSON.stringify(after)],
  );
}
