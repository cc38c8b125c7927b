import type { Pool } from 'pg';
import { transaction } from '../../../../db/transaction';
import { DAY_MS } from '../../../../../src/core/time';

export interface SecretDeps {
  readonly pool: Pool;
  readonly now: () => Date;
  readonly randomBytes: (size: number) => Buffer;
}

const SECRET_BYTES = 32;
/** The old secret stays valid for this long after a rotation. */
const OVERLAP_MS = DAY_MS;

const INSERT = 'INSERT INTO simulator_secret (secret, created_at) VALUES ($1, $2) ON CONFLICT DO NOTHING';

function newSecret({ now, randomBytes }: SecretDeps): [string, Date] {
  return [randomBytes(SECRET_BYTES).toString('hex'), now()];
}

/** Reads the valid secrets, the signing one first. A secret is created when there is none. */
export async function readValidSecrets(deps: SecretDeps): Promise<readonly [string, ...string[]]> {
  const existing = await readSecrets(deps);
  if (existing !== null) return existing;
  await deps.pool.query(INSERT, newSecret(deps));
  const created = await readSecrets(deps);
  if (created === null) throw new Error('a secret was just stored');
  return created;
}

async function readSecrets({ pool, now }: SecretDeps): Promise<readonly [string, ...string[]] | null> {
  const { rows } = await pool.query<{ secret: string }>(
    'SELECT secret FROM simulator_secret WHERE valid_until IS NULL OR valid_until > $1 ORDER BY secret_id DESC',
    [now()],
  );
  const [first, ...others] = rows.map((row) => row.secret);
  return first === undefined ? null : [first, ...others];
}

/** Signs with a new secret from now on; the old one stays valid for a day. */
export async function rotateSecret(deps: SecretDeps): Promise<void> {
  await transaction(deps.pool, async (tx) => {
    await tx.query('UPDATE simulator_secret SET valid_until = $1 WHERE valid_until IS NULL', [
      new Date(deps.now().getTime() + OVERLAP_MS),
    ]);
    await tx.query(INSERT, newSecret(deps));
  });
}
