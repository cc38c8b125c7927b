/** The record that a device stores of the pairs of seeds it has seen for a player. The objects are loose, so that fields of a newer version stay. */
import * as z from './zod';
import { pairInUse } from './seed-pairs';

const seenCommit = z.looseObject({
  commit: z.string(),
  /** Epoch ms at which this device first heard of it. */
  seenAt: z.number(),
  /** The client seed that this device made for it. */
  ownSeed: z.optional(z.string()),
  /** Another pair has come into use after it. */
  isUsedUp: z.optional(z.boolean()),
});
export type SeenCommit = z.infer<typeof seenCommit>;

/**
 * `pair-gone`: the pair that was in use is named no more, neither in use nor public. `next-gone`: the pair that was announced as the
 * next one never came. `client-seed-replaced`: after rounds were drawn. `used-again`: a pair that was used up. `other-draw`: a round
 * was drawn from other seeds than its bet had named. `other-bet`: a round is about another bet than was sent. `other-rules`: it was
 * played by other rules than the app had shown. `other-action`: it has another step than the one that was sent. `ended-early`: it was
 * ended as an unfinished one before its time. `round-again`: two rounds came under one id. `parts-dropped`: bets brought a fresh
 * part before, and on a pair the platform takes none. `binding-dropped`: bets were bound to their draw before, and the platform says that
 * it binds none.
 */
export type EvidenceKind =
  | 'pair-gone' | 'next-gone' | 'client-seed-replaced' | 'used-again' | 'other-draw' | 'other-bet' | 'other-action' | 'ended-early' | 'round-again'
  | 'other-rules' | 'parts-dropped' | 'binding-dropped';

const seedEvidence = z.looseObject({
  /** An `EvidenceKind`; kept as text, because a newer version may know more. */
  kind: z.string(),
  /** `expected` is what the device had seen or sent, `answered` what it was given in its place: commits, client seeds, draws. */
  expected: z.string(),
  answered: z.string(),
  roundId: z.optional(z.string()),
  /** Epoch ms. */
  at: z.number(),
});
/** Something that no honest platform says. */
export type SeedEvidence = z.infer<typeof seedEvidence>;

const refusedBet = z.looseObject({
  key: z.string(),
  gameId: z.string(),
  /** Kobo. */
  stake: z.number(),
  bet: z.unknown(),
  commit: z.string(),
  clientSeed: z.string(),
  nonce: z.number(),
  /** The version of the rules that it named; missing where it named none, and where the platform tells of it. */
  rules: z.optional(z.string()),
  /** Why it was refused: the platform's code, or `not-sent` where the platform says that it never came. */
  code: z.string(),
  /** Epoch ms. */
  at: z.number(),
});
/** A bet that was refused after it had named the draw that it was for. */
export type RefusedBetRecord = z.infer<typeof refusedBet>;

export const seenSeeds = z.looseObject({
  /** Oldest first. */
  commits: z.array(seenCommit),
  /** The pair in use, as the platform said last. */
  current: z.nullable(pairInUse),
  /** The platform has once taken a fresh part with each bet of this player. */
  tookParts: z.optional(z.boolean()),
  /** True once a bet of this player has named its draw on a platform that says it binds bets; false since it has said that it binds none. */
  boundBets: z.optional(z.boolean()),
  evidence: z.array(seedEvidence),
  refusedBets: z.array(refusedBet),
});
export type SeenSeeds = z.infer<typeof seenSeeds>;

export const NO_SEEDS_SEEN: SeenSeeds = { commits: [], current: null, evidence: [], refusedBets: [] };
