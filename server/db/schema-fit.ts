import type { ClientBase } from 'pg';
import { errorCode } from './errors';

const UNDEFINED_TABLE = '42P01';

/** Says whether all these migrations are applied. More may be: a newer Ayo runs beside this one. */
export async function hasMigrations(db: Pick<ClientBase, 'query'>, numbers: readonly number[]): Promise<boolean> {
  if (numbers.length === 0) return true;
  try {
    const { rows } = await db.query<{ applied: number }>('SELECT count(*)::int AS applied FROM schema_migration WHERE number = ANY($1::int[])', [[...numbers]]);
    return rows[0]?.applied === numbers.length;
  } catch (error) {
    if (errorCode(error) === UNDEFINED_TABLE) return false;
    throw error;
  }
}
