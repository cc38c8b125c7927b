/** Takes a backup of the embedded database, while Ayo runs on it or not. */
import { mkdir, readdir, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setInterval as every } from 'node:timers/promises';
import pg from 'pg';
import { takeBaseBackup } from '../../db/embedded/base-backup';
import type { LogPosition } from '../../db/embedded/base-backup';
import { DATABASE, superuserConfig } from '../../db/embedded/bootstrap';
import { exists, syncDirectory } from '../../db/embedded/files';
import { withEmbeddedServer } from '../../db/embedded/running';
import type { Endpoint } from '../../db/embedded/settings';
import type { Log } from '../../db/log';
import { NEEDED_FIELD_KEYS } from '../../field-key-file';
import { LIVE_KEYS } from '../../seed-key-file';
import { createHashedFile } from './hashed-file';
import { ARCHIVE_FILE, FILE_LIST, MANIFEST_FILE, toManifest } from './manifest';
import type { BackupManifest } from './manifest';

export interface BackupOptions {
  readonly dataDir: string;
  /** The folder for the backup; it must be empty or not there. */
  readonly folder: string;
  readonly now: () => Date;
  readonly log: Log;
}

const SAMPLE_INTERVAL_MS = 500;

/**
 * Writes a backup into its folder and returns what it says about itself.
 * @throws Error when the folder is not empty, or the backup fails; the folder then has no manifest
 */
export async function takeBackup({ dataDir, folder, now, log }: BackupOptions): Promise<BackupManifest> {
  await makeEmptyFolder(folder);
  if (!(await exists(path.join(dataDir, 'pg', 'PG_VERSION')))) throw new Error(`There is no database in ${dataDir}.`);
  return withEmbeddedServer({ dataDir, log }, async (endpoint) => {
    const client = new pg.Client(superuserConfig(endpoint, DATABASE));
    client.on('error', () => undefined);
    await client.connect();
    try {
      const manifest = await copyDatabase(endpoint, client, folder, now);
      await recordBackup(client, manifest);
      return manifest;
    } finally {
      await client.end();
    }
  });
}

async function makeEmptyFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  if ((await readdir(folder)).length > 0) throw new Error(`${folder} is not empty. Name a new folder for each backup.`);
}

async function copyDatabase(endpoint: Endpoint, client: pg.Client, folder: string, now: () => Date): Promise<BackupManifest> {
  const startedAt = now();
  const [archive, list] = [createHashedFile(path.join(folder, ARCHIVE_FILE)), createHashedFile(path.join(folder, FILE_LIST))];
  const samples = watchPositions(client, now);
  const { systemId, from, to } = await takeBaseBackup(endpoint, { archive: archive.writable, manifest: list.writable }).finally(() => samples.stop());
  const coveredUntil = (await samples.latestBefore(to)) ?? startedAt;
  const manifest = toManifest({
    systemId, from, to, ...(await readFacts(client)),
    startedAt: startedAt.toISOString(), coveredUntil: coveredUntil.toISOString(), finishedAt: now().toISOString(),
    files: [{ name: ARCHIVE_FILE, ...archive.digest() }, { name: FILE_LIST, ...list.digest() }],
  });
  const file = path.join(folder, MANIFEST_FILE);
  await writeFile(`${file}.new`, `${JSON.stringify(manifest, null, 2)}\n`, { mode: 0o600, flush: true });
  await rename(`${file}.new`, file);
  await syncDirectory(folder);
  return manifest;
}

interface PositionSamples {
  readonly stop: () => void;
  /** Returns the latest moment of which everything lies before a position of the log; call it after `stop`. */
  readonly latestBefore: (position: LogPosition) => Promise<Date | undefined>;
}

/**
 * Writes down again and again how far the log is. PostgreSQL tells the position up to which a backup is complete, and not the moment:
 * whatever was acknowledged before a sample is before that sample's position.
 */
function watchPositions(client: pg.Client, now: () => Date): PositionSamples {
  const stopping = new AbortController();
  const samples: { readonly at: Date; readonly position: LogPosition }[] = [];
  const takeSample = async (): Promise<void> => {
    const at = now();
    const { rows } = await client.query<{ position: string }>('SELECT pg_current_wal_insert_lsn()::text AS position');
    if (rows[0] !== undefined) samples.push({ at, position: rows[0].position });
  };
  const watching = (async () => {
    await takeSample();
    try {
      for await (const _ of every(SAMPLE_INTERVAL_MS, undefined, { signal: stopping.signal })) await takeSample();
    } catch (error) {
      if (!stopping.signal.aborted) throw error;
    }
  })();
  // Whoever asks for the samples gets the error; until then it must not count as unhandled.
  watching.catch(() => undefined);
  return {
    stop: () => stopping.abort(),
    latestBefore: async (position) => {
      await watching;
      return samples.findLast((sample) => toNumber(sample.position) <= toNumber(position))?.at;
    },
  };
}

function toNumber(position: LogPosition): bigint {
  const [high = '0', low = '0'] = position.split('/');
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`);
}

async function readFacts(client: pg.Client): Promise<Pick<BackupManifest, 'postgres' | 'migration' | 'seedKeys' | 'fieldKeys'>> {
  const { rows: [version] } = await client.query<{ version: string }>(`SELECT current_setting('server_version') AS version`);
  const { rows: [migration] } = await client.query<{ name: string }>('SELECT name FROM schema_migration ORDER BY number DESC LIMIT 1');
  const { rows: keys } = await client.query<{ key_id: string }>(LIVE_KEYS);
  const { rows: [table] } = await client.query<{ name: string | null }>(`SELECT to_regclass('field_key')::text AS name`);
  const fieldKeys = table?.name === null ? [] : (await client.query<{ key_id: string }>(NEEDED_FIELD_KEYS)).rows;
  return { postgres: version?.version ?? '', migration: migration?.name ?? '', seedKeys: keys.map(({ key_id: keyId }) => keyId), fieldKeys: fieldKeys.map(({ key_id: keyId }) => keyId) };
}

/** Writes the backup down in the database, so that its age can be watched. A database of an older Ayo has no table for it. */
async function recordBackup(client: pg.Client, { startedAt, coveredUntil, finishedAt, files }: BackupManifest): Promise<void> {
  const { rows: [table] } = await client.query<{ name: string | null }>(`SELECT to_regclass('backup_taken')::text AS name`);
  if (table?.name === null) return;
  const bytes = files.reduce((total, file) => total + file.bytes, 0);
  await client.query('INSERT INTO backup_taken (started_at, covered_until, finished_at, bytes) VALUES ($1, $2, $3, $4)', [
    startedAt, coveredUntil, finishedAt, bytes,
  ]);
}
