/** Finds out whether this process should get calls: the primary answers through the pool of the health checks, and its schema fits. */
import type { Pool, PoolClient } from 'pg';
import type { DatabaseWatch } from '../db/database-watch';
import { withDeadline } from '../db/deadline';
import { isUnavailable } from '../db/errors';
import { findSchemaFit } from '../db/schema-fit';
import type { SchemaFit } from '../db/schema-fit';

export interface Readiness {
  /** `standby`: the server behind the connection takes no writes, because it is no longer the primary. */
  readonly database: 'primary' | 'standby' | 'down';
  readonly schema: SchemaFit | 'unknown';
  readonly money: 'open' | 'closed' | 'unknown';
}

export interface ReadinessDeps {
  /** The pool of the health checks, which calls never use. */
  readonly pool: Pool;
  readonly databaseWatch: Pick<DatabaseWatch, 'check'>;
  /** The numbers of this build's migrations. */
  readonly migrations: readonly number[];
  readonly isMoneyOpen: () => Promise<boolean>;
  readonly log: (event: string, details?: Readonly<Record<string, unknown>>) => void;
}

/** A proxy asks every one or two seconds, and waits no longer. */
const DEADLINE_MS = 1_900;
const QUERY_DEADLINE_MS = 1_500;
const DOWN: Readiness = { database: 'down', schema: 'unknown', money: 'unknown' };

/** Makes the check. It never throws, answers within two seconds, and callers at the same time share one look at the database. */
export function createReadinessCheck(deps: ReadinessDeps): () => Promise<Readiness> {
  let running: Promise<Readiness> | null = null;
  return () => (running ??= check(deps).finally(() => {
    running = null;
  }));
}

async function check(deps: ReadinessDeps): Promise<Readiness> {
  try {
    return await withDeadline(DEADLINE_MS, look(deps));
  } catch (error) {
    if (!isUnavailable(error)) deps.log('readiness.failed', { alert: true, error });
    return DOWN;
  }
}

async function look({ pool, databaseWatch, migrations, isMoneyOpen }: ReadinessDeps): Promise<Readiness> {
  const [{ isStandby, schema }, isSwitchOpen, trouble] = await Promise.all([
    onClient(pool, (client) => lookAtServer(client, migrations)), isMoneyOpen(), databaseWatch.check(),
  ]);
  return {
    database: isStandby ? 'standby' : 'primary',
    schema,
    money: isSwitchOpen && trouble === null && !isStandby ? 'open' : 'closed',
  };
}

async function lookAtServer(client: PoolClient, migrations: readonly number[]) {
  const [{ rows }, schema] = await Promise.all([
    client.query<{ isStandby: boolean }>('SELECT pg_is_in_recovery() AS "isStandby"'), findSchemaFit(client, migrations),
  ]);
  return { isStandby: rows[0]?.isStandby !== false, schema };
}

/** Does the work on a connection, which is closed when it fails or takes too long, because it may lead to a server that is gone. */
async function onClient<T>(pool: Pool, work: (client: PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  try {
    const value = await withDeadline(QUERY_DEADLINE_MS, work(client));
    client.release();
    return value;
  } catch (error) {
    client.release(true);
    throw error;
  }
}
