/** Shows that invariants notice a row that was changed past every check of the database. */
import type { Pool, PoolClient } from 'pg';
import type { Invariant } from '../../server/ledger/invariants';
import { SUBJECTS, startOf } from '../../server/ledger/subjects';

/** An invariant's id and rule, as tests compare them. */
export const nameOfRule = ({ id, rule }: Pick<Invariant, 'id' | 'rule'>): string => `${id} ${rule}`;

interface SpoiltTables {
  readonly pool: Pool;
  /** The tables whose triggers do not run. */
  readonly tables: readonly string[];
  readonly invariants: readonly Invariant[];
}

/** Runs SQL without the tables' triggers, returns the names of the rules that are violated then, and rolls back. */
export async function violatedAfter({ pool, tables, invariants }: SpoiltTables, sql: string, values: readonly unknown[] = []): Promise<string[]> {
  const client = await pool.connect();
  try {
    await client.query('BEGIN');
    for (const table of tables) await client.query(`ALTER TABLE ${table} DISABLE TRIGGER USER`);
    await client.query(sql, [...values]);
    const names: string[] = [];
    for (const invariant of invariants) {
      const { rowCount } = await client.query(invariant.violations);
      const isViolated = rowCount !== 0;
      if (isViolated) names.push(nameOfRule(invariant));
      if ((await isViolatedInSlices(client, invariant)) !== isViolated) throw new Error(`${nameOfRule(invariant)}: read whole and in slices it says different things`);
    }
    return names;
  } finally {
    await client.query('ROLLBACK');
    client.release();
  }
}

/** Says whether any slice shows a violation, where each slice is a single key. */
async function isViolatedInSlices(client: PoolClient, invariant: Invariant): Promise<boolean> {
  if (invariant.subject === undefined) return (await client.query(invariant.violations)).rowCount !== 0;
  const { table, key } = SUBJECTS[invariant.subject];
  const { rows } = await client.query<{ key: string }>(`SELECT DISTINCT ${key} AS sorted, ${key}::text AS key FROM ${table} WHERE ${key} IS NOT NULL ORDER BY ${key}`);
  const ends = [startOf(invariant.subject), ...rows.map((row) => row.key), null];
  for (const [index, last] of ends.slice(1).entries()) {
    if ((await client.query(invariant.violationsInSlice, [ends[index], last])).rowCount !== 0) return true;
  }
  return false;
}
