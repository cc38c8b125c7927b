import type { PoolClient } from 'pg';

/** The user of lines that the platform itself writes; nobody has this id. */
export const PLATFORM_ITSELF = 'platform';

/** A line of the audit trail: who changed what and when, with the values before and after. */
export interface AuditEntry {
  readonly at: Date;
  readonly userId: string;
  /** A stable word for the action, for instance `game-changed`. */
  readonly action: string;
  /** The id of the changed object. */
  readonly subject: string;
  /** Must be plain JSON, as `after` must. */
  readonly before: unknown;
  readonly after: unknown;
}

/** Adds a line to the audit trail, in the transaction of the change itself. A line never changes. */
export async function writeAudit(tx: PoolClient, entry: AuditEntry): Promise<void> {
  const { at, userId, action, subject, before, after } = entry;
  await tx.query(
    'INSERT INTO admin_audit (at, user_id, action, subject, before, after) VALUES ($1, $2, $3, $4, $5, $6)',
    [at, userId, action, subject, JSON.stringify(before), JSON.stringify(after)],
  );
}
