import type { Pool } from 'pg';
import type { Foundation } from './foundation';

const SECRET_BYTES = 32;

/** Reads the secret of this name, which all processes on a database share; makes it where there is none yet. */
export async function readPlatformSecret(
  pool: Pool,
  { now, randomBytes }: Pick<Foundation, 'now' | 'randomBytes'>,
  name: string,
): Promise<Buffer> {
  const storedSecret = await findSecret(pool, name);
  if (storedSecret !== undefined) return storedSecret;
  await pool.query('INSERT INTO platform_secret (name, secret, created_at) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING', [
    name, randomBytes(SECRET_BYTES), now(),
  ]);
  const secret = await findSecret(pool, name);
  if (secret === undefined) throw new Error(`the secret ${name} was just stored`);
  return secret;
}

async function findSecret(pool: Pool, name: string): Promise<Buffer | undefined> {
  const { rows } = await pool.query<{ secret: Buffer }>('SELECT secret FROM platform_secret WHERE name = $1', [name]);
  return rows[0]?.secret;
}
