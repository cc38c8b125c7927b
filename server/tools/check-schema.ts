/** Compares a database with the tables that this build's commands work on. */
import path from 'node:path';
import type { Pool } from 'pg';
import { migrationNumbers } from '../db/migration-file';
import { findSchemaFit } from '../db/schema-fit';

/** They lie beside this folder, as a source and built. */
export const MIGRATIONS = path.join(import.meta.dirname, '../db/migrations');

const REFUSALS = {
  behind: 'The database is older than this Ayo. Start this Ayo first, because its start brings the database up to date.',
  ahead: 'The database belongs to a newer Ayo, on whose tables this one would go wrong. Run the command of the newer Ayo.',
};

/** Throws one line where the database is not migrated to this build yet, or needs a newer one, because a command would misread its tables. */
export async function checkSchema(pool: Pool): Promise<void> {
  const fit = await findSchemaFit(pool, await migrationNumbers(MIGRATIONS));
  if (fit !== 'fits') throw new Error(REFUSALS[fit]);
}
