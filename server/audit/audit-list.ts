/** Reads the audit trail in pages, and writes it as a file. */
import type { PoolClient } from 'pg';
import { exportAudit, MOST_EXPORTED_LINES } from '../../src/core/contract/admin';
import type { AuditFilter, AuditItem, listAudit } from '../../src/core/contract/admin';
import type { AnswerOf, QueryOf } from '../../src/core/contract/endpoint';
import { BYTE_ORDER_MARK, csvLine, textCell } from '../../src/core/csv';
import { DAY_MS, lagosDayStart } from '../../src/core/time';
import { parseRowCursor } from '../http/cursor';
import type { Db } from '../ledger/accounts';
import { PLATFORM_ITSELF, writeAudit } from './write-audit';

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

interface AuditQuery extends AuditFilter {
  readonly subject?: string | undefined;
  /** The page begins after this line. */
  readonly before: number | null;
  readonly limit: number;
}

/** SQL: the line is about one of these, or about a thing, case or correction of theirs. Each half has an index. */
export const IS_ABOUT = `(a.subject = ANY ($8) OR coalesce(a.after ->> 'player', a.after ->> 'userId') = ANY ($8))`;

/**
 * Reads lines, newest first: of one subject, or all that admins did. Both filters hold, because whoever may see one subject alone must not see others
 * by `about`.
 */
async function readLines(db: Db, { subject, by, action, about, from, to, before, limit }: AuditQuery): Promise<readonly AuditRow[]> {
  const aboutIds = about === undefined ? null : [about, ...(await idsOf(db, about))];
  const { rows } = await db.query<AuditRow>(
    `SELECT a.chain_no, a.at, p.username, a.action, a.subject, a.before, a.after, encode(a.hash, 'hex') AS hash
     FROM admin_audit a LEFT JOIN player p ON p.user_id = a.player_id
     WHERE ${subject !== undefined ? 'a.subject = $1' : '$1::text IS NULL'} AND ${aboutIds !== null ? IS_ABOUT : '$8::text[] IS NULL'}
       ${subject === undefined && aboutIds === null ? `AND a.action <> '${SEEDS_REVEALED}'` : ''} AND ($2::bigint IS NULL OR a.chain_no < $2)
       AND ($4::text[] IS NULL OR a.user_id = ANY ($4)) AND ($5::text IS NULL OR a.action = $5)
       AND ($6::timestamptz IS NULL OR a.at >= $6) AND ($7::timestamptz IS NULL OR a.at < $7)
     ORDER BY a.chain_no DESC LIMIT $3`,
    [
      subject ?? null, before, limit, by === undefined ? null : await idsOf(db, by), action ?? null,
      from === undefined ? null : new Date(lagosDayStart(from)), to === undefined ? null : new Date(lagosDayStart(to) + DAY_MS), aboutIds,
    ],
  );
  return rows;
}

/** The accounts with this username; the platform itself has a name, too. */
async function idsOf(db: Db, username: string): Promise<string[]> {
  if (username.toLowerCase() === THE_PLATFORM.toLowerCase()) return [PLATFORM_ITSELF];
  const { rows } = await db.query<{ user_id: string }>('SELECT user_id FROM player WHERE username_key = $1', [username.toLowerCase()]);
  return rows.map(({ user_id: userId }) => userId);
}

const toItem = ({ chain_no: no, at, username, ...rest }: AuditRow): AuditItem =>
  ({ no, at: at.toISOString(), by: username ?? THE_PLATFORM, ...rest });

/** Lists a page of lines, newest first. Throws `bad-request` for a malformed cursor. */
export async function listAuditLines(
  db: Db, { cursor, limit = DEFAULT_LIMIT, ...filter }: QueryOf<typeof listAudit>,
): Promise<AnswerOf<typeof listAudit>> {
  const rows = await readLines(db, { ...filter, before: parseRowCursor(cursor), limit: limit + 1 });
  const pageRows = rows.slice(0, limit);
  const lastRow = pageRows.at(-1);
  return { items: pageRows.map(toItem), next: rows.length > pageRows.length && lastRow !== undefined ? String(lastRow.chain_no) : null };
}

const COLUMNS = ['no', 'at', 'by', 'action', 'subject', 'before', 'after', 'hash'] as const;

const cellsOf = (item: AuditItem): string[] =>
  COLUMNS.map((name) => (name === 'before' || name === 'after' ? textCell(item[name] === null ? '' : JSON.stringify(item[name])) : textCell(String(item[name]))));

/** Writes the newest lines that fit as CSV, and a line that says who took which of them along. */
export async function exportAuditLines(
  tx: PoolClient, filter: AuditFilter, { adminId, at }: { readonly adminId: string; readonly at: Date },
): Promise<AnswerOf<typeof exportAudit>> {
  const rows = await readLines(tx, { ...filter, before: null, limit: MOST_EXPORTED_LINES + 1 });
  const items = rows.slice(0, MOST_EXPORTED_LINES).map(toItem);
  const hasMore = rows.length > items.length;
  await writeAudit(tx, { at, userId: adminId, action: 'audit-exported', subject: adminId, before: null, after: { ...filter, lines: items.length } });
  return { csv: BYTE_ORDER_MARK + csvLine(COLUMNS) + items.map((item) => csvLine(cellsOf(item))).join(''), lines: items.length, hasMore };
}
