import pg from 'pg';
import { isUnavailable } from '../errors';
import { SUPERUSER } from './cluster';
import type { Endpoint } from './settings';

/**
 * The database and the role that owns it. The role is not a superuser, so that no statement of the platform can reach files or
 * programs.
 */
export const DATABASE = 'ayo';
export const ROLE = 'ayo';

const CONNECT_DEADLINE_MS = 2_000;
const DUPLICATE_CODES = new Set(['42710', '42P04', '23505']);

/** Returns the configuration to connect to the embedded server as superuser. */
export function superuserConfig(endpoint: Endpoint, database: string): pg.ClientConfig {
  const { host, port, password } = endpoint;
  return { host, port, database, user: SUPERUSER, ssl: false, ...(password === undefined ? {} : { password }) };
}

/** Says whether the server answers yet: `false` while it starts or recovers. Throws an error that waiting does not mend. */
export async function isAnswering(endpoint: Endpoint): Promise<boolean> {
  const client = new pg.Client({ ...superuserConfig(endpoint, 'postgres'), connectionTimeoutMillis: CONNECT_DEADLINE_MS });
  // Without a listener a connection that ends without a query would end the process.
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
 * Creates the role and the database where they are missing: after the first start, and after a start that was killed before this.
 */
export async function ensureDatabase(endpoint: Endpoint): Promise<void> {
  const client = new pg.Client(superuserConfig(endpoint, 'postgres'));
  client.on('error', () => undefined);
  await client.connect();
  try {
    const password = endpoint.password === undefined ? '' : ` PASSWORD ${client.escapeLiteral(endpoint.password)}`;
    await createIfMissing(client, `SELECT 1 FROM pg_roles WHERE rolname = '${ROLE}'`, `CREATE ROLE ${ROLE} LOGIN${password}`);
    await createIfMissing(client, `SELECT 1 FROM pg_database WHERE datname = '${DATABASE}'`, `CREATE DATABASE ${DATABASE} OWNER ${ROLE}`);
  } finally {
    await client.end();
  }
}

async function createIfMissing(client: pg.Client, existenceQuery: string, statement: string): Promise<void> {
  const { rowCount } = await client.query(existenceQuery);
  if (rowCount !== 0) return;
  try {
    await client.query(statement);
  } catch (error) {
    if (error instanceof Error && 'code' in error && DUPLICATE_CODES.has(String(error.code))) return;
    throw error;
  }
}
