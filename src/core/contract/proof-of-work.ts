/**
 * The puzzle that a busy platform asks of a caller without a session: see `core/proof-of-work`. A problem with the code
 * `proof-of-work` (429) asks for it, and the same call is sent again with the answer.
 */
import * as z from '../zod';

/** `current` of the problem `proof-of-work`. The puzzle is bound to what was asked and where, and is good once, for some minutes. */
export const proofRequest = z.object({
  puzzle: z.string().check(z.regex(/^[0-9A-Za-z_.-]{1,400}$/)),
  /** The number of zero bits with which the digest has to begin. */
  bits: z.int().check(z.minimum(0), z.maximum(32)),
});
export type ProofRequest = z.infer<typeof proofRequest>;

/** The solved puzzle, in the body of the call that was refused. */
export const proof = z.strictObject({
  puzzle: proofRequest.shape.puzzle,
  answer: z.int().check(z.minimum(0)),
});
export type Proof = z.infer<typeof proof>;
