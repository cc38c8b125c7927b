import type { Pool, PoolClient } from 'pg';
import { unlimited } from '../db/query-timeout';
import { transaction } from '../db/transaction';
import { inSlices, onlyInSlices } from './subjects';
import type { SlicedRule } from './subjects';

/**
 * A rule that must always hold. Each query returns a row, with a text `found`, for each violation. A rule without a subject reads only what
 * does not grow with time.
 */
export type Invariant = { readonly id: string; readonly rule: string } & (SlicedRule | { readonly violations: string; readonly subject?: undefined });

export interface Violation {
  readonly id: string;
  readonly rule: string;
  /** The number of violations; the examples are the first of them, with ids and kobo and nothing about a person. */
  readonly count: number;
  readonly examples: readonly string[];
}

const MAX_EXAMPLES = 5;

/** The invariants of the ledger itself. */
export const LEDGER_INVARIANTS: readonly Invariant[] = [
  {
    id: 'I1',
    rule: 'the entries of each transaction sum to zero',
    ...inSlices('transaction', (isInSlice) => `SELECT 'transaction ' || transaction_id || ' sums to ' || sum(amount) AS found
      FROM ledger_entry WHERE ${isInSlice('transaction_id')} GROUP BY transaction_id HAVING sum(amount) <> 0`),
  },
  {
    id: 'I1',
    rule: 'all entries sum to zero',
    ...inSlices('transaction', (isInSlice) => `SELECT 'everything sums to ' || sum(amount) AS found
      FROM ledger_entry WHERE ${isInSlice('transaction_id')} HAVING sum(amount) <> 0`),
  },
  {
    id: 'I2',
    rule: 'no account of a player is below zero, and none was',
    ...onlyInSlices('player', (isInSlice) => `SELECT 'account ' || account_id || ' has ' || balance AS found FROM ledger_account
      WHERE balance < 0 AND ${isInSlice('user_id')}`),
  },
  {
    id: 'I2',
    rule: 'no entry leaves an account of a player below zero',
    ...inSlices('transaction', (isInSlice) => `SELECT 'entry ' || entry_id || ' leaves ' || balance_after AS found FROM ledger_entry
      WHERE balance_after < 0 AND ${isInSlice('transaction_id')}`),
  },
  {
    id: 'I3',
    rule: 'the balance of each account is the sum of its entries',
    ...onlyInSlices('player', (isInSlice) => `SELECT 'account ' || account_id || ' has ' || a.balance || ', its entries sum to ' || coalesce(e.total, 0) AS found
      FROM ledger_account a
      LEFT JOIN (SELECT account_id, sum(amount) AS total FROM ledger_entry WHERE balance_after IS NOT NULL AND ${isInSlice('user_id')} GROUP BY account_id) e
      USING (account_id) WHERE ${isInSlice('a.user_id')} AND a.balance IS NOT NULL AND a.balance <> coalesce(e.total, 0)`),
  },
  {
    id: 'I3',
    rule: 'every entry belongs to an account, and to the account’s player',
    ...inSlices('transaction', (isInSlice) => `SELECT 'entry ' || e.entry_id || ' on ' || e.account_id AS found
      FROM ledger_entry e LEFT JOIN ledger_account a USING (account_id)
      WHERE ${isInSlice('e.transaction_id')} AND (a.account_id IS NULL OR (a.user_id IS NOT NULL AND a.user_id IS DISTINCT FROM e.user_id)
        OR (a.balance IS NULL) <> (e.balance_after IS NULL))`),
  },
  {
    id: 'I3',
    rule: 'each entry begins where the one before it on the same account ended',
    ...onlyInSlices('player', (isInSlice) => `SELECT 'entry ' || entry_id || ' begins at ' || balance_before || ' after ' || before_it AS found
      FROM (SELECT entry_id, balance_before,
              coalesce(lag(balance_after) OVER (PARTITION BY account_id ORDER BY entry_id), 0) AS before_it
            FROM ledger_entry WHERE balance_after IS NOT NULL AND ${isInSlice('user_id')}) chain
      WHERE balance_before <> before_it`),
  },
  {
    id: 'I4',
    rule: 'nothing held is given back or paid out beyond what was held for it',
    ...onlyInSlices('player', (isInSlice) => `SELECT 'hold ' || t.reference || ' has ' || sum(e.amount) AS found
      FROM ledger_entry e JOIN ledger_account a USING (account_id) JOIN ledger_transaction t USING (transaction_id)
      WHERE a.kind = 'held' AND e.balance_after IS NOT NULL AND ${isInSlice('e.user_id')} GROUP BY e.account_id, t.reference HAVING sum(e.amount) < 0`),
  },
  {
    id: 'I9',
    rule: 'every transaction has two entries or more',
    ...inSlices('transaction', (isInSlice) => `SELECT 'transaction ' || t.transaction_id || ' has ' || count(e.entry_id) || ' entries' AS found
      FROM ledger_transaction t LEFT JOIN ledger_entry e ON e.transaction_id = t.transaction_id AND ${isInSlice('e.transaction_id')}
      WHERE ${isInSlice('t.transaction_id')} GROUP BY t.transaction_id HAVING count(e.entry_id) < 2`),
  },
  {
    id: 'I9',
    rule: 'every key that moved money has its answer, and a refused key moved none',
    ...inSlices('transaction', (isInSlice) => `SELECT 'transaction ' || t.transaction_id || ' under a key that is ' || coalesce(o.state || ' ' || o.status, 'unknown') AS found
      FROM ledger_transaction t LEFT JOIN operation o ON o.user_id = t.user_id AND o.key = t.operation_key
      WHERE t.operation_key IS NOT NULL AND ${isInSlice('t.transaction_id')} AND (o.status IS NULL OR o.status >= 300)`),
  },
  {
    id: 'I10',
    rule: 'every entry of a player matches its hash and follows the entry before it',
    ...onlyInSlices('player', (isInSlice) => `SELECT 'entry ' || entry_id || ' does not fit its hash' AS found
      FROM (SELECT e.entry_id, e.hash, e.at, statement_hash(
              coalesce(lag(e.hash) OVER (PARTITION BY e.user_id ORDER BY e.entry_id), statement_start(e.user_id)), e, t.reference
            ) AS right_hash
            FROM ledger_entry e LEFT JOIN ledger_transaction t USING (transaction_id) WHERE e.balance_after IS NOT NULL AND ${isInSlice('e.user_id')}) chain
      WHERE hash IS DISTINCT FROM right_hash OR at <> date_trunc('milliseconds', at)`),
  },
  {
    id: 'I10',
    rule: 'the chain of a player’s entries ends at the hash and the length that the account holds',
    ...onlyInSlices('player', (isInSlice) => `SELECT 'account ' || coalesce(a.account_id, 'real:' || c.user_id) || ' has ' || coalesce(a.chain_length, 0)
        || ' entries in its chain, and there are ' || coalesce(c.total, 0) AS found
      FROM (SELECT * FROM ledger_account WHERE kind = 'real' AND ${isInSlice('user_id')}) a
      FULL JOIN (SELECT user_id, count(*) AS total, max(entry_id) AS last FROM ledger_entry
                 WHERE balance_after IS NOT NULL AND ${isInSlice('user_id')} GROUP BY user_id) c USING (user_id)
      LEFT JOIN ledger_entry e ON e.entry_id = c.last
      WHERE coalesce(a.chain_length, 0) <> coalesce(c.total, 0) OR a.chain_hash IS DISTINCT FROM e.hash`),
  },
];

/**
 * The invariants of the counters beside the ledger. A violation raises an alert and does not close money: no balance is wrong by it, and
 * players must still be able to withdraw.
 */
export const COUNTER_INVARIANTS: readonly Invariant[] = [
  {
    id: 'I13',
    rule: 'the activity of every player and day is the sum of its entries',
    ...onlyInSlices('player', (isInSlice) => `SELECT 'player ' || user_id || ' on ' || day || ' has ' || coalesce(a::text, 'nothing') || ', the entries say ' || coalesce(e::text, 'nothing') AS found
      FROM (SELECT * FROM activity_day WHERE ${isInSlice('user_id')}) a
      FULL JOIN (SELECT v.* FROM player p CROSS JOIN LATERAL (SELECT * FROM activity_of_entries o WHERE o.user_id = p.user_id OFFSET 0) v WHERE ${isInSlice('p.user_id')}) e USING (user_id, day)
      WHERE (coalesce(a.staked, 0), coalesce(a.won, 0), coalesce(a.deposited, 0), coalesce(a.withdrawn, 0), coalesce(a.rounds, 0), coalesce(a.played_ms, 0))
        IS DISTINCT FROM
        (coalesce(e.staked, 0), coalesce(e.won, 0), coalesce(e.deposited, 0), coalesce(e.withdrawn, 0), coalesce(e.rounds, 0), coalesce(e.played_ms, 0))`),
  },
];

/**
 * Looks for violations, each rule in a snapshot of its own, so that postings that run meanwhile cause none and no snapshot stays open for long.
 * It reads whole tables, so it is for small databases and for tests; `walkInvariants` goes in slices.
 */
export async function findViolations(
  pool: Pool,
  invariants: readonly Invariant[] = LEDGER_INVARIANTS,
): Promise<Violation[]> {
  const found: Violation[] = [];
  for (const invariant of invariants) found.push(...await findInSnapshot(pool, [{ ...invariant, sql: invariant.violations, values: [] }]));
  return found;
}

/** A rule with the SQL of one form of it. */
export interface RuleQuery extends Pick<Invariant, 'id' | 'rule'> {
  readonly sql: string;
  readonly values: readonly unknown[];
}

/** Runs the queries, in one transaction that only reads, without limits of time: the caller bounds what they read. */
export function findInSnapshot(pool: Pool, queries: readonly RuleQuery[]): Promise<Violation[]> {
  return transaction(pool, async (tx) => {
    await tx.query('SET LOCAL statement_timeout = 0');
    return runRules(tx, queries);
  }, { readOnly: true });
}

/** Runs the queries in the caller's transaction. */
export async function runRules(tx: PoolClient, queries: readonly RuleQuery[]): Promise<Violation[]> {
  const violations: Violation[] = [];
  for (const { id, rule, sql, values } of queries) {
    const { rows } = await tx.query<{ found: string; total: number }>(
      unlimited(`SELECT found, count(*) OVER () AS total FROM (${sql}) violation LIMIT ${MAX_EXAMPLES}`, [...values]),
    );
    const [first] = rows;
    if (first !== undefined) violations.push({ id, rule, count: first.total, examples: rows.map((row) => row.found) });
  }
  return violations;
}

/** Adds what another slice found. */
export function mergeViolations(before: readonly Violation[], found: readonly Violation[]): Violation[] {
  const merged = [...before];
  for (const violation of found) {
    const index = merged.findIndex(({ id, rule }) => id === violation.id && rule === violation.rule);
    const same = merged[index];
    if (same === undefined) merged.push(violation);
    else merged[index] = { ...same, count: same.count + violation.count, examples: [...same.examples, ...violation.examples].slice(0, MAX_EXAMPLES) };
  }
  return merged;
}
