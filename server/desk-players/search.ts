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
/** Comes right after the space, so that up to it are a word and the word with others behind it. */
const AFTER_SPACE = '!';

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

/**
 * Reads a cursor: how many players the pages before have listed. Each page reads the whole list from its beginning, so a cursor decides
 * nothing but where the page begins, and none leads beyond the end of a list.
 */
function parseCursor(cursor: string | undefined): number {
  if (cursor === undefined) return 0;
  const listed = /^[1-9]\d{1,2}$/.test(cursor) ? Number(cursor) : 0;
  if (listed === 0 || listed % PAGE !== 0 || listed >= MAX_LISTED) throw invalidCursor();
  return listed;
}

interface LookupSql {
  /** Its parameters begin with `$2`. */
  readonly where: string;
  readonly values: readonly string[];
  /** The order of the list. */
  readonly key: string;
}

const BY_ID = 'p.user_id';
const USERNAME_KEY = 'p.username_key COLLATE "C"';
const nameKey = (column: 'firstname' | 'lastname'): string => `name_search_key(p.${column}) COLLATE "C"`;
const beginsWith = (key: string, parameter: number): string =>
  `${key} >= name_search_key($${parameter}) AND ${key} < name_search_key($${parameter}) || '${LAST_CHARACTER}'`;
/** Of a name, its first words are the parameter, each in full: a beginning of a word would tell a masked name letter by letter. */
const beginsWithWords = (key: string, parameter: number): string =>
  `${key} >= name_search_key($${parameter}) AND ${key} < name_search_key($${parameter}) || '${AFTER_SPACE}'`;

function sqlOf(lookup: Lookup): LookupSql {
  switch (lookup.by) {
    case 'email': return { where: 'p.email = $2', values: [lookup.email], key: BY_ID };
    case 'phone': return { where: 'p.phone = $2', values: [lookup.phone], key: BY_ID };
    case 'user-id': return { where: 'p.user_id = $2', values: [lookup.id], key: BY_ID };
    case 'account':
      return {
        where: `p.user_id IN (
          SELECT user_id FROM bank_account WHERE last_four = $2 UNION SELECT user_id FROM former_bank_account WHERE last_four = $2)`,
        values: [lookup.lastFour], key: BY_ID,
      };
    case 'payment':
      return {
        where: `p.user_id IN (
          SELECT user_id FROM deposit WHERE deposit_id = $2 UNION SELECT user_id FROM deposit WHERE reference = lower($2)
          UNION SELECT d.user_id FROM deposit_return r JOIN deposit d USING (deposit_id) WHERE r.reference = lower($2)
          UNION SELECT user_id FROM withdrawal WHERE withdrawal_id = $2
          UNION SELECT user_id FROM withdrawal WHERE reference IN (lower($2), $2)
          UNION SELECT user_id FROM lost_payout WHERE reference = $2)`,
        values: [lookup.reference], key: BY_ID,
      };
    case 'username':
      return { where: `${USERNAME_KEY} >= $2 AND ${USERNAME_KEY} < $2 || '${LAST_CHARACTER}'`, values: [lookup.beginning], key: USERNAME_KEY };
    case 'name': {
      const key = nameKey(lookup.part === 'firstname' ? 'firstname' : 'lastname');
      if (lookup.part === 'firstname') return { where: beginsWithWords(key, 2), values: [lookup.words], key };
      if (lookup.part === 'lastname') return { where: beginsWith(key, 2), values: [lookup.beginning], key };
      const where = `${beginsWith(key, 2)} AND ${beginsWithWords(nameKey('firstname'), 3)}`;
      return { where, values: [lookup.lastname, lookup.firstname], key };
    }
  }
}

/** Reads up to `limit` players of one lookup. */
async function readLookup(db: Db, lookup: Lookup, limit: number): Promise<readonly FoundRow[]> {
  const { where, values, key } = sqlOf(lookup);
  const { rows } = await db.query<FoundRow>(
    `SELECT ${COLUMNS} FROM player p WHERE ${IS_PLAYER} AND ${where} ORDER BY ${key}, p.user_id LIMIT $1`, [limit, ...values],
  );
  return rows;
}

/** Reads the list: the lookups one after the other, each player once. It has one more than may be listed where there are too many. */
async function readList(db: Db, lookups: readonly Lookup[], at: Date): Promise<readonly FoundPlayer[]> {
  const found = new Map<string, FoundPlayer>();
  for (const lookup of lookups) {
    for (const row of await readLookup(db, lookup, MAX_LISTED + 1)) {
      if (!found.has(row.user_id)) found.set(row.user_id, toFound(row, lookup.by, at));
    }
    if (found.size > MAX_LISTED) break;
  }
  return [...found.values()];
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
  const from = parseCursor(cursor);
  const at = now();
  await countSearch(pool, adminId, at);
  const lookups = lookupsOf(term);
  return transaction(pool, async (tx) => {
    await requireRole(tx, adminId, ...rolesOf(searchPlayers));
    const list = await readList(tx, lookups, at);
    const end = Math.min(from + PAGE, list.length, MAX_LISTED);
    const items = list.slice(from, end);
    const hasMore = list.length > from + PAGE;
    const isTooMany = hasMore && end === MAX_LISTED;
    const kinds = [...new Set(lookups.map(({ by }) => by))];
    await writeAudit(tx, {
      at, userId: adminId, action: 'players-searched', subject: 'players', before: null,
      after: { kinds, term: maskTerm(term, items), found: end, more: hasMore, ...(from > 0 && { listed: `${from + 1}–${end}` }) },
    });
    return { items, next: hasMore && !isTooMany ? String(end) : null, isTooMany };
  });
}
