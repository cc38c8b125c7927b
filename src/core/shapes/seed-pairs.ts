/** Pairs of seeds as a device keeps them. */
import { array, nullable, number, object, optional, string } from './shape';
import type { ShapeOutput } from './shape';

const pair = { commit: string, clientSeed: string, nonce: number };

export const seedPairsShape = object({
  /** The pair in use, and the commit of the one that follows; null while the platform has not told. */
  current: nullable(object({ ...pair, nextCommit: optional(string) })),
  /** Newest first. */
  revealed: array(object({ ...pair, serverSeed: string, revealedAt: optional(string) })),
});
export type SeedPairs = ShapeOutput<typeof seedPairsShape>;
