/**
 * Checks the ledger on from where it was checked last, so that a check costs what was posted since and not what the ledger holds. Any number
 * of processes may do this: whoever has the checkpoint's row is the leader, for the time of one part.
 */
import type { Pool, PoolClient } from 'pg';
import { transaction } from '../db/transaction';
import type { Foundation } from '../foundation';
import type { Db } from './accounts';
import { ENDS, ENTRY_RULES, TRANSACTION_RULES } from './checkpoint-rules';
import type { PartRule } from './checkpoint-rules';
import { runRules } from './invariants';
import type { Invariant, Violation } from './invariants';
import { isStoppedBy, logViolations, reasonOf, setMoneyStop } from './money-switch';
import { inSlices } from './subjects';

/** A part is checked in about a tenth of a second, so neither its locks nor its connection are missed. */
const PART_SIZE = 5_000;

type Deps = Pick<Foundation, 'pool' | 'now' | 'log'>;

/** The newest ids that were drawn, and a transaction of the database that got its number after that. */
export interface Mark {
  readonly entry: number;
  readonly transaction: number;
  /** PostgreSQL's xid8. */
  readonly xid: string;
}

/** Takes a mark: what is posted later has higher ids. */
export async function takeMark(db: Db): Promise<Mark> {
  const { rows: ids } = await db.query<Omit<Mark, 'xid'>>(
    `SELECT greatest(pg_sequence_last_value('ledger_entry_entry_id_seq'), (SELECT max(entry_id) FROM ledger_entry), 0)::bigint AS entry,
       greatest(pg_sequence_last_value('ledger_transaction_transaction_id_seq'), (SELECT max(transaction_id) FROM ledger_transaction), 0)::bigint AS transaction`,
  );
  // A posting has its own xid before it draws ids, because it locks rows first. So the xid that we get now, after the ids were read, is higher
  // than that of every posting up to the mark. A snapshot would not do: its end may be the xid of a posting that is open.
  const { rows: xids } = await db.query<Pick<Mark, 'xid'>>('SELECT pg_current_xact_id()::text AS xid');
  const [id, xid] = [ids[0], xids[0]];
  if (id === undefined || xid === undefined) throw new Error('the database gave no mark');
  return { ...id, ...xid };
}

/** SQL: the stored mark is one of this server. A copy of the rows alone (`pg_dump`) has a mark of the server that it came from. */
const IS_OF_THIS_SERVER = `mark_xid <= pg_snapshot_xmax(pg_current_snapshot())
  AND mark_entry <= greatest(pg_sequence_last_value('ledger_entry_entry_id_seq'), (SELECT max(entry_id) FROM ledger_entry), 0)
  AND mark_transaction <= greatest(pg_sequence_last_value('ledger_transaction_transaction_id_seq'), (SELECT max(transaction_id) FROM ledger_transaction), 0)`;

/**
 * Returns the mark that is stored beside the checkpoint; where there is none, takes and stores one. Null where another process is at it. A
 * server that takes over has the mark only if it has everything that was written before, so it draws no id up to the mark again.
 */
export async function storeMark(pool: Pool): Promise<Mark | null> {
  // One transaction, so that the mark is of the server that stores it. Nothing is locked or written before the mark is taken.
  return transaction(pool, async (tx) => {
    const { rows } = await tx.query<Mark & { readonly is_valid: boolean | null }>(
      `SELECT mark_entry AS entry, mark_transaction AS transaction, mark_xid::text AS xid, ${IS_OF_THIS_SERVER} AS is_valid FROM ledger_checkpoint`,
    );
    const [row] = rows;
    if (row?.is_valid === true) return { entry: row.entry, transaction: row.transaction, xid: row.xid };
    const mark = await takeMark(tx);
    const { rowCount } = await tx.query(
      `UPDATE ledger_checkpoint SET mark_entry = $1, mark_transaction = $2, mark_xid = $3::xid8 WHERE mark_xid IS NOT DISTINCT FROM $4::xid8`,
      [mark.entry, mark.transaction, mark.xid, row?.xid ?? null],
    );
    return rowCount === 1 ? mark : null;
  });
}

/** Says whether every transaction that may have drawn an id up to the mark has ended, so that no entry can appear below it any more. */
export async function isMarkFinal(db: Db, { xid }: Mark): Promise<boolean> {
  const { rows } = await db.query<{ is_final: boolean }>('SELECT pg_snapshot_xmin(pg_current_snapshot()) >= $1::xid8 AS is_final', [xid]);
  return rows[0]?.is_final === true;
}

/**
 * `busy`: another process has the checkpoint, or the mark is not the stored one (any more) · `more`: there is another part · `done`: the checkpoint
 * is at the mark.
 */
export type PartOutcome = 'busy' | 'more' | 'done' | 'violated';

/** Runs work that one process at a time may do: whoever has the checkpoint's row. Returns null where another process has it. */
export function asLeader<T>(pool: Pool, work: (tx: PoolClient) => Promise<T>): Promise<T | null> {
  return transaction(pool, async (tx) => {
    const { rowCount } = await tx.query('SELECT FROM ledger_checkpoint FOR UPDATE SKIP LOCKED');
    return rowCount === 0 ? null : work(tx);
  });
}

/**
 * Checks the next part up to a final mark and moves the checkpoint behind it. A violation stops money, and the checkpoint stays where it is;
 * once a part is in order again, money is no longer stopped by it. `rules` are those of the domains; they look at what the transactions of
 * the part belong to.
 */
export async function checkNextPart(platform: Deps, mark: Mark, rules: readonly Invariant[] = []): Promise<PartOutcome> {
  const result = await transaction(platform.pool, (tx) => checkPart(tx, mark, platform.now(), [...TRANSACTION_RULES, ...rules.flatMap(toPartRule)]));
  if (typeof result === 'string') {
    if (result === 'done' && (await isStoppedBy(platform.pool, 'checkpoint'))) await setMoneyStop(platform, 'checkpoint', null);
    return result;
  }
  logViolations(platform, result);
  await setMoneyStop(platform, 'checkpoint', reasonOf(result));
  return 'violated';
}

/** A rule that no transaction leads to is left to the check of everything. */
function toPartRule(invariant: Invariant): PartRule[] {
  if (invariant.subject === undefined || invariant.violationsOfTransactions === undefined) return [];
  return [{ id: invariant.id, rule: invariant.rule, violations: invariant.violationsOfTransactions }];
}

async function checkPart(tx: PoolClient, mark: Mark, at: Date, transactionRules: readonly PartRule[]): Promise<PartOutcome | readonly Violation[]> {
  const { rows } = await tx.query<{ last_entry: number; last_transaction: number }>(
    `SELECT last_entry, last_transaction FROM ledger_checkpoint
     WHERE (mark_entry, mark_transaction, mark_xid) = ($1, $2, $3::xid8) FOR UPDATE SKIP LOCKED`,
    [mark.entry, mark.transaction, mark.xid],
  );
  const [from] = rows;
  if (from === undefined) return 'busy';
  const entries = await findPartEnd(tx, 'SELECT entry_id AS id FROM ledger_entry WHERE entry_id > $1 AND entry_id <= $2 ORDER BY entry_id', from.last_entry, mark.entry);
  const transactions = await findPartEnd(
    tx, 'SELECT transaction_id AS id FROM ledger_transaction WHERE transaction_id > $1 AND transaction_id <= $2 ORDER BY transaction_id', from.last_transaction, mark.transaction,
  );
  const violations = [
    ...await findInPart(tx, ENTRY_RULES, [from.last_entry, entries.end]),
    ...await findInPart(tx, transactionRules, [from.last_transaction, transactions.end]),
  ];
  if (violations.length > 0) return violations;
  if (entries.end > from.last_entry) for (const statement of MOVE) await tx.query(statement, [from.last_entry, entries.end]);
  if (transactions.end > from.last_transaction) await tx.query(NOTE_TRANSACTIONS, [from.last_transaction, transactions.end]);
  await tx.query('UPDATE ledger_checkpoint SET last_entry = $1, last_transaction = $2, checked_at = $3', [entries.end, transactions.end, at]);
  if (!entries.isLast || !transactions.isLast) return 'more';
  const outcome = await compareEnds(tx, entries.end);
  if (outcome === 'done') await tx.query('UPDATE ledger_checkpoint SET mark_entry = NULL, mark_transaction = NULL, mark_xid = NULL');
  return outcome;
}

/** Compares what moved since it was last compared. What does not fit is compared again by the next run. */
async function compareEnds(tx: PoolClient, lastEntry: number): Promise<PartOutcome | readonly Violation[]> {
  const violations: Violation[] = [];
  let isMore = false;
  for (const { rule, moved, compared } of ENDS) {
    const { rows } = await tx.query<{ id: string }>(`${moved} LIMIT ${PART_SIZE}`);
    const ids = rows.map(({ id }) => id);
    const found = await findInPart(tx, [rule], [lastEntry, ids]);
    if (found.length === 0) await tx.query(compared, [ids]);
    violations.push(...found);
    isMore ||= ids.length === PART_SIZE;
  }
  if (violations.length > 0) return violations;
  return isMore ? 'more' : 'done';
}

/** Returns the last id of a part that begins after `from`. */
async function findPartEnd(tx: PoolClient, ids: string, from: number, upTo: number): Promise<{ readonly end: number; readonly isLast: boolean }> {
  const { rows } = await tx.query<{ total: number; last: number | null }>(`SELECT count(*) AS total, max(id) AS last FROM (${ids} LIMIT ${PART_SIZE}) part`, [from, upTo]);
  const [part] = rows;
  if (part?.total === PART_SIZE && part.last !== null && part.last < upTo) return { end: part.last, isLast: false };
  return { end: Math.max(from, upTo), isLast: true };
}

function findInPart(tx: PoolClient, rules: readonly PartRule[], values: readonly unknown[]): Promise<Violation[]> {
  return runRules(tx, rules.map(({ id, rule, violations }) => ({ id, rule, sql: violations, values })));
}

/** Move the balances and the ends of chains over the entries after $1, up to $2, and note the hash of these. */
const MOVE = [
  `INSERT INTO ledger_checkpoint_account AS c (account_id, balance)
   SELECT account_id, sum(amount) FROM ledger_entry WHERE entry_id > $1 AND entry_id <= $2 GROUP BY account_id
   ON CONFLICT (account_id) DO UPDATE SET balance = c.balance + excluded.balance, is_compared = false`,
  `INSERT INTO ledger_checkpoint_chain AS c (user_id, hash, length)
   SELECT user_id, (array_agg(hash ORDER BY entry_id DESC))[1], count(*) FROM ledger_entry
   WHERE entry_id > $1 AND entry_id <= $2 AND balance_after IS NOT NULL GROUP BY user_id
   ON CONFLICT (user_id) DO UPDATE SET hash = excluded.hash, length = c.length + excluded.length, is_compared = false`,
  'INSERT INTO ledger_part (after_entry, last_entry, hash) SELECT $1, $2, ledger_part_hash($1, $2) WHERE EXISTS (SELECT FROM ledger_entry WHERE entry_id > $1 AND entry_id <= $2)',
];
const NOTE_TRANSACTIONS = `INSERT INTO ledger_transaction_part (after_transaction, last_transaction, hash) SELECT $1, $2, ledger_transaction_part_hash($1, $2)
  WHERE EXISTS (SELECT FROM ledger_transaction WHERE transaction_id > $1 AND transaction_id <= $2)`;

/** Begins the checkpoint again at the first entry, for a ledger that people have looked at and found right. */
export async function resetCheckpoint(pool: Pool): Promise<void> {
  await transaction(pool, async (tx) => {
    await tx.query('SELECT FROM ledger_checkpoint FOR UPDATE');
    await tx.query('DELETE FROM ledger_checkpoint_account; DELETE FROM ledger_checkpoint_chain; DELETE FROM ledger_part; DELETE FROM ledger_transaction_part; DELETE FROM closed_month');
    await tx.query(
      'UPDATE ledger_checkpoint SET last_entry = 0, last_transaction = 0, checked_at = NULL, mark_entry = NULL, mark_transaction = NULL, mark_xid = NULL',
    );
  });
}

/** The times at which checks of the ledger last ended, in whatever process; null before the first. */
export interface LedgerChecks {
  readonly checkpointAt: Date | null;
  readonly everythingAt: Date | null;
}

export async function readLedgerChecks(db: Db): Promise<LedgerChecks> {
  const { rows } = await db.query<LedgerChecks>('SELECT checked_at AS "checkpointAt", full_checked_at AS "everythingAt" FROM ledger_checkpoint');
  return rows[0] ?? { checkpointAt: null, everythingAt: null };
}

/** Compares the checkpoint with the ledger, for the check of everything. */
export const CHECKPOINT_INVARIANTS: readonly Invariant[] = [
  {
    id: 'I10',
    rule: 'every part of the ledger has the entries that it had when the checkpoint passed it',
    ...inSlices('entryPart', (isInSlice) => `SELECT 'the entries after ' || after_entry || ' up to ' || last_entry AS found
      FROM ledger_part WHERE ${isInSlice('last_entry')} AND hash <> ledger_part_hash(after_entry, last_entry)`),
  },
  {
    id: 'I10',
    rule: 'every part of the ledger has the transactions, deposits and withdrawals that it had when the checkpoint passed it',
    ...inSlices('transactionPart', (isInSlice) => `SELECT 'the transactions after ' || after_transaction || ' up to ' || last_transaction AS found
      FROM ledger_transaction_part WHERE ${isInSlice('last_transaction')} AND hash <> ledger_transaction_part_hash(after_transaction, last_transaction)`),
  },
  {
    id: 'I10',
    rule: 'every closed month has the balances and parts with which it was closed',
    violations: `SELECT 'the month of ' || m.month AS found FROM closed_month m WHERE m.hash <> closed_month_hash(m)`,
  },
];
