/** Looks for a pooler between Ayo and PostgreSQL, and for what Ayo needs where there is one. */
import type { Pool } from 'pg';
import type { Config } from '../../config';
import { ROLE_LIMITS } from '../../db/database';
import { good, warning, wrong } from './finding';
import type { Finding } from './finding';

const LIMITS = Object.keys(ROLE_LIMITS);
const SETTINGS = Object.entries(ROLE_LIMITS).map(([name, ms]) => `SET ${name} = '${ms / 1_000}s'`);

export async function examinePooler(pool: Pool, { dbPrepared }: Config): Promise<Finding[]> {
  const isPooled = await hasPooler(pool);
  if (dbPrepared === 'on') {
    return isPooled
      ? [warning('pooler', 'a pooler stands before PostgreSQL: unless it gives each client a connection of its own (session mode), set DB_PREPARED=off')]
      : [];
  }
  const { rows } = await pool.query<{ name: string }>(`SELECT name FROM pg_settings WHERE name = ANY ($1) AND setting = '0'`, [LIMITS]);
  const missing = rows.map(({ name }) => name);
  if (missing.length > 0) {
    const statements = SETTINGS.filter((setting) => missing.some((name) => setting.includes(` ${name} `)));
    return [wrong('pooler', `with DB_PREPARED=off the role has the time limits, and lacks some: ${statements.map((each) => `ALTER ROLE … ${each}`).join('; ')}`)];
  }
  const { rows: [level] } = await pool.query<{ is: string }>(`SELECT current_setting('client_min_messages') AS is`);
  if (level?.is === 'error') {
    return [wrong('pooler', 'the role has client_min_messages = error, which hides the warning of a commit that no standby has: ALTER ROLE … SET client_min_messages = warning')];
  }
  return [isPooled ? good('pooler', 'statements have no names, and the role has the time limits') : warning('pooler', 'DB_PREPARED is off, and no pooler stands before PostgreSQL: each statement is planned anew')];
}

/** A pooler makes up the number by which a client cancels its statements; otherwise it is the server's process. */
async function hasPooler(pool: Pool): Promise<boolean> {
  const client = await pool.connect();
  try {
    const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
    return 'processID' in client && client.processID !== rows[0]?.pid;
  } finally {
    client.release();
  }
}
