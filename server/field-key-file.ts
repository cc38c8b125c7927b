/** Reads the field keys from their file, and makes the file at the first start. */
import { join } from 'node:path';
import type { Pool, PoolClient } from 'pg';
import type { Config } from './config';
import { transaction } from './db/transaction';
import { createFieldKeys, fieldKeyId } from './field-keys';
import type { FieldKeys } from './field-keys';
import type { Foundation } from './foundation';
import { KeyFileError, makeKeyFile, readIfExists, readKeys } from './key-file';

/** Returns where the field keys are. */
export const fieldKeyPath = ({ fieldKeyFile, dataDir }: Pick<Config, 'fieldKeyFile' | 'dataDir'>): string => fieldKeyFile ?? join(dataDir, 'secrets', 'field-keys');

/** Selects the keys with which something in the database may be sealed, the oldest first. */
export const NEEDED_FIELD_KEYS = 'SELECT key_id FROM field_key WHERE retired_at IS NULL ORDER BY number';

/** The number is arbitrary, but every Ayo must use the same one. */
const ADVISORY_LOCK_KEY = 4_150_111_071;

/**
 * Reads the keys. Where nothing was sealed in this database yet and no file is named, it makes the file with the first key. Processes that
 * start at the same moment do this one after the other. A process reads the file again when a value names a key that it does not know, so a
 * rotation needs no restart.
 *
 * @throws KeyFileError where the file is missing, can't be read, or lacks a key with which something is sealed
 */
export function readFieldKeys(
  config: Pick<Config, 'fieldKeyFile' | 'dataDir'>,
  { pool, randomBytes, now }: { readonly pool: Pool } & Pick<Foundation, 'randomBytes' | 'now'>,
): Promise<FieldKeys> {
  const path = fieldKeyPath(config);
  return transaction(pool, async (tx) => {
    await lockFieldKeys(tx);
    const needed = await readNeededFieldKeys(tx);
    const mayMake = config.fieldKeyFile === undefined && needed.length === 0;
    const text = (await readIfExists(path)) ?? (mayMake ? await makeKeyFile(path, randomBytes) : null);
    if (text === null) throw new KeyFileError(describeAbsence(path, needed));
    const keys = readKeys(text, path);
    const fieldKeys = createFieldKeys(keys, async () => readKeys((await readIfExists(path)) ?? '', path));
    for (const keyId of needed) {
      if (await fieldKeys.has(keyId)) continue;
      throw new KeyFileError(`${path} lacks the field key ${keyId}, with which account numbers and shared secrets are sealed. Put its line back.`);
    }
    const [newest] = keys.slice(-1);
    if (needed.length === 0 && newest !== undefined) await beginSealing(tx, fieldKeyId(newest), now());
    return fieldKeys;
  });
}

/** Lets one process at a time make, add or retire a field key, until its transaction ends. */
export async function lockFieldKeys(tx: PoolClient): Promise<void> {
  await tx.query('SELECT pg_advisory_xact_lock($1)', [ADVISORY_LOCK_KEY]);
}

export async function readNeededFieldKeys(db: Pool | PoolClient): Promise<readonly string[]> {
  const { rows } = await db.query<{ key_id: string }>(NEEDED_FIELD_KEYS);
  return rows.map(({ key_id: keyId }) => keyId);
}

/**
 * Registers the first key of a database. Nobody is in a new one yet, so no older Ayo has used it, and its clear columns stay empty; an older Ayo
 * can't run on it.
 */
export async function beginSealing(tx: PoolClient, keyId: string, at: Date): Promise<void> {
  await registerFieldKey(tx, keyId, at);
  const { rows: [found] } = await tx.query<{ is_new: boolean }>('SELECT NOT EXISTS (SELECT FROM player) AS is_new');
  if (found?.is_new === true) await tx.query('SELECT keep_no_clear_fields()');
}

/** Makes the key the one that seals from now on. */
export async function registerFieldKey(tx: PoolClient, keyId: string, at: Date): Promise<void> {
  await tx.query('INSERT INTO field_key (key_id, first_used_at) VALUES ($1, $2)', [keyId, at]);
}

/** Returns those of `keyIds` that a file of field keys lacks. Throws a KeyFileError for a file that can't be read. */
export async function findMissingFieldKeys(path: string, keyIds: readonly string[]): Promise<string[]> {
  const text = await readIfExists(path);
  if (text === null) throw new KeyFileError(`${path} is not there.`);
  const present = new Set(readKeys(text, path).map(fieldKeyId));
  return keyIds.filter((keyId) => !present.has(keyId));
}

function describeAbsence(path: string, needed: readonly string[]): string {
  return needed.length > 0
    ? `${path} is not there, but account numbers and shared secrets are sealed with its keys. Copy it from the machine that runs this database, or name it by FIELD_KEY_FILE.`
    : `FIELD_KEY_FILE names ${path}, which is not there. Make it with: openssl rand -hex 32`;
}
