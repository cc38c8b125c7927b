/** Reads the seed keys from their file, and makes the file at the first start. */
import { join } from 'node:path';
import type { Pool, PoolClient } from 'pg';
import type { Config } from './config';
import { transaction } from './db/transaction';
import type { Foundation } from './foundation';
import { KeyFileError, makeKeyFile, readIfExists, readKeys } from './key-file';
import { createSeedKeys } from './seed-keys';
import type { SeedKeys } from './seed-keys';

/** Returns where the seed keys are. */
export const seedKeyPath = ({ seedKeyFile, dataDir }: Pick<Config, 'seedKeyFile' | 'dataDir'>): string => seedKeyFile ?? join(dataDir, 'secrets', 'seed-keys');

/** Selects the keys of pairs whose rounds are not revealed yet, and of draws that are not over. */
export const LIVE_KEYS = `SELECT key_id FROM seed_key k
  WHERE EXISTS (SELECT FROM seed_pair p WHERE p.key_id = k.key_id AND p.state <> 'revealed')
     OR EXISTS (SELECT FROM draw d WHERE d.key_id = k.key_id AND d.drawn_at IS NULL)`;

/**
 * Selects the key that a process registered last, where that was in the last minute or some process has written its heartbeat within it:
 * such a process may make pairs with that key at any moment.
 */
const RUNNING_KEY = `SELECT key_id FROM seed_key
  WHERE number = (SELECT max(number) FROM seed_key)
    AND (first_used_at BETWEEN $1 AND $2 OR EXISTS (SELECT FROM heartbeat WHERE at BETWEEN $1 AND $2))`;

/** This is longer than a start takes, and than the time between two heartbeats. */
const SIGN_OF_LIFE_MS = 60_000;
/** The number is arbitrary, but every Ayo must use the same one. */
const ADVISORY_LOCK_KEY = 4_150_111_067;

/**
 * Reads the keys. Where nobody has made pairs in this database yet, no other process is running on it, and no file is named, it makes
 * the file with the first key. Processes that start at the same moment do this one after the other.
 *
 * @throws KeyFileError where the file is missing, can't be read, or lacks a key that pairs in use need, or that another process makes
 *   pairs with
 */
export function readSeedKeys(
  config: Pick<Config, 'seedKeyFile' | 'dataDir'>,
  { pool, randomBytes, now }: { readonly pool: Pool } & Pick<Foundation, 'randomBytes' | 'now'>,
): Promise<SeedKeys> {
  const path = seedKeyPath(config);
  return transaction(pool, async (tx) => {
    await lockSeedKeys(tx);
    const needs = await readNeededKeys(tx, now());
    const mayMake = config.seedKeyFile === undefined && needs.live.length === 0 && needs.running === null;
    const text = (await readIfExists(path)) ?? (mayMake ? await makeKeyFile(path, randomBytes) : null);
    if (text === null) throw new KeyFileError(describeAbsence(path, needs));
    const seedKeys = createSeedKeys(readKeys(text, path));
    const missing = needs.live.find((keyId) => !seedKeys.has(keyId));
    if (missing !== undefined) {
      throw new KeyFileError(`${path} lacks the seed key ${missing}, from which rounds or a draw are drawn. Put its line back; the last line is for new pairs.`);
    }
    if (needs.running !== null && !seedKeys.has(needs.running)) throw new KeyFileError(describeOtherProcess(path, needs.running));
    await tx.query('INSERT INTO seed_key (key_id, first_used_at) VALUES ($1, $2) ON CONFLICT DO NOTHING', [seedKeys.currentId, now()]);
    return seedKeys;
  });
}

/** Lets one process at a time read, add or drop a seed key, until its transaction ends. */
export async function lockSeedKeys(tx: PoolClient): Promise<void> {
  await tx.query('SELECT pg_advisory_xact_lock($1)', [ADVISORY_LOCK_KEY]);
}

/** Returns those of `keyIds` that a file of seed keys lacks. Throws a KeyFileError for a file that can't be read. */
export async function findMissingKeys(path: string, keyIds: readonly string[]): Promise<string[]> {
  const text = await readIfExists(path);
  if (text === null) throw new KeyFileError(`${path} is not there.`);
  const seedKeys = createSeedKeys(readKeys(text, path));
  return keyIds.filter((keyId) => !seedKeys.has(keyId));
}

interface NeededKeys {
  readonly live: readonly string[];
  readonly running: string | null;
}

async function readNeededKeys(tx: PoolClient, at: Date): Promise<NeededKeys> {
  const { rows: live } = await tx.query<{ key_id: string }>(LIVE_KEYS);
  const recentWindow = [-SIGN_OF_LIFE_MS, SIGN_OF_LIFE_MS].map((ms) => new Date(at.getTime() + ms));
  const { rows: running } = await tx.query<{ key_id: string }>(RUNNING_KEY, recentWindow);
  return { live: live.map(({ key_id: keyId }) => keyId), running: running[0]?.key_id ?? null };
}

function describeAbsence(path: string, { live, running }: NeededKeys): string {
  if (live.length > 0) {
    return `${path} is not there, but rounds are drawn from its keys. Copy it from the machine that runs this database, or name it by SEED_KEY_FILE.`;
  }
  if (running !== null) return describeOtherProcess(path, running);
  return `SEED_KEY_FILE names ${path}, which is not there. Make it with: openssl rand -hex 32`;
}

function describeOtherProcess(path: string, keyId: string): string {
  return `Another process of this database draws from the seed key ${keyId}, which ${path} does not have. Copy that process's file here, or name one `
    + 'file for both by SEED_KEY_FILE. If it does not run any more and its key is lost, start again in a minute.';
}
