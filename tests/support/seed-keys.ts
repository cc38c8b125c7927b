/** The seed keys of the tests' platforms, and pairs whose server seed the test chooses. */
import { randomBytes } from 'node:crypto';
import type { Pool, PoolClient } from 'pg';
import { newId } from '../../server/ids';
import { SEED_KEY_BYTES, createSeedKeys } from '../../server/seed-keys';
import type { SeedKeys } from '../../server/seed-keys';
import { commitOf } from '../../src/core/fairness/draws';

/** All platforms of a run share it, because several of them, and processes, may share a database. */
export const TEST_SEED_KEY = Buffer.alloc(SEED_KEY_BYTES, 7);

const keys = createSeedKeys([TEST_SEED_KEY]);
const chosenSeeds = new Map<string, string>();

/** Derives like the platform, and gives a chosen seed for its pair, as a key module of the operator's own would. */
export const TEST_SEED_KEYS: SeedKeys = {
  ...keys,
  seedOf: async (keyId, owner, id) => chosenSeeds.get(id) ?? keys.seedOf(keyId, owner, id),
};

/** Makes the key known to a database, as that of a process that ran long ago; pairs can be made there from then on. */
export async function registerTestKey(pool: Pool): Promise<void> {
  await pool.query(`INSERT INTO seed_key (key_id, first_used_at) VALUES ($1, '2026-01-01') ON CONFLICT DO NOTHING`, [keys.currentId]);
}

interface ChosenPair {
  readonly userId: string;
  readonly serverSeed: string;
  readonly clientSeed: string;
  readonly state: 'active' | 'next';
  readonly at: Date;
}

/** Writes a pair whose rounds are drawn from that server seed. */
export async function writeChosenPair(db: Pool | PoolClient, { userId, serverSeed, clientSeed, state, at }: ChosenPair): Promise<void> {
  const pairId = newId({ randomBytes });
  chosenSeeds.set(pairId, serverSeed);
  await db.query(
    `INSERT INTO seed_pair (seed_pair_id, user_id, key_id, commit_hash, client_seed, state, created_at) VALUES ($1, $2, $3, $4, $5, $6, $7)`,
    [pairId, userId, keys.currentId, commitOf(serverSeed), clientSeed, state, at],
  );
}

const USED_SEED = '0'.repeat(64);

/** Writes a revealed pair, for rounds that a test writes straight into the table. Returns its id. */
export async function writeRevealedPair(
  db: Pool | PoolClient,
  { userId, at }: { readonly userId: string; readonly at: Date },
): Promise<string> {
  const pairId = newId({ randomBytes });
  await db.query(
    `INSERT INTO seed_pair (seed_pair_id, user_id, key_id, commit_hash, client_seed, state, created_at) VALUES ($1, $2, $3, $4, 'x', 'active', $5)`,
    [pairId, userId, keys.currentId, commitOf(USED_SEED), at],
  );
  await db.query(`UPDATE seed_pair SET state = 'revealed', revealed_at = $2, server_seed = $3 WHERE seed_pair_id = $1`, [pairId, at, USED_SEED]);
  return pairId;
}
