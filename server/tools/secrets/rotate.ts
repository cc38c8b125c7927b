/** Replaces a secret by a new one, while what was made with the old one is still accepted. */
import type { Pool } from 'pg';
import { DAY_MS } from '../../../src/core/time';
import type { Config } from '../../config';
import { transaction } from '../../db/transaction';
import { fieldKeyPath, lockFieldKeys, readNeededFieldKeys, registerFieldKey } from '../../field-key-file';
import { createFieldKeys, fieldKeyId } from '../../field-keys';
import { KEY_BYTES, changeKeyFile, readIfExists, readKeys } from '../../key-file';
import { secretPlace } from '../../platform-secret';
import { openValue, readSealing, sealValue } from '../../sealed-fields';
import { LIVE_KEYS, lockSeedKeys, seedKeyPath } from '../../seed-key-file';
import { createSeedKeys } from '../../seed-keys';

export interface RotationDeps {
  readonly config: Pick<Config, 'dataDir' | 'seedKeyFile' | 'fieldKeyFile'>;
  readonly pool: Pool;
  readonly now: () => Date;
  readonly randomBytes: (size: number) => Buffer;
}

interface Rotation {
  /** Makes a new secret and returns what to do next, in words for the operator. */
  readonly rotate: (deps: RotationDeps) => Promise<string>;
  /** Drops old secrets that nothing needs any more; undefined where that happens by itself. */
  readonly drop?: (deps: RotationDeps) => Promise<string>;
}

/** A session's cookie lasts as long, and with it the token that was made with the old secret. */
export const ANTI_FORGERY_KEPT_MS = 30 * DAY_MS;
const PUZZLE_KEPT_MS = 5 * 60_000;

/** Every secret that Ayo makes itself, by the name that the command takes. */
export const ROTATIONS: Readonly<Record<string, Rotation>> = {
  'seed-keys': { rotate: rotateSeedKeys, drop: dropSeedKeys },
  'field-keys': { rotate: rotateFieldKeys, drop: dropFieldKeys },
  'anti-forgery': { rotate: (deps) => rotateShared(deps, 'anti-forgery', ANTI_FORGERY_KEPT_MS) },
  puzzle: { rotate: (deps) => rotateShared(deps, 'puzzle', PUZZLE_KEPT_MS) },
  mailbox: { rotate: (deps) => rotateShared(deps, 'mailbox', 0) },
};

/** Says why a secret is not among them. */
export const NOT_ROTATED: Readonly<Record<string, string>> = {
  identity: 'The key of the NINs’ hashes stays: nothing is kept of a number from which a new hash could be made. It is sealed, so rotate field-keys.',
  sessions: 'Sessions have no secret in common: each has an id of 256 random bits, of which the database has the hash. Sign everybody out instead.',
};

async function readFileKeys(path: string): Promise<readonly Buffer[]> {
  const text = await readIfExists(path);
  if (text === null) throw new Error(`${path} is not there. The first start of Ayo makes it.`);
  return readKeys(text, path);
}

const addLine = (path: string, { randomBytes }: RotationDeps): Promise<void> =>
  changeKeyFile(path, (lines) => [...lines, randomBytes(KEY_BYTES).toString('hex')]);

/** A running process reads its keys at its start, so the new key is used from the next start of each. */
async function rotateSeedKeys(deps: RotationDeps): Promise<string> {
  const path = seedKeyPath(deps.config);
  await readFileKeys(path);
  await transaction(deps.pool, async (tx) => {
    await lockSeedKeys(tx);
    await addLine(path, deps);
  });
  return `${path} has a new last line. Copy the file to the other machines of this database, then restart the processes one after the other: new pairs of `
    + 'seeds use the new key, and the old ones are needed until their pairs are revealed. Copy it to where you keep the secrets of backups, too.';
}

/**
 * A process keeps the key that was the last one at its start, and makes pairs with it until it ends; no row says which processes still have an
 * older one. So nothing is dropped on the first day of a new key, nor while pairs were made with an older key within a day.
 */
export const SEED_KEY_WAIT_MS = DAY_MS;

function dropSeedKeys({ config, pool, now }: RotationDeps): Promise<string> {
  const path = seedKeyPath(config);
  return transaction(pool, async (tx) => {
    await lockSeedKeys(tx);
    const { rows } = await tx.query<{ key_id: string }>(LIVE_KEYS);
    const { rows: [newest] } = await tx.query<{ key_id: string; first_used_at: Date }>('SELECT key_id, first_used_at FROM seed_key ORDER BY number DESC LIMIT 1');
    const needed = new Set([...rows.map(({ key_id: keyId }) => keyId), newest?.key_id ?? '']);
    if ((await readFileKeys(path)).slice(0, -1).every((key) => needed.has(createSeedKeys([key]).currentId))) return everyKeyNeeded(path);
    const from = new Date(now().getTime() - SEED_KEY_WAIT_MS);
    if (newest !== undefined && newest.first_used_at > from) {
      const until = new Date(newest.first_used_at.getTime() + SEED_KEY_WAIT_MS).toISOString();
      throw new Error(`The newest seed key is in use for less than a day, and a process that was not restarted since still uses the one before. Restart them all, then drop it after ${until}.`);
    }
    const { rowCount } = await tx.query('SELECT 1 FROM seed_pair WHERE created_at > $1 AND key_id <> $2 LIMIT 1', [from, newest?.key_id ?? '']);
    if (rowCount !== 0) throw new Error('A process made pairs with an older seed key within the last day, so it was not restarted since the rotation. Restart it, and drop the key a day later.');
    return dropLines(path, (key) => needed.has(createSeedKeys([key]).currentId));
  });
}

const everyKeyNeeded = (path: string): string => `Every key in ${path} is needed.`;

/**
 * Makes the last line of the file the key that seals, after adding one where the last is in use already. So an operator of several machines
 * can put the same new line into all files first.
 */
function rotateFieldKeys(deps: RotationDeps): Promise<string> {
  const path = fieldKeyPath(deps.config);
  return transaction(deps.pool, async (tx) => {
    await lockFieldKeys(tx);
    const { rows } = await tx.query<{ key_id: string }>('SELECT key_id FROM field_key');
    const registered = new Set(rows.map(({ key_id: keyId }) => keyId));
    const newestOf = async (): Promise<string> => (await readFileKeys(path)).map(fieldKeyId).at(-1) ?? '';
    if (registered.has(await newestOf())) await addLine(path, deps);
    const keyId = await newestOf();
    await registerFieldKey(tx, keyId, deps.now());
    return `${path} has the new key ${keyId} in its last line, which seals from now on. Running processes read it by themselves; on other machines of this `
      + 'database the line must stand in the file already. Within minutes Ayo seals everything anew (doctor says when it is done). Copy the file to where '
      + 'you keep the secrets of backups.';
  });
}

/** It holds the lock of a rotation: one that adds its key at the same moment must not lose it. */
function dropFieldKeys({ config, pool }: RotationDeps): Promise<string> {
  return transaction(pool, async (tx) => {
    await lockFieldKeys(tx);
    const needed = new Set(await readNeededFieldKeys(tx));
    const { rows } = await tx.query<{ key_id: string }>('SELECT key_id FROM field_key WHERE retired_at IS NOT NULL');
    const retired = new Set(rows.map(({ key_id: keyId }) => keyId));
    return dropLines(fieldKeyPath(config), (key) => needed.has(fieldKeyId(key)) || !retired.has(fieldKeyId(key)));
  });
}

async function dropLines(path: string, isNeeded: (key: Buffer) => boolean): Promise<string> {
  const keys = await readFileKeys(path);
  const dropped = keys.filter((key, at) => at < keys.length - 1 && !isNeeded(key)).map((key) => key.toString('hex'));
  if (dropped.length === 0) return everyKeyNeeded(path);
  await changeKeyFile(path, (lines) => lines.filter((line) => !dropped.includes(line)));
  return `${dropped.length} ${dropped.length === 1 ? 'key was' : 'keys were'} dropped from ${path}. Backups from before the rotation still need them, so keep the copies that lie beside those.`;
}

/** Replaces a secret that all processes share. `keptMs`: how long what was made with the old one is accepted. */
function rotateShared({ config, pool, now, randomBytes }: RotationDeps, name: string, keptMs: number): Promise<string> {
  const path = fieldKeyPath(config);
  return transaction(pool, async (tx) => {
    const fieldKeys = createFieldKeys(await readFileKeys(path));
    const { rows: [row] } = await tx.query<{ sealed: string | null; clear: string | null }>(
      `SELECT secret_sealed AS sealed, encode(secret, 'hex') AS clear FROM platform_secret WHERE name = $1 FOR UPDATE`, [name],
    );
    if (row === undefined) throw new Error(`There is no ${name} secret yet: Ayo makes it when it needs one.`);
    const sealing = await readSealing(tx);
    const place = secretPlace(name);
    const previous = await fieldKeys.seal(sealing.keyId, place, await openValue(fieldKeys, place, row));
    const { sealed, clear } = await sealValue(fieldKeys, sealing, place, randomBytes(KEY_BYTES).toString('hex'));
    await tx.query(
      `UPDATE platform_secret SET secret_sealed = $2, secret = decode($3, 'hex'), created_at = $4,
         previous_sealed = CASE WHEN $6 THEN $5 END, previous_until = CASE WHEN $6 THEN $7::timestamptz END WHERE name = $1`,
      [name, sealed, clear, now(), previous, keptMs > 0, new Date(now().getTime() + keptMs)],
    );
    return keptMs === 0
      ? `The ${name} secret is new, and the old one is refused at once.`
      : `The ${name} secret is new. What was made with the old one is accepted until ${new Date(now().getTime() + keptMs).toISOString()}. Running processes use the new one within a minute.`;
  });
}
