/** Secrets that all processes on a database share. They stand in it, sealed with a key that does not. */
import type { Pool } from 'pg';
import type { Foundation } from './foundation';
import { openValue, placeOf, readSealing, sealValue } from './sealed-fields';

const SECRET_BYTES = 32;

type Deps = Pick<Foundation, 'now' | 'randomBytes' | 'fieldKeys'>;

interface SecretRow {
  readonly sealed: string | null;
  readonly clear: string | null;
  readonly previous_sealed: string | null;
}

/** Names the place for which a secret is sealed. */
export const secretPlace = (name: string): string => placeOf('platform_secret', name);

/** A secret and, for some time after a rotation, the one that it replaced. */
export interface SharedSecret {
  readonly current: Buffer;
  /** What was made with it is still accepted; null where there is none. */
  readonly previous: Buffer | null;
}

/** Reads the secret of this name, which all processes on a database share; makes it where there is none yet. */
export async function readPlatformSecret(pool: Pool, platform: Deps, name: string): Promise<Buffer> {
  return (await readSharedSecret(pool, platform, name)).current;
}

/** Reads the secret with the one that it replaced; makes it where there is none yet. */
export async function readSharedSecret(pool: Pool, platform: Deps, name: string): Promise<SharedSecret> {
  const stored = await findSecret(pool, platform, name);
  if (stored !== undefined) return stored;
  const sealing = await readSealing(pool);
  const { sealed, clear } = await sealValue(platform.fieldKeys, sealing, secretPlace(name), platform.randomBytes(SECRET_BYTES).toString('hex'));
  await pool.query(
    `INSERT INTO platform_secret (name, secret, secret_sealed, created_at) VALUES ($1, decode($2, 'hex'), $3, $4) ON CONFLICT DO NOTHING`,
    [name, clear, sealed, platform.now()],
  );
  const secret = await findSecret(pool, platform, name);
  if (secret === undefined) throw new Error(`the secret ${name} was just stored`);
  return secret;
}

async function findSecret(pool: Pool, { fieldKeys, now }: Deps, name: string): Promise<SharedSecret | undefined> {
  const { rows } = await pool.query<SecretRow>(
    `SELECT secret_sealed AS sealed, encode(secret, 'hex') AS clear, CASE WHEN previous_until > $2 THEN previous_sealed END AS previous_sealed
     FROM platform_secret WHERE name = $1`,
    [name, now()],
  );
  const row = rows[0];
  if (row === undefined) return undefined;
  const current = await openValue(fieldKeys, secretPlace(name), row);
  const previous = row.previous_sealed === null ? null : await fieldKeys.open(secretPlace(name), row.previous_sealed);
  return { current: Buffer.from(current, 'hex'), previous: previous === null ? null : Buffer.from(previous, 'hex') };
}
