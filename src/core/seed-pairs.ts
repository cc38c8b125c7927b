/** Pairs of seeds as a device keeps them. */
import * as z from 'zod/mini';

const pair = { commit: z.string(), clientSeed: z.string(), nonce: z.number() };

export const seedPairs = z.object({
  /** The pair in use, and the commit of the one that follows; null while the platform has not told. */
  current: z.nullable(z.object({ ...pair, nextCommit: z.optional(z.string()) })),
  /** Newest first. */
  revealed: z.array(z.object({ ...pair, serverSeed: z.string(), revealedAt: z.optional(z.string()) })),
});
export type SeedPairs = z.infer<typeof seedPairs>;
