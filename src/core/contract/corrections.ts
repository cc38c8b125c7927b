/** Corrections of the books: one person proposes one with its reason, and nothing moves before another person has confirmed it. */
import * as z from '../zod';
import { endpoint } from './endpoint';
import { amount, instant, nairaAmount, page, pageQuery, resourceId } from './primitives';
import { namesNoAddress } from './told-reason';

/** Why a player's balance is corrected. */
export const ADJUSTMENT_REASONS = ['goodwill', 'game-error', 'payment-error', 'duplicate', 'chargeback', 'other'] as const;
const adjustmentReason = z.enum(ADJUSTMENT_REASONS);

export const correctedPlayer = z.object({
  userId: z.string(),
  username: z.string(),
  /** The initial and the family name. */
  name: z.string(),
  memberSince: instant,
  verification: z.enum(['none', 'verified']),
  /** A break or an exclusion forbids no correction. */
  protection: z.enum(['none', 'cool-off', 'excluded']),
  isClosed: z.boolean(),
  /** Decimal naira, now: the balance, and what is held for withdrawals. */
  real: nairaAmount,
  held: nairaAmount,
  /** How much of this person's money may still be corrected today, in all accounts and in both directions. */
  leftToday: nairaAmount,
  /** The newest entries of the balance. */
  entries: z.array(z.object({ at: instant, kind: z.string(), amount: nairaAmount, balanceAfter: nairaAmount, reference: z.string() })),
  /** The newest adjustments that were confirmed. */
  adjustments: z.array(z.object({
    proposalId: z.string(), at: instant, amount: nairaAmount, reasonCode: z.string(), note: z.string(),
    /** The part that later ones have taken back. */
    takenBack: nairaAmount,
  })),
});
export type CorrectedPlayer = z.infer<typeof correctedPlayer>;

export const correction = z.object({
  proposalId: z.string(),
  /** 1 while it waits, 2 once it has ended. */
  version: z.number(),
  kind: z.string(),
  state: z.enum(['open', 'confirmed', 'withdrawn']),
  player: z.nullable(correctedPlayer),
  /** Decimal naira: what the player's balance gets; negative where it is taken, 0 where it stays. */
  amount: nairaAmount,
  reasonCode: z.string(),
  /** For colleagues. */
  note: z.string(),
  /** The player reads it word for word. */
  playerText: z.nullable(z.string()),
  /** The earlier adjustment that it takes back. */
  takesBack: z.nullable(z.object({ proposalId: z.string(), amount: nairaAmount, at: instant })),
  /** What it rests on, beside the player. */
  facts: z.array(z.object({ name: z.string(), value: z.string() })),
  proposedBy: z.string(),
  proposedAt: instant,
  isOwn: z.boolean(),
  /** Why this admin's confirmation would not count, in the platform's words. */
  whyNot: z.nullable(z.string()),
  /** Who confirmed or withdrew it. */
  endedBy: z.nullable(z.string()),
  endedAt: z.nullable(instant),
});
export type Correction = z.infer<typeof correction>;

/** `adjustments`: of balances · `payments`: of deposits, payouts and differences */
const part = z.enum(['adjustments', 'payments']);

export const listCorrections = endpoint({
  method: 'GET',
  path: '/v1/admin/corrections',
  access: 'admin',
  roles: ['payments', 'owner'],
  query: z.object({ ...pageQuery.shape, part, state: z.optional(z.enum(['open', 'ended'])) }),
  answer: page(correction),
});

/** Finds a player by the whole username, e-mail, phone number or user id. Leaves a line in the audit trail. */
export const findCorrectedPlayer = endpoint({
  method: 'POST',
  path: '/v1/admin/adjustments/player',
  access: 'admin',
  roles: ['payments'],
  body: z.strictObject({ name: z.string().check(z.trim(), z.minLength(1, 'Enter a username, an e-mail, a phone number or a user id.'), z.maxLength(254, 'At most 254 characters.')) }),
  answer: correctedPlayer,
  action: true,
  stepUp: true,
});

const note = z.string().check(z.trim(), z.minLength(5, 'Say what happened, for your colleagues.'), z.maxLength(500, 'At most 500 characters.'));
const playerText = z.string().check(
  z.trim(), z.minLength(5, 'Write to the player what happened.'), z.maxLength(200, 'At most 200 characters.'), namesNoAddress,
);

export const proposeAdjustment = endpoint({
  method: 'POST',
  path: '/v1/admin/adjustments',
  access: 'admin',
  roles: ['payments'],
  body: z.strictObject({
    userId: resourceId,
    /** `credit`: the player gets it · `debit`: it is taken from the player */
    direction: z.enum(['credit', 'debit']),
    amount,
    reasonCode: adjustmentReason,
    note,
    playerText,
    /** The adjustment that it takes back. */
    takesBack: z.optional(resourceId),
  }),
  answer: correction,
  status: 201,
  action: true,
  fresh: true,
  stepUp: true,
});
export type NewAdjustment = z.infer<typeof proposeAdjustment.body>;

const params = z.strictObject({ proposalId: resourceId });

/** Needs `If-Match` with the version that was seen. Money moves under the key, once. */
export const confirmCorrection = endpoint({
  method: 'POST',
  path: '/v1/admin/corrections/:proposalId/confirmation',
  access: 'admin',
  roles: ['payments', 'owner'],
  params,
  answer: correction,
  idempotent: true,
  action: true,
  fresh: true,
  stepUp: true,
});

/** Anybody who may see it may withdraw it, except of a player who seems to be them: they could keep what should be taken. */
export const withdrawCorrection = endpoint({
  method: 'DELETE',
  path: '/v1/admin/corrections/:proposalId',
  access: 'admin',
  roles: ['payments', 'owner'],
  params,
  action: true,
});
