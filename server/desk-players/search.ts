/** Searches players for the desk: each way of finding somebody reads an index, page by page. */
import type { Pool } from 'pg';
import type { AnswerOf } from '../../src/core/contract/endpoint';
import { searchPlayers } from '../../src/core/contract/desk-players';
import type { FoundPlayer } from '../../src/core/contract/desk-players';
import { writeAudit } from '../audit';
import { transaction } from '../db/transaction';
import { requireRole } from '../four-eyes';
import { invalidCursor } from '../http/cursor';
import type { Db } from '../ledger/accounts';
import { protectionAt } from '../ledger/protection-state';
import type { ProtectionColumns } from '../ledger/protection-state';
import { rolesOf } from './roles-of';
import { countSearch } from './search-limits';
import { maskEmail, maskName, maskPhone } from '../masks';
import { lookupsOf, maskTerm } from './search-term';
import type { Lookup } from './search-term';

const PAGE = 20;
/** A search lists this many; where more fit, the term should say more. */
const MAX_LISTED = 100;
/** Above every character of a name, so that a beginning is a range. */
const LAST_CHARACTER = '\u{10FFFF}';

interface FoundRow extends ProtectionColumns {
  readonly user_id: string;
  readonly username: string;
  readonly firstname: string;
  readonly lastname: string;
  readonly phone: string | null;
  readonly email: string | null;
  readonly created_at: Date;
  readonly closed_at: Date | null;
  readonly verification: 'none' | 'verified';
}

const COLUMNS = `p.user_id, p.username, p.firstname, p.lastname, p.phone, p.email, p.created_at, p.closed_at, p.verification,
  p.protection, p.protection_until`;

/** The account of an admin is under People, and nobody finds it here. */
const IS_PLAYER = `p.role = 'player'`;

/** The place of the page: which lookup, how many were listed before, and the last player of the page before. */
interface Position {
  readonly lookup: number;
  readonly listed: number;
  readonly after: string | null;
}

function parsePosition(cursor: string | undefined): Position {
  if (cursor === undefined) return { lookup: 0, listed: 0, after: null };
  const [, lookup, listed, after] = /^(\d)\.(\d{1,3})\.([0-9A-Za-z_-]{0,64})$/.exec(cursor) ?? [];
  if (lookup === undefined || listed === undefined) throw invalidCursor();
  return { lookup: Number(lookup), listed: Number(listed), after: after === '' || after === undefined ? null : after };
}

const formatPosition = ({ lookup, listed, after }: Position): string => `${lookup}.${listed}.${after ?? ''}`;

interface LookupSql {
  /** Its parameters begin with `$3`. */
  readonly where: string;
  readonly values: readonly string[];
  /** The order of the list; `$1` is the player after whom it goes on. */
  readonly key: (alias: string) => string;
}

const byId = (alias: string): string => `${alias}.user_id`;
const nameKey = (column: 'firstname' | 'lastname') => (alias: string): string => `name_search_key(${alias}.${column}) COLLATE "C"`;
const usernameKey = (alias: string): string => `${alias}.username_key COLLATE "C"`;
const beginsWith = (key: string, parameter: number): string =>
  `${key} >= name_search_key($${parameter}) AND ${key} < name_search_key($${parameter}) || '${LAST_CHARACTER}'`;

function sqlOf(lookup: Lookup): LookupSql {
  switch (lookup.by) {
    case 'email': return { where: 'p.email = $3', values: [lookup.email], key: byId };
    case 'phone': return { where: 'p.phone = $3', values: [lookup.phone], key: byId };
    case 'user-id': return { where: 'p.user_id = $3', values: [lookup.id], key: byId };
    case 'account':
      return {
        where: `p.user_id IN (
          SELECT user_id FROM bank_account WHERE last_four = $3 UNION SELECT user_id FROM former_bank_account WHERE last_four = $3)`,
        values: [lookup.lastFour], key: byId,
      };
    case 'payment':
      return {
        where: `p.user_id IN (
          SELECT user_id FROM deposit WHERE deposit_id = $3 UNION SELECT user_id FROM deposit WHERE reference = lower($3)
          UNION SELECT d.user_id FROM deposit_return r JOIN deposit d USING (deposit_id) WHERE r.reference = lower($3)
          UNION SELECT user_id FROM withdrawal WHERE withdrawal_id = $3
          UNION SELECT user_id FROM withdrawal WHERE reference IN (lower($3), $3)
          UNION SELECT user_id FROM lost_payout WHERE reference = $3)`,
        values: [lookup.reference], key: byId,
      };
    case 'username': {
      const key = usernameKey('p');
      return { where: `${key} >= $3 AND ${key} < $3 || '${LAST_CHARACTER}'`, values: [lookup.beginning], key: usernameKey };
    }
    case 'name': {
      if (lookup.part !== 'both') {
        const key = nameKey(lookup.part);
        return { where: beginsWith(key('p'), 3), values: [lookup.beginning], key };
      }
      const key = nameKey('lastname');
      const where = `${beginsWith(key('p'), 3)} AND ${beginsWith(nameKey('firstname')('p'), 4)}`;
      return { where, values: [lookup.lastname, lookup.firstname], key };
    }
  }
}

/** Reads up to `limit` players of one lookup, after the player `after`. */
async function readLookup(db: Db, lookup: Lookup, after: string | null, limit: number): Promise<readonly FoundRow[]> {
  const { where, values, key } = sqlOf(lookup);
  const isAfter = after === null
    ? '$1::text IS NULL' : `(${key('p')}, p.user_id) > (SELECT ${key('c')}, c.user_id FROM player c WHERE c.user_id = $1)`;
  const { rows } = await db.query<FoundRow>(
    `SELECT ${COLUMNS} FROM player p WHERE ${IS_PLAYER} AND ${where} AND ${isAfter} ORDER BY ${key('p')}, p.user_id LIMIT $2`,
    [after, limit, ...values],
  );
  return rows;
}

interface FoundPage {
  readonly items: readonly FoundPlayer[];
  readonly next: Position | null;
}

/** Reads one page: the lookups one after the other. Somebody whom an earlier lookup of the page found is not listed twice. */
async function readPage(db: Db, lookups: readonly Lookup[], position: Position, at: Date): Promise<FoundPage> {
  const items: FoundPlayer[] = [];
  let { after } = position;
  for (let index = position.lookup; index < lookups.length; index += 1) {
    const lookup = lookups[index];
    if (lookup === undefined) break;
    const wanted = PAGE - items.length;
    const rows = await readLookup(db, lookup, after, wanted + 1);
    const pageRows = rows.slice(0, wanted);
    for (const row of pageRows) {
      if (!items.some(({ playerId }) => playerId === row.user_id)) items.push(toFound(row, lookup.by, at));
    }
    if (rows.length > wanted) {
      return { items, next: { lookup: index, listed: position.listed + items.length, after: pageRows.at(-1)?.user_id ?? after } };
    }
    after = null;
  }
  return { items, next: null };
}

function toFound(row: FoundRow, by: Lookup['by'], at: Date): FoundPlayer {
  return {
    playerId: row.user_id,
    username: row.username,
    name: maskName(row.firstname, row.lastname),
    phone: row.phone === null ? null : maskPhone(row.phone),
    email: row.email === null ? null : maskEmail(row.email),
    memberSince: row.created_at.toISOString(),
    isClosed: row.closed_at !== null,
    isVerified: row.verification === 'verified',
    protection: protectionAt(row, at),
    by,
  };
}

interface Search {
  readonly adminId: string;
  readonly term: string;
  readonly cursor?: string | undefined;
}

/**
 * Searches, and writes into the audit trail what kind of term it was and how many were found. Throws `too-many-requests`, and
 * `bad-request` for a malformed cursor.
 */
export async function search(
  { pool, now }: { readonly pool: Pool; readonly now: () => Date },
  { adminId, term, cursor }: Search,
): Promise<AnswerOf<typeof searchPlayers>> {
  const position = parsePosition(cursor);
  const at = now();
  await countSearch(pool, adminId, at);
  const lookups = lookupsOf(term);
  return transaction(pool, async (tx) => {
    await requireRole(tx, adminId, ...rolesOf(searchPlayers));
    const { items, next } = await readPage(tx, lookups, position, at);
    const isTooMany = next !== null && next.listed >= MAX_LISTED;
    const kinds = [...new Set(lookups.map(({ by }) => by))];
    await writeAudit(tx, {
      at, userId: adminId, action: 'players-searched', subject: 'players', before: null,
      after: { kinds, term: maskTerm(term, items), found: position.listed + items.length, more: next !== null },
    });
    return { items: [...items], next: next === null || isTooMany ? null : formatPosition(next), isTooMany };
  });
}
