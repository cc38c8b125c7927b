import type { ClientBase } from 'pg';
import { errorCode } from './errors';

/** `behind`: a migration of this build is not applied. `ahead`: one that this build can't run on is. */
export type SchemaFit = 'fits' | 'behind' | 'ahead';

/** The table, or its column `min_reader`, is missing: nobody has migrated this database yet. */
const NOT_MIGRATED = new Set(['42P01', '42703']);

/** Says whether a build with these migrations can run on the schema. More may be applied: a newer Ayo runs beside this one. */
export async function findSchemaFit(db: Pick<ClientBase, 'query'>, numbers: readonly number[]): Promise<SchemaFit> {
  if (numbers.length === 0) return 'fits';
  try {
    const { rows } = await db.query<{ applied: number; minReader: number | null }>(
      `SELECT count(*) FILTER (WHERE number = ANY($1::int[]))::int AS applied, max(coalesce(min_reader, number)) FILTER (WHERE number <> ALL($1::int[])) AS "minReader"
       FROM schema_migration`, [[...numbers]],
    );
    const { applied = 0, minReader = null } = rows[0] ?? {};
    if (applied < numbers.length) return 'behind';
    return minReader !== null && minReader > Math.max(...numbers) ? 'ahead' : 'fits';
  } catch (error) {
    if (NOT_MIGRATED.has(errorCode(error) ?? '')) return 'behind';
    throw error;
  }
}
