/** Tells which versions of Ayo serve on a database, by the names of their connections. */
import type { ClientBase } from 'pg';

export const applicationNameOf = (version: number): string => `ayo/${version}`;

/** Returns the versions below `minReader` of which a process is connected, in their order. */
export async function findOlderVersions(client: Pick<ClientBase, 'query'>, minReader: number): Promise<number[]> {
  const { rows } = await client.query<{ version: number }>(
    `SELECT DISTINCT version FROM pg_stat_activity, CAST(substring(application_name FROM '^ayo/([0-9]{1,9})$') AS int) version
     WHERE datname = current_database() AND version < ${minReader} ORDER BY version`,
  );
  return rows.map(({ version }) => version);
}
