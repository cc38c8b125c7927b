/**
 * Seals what an older Ayo wrote clear, and seals anew with the newest key what an older key has sealed. It works in slices while
 * everything else goes on. A key with which nothing is sealed any more is retired.
 */
import type { Pool, PoolClient } from 'pg';
import { bankAccountPlace, indexedText, payoutAccountPlace, withdrawalPlace } from './cashier';
import { transaction } from './db/transaction';
import { lockFieldKeys } from './field-key-file';
import type { FieldKeys } from './field-keys';
import type { Platform } from './platform';
import { secretPlace } from './platform-secret';
import { secondFactorPlace } from './second-factor';
import { openValue, readSealing } from './sealed-fields';
import { startSweep } from './sweep';
import type { StopJob } from './sweep';

type Deps = Pick<Platform, 'pool' | 'now' | 'log' | 'fieldKeys'>;

const SWEEP_INTERVAL_MS = 60_000;
const FIRST_AFTER_MS = 5_000;
export const SLICE = 200;
/** No transaction lasts so long, so nothing is sealed any more with a key that was the newest one before. */
export const RETIRE_AFTER_MS = 10 * 60_000;

interface StoredValue {
  readonly sealed: string | null;
  readonly clear: string | null;
  /** The columns that name the row and its place. */
  readonly key: string;
  readonly user_id: string;
  readonly bank_code: string;
}

interface SealedTable {
  readonly name: string;
  /** Its primary key, as SQL text. */
  readonly key: string;
  readonly sealed: string;
  /** The clear column, as SQL text. */
  readonly clear: string;
  /** Further columns of the place. */
  readonly more: string;
  readonly placeOf: (row: StoredValue) => string;
  /** Whether the table also has the index of what is sealed. */
  readonly hasIndex?: boolean;
}

const TABLES: readonly SealedTable[] = [
  {
    name: 'payout_account', key: 'account_ref', sealed: 'number_sealed', clear: 'clear_number', more: `'' AS user_id, bank_code`, hasIndex: true,
    placeOf: ({ key, bank_code: bankCode }) => payoutAccountPlace(key, bankCode),
  },
  {
    name: 'bank_account', key: 'bank_account_id', sealed: 'account_sealed', clear: 'account_number', more: 'user_id, bank_code',
    placeOf: ({ key, ...row }) => bankAccountPlace({ ...row, bank_account_id: key }),
  },
  {
    name: 'withdrawal', key: 'withdrawal_id', sealed: 'account_sealed', clear: 'account_number', more: 'user_id, bank_code',
    placeOf: ({ key, ...row }) => withdrawalPlace({ ...row, withdrawal_id: key }),
  },
  {
    name: 'platform_secret', key: 'name', sealed: 'secret_sealed', clear: `encode(secret, 'hex')`, more: `'' AS user_id, '' AS bank_code`,
    placeOf: ({ key }) => secretPlace(key),
  },
  {
    name: 'second_factor', key: 'user_id', sealed: 'secret_sealed', clear: 'NULL::text', more: `'' AS user_id, '' AS bank_code`,
    placeOf: ({ key }) => secondFactorPlace(key),
  },
];

const columnsOf = ({ key, more, sealed, clear }: SealedTable): string => `${key}::text AS key, ${more}, ${sealed} AS sealed, ${clear} AS clear`;

/** The parameter is the last key that was looked at, empty at the beginning. Keys that are numbers are compared as such. */
const isAfter = ({ key }: SealedTable, parameter: string): string =>
  key === 'account_ref' ? `${key} > coalesce(nullif(${parameter}, ''), '0')::bigint` : `${key} > ${parameter}`;

/** What a run did. */
export interface SealingRun {
  /** How many values were sealed, for the first time or anew. */
  readonly sealed: number;
  /** How many did not open; each is logged as an alert, and stays as it is. */
  readonly broken: number;
  /** The keys that were retired. */
  readonly retired: readonly string[];
}

/** Goes once through everything that the newest key has not sealed. */
export async function sealFields(platform: Deps): Promise<SealingRun> {
  let sealed = 0;
  let broken = 0;
  if (!(await hasWork(platform))) return { sealed, broken, retired: [] };
  for (const table of TABLES) {
    for (let after: string | null = ''; after !== null;) {
      const slice: Slice = await sealSlice(platform, table, after);
      sealed += slice.sealed;
      broken += slice.broken;
      after = slice.last;
    }
  }
  const retired = await retireKeys(platform);
  if (sealed > 0 || retired.length > 0) platform.log('fields.sealed', { sealed, broken, retired });
  return { sealed, broken, retired };
}

/** A run reads whole tables, so it is made only where a value is clear alone, or an older key is in use. */
async function hasWork({ pool }: Deps): Promise<boolean> {
  const unsealed = TABLES.map(({ name, sealed }) => `EXISTS (SELECT FROM ${name} WHERE ${sealed} IS NULL)`);
  const { rows } = await pool.query<{ has_work: boolean }>(
    `SELECT ${unsealed.join(' OR ')} OR (SELECT count(*) > 1 FROM field_key WHERE retired_at IS NULL) AS has_work`,
  );
  return rows[0]?.has_work === true;
}

interface Slice {
  readonly sealed: number;
  readonly broken: number;
  /** The last key that was looked at; null where none is left. */
  readonly last: string | null;
}

/** Rows that somebody changes at this moment are left for the next run. */
function sealSlice(platform: Deps, table: SealedTable, after: string): Promise<Slice> {
  return transaction(platform.pool, async (tx) => {
    const { keyId } = await readSealing(tx);
    const { rows } = await tx.query<StoredValue>(
      `SELECT ${columnsOf(table)} FROM ${table.name}
       WHERE (${table.sealed} IS NULL OR ${table.sealed} NOT LIKE $1) AND ${isAfter(table, '$2')}
       ORDER BY ${table.key} LIMIT ${SLICE} FOR NO KEY UPDATE SKIP LOCKED`,
      [`s1.${keyId}.%`, after],
    );
    let broken = 0;
    for (const row of rows) {
      const isOpen = await sealRow(tx, platform, table, { row, keyId });
      if (!isOpen) broken += 1;
    }
    return { sealed: rows.length - broken, broken, last: rows.length < SLICE ? null : (rows.at(-1)?.key ?? null) };
  });
}

/** Returns false for a value that does not open. */
async function sealRow(
  tx: PoolClient,
  { fieldKeys, log }: Deps,
  table: SealedTable,
  { row, keyId }: { readonly row: StoredValue; readonly keyId: string },
): Promise<boolean> {
  const place = table.placeOf(row);
  const value = await openValue(fieldKeys, place, row).catch((error: unknown) => {
    log('fields.not-opened', { alert: true, table: table.name, error });
    return null;
  });
  if (value === null) return false;
  const index = table.hasIndex === true ? [keyId, await fieldKeys.indexOf(keyId, indexedText(row.bank_code, value))] : [];
  await tx.query(
    `UPDATE ${table.name} SET ${table.sealed} = $2${index.length > 0 ? ', key_id = $3, number_index = $4' : ''} WHERE ${table.key}::text = $1`,
    [row.key, await fieldKeys.seal(keyId, place, value), ...index],
  );
  return true;
}

/** Opens every sealed field, and counts those that do not open. Nothing is changed. */
export async function openFields(pool: Pool, fieldKeys: FieldKeys): Promise<{ readonly opened: number; readonly broken: number }> {
  let opened = 0;
  let broken = 0;
  for (const table of TABLES) {
    for (let after: string | null = ''; after !== null;) {
      const rows: readonly StoredValue[] = await readSealed(pool, table, after);
      const outcomes = await Promise.all(rows.map((row) => openValue(fieldKeys, table.placeOf(row), row).then(() => true, () => false)));
      const count = outcomes.filter((isOpen) => isOpen).length;
      opened += count;
      broken += rows.length - count;
      after = rows.length < SLICE ? null : (rows.at(-1)?.key ?? null);
    }
  }
  return { opened, broken };
}

async function readSealed(pool: Pool, table: SealedTable, after: string): Promise<readonly StoredValue[]> {
  const { rows } = await pool.query<StoredValue>(
    `SELECT ${columnsOf(table)} FROM ${table.name} WHERE ${table.sealed} IS NOT NULL AND ${isAfter(table, '$1')} ORDER BY ${table.key} LIMIT ${SLICE}`,
    [after],
  );
  return rows;
}

/** Retires the older keys once nothing is sealed with them. */
function retireKeys({ pool, now }: Deps): Promise<readonly string[]> {
  return transaction(pool, async (tx) => {
    await lockFieldKeys(tx);
    const { keyId } = await readSealing(tx);
    const remaining = TABLES.map(({ name, sealed }) => `EXISTS (SELECT FROM ${name} WHERE ${sealed} NOT LIKE $1)`);
    const { rows: [found] } = await tx.query<{ is_used: boolean }>(
      `SELECT ${remaining.join(' OR ')} OR EXISTS (SELECT FROM platform_secret WHERE previous_sealed NOT LIKE $1 AND previous_until > $2) AS is_used`,
      [`s1.${keyId}.%`, now()],
    );
    if (found?.is_used !== false) return [];
    const { rows } = await tx.query<{ key_id: string }>(
      `UPDATE field_key SET retired_at = $2 WHERE retired_at IS NULL AND key_id <> $1
         AND (SELECT first_used_at FROM field_key WHERE key_id = $1) <= $3 RETURNING key_id`,
      [keyId, now(), new Date(now().getTime() - RETIRE_AFTER_MS)],
    );
    return rows.map(({ key_id: retiredId }) => retiredId);
  });
}

/** Seals until the returned function is called. Runs of one process do not overlap, and those of several leave each other's rows. */
export function startFieldSealing(platform: Platform): StopJob {
  return startSweep(platform, { failureEvent: 'fields.seal-failed', intervalMs: SWEEP_INTERVAL_MS, firstAfterMs: FIRST_AFTER_MS, run: () => sealFields(platform) });
}
