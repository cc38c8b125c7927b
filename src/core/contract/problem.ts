import * as z from '../zod';

/**
 * Every code a problem of this platform can carry (RFC 9457 `code`, stable). The words for people are in one map
 * on the client; the platform's `detail` is shown at the field where there is one.
 */
export const PROBLEM_CODES = [
  'bad-request',
  'validation',
  'unauthorised',
  'session-ended',
  'binding-missing',
  'password-needed',
  'forbidden',
  'anti-forgery',
  'cross-site',
  'not-found',
  'method-not-allowed',
  'conflict',
  'version-conflict',
  'too-large',
  'unsupported-media-type',
  'too-many-requests',
  'proof-of-work',
  'key-missing',
  'key-reused',
  'key-running',
  'key-closed',
  'invalid-credentials',
  'email-taken',
  'username-taken',
  'name-verified',
  'under-age',
  'weak-password',
  'token-invalid',
  'email-not-activated',
  'insufficient-funds',
  'limit-exceeded',
  'turnover-needed',
  'bonus-would-end',
  'reality-check-due',
  'cool-off',
  'self-excluded',
  'account-closed',
  'money-left',
  'repeated-deposit',
  'nin-needed',
  'identity-needed',
  'nin-in-use',
  'name-mismatch',
  'account-unknown',
  'deposit-needed',
  'own-request',
  'not-counted',
  'own-password-due',
  'second-factor-needed',
  'second-factor-due',
  'second-factor-again',
  'game-disabled',
  'stake-out-of-range',
  'bonus-stake-too-high',
  'not-claimable',
  'cycle-too-short',
  'round-open',
  'seed-changed',
  'rules-changed',
  'playing-elsewhere',
  'place-not-served',
  'gateway-unavailable',
  'money-unavailable',
  'unavailable',
  'internal',
] as const;

export type ProblemCode = (typeof PROBLEM_CODES)[number];

/** Why a session ended, told to the player. */
export const SESSION_END_REASONS = ['signed-out', 'expired', 'revoked', 'password-changed', 'excluded', 'account-closed', 'desk-idle', 'desk-day', 'second-factor'] as const;
export type SessionEndReason = (typeof SESSION_END_REASONS)[number];

/** A fault in one field of a body, in the platform's words. `field` is a dotted path. */
export const fieldError = z.object({ field: z.string(), message: z.string() });

/** RFC 9457 problem details with a stable `code`. Unknown codes of other platforms are kept as text. */
export const problem = z.object({
  type: z.optional(z.string()),
  title: z.string(),
  status: z.number(),
  code: z.string(),
  detail: z.optional(z.string()),
  requestId: z.optional(z.string()),
  errors: z.optional(z.array(fieldError)),
  /** With `session-ended`. */
  reason: z.optional(z.string()),
  /** With `session-ended`: the instant it ended, and the device that ended it, where another one did. */
  endedAt: z.optional(z.string()),
  endedFrom: z.optional(z.string()),
  /**
   * With `version-conflict`, `conflict`, `seed-changed` and `rules-changed`: what the platform has now; with `round-open`: which round it is; with
   * `proof-of-work`: the puzzle.
   */
  current: z.optional(z.unknown()),
});
export type Problem = z.infer<typeof problem>;
export type FieldError = z.infer<typeof fieldError>;
