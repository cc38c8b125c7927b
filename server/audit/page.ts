/** Reading the audit trail. */
import type { listAudit } from '../../src/core/contract/admin';
import type { AnswerOf, QueryOf } from '../../src/core/contract/endpoint';
import { ProblemError } from '../http/problem';
import type { Db } from '../ledger/accounts';

const DEFAULT_LIMIT = 30;

interface AuditRow {
  readonly chain_no: number;
  readonly at: Date;
  readonly username: string;
  readonly action: string;
  readonly subject: string;
  readonly before: unknown;
  readonly after: unknown;
  /** Hex. */
  readonly hash: string;
}

/** A page, newest first. Throws `bad-request` for a cursor that is none of ours. */
export async function auditPage(db: Db, { subject, cursor, limit = DEFAULT_LIMIT }: QueryOf<typeof listAudit>): Promise<AnswerOf<typeof listAudit>> {
  if (cursor !== undefined && !/^\d{1,15}$/.test(cursor)) throw new ProblemError('bad-request', 'This cursor is not one of ours.');
  const { rows } = await db.query<AuditRow>(
    `SELECT a.chain_no, a.at, p.username, a.action, a.subject, a.before, a.after, encode(a.hash, 'hex') AS hash
     FROM admin_audit a JOIN player p USING (user_id)
     WHERE ($1::text IS NULL OR a.subject = $1) AND ($2::bigint IS NULL OR a.chain_no < $2)
     ORDER BY a.chain_no DESC LIMIT $3`,
    [subject ?? null, cursor ?? null, limit + 1],
  );
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return {
    items: shown.map(({ chain_no: no, at, username: by, ...rest }) => ({ no, at: at.toISOString(), by, ...rest })),
    next: rows.length > shown.length && last !== undefined ? String(last.chain_no) : null,
  };
}
