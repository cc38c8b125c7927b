import pg from 'pg';
import { isUnavailable } from '../errors';
import { SUPERUSER } from './cluster';
import type { Endpoint } from './settings';

/**
 * The database and the role that owns it. The role is not a superuser: no statement of the platform can reach files or
 * programs.
 */
export const DATABASE = 'ayo';
export const ROLE = 'ayo';

const CONNECT_DEADLINE_MS = 2_000;
const DUPLICATE_CODES = new Set(['42710', '42P04', '23505']);

/** How the superuser connects to a server of ours. */
export function superuserConfig(endpoint: Endpoint, database: string): pg.ClientConfig {
  const { host, port, password } = endpoint;
  return { host, port, database, user: SUPERUSER, ssl: false, ...(password === undefined ? {} : { password }) };
}

/** Whether the server answers already: `false` while it starts or recovers. Throws what is not a matter of waiting. */
export async function answers(endpoint: Endpoint): Promise<boolean> {
  const client = new pg.Client({ ...superuserConfig(endpoint, 'postgres'), connectionTimeoutMillis: CONNECT_DEADLINE_MS });
  // Ends without a query being asked are reported here as well.
  client.on('error', () => undefined);
  try {
    await client.connect();
    return true;
  } catch (error) {
    if (isUnavailable(error)) return false;
    throw error;
  } finally {
    await client.end().catch(() => undefined);
  }
}

/**
 * Makes the role and the database where they are missing: after the first start, and after one that was killed in
 * between.
 */
export async function ensureDatabase(endpoint: Endpoint): Promise<void> {
  const client = new pg.Client(superuserConfig(endpoint, 'postgres'));
  client.on('error', () => undefined);
  await client.connect();
  try {
    const password = endpoint.password === undefined ? '' : ` PASSWORD ${client.escapeLiteral(endpoint.password)}`;
    await unlessThere(client, `SELECT 1 FROM pg_roles WHERE rolname = '${ROLE}'`, `CREATE ROLE ${ROLE} LOGIN${password}`);
    await unlessThere(client, `SELECT 1 FROM pg_database WHERE datname = '${DATABASE}'`, `CREATE DATABASE ${DATABASE} OWNER ${ROLE}`);
  } finally {
    await client.end();
  }
}

async function unlessThere(client: pg.Client, question: string, statement: string): Promise<void> {
  const { rowCount } = await client.query(question);
  if (rowCount !== 0) return;
  try {
    await client.query(statement);
  } catch (error) {
    if (error instanceof Error && 'code' in error && DUPLICATE_CODES.has(String(error.code))) return;
    throw error;
  }
}
