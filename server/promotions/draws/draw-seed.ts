/** Derives the seed of a draw from the platform's key. The seed is not in the database before the draw is over. */
import { commitOf } from '../../../src/core/fairness/draws';
import type { SeedKeys } from '../../seed-keys';
import type { DrawRow } from './draw-rows';

export const deriveDrawSeed = (seedKeys: SeedKeys, keyId: string, drawId: string): Promise<string> => seedKeys.seedOf(keyId, 'draw', drawId);

/**
 * Returns the seed of a draw, stored or derived. Rejects with an Error where this process lacks the key, or the key gives another seed than
 * the one that was committed to, and with a `ForeignSeedIdError` for an id that the platform never makes.
 */
export async function drawSeedOf(seedKeys: SeedKeys, row: Pick<DrawRow, 'draw_id' | 'seed' | 'key_id' | 'commit_hash'>): Promise<string> {
  const seed = row.seed ?? (row.key_id === null ? null : await deriveDrawSeed(seedKeys, row.key_id, row.draw_id));
  if (seed === null || commitOf(seed) !== row.commit_hash) throw new Error(`the seed of the draw ${row.draw_id} does not fit its commit`);
  return seed;
}
