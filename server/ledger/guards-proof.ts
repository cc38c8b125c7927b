/**
 * Proves that the database refuses what the ledger must never hold. A restored or copied database without its triggers looks healthy, so each
 * guard is tried: in a transaction that is rolled back, with what it has to refuse.
 */
import type { Pool, PoolClient } from 'pg';
import { errorCode, isTransientConflict, isUnavailable } from '../db/errors';
import type { Foundation } from '../foundation';
import { setMoneyStop } from './money-switch';

interface Trial {
  /** What must be refused, for the operator. */
  readonly guard: string;
  readonly sql: string;
  /** The SQLSTATE of the refusal. Another error would say that something else stood in the way. */
  readonly refusal: string;
  /** The trigger that is looked up in the catalogue where the trial met no row, or had to wait for a lock. */
  readonly trigger?: string;
}

const INTEGRITY = '23000';
const UNIQUE = '23505';
const CHECK = '23514';
const RAISED = 'P0001';
/** TRUNCATE of a table that others refer to. */
const REFERRED_TO = '0A000';
/** The role may not do this at all, which is as good. */
const NO_PRIVILEGE = '42501';
const LOCK_NOT_AVAILABLE = '55P03';
const TIMED_OUT = '57014';
/** A busy database may end a trial before it says anything of the guard, so all are tried again. */
const MAX_ATTEMPTS = 3;

/** A small posting between accounts of the house, on which the trials are made. */
const FIXTURE = `WITH t AS (INSERT INTO ledger_transaction (kind, reference, at) VALUES ('guard-proof', 'guard-proof', now()) RETURNING transaction_id)
  INSERT INTO ledger_entry (transaction_id, account_id, kind, amount, at)
  SELECT transaction_id, account_id, 'guard-proof', amount, now() FROM t, (VALUES ('house:NGN', 1), ('gateway:NGN', -1)) AS leg (account_id, amount)`;
const TRIALS: readonly Trial[] = [
  {
    guard: 'an unbalanced posting', refusal: INTEGRITY,
    sql: `INSERT INTO ledger_entry (transaction_id, account_id, kind, amount, at) SELECT $1, 'house:NGN', 'guard-proof', 1, now()`,
  },
  { guard: 'a transaction without entries', refusal: INTEGRITY, sql: `INSERT INTO ledger_transaction (kind, reference, at) VALUES ('guard-proof', 'empty', now()); SET CONSTRAINTS ALL IMMEDIATE` },
  { guard: 'the update of an entry', refusal: RAISED, sql: 'UPDATE ledger_entry SET amount = amount + 1 WHERE transaction_id = $1' },
  { guard: 'the deletion of an entry', refusal: RAISED, sql: 'DELETE FROM ledger_entry WHERE transaction_id = $1' },
  { guard: 'the update of a transaction', refusal: RAISED, sql: `UPDATE ledger_transaction SET reference = 'other' WHERE transaction_id = $1` },
  { guard: 'the deletion of a transaction', refusal: RAISED, sql: 'DELETE FROM ledger_transaction WHERE transaction_id = $1' },
  { guard: 'another owner of an account', refusal: RAISED, sql: `UPDATE ledger_account SET currency = currency WHERE account_id = 'house:NGN'` },
  { guard: 'the deletion of an account', refusal: RAISED, sql: `DELETE FROM ledger_account WHERE account_id = 'house:NGN'` },
  {
    guard: 'a negative balance', refusal: CHECK,
    sql: `INSERT INTO ledger_account (account_id, user_id, kind, currency, balance) VALUES ('real:guard-proof', 'guard-proof', 'real', 'NGN', -1)`,
  },
  {
    guard: 'an entry that leaves a negative balance', refusal: CHECK,
    sql: `INSERT INTO ledger_entry (transaction_id, account_id, user_id, kind, amount, balance_before, balance_after, at, hash)
      SELECT $1, 'real:guard-proof', 'guard-proof', 'guard-proof', sign, 0 - (sign + 1) / 2, sign - (sign + 1) / 2, now(), sha256('') FROM (VALUES (-1), (1)) AS leg (sign)`,
  },
  {
    guard: 'a second credit of a deposit', refusal: UNIQUE,
    sql: `INSERT INTO ledger_transaction (kind, reference, at) VALUES ('deposit', 'guard-proof', now()), ('deposit', 'guard-proof', now())`,
  },
  {
    guard: 'a second effect of a key', refusal: UNIQUE,
    sql: `INSERT INTO ledger_transaction (kind, user_id, reference, operation_key, at)
      VALUES ('guard-proof', 'guard-proof', 'one', 'guard-proof', now()), ('guard-proof', 'guard-proof', 'two', 'guard-proof', now())`,
  },
  {
    guard: 'another answer to a key', refusal: RAISED, trigger: 'operation_is_final',
    sql: `UPDATE operation SET answer = answer WHERE (user_id, key) IN (SELECT user_id, key FROM operation WHERE state = 'done' LIMIT 1)`,
  },
  { guard: 'the update of a round', refusal: RAISED, trigger: 'round_is_history', sql: 'UPDATE round SET win = win WHERE round_id IN (SELECT round_id FROM round LIMIT 1)' },
];

/** These lock their table for a moment, so they are made first and wait for no lock. */
const TRUNCATES: readonly Trial[] = [
  { guard: 'TRUNCATE of the entries', refusal: RAISED, trigger: 'ledger_entry_not_emptied', sql: 'TRUNCATE ledger_entry' },
  { guard: 'TRUNCATE of the transactions', refusal: REFERRED_TO, trigger: 'ledger_transaction_not_emptied', sql: 'TRUNCATE ledger_transaction' },
  { guard: 'TRUNCATE of the accounts', refusal: RAISED, trigger: 'ledger_account_not_emptied', sql: 'TRUNCATE ledger_account' },
];

/** Returns the guards that the database does not have. Throws when the database is away. Nothing that it writes stays. */
export async function findMissingGuards(pool: Pool): Promise<string[]> {
  const client = await pool.connect();
  let isBroken = true;
  try {
    const missing: string[] = [];
    await client.query(`BEGIN; SET LOCAL lock_timeout = '100ms'`);
    for (const trial of TRUNCATES) if (!(await isRefused(client, trial, []))) missing.push(trial.guard);
    await client.query('ROLLBACK; BEGIN');
    await client.query(FIXTURE);
    const { rows } = await client.query<{ id: number }>(`SELECT currval('ledger_transaction_transaction_id_seq') AS id`);
    for (const trial of TRIALS) if (!(await isRefused(client, trial, trial.sql.includes('$1') ? [rows[0]?.id] : []))) missing.push(trial.guard);
    missing.push(...await findUnguardedParts(client));
    await client.query('ROLLBACK');
    isBroken = false;
    return missing;
  } finally {
    // A connection that may still have the transaction open is closed, which rolls it back.
    client.release(isBroken);
  }
}

async function isRefused(client: PoolClient, { sql, refusal, trigger }: Trial, values: readonly unknown[]): Promise<boolean> {
  await client.query('SAVEPOINT trial');
  try {
    const { rowCount } = await client.query(sql, values.length === 0 ? undefined : [...values]);
    await client.query('ROLLBACK TO SAVEPOINT trial');
    return rowCount === 0 && trigger !== undefined && (await hasTrigger(client, trigger));
  } catch (error) {
    if (isUnavailable(error) || isTransientConflict(error)) throw error;
    await client.query('ROLLBACK TO SAVEPOINT trial');
    const code = errorCode(error);
    if (code === LOCK_NOT_AVAILABLE && trigger !== undefined) return hasTrigger(client, trigger);
    // It says nothing of the guard, and must not close money for all processes.
    if (code === LOCK_NOT_AVAILABLE || code === TIMED_OUT) throw error;
    return code === refusal || code === NO_PRIVILEGE;
  }
}

async function hasTrigger(client: PoolClient, name: string): Promise<boolean> {
  const { rowCount } = await client.query(
    `SELECT FROM pg_trigger WHERE tgname = $1 AND tgenabled IN ('O', 'A') AND current_setting('session_replication_role') <> 'replica'
       AND NOT EXISTS (SELECT FROM pg_inherits WHERE inhrelid = tgrelid)`,
    [name],
  );
  return rowCount === 1;
}

/**
 * Returns the tables that are read as a part of a guarded one and lack one of its guards. The trials above do not meet them: a statement that
 * names a part runs the part's own triggers, and what merely inherits has no unique index of its parent.
 */
async function findUnguardedParts(client: PoolClient): Promise<string[]> {
  const { rows } = await client.query<{ part: string; whole: string }>(
    `WITH RECURSIVE part AS (
       SELECT inhrelid AS oid, inhparent AS whole FROM pg_inherits
       WHERE inhparent = ANY (ARRAY['ledger_entry', 'ledger_transaction', 'ledger_account', 'operation', 'round']::regclass[])
       UNION ALL SELECT i.inhrelid, p.whole FROM pg_inherits i JOIN part p ON i.inhparent = p.oid
     )
     SELECT p.oid::regclass::text AS part, p.whole::regclass::text AS whole FROM part p JOIN pg_class c ON c.oid = p.oid
     WHERE NOT c.relispartition OR EXISTS (
       SELECT FROM pg_trigger t WHERE t.tgrelid = p.whole AND NOT t.tgisinternal AND NOT EXISTS (
         SELECT FROM pg_trigger own WHERE own.tgrelid = p.oid AND own.tgfoid = t.tgfoid AND own.tgtype = t.tgtype AND own.tgenabled IN ('O', 'A')))
     ORDER BY part`,
  );
  return rows.map(({ part, whole }) => `in ${part} what it refuses in ${whole}`);
}

async function tryGuards(pool: Pool, attempt = 1): Promise<string[]> {
  try {
    return await findMissingGuards(pool);
  } catch (error) {
    const wasBusy = [LOCK_NOT_AVAILABLE, TIMED_OUT].includes(errorCode(error) ?? '') || isTransientConflict(error);
    if (!wasBusy || attempt === MAX_ATTEMPTS) throw error;
    return tryGuards(pool, attempt + 1);
  }
}

/** Tries all guards, and stops money where one is missing. Returns the missing ones. */
export async function proveGuards(platform: Pick<Foundation, 'pool' | 'now' | 'log'>): Promise<readonly string[]> {
  const missing = await tryGuards(platform.pool);
  for (const guard of missing) platform.log('ledger.guard-missing', { alert: true, guard, says: `The database does not refuse ${guard}. It may be a copy without its triggers.` });
  await setMoneyStop(platform, 'guards', missing.length === 0 ? null : `the database does not refuse ${missing.join(', ')}`);
  return missing;
}
