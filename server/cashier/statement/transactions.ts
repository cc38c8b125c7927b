import { createHash } from 'node:crypto';
import type { AnswerOf } from '../../../src/core/contract/endpoint';
import type { listTransactions, Transaction } from '../../../src/core/contract/cashier';
import { CURRENCY } from '../../../src/core/contract/primitives';
import { kobo, koboToNaira } from '../../../src/core/money';
import { parseRowCursor } from '../../http/cursor';
import type { Db } from '../../ledger/accounts';
import type { Period } from '../../period';
import { ENTRY_COLUMNS } from './entry-rows';
import type { EntryRow } from './entry-rows';

export interface TransactionQuery {
  readonly userId: string;
  readonly period: Period;
  readonly kind: string | null;
  /** The page holds entries older than this one; null means from the newest. */
  readonly cursor: number | null;
  readonly limit: number;
}

/** An entry with the round that it belongs to, if it belongs to one, and with what people wrote about it. */
interface RoundEntryRow extends EntryRow {
  readonly note: string | null;
  readonly game_id: string | null;
  readonly started_at: Date | null;
}

/** Selects the round of a stake, a win or a stake that came back by its id, among those that ended, are open or run at a provider. */
const ROUND_OF = `LEFT JOIN LATERAL (
  SELECT game_id, coalesce(started_at, at) AS started_at FROM round WHERE round_id = t.reference
  UNION ALL SELECT game_id, started_at FROM open_round WHERE round_id = t.reference
  UNION ALL SELECT game_id, started_at FROM frame_round WHERE round_id = t.reference LIMIT 1) r ON e.kind IN ('stake', 'win', 'adjustment')`;
/** Selects what people wrote to the player about a correction of theirs. */
const NOTE_OF = `LEFT JOIN correction c ON c.transaction_id = e.transaction_id AND e.kind IN ('adjustment', 'withdrawal-return', 'deposit')`;
/** Rises when an entry gets new fields, so that a client does not keep an answer without them. */
const ANSWER_FORMAT = 3;

/** Holds for an entry of the player's own accounts that is in the period and of the kind. */
const IN_PERIOD = `user_id = $1 AND balance_after IS NOT NULL AND at >= $2 AND at < $3 AND ($4::text IS NULL OR kind = $4)`;

/**
 * Makes the ETag of a page without reading the page. Entries are only ever added, so the newest entry and the filter identify the
 * answer.
 */
export async function transactionsTag(db: Db, query: TransactionQuery): Promise<string> {
  const { rows } = await db.query<{ newest: number | null }>(
    'SELECT max(entry_id) AS newest FROM ledger_entry WHERE user_id = $1 AND balance_after IS NOT NULL',
    [query.userId],
  );
  const filter = [ANSWER_FORMAT, query.period.from, query.period.to, query.kind, query.cursor, query.limit];
  const hash = createHash('sha256').update(JSON.stringify(filter)).digest('base64url').slice(0, 16);
  return `${rows[0]?.newest ?? 0}-${hash}`;
}

/** Reads a page of a player's entries, newest first, with the sums over the whole period. */
export async function readTransactions(db: Db, query: TransactionQuery): Promise<AnswerOf<typeof listTransactions>> {
  const { rows } = await db.query<RoundEntryRow>(
    `SELECT ${ENTRY_COLUMNS}, r.game_id, r.started_at, c.player_text AS note
     FROM (SELECT * FROM ledger_entry WHERE ${IN_PERIOD} AND ($5::bigint IS NULL OR entry_id < $5)
           ORDER BY entry_id DESC LIMIT $6) e
     JOIN ledger_transaction t USING (transaction_id) ${ROUND_OF} ${NOTE_OF} ORDER BY e.entry_id DESC`,
    [...periodValues(query), query.cursor, query.limit + 1],
  );
  const items = rows.slice(0, query.limit).map(toTransaction);
  const last = items.at(-1);
  return {
    items,
    next: rows.length > query.limit && last !== undefined ? last.entryId : null,
    totals: await readTotals(db, query),
  };
}

/** Reads a page of all entries of a player, newest first. Throws `bad-request` for a malformed cursor. */
export async function readEntries(
  db: Db,
  { userId, cursor, limit }: { readonly userId: string; readonly cursor: string | undefined; readonly limit: number },
): Promise<Pick<AnswerOf<typeof listTransactions>, 'items' | 'next'>> {
  const { rows } = await db.query<RoundEntryRow>(
    `SELECT ${ENTRY_COLUMNS}, r.game_id, r.started_at
     FROM (SELECT * FROM ledger_entry WHERE user_id = $1 AND balance_after IS NOT NULL AND ($2::bigint IS NULL OR entry_id < $2)
           ORDER BY entry_id DESC LIMIT $3) e
     JOIN ledger_transaction t USING (transaction_id) ${ROUND_OF} ORDER BY e.entry_id DESC`,
    [userId, parseRowCursor(cursor), limit + 1],
  );
  const items = rows.slice(0, limit).map(toTransaction);
  return { items, next: rows.length > limit ? (items.at(-1)?.entryId ?? null) : null };
}

/** Reads what a round moved on the player's own accounts, in its order. */
export async function readEntriesOfRound(db: Db, userId: string, roundId: string): Promise<Transaction[]> {
  const { rows } = await db.query<RoundEntryRow>(
    `SELECT ${ENTRY_COLUMNS}, NULL::text AS game_id, NULL::timestamptz AS started_at, NULL::text AS note
     FROM ledger_transaction t JOIN ledger_entry e USING (transaction_id)
     WHERE t.reference = $2 AND t.kind IN ('round', 'round-step', 'round-end', 'round-void') AND e.user_id = $1 AND e.balance_after IS NOT NULL
     ORDER BY e.entry_id`,
    [userId, roundId],
  );
  return rows.map(toTransaction);
}

/**
 * Sums what came into and went out of the real account over the filter's period and kind. A withdrawal counts as out when it is
 * requested, and as in again when the money is returned.
 */
async function readTotals(db: Db, query: TransactionQuery): Promise<AnswerOf<typeof listTransactions>['totals']> {
  const { rows } = await db.query<{ total_in: number; total_out: number }>(
    `SELECT coalesce(sum(amount) FILTER (WHERE amount > 0), 0)::bigint AS total_in,
            coalesce(-sum(amount) FILTER (WHERE amount < 0), 0)::bigint AS total_out
     FROM ledger_entry WHERE ${IN_PERIOD} AND account_id = 'real:' || $1`,
    periodValues(query),
  );
  const totalIn = kobo(rows[0]?.total_in ?? 0);
  const totalOut = kobo(rows[0]?.total_out ?? 0);
  return {
    in: koboToNaira(totalIn),
    out: koboToNaira(totalOut),
    net: koboToNaira(kobo(totalIn - totalOut)),
    lifetimeNetDeposits: koboToNaira(await lifetimeNetDeposits(db, query.userId)),
  };
}

/** Returns all deposits of a player minus all payouts, in kobo, since the account was opened. A held payment is no deposit. */
export async function lifetimeNetDeposits(db: Db, userId: string): Promise<ReturnType<typeof kobo>> {
  const { rows } = await db.query<{ net: number }>(
    `SELECT (coalesce(-sum(amount), 0) - coalesce((SELECT balance FROM ledger_account WHERE account_id = 'suspense:' || $1), 0))::bigint AS net
     FROM ledger_entry WHERE user_id = $1 AND account_id = 'gateway:NGN'`,
    [userId],
  );
  return kobo(rows[0]?.net ?? 0);
}

function periodValues({ userId, period, kind }: TransactionQuery): [string, Date, Date, string | null] {
  return [userId, period.start, period.end, kind];
}

function toTransaction(row: RoundEntryRow): Transaction {
  return {
    entryId: String(row.entry_id),
    at: row.at.toISOString(),
    kind: row.kind,
    account: row.account_id.split(':')[0] ?? '',
    amount: koboToNaira(kobo(row.amount)),
    currency: CURRENCY,
    balanceBefore: koboToNaira(kobo(row.balance_before)),
    balanceAfter: koboToNaira(kobo(row.balance_after)),
    reference: row.reference,
    ...(row.game_id !== null && row.started_at !== null && { round: { gameId: row.game_id, startedAt: row.started_at.toISOString() } }),
    ...(row.note !== null && { note: row.note }),
  };
}
