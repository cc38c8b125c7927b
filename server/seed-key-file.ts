/** Reads the seed keys from their file, and makes the file at the first start. */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Pool } from 'pg';
import type { Config } from './config';
import { errorCode } from './db/errors';
import type { Foundation } from './foundation';
import { SEED_KEY_BYTES, createSeedKeys } from './seed-keys';
import type { SeedKeys } from './seed-keys';

/** The operator must put this right before the platform can start; the message says how. */
export class SeedKeyError extends Error {
  override readonly name = 'SeedKeyError';
}

const KEY_LINE = /^[0-9a-f]{64}$/;

const pathOf = ({ seedKeyFile, dataDir }: Pick<Config, 'seedKeyFile' | 'dataDir'>): string => seedKeyFile ?? join(dataDir, 'secrets', 'seed-keys');

/** Reads lines of 64 hexadecimal characters; empty lines and those that begin with `#` are left out. The message never quotes a line. */
function readKeys(text: string, path: string): readonly Buffer[] {
  const lines = text.split('\n').map((line) => line.trim()).filter((line) => line !== '' && !line.startsWith('#'));
  const wrongAt = lines.findIndex((line) => !KEY_LINE.test(line));
  if (wrongAt >= 0) throw new SeedKeyError(`${path}: key ${wrongAt + 1} must be 64 characters of 0-9 and a-f, like those of: openssl rand -hex 32`);
  if (lines.length === 0) throw new SeedKeyError(`${path} has no key. Add a line from: openssl rand -hex 32`);
  return lines.map((line) => Buffer.from(line, 'hex'));
}

async function readIfThere(path: string): Promise<string | null> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return null;
    throw new SeedKeyError(`${path} can't be read (${errorCode(error) ?? 'unknown reason'}).`);
  }
}

/** Another process on the same folder may make the file at the same time: its key counts then. */
async function makeFile(path: string, randomBytes: Foundation['randomBytes']): Promise<string> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  try {
    await writeFile(path, `${randomBytes(SEED_KEY_BYTES).toString('hex')}\n`, { mode: 0o600, flag: 'wx', flush: true });
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error;
  }
  return readFile(path, 'utf8');
}

/** Keys of pairs whose rounds are not revealed yet, and of draws that are not over. */
const LIVE_KEYS = `SELECT key_id FROM seed_key k
  WHERE EXISTS (SELECT FROM seed_pair p WHERE p.key_id = k.key_id AND p.state <> 'revealed')
     OR EXISTS (SELECT FROM draw d WHERE d.key_id = k.key_id AND d.drawn_at IS NULL)`;

/**
 * Reads the keys. Where nobody has made pairs in this database yet and no file is named, it makes the file with the first key.
 *
 * @throws SeedKeyError where the file is missing, can't be read, or lacks a key that pairs in use need
 */
export async function readSeedKeys(
  config: Pick<Config, 'seedKeyFile' | 'dataDir'>,
  { pool, randomBytes, now }: { readonly pool: Pool } & Pick<Foundation, 'randomBytes' | 'now'>,
): Promise<SeedKeys> {
  const path = pathOf(config);
  const { rows } = await pool.query<{ key_id: string }>(LIVE_KEYS);
  const mayMake = config.seedKeyFile === undefined && rows.length === 0;
  const text = (await readIfThere(path)) ?? (mayMake ? await makeFile(path, randomBytes) : null);
  if (text === null) {
    throw new SeedKeyError(
      rows.length === 0
        ? `SEED_KEY_FILE names ${path}, which is not there. Make it with: openssl rand -hex 32`
        : `${path} is not there, but rounds are drawn from its keys. Copy it from the machine that runs this database, or name it by SEED_KEY_FILE.`,
    );
  }
  const seedKeys = createSeedKeys(readKeys(text, path));
  const missing = rows.find(({ key_id: keyId }) => !seedKeys.has(keyId));
  if (missing !== undefined) {
    throw new SeedKeyError(`${path} lacks the seed key ${missing.key_id}, from which rounds or a draw are drawn. Put its line back; the last line is for new pairs.`);
  }
  await pool.query('INSERT INTO seed_key (key_id, first_used_at) VALUES ($1, $2) ON CONFLICT DO NOTHING', [seedKeys.currentId, now()]);
  return seedKeys;
}
