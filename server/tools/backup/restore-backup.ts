/** Puts a backup back into an empty place. */
import { createReadStream } from 'node:fs';
import { mkdir, readFile, readdir, rename, rm, rmdir } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Pool } from 'pg';
import * as z from 'zod/mini';
import { endEveryRole } from '../../admin';
import { openDatabase } from '../../db/database';
import { syncDirectory } from '../../db/embedded/files';
import { holdDataDirectory } from '../../db/embedded/holder';
import { migrate } from '../../db/migrate';
import type { Log } from '../../db/log';
import { transaction } from '../../db/transaction';
import { createHashingStream } from './hashed-file';
import { ARCHIVE_FILE, FILE_LIST, readManifest } from './manifest';
import type { BackupManifest } from './manifest';
import { unpackTar } from './tar';

export interface RestoreOptions {
  /** The folder of the backup. */
  readonly folder: string;
  /** The place for the database; there may be secrets in it, and nothing else. */
  readonly dataDir: string;
  /** The folder with the SQL files. */
  readonly migrations: URL | string;
  readonly now: () => Date;
  readonly log: Log;
}

const UNFINISHED = 'restoring';
/** What may be in the place before: secrets, which were put back first, and the marks of a start. */
const HARMLESS = new Set(['secrets', 'holder', UNFINISHED]);

/**
 * Unpacks a backup, checks each of its files, starts it once, migrates it and marks it as restored, so that payouts are off. All of
 * this happens in a folder of its own, which is renamed at the end: a restore that was killed leaves no database.
 * @throws Error when the place is not empty or the backup is damaged; the place is as empty as before then
 */
export async function restoreBackup(options: RestoreOptions): Promise<BackupManifest> {
  const { folder, now } = options;
  const dataDir = path.resolve(options.dataDir);
  const manifest = await readManifest(folder);
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  await refuseUnlessEmpty(dataDir);
  const hold = await holdDataDirectory(dataDir, options.dataDir, () => now().getTime());
  const unfinished = path.join(dataDir, UNFINISHED);
  try {
    await rm(unfinished, { recursive: true, force: true });
    const directory = path.join(unfinished, 'pg');
    await mkdir(directory, { recursive: true, mode: 0o700 });
    await unpackChecked(folder, directory, manifest);
    await markRestored(options, unfinished, manifest);
    await rmdir(path.join(dataDir, 'pg')).catch(() => undefined);
    await rename(directory, path.join(dataDir, 'pg'));
    await syncDirectory(dataDir);
    return manifest;
  } finally {
    await rm(unfinished, { recursive: true, force: true });
    await hold.release();
  }
}

async function refuseUnlessEmpty(dataDir: string): Promise<void> {
  const names = await readdir(dataDir);
  const others = [];
  for (const name of names) {
    const isEmptyCluster = name === 'pg' && (await readdir(path.join(dataDir, name))).length === 0;
    if (!HARMLESS.has(name) && !isEmptyCluster) others.push(name);
  }
  if (others.length === 0) return;
  throw new Error(`${dataDir} is not empty (${others.slice(0, 5).join(', ')}). A backup is put back into an empty place only: move this away, or set DATA_DIR.`);
}

async function unpackChecked(folder: string, directory: string, { files }: BackupManifest): Promise<void> {
  for (const { name, bytes, sha256 } of files) {
    const { through, digest } = createHashingStream();
    const unpack = async (data: AsyncIterable<Buffer, undefined>): Promise<void> => {
      if (name === ARCHIVE_FILE) return unpackTar(data, directory);
      for await (const _ of data);
    };
    await pipeline(createReadStream(path.join(folder, name)), through, unpack).catch((error: unknown) => {
      throw new Error(`${path.join(folder, name)} is damaged: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
    });
    const found = digest();
    if (found.bytes !== bytes || found.sha256 !== sha256) throw new Error(`${path.join(folder, name)} is damaged: it is not what the backup wrote.`);
  }
  await checkUnpackedFiles(folder, directory);
}

const fileListSchema = z.object({
  'Files': z.array(z.object({ 'Path': z.optional(z.string()), 'Encoded-Path': z.optional(z.string()), 'Size': z.number(), 'Checksum': z.string() })),
});

/** Compares each unpacked file with PostgreSQL's own list of the data directory. */
async function checkUnpackedFiles(folder: string, directory: string): Promise<void> {
  const list = fileListSchema.parse(JSON.parse(await readFile(path.join(folder, FILE_LIST), 'utf8')));
  for (const file of list.Files) {
    const name = file.Path ?? Buffer.from(file['Encoded-Path'] ?? '', 'hex').toString();
    const { through, digest } = createHashingStream();
    await pipeline(createReadStream(path.join(directory, name)), through, async (data: AsyncIterable<Buffer>) => {
      for await (const _ of data);
    });
    if (digest().bytes !== file.Size || digest().sha256 !== file.Checksum) throw new Error(`The backup is damaged: ${name} is not what PostgreSQL copied.`);
  }
}

/** Starts the copy, which recovers it to the end of the backup, migrates it, and marks it as restored. */
async function markRestored({ migrations, now, log }: RestoreOptions, dataDir: string, { coveredUntil }: BackupManifest): Promise<void> {
  const database = await openDatabase({ dataDir, log });
  try {
    await migrate(database.pool, migrations);
    await markAsRestored(database.pool, new Date(coveredUntil), now());
  } finally {
    await database.close();
  }
}

/**
 * Says in a database that what happened after `coveredUntil` is lost: payouts are off from then on. Each player's seeds are replaced before
 * their next round, because its results may be known from a round that was lost, and open rounds are voided for the same reason. All sessions
 * and all roles at the desk end, passkeys are gone, and recovery codes are used up, because one that was ended, removed or used after the backup
 * would hold again.
 */
export async function markAsRestored(pool: Pool, coveredUntil: Date, now: Date): Promise<void> {
  // The clock of a new machine may be behind.
  const at = now < coveredUntil ? coveredUntil : now;
  await transaction(pool, async (tx) => {
    await tx.query('SET LOCAL statement_timeout = 0');
    await tx.query(
      `INSERT INTO database_restore (covered_until, restored_at, last_seed_pair) SELECT $1, $2, coalesce(max(number), 0) FROM seed_pair`,
      [coveredUntil, at],
    );
    await tx.query('INSERT INTO voided_round (round_id, restore_id) SELECT round_id, (SELECT max(restore_id) FROM database_restore) FROM open_round ON CONFLICT DO NOTHING');
    await tx.query(`UPDATE session SET ended_at = $1, end_reason = 'expired' WHERE ended_at IS NULL`, [at]);
    await tx.query('DELETE FROM passkey');
    await tx.query('UPDATE recovery_code SET used_at = $1 WHERE used_at IS NULL', [at]);
    await endEveryRole(tx, at);
  });
}
