/** Shows that invariants notice a row that was changed past every check of the database. */
import type { Pool } from 'pg';
import type { Invariant } from '../../server/ledger/invariants';

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
      if (rowCount !== 0) names.push(nameOfRule(invariant));
    }
    return names;
  } finally {
    await client.query('ROLLBACK');
    client.release();
  }
}
