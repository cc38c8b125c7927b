/** Pairs of seeds as a device keeps them. */
import * as z from './zod';

const pair = { commit: z.string(), clientSeed: z.string(), nonce: z.number() };

/** The pair in use, and the commit of the one that follows. */
export const pairInUse = z.object({
  ...pair,
  nextCommit: z.optional(z.string()),
  /** Who chose the client seed, by the platform's word; missing where it does not say. */
  clientSeedBy: z.optional(z.string()),
  /** True where the platform takes a part of its own with each bet. */
  takesParts: z.optional(z.boolean()),
  /** True where the platform holds each bet to the version of the rules that it names. */
  takesRules: z.optional(z.boolean()),
});
export type PairInUse = z.infer<typeof pairInUse>;

export const seedPairs = z.object({
  /** Null while the platform has not named it. */
  current: z.nullable(pairInUse),
  /** Newest first. */
  revealed: z.array(z.object({ ...pair, serverSeed: z.string(), revealedAt: z.optional(z.string()) })),
  /** Epoch ms at which the platform last listed all of them; missing where it has not, or there were too many to load. */
  wholeAt: z.optional(z.number()),
});
export type SeedPairs = z.infer<typeof seedPairs>;

/** All pairs that the platform names; `serverSeed` is null of the one in use. */
export function platformPairs({ current, revealed }: SeedPairs) {
  return [...(current === null ? [] : [{ ...current, serverSeed: null }]), ...revealed];
}
