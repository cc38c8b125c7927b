/** Finds the server seed of a stored pair, which is stored only after the pair was revealed and derived from a key before that. */
import { commitOf } from '../../src/core/fairness/draws';
import type { SeedKeys } from '../seed-keys';

/** The columns of a stored pair from which its server seed is found. */
export interface StoredSeed {
  readonly seed_pair_id: string;
  /** Null while the pair is in use: the seed is derived from the key then. */
  readonly server_seed: string | null;
  /** Null for a pair from before there were keys, whose seed is stored. */
  readonly key_id: string | null;
  readonly commit_hash: string;
}

/**
 * Returns the server seed. Rejects with an Error where this process lacks the key, or the key gives another seed than the one that was
 * committed to, because no round may be drawn from another. Rejects with a `ForeignSeedIdError` for an id that the platform never makes.
 */
export async function serverSeedOf(seedKeys: SeedKeys, pair: StoredSeed): Promise<string> {
  const { seed_pair_id: pairId, server_seed: stored, key_id: keyId, commit_hash: commit } = pair;
  const serverSeed = stored ?? (keyId === null ? null : await seedKeys.seedOf(keyId, 'pair', pairId));
  if (serverSeed === null || commitOf(serverSeed) !== commit) throw new Error(`the server seed of the pair ${pairId} does not fit its commit`);
  return serverSeed;
}
