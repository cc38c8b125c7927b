/** Reads the audit trail in pages. */
import type { listAudit } from '../../src/core/contract/admin';
import type { AnswerOf, QueryOf } from '../../src/core/contract/endpoint';
import { parseRowCursor } from '../http/cursor';
import type { Db } from '../ledger/accounts';

const DEFAULT_LIMIT = 30;
/** No admin can have this name, because usernames have no spaces. */
const THE_PLATFORM = 'The platform';
/** The action of the lines that the database writes when a player's seeds are revealed; the general list leaves them out. */
const SEEDS_REVEALED = 'seeds-revealed';

interface AuditRow {
  readonly chain_no: number;
  readonly at: Date;
  /** Null for a line of the platform itself. */
  readonly username: string | null;
  readonly action: string;
  readonly subject: string;
  readonly before: unknown;
  readonly after: unknown;
  /** In hex. */
  readonly hash: string;
}

/** Lists a page of lines, newest first: of one subject, or all that admins did. Throws `bad-request` for a malformed cursor. */
export async function listAuditLines(
  db: Db,
  { subject, cursor, limit = DEFAULT_LIMIT }: QueryOf<typeof listAudit>,
): Promise<AnswerOf<typeof listAudit>> {
  const { rows } = await db.query<AuditRow>(
    `SELECT a.chain_no, a.at, p.username, a.action, a.subject, a.before, a.after, encode(a.hash, 'hex') AS hash
     FROM admin_audit a LEFT JOIN player p ON p.user_id = a.player_id
     WHERE ${subject === undefined ? `$1::text IS NULL AND a.action <> '${SEEDS_REVEALED}'` : 'a.subject = $1'} AND ($2::bigint IS NULL OR a.chain_no < $2)
     ORDER BY a.chain_no DESC LIMIT $3`,
    [subject ?? null, parseRowCursor(cursor), limit + 1],
  );
  const pageRows = rows.slice(0, limit);
  const lastRow = pageRows.at(-1);
  return {
    items: pageRows.map(({ chain_no: no, at, username, ...rest }) => ({ no, at: at.toISOString(), by: username ?? THE_PLATFORM, ...rest })),
    next: rows.length > pageRows.length && lastRow !== undefined ? String(lastRow.chain_no) : null,
  };
}
