/** Withdrawals that people decide on: four eyes, and nobody on their own. */
import * as z from '../zod';
import { endpoint } from './endpoint';
import { instant, page, pageQuery, resourceId, nairaAmount } from './primitives';
import { namesNoAddress } from './told-reason';
import { withdrawal } from './withdrawals';

/** Another account that belongs to the player, as far as that is known. */
const relatedAccount = z.object({
  userId: z.string(),
  username: z.string(),
  memberSince: instant,
  verification: z.enum(['none', 'verified']),
  /** `same-person`: both showed one identity; `alike`: one name and date of birth, and nothing is proven. */
  relation: z.enum(['same-person', 'alike']),
  isClosed: z.boolean(),
  /** Decimal naira: prizes of draws, and what bonuses became. */
  prizes: nairaAmount,
  bonuses: nairaAmount,
});
export type RelatedAccount = z.infer<typeof relatedAccount>;

export const adminWithdrawal = z.object({
  ...withdrawal.shape,
  player: z.object({
    userId: z.string(),
    username: z.string(),
    /** The name as the profile has it. */
    name: z.string(),
    memberSince: instant,
    verification: z.enum(['none', 'verified']),
    /** Decimal naira, since the account was opened. */
    paidIn: nairaAmount,
    paidOut: nairaAmount,
    staked: nairaAmount,
    won: nairaAmount,
    /** Bonuses that became money here, though an earlier account of the same identity was given the same ones. */
    givenTwice: z.optional(z.array(z.object({ name: z.string(), converted: nairaAmount }))),
    /** The parts of the player's money that came from prizes of draws, and from bonuses that became money. */
    prizes: z.optional(nairaAmount),
    bonuses: z.optional(nairaAmount),
    /** The person has shown the same identity at another account, which plays in this one's place. */
    isSecond: z.optional(z.boolean()),
    /** Admins who seem to be this player: same identity, phone or bank account, or a browser that both used. Their yes does not count. */
    ownOf: z.optional(z.array(z.object({ username: z.string(), kind: z.enum(['identity', 'phone', 'device', 'payout-account']) }))),
    /** Other accounts of the person and those that look like it, the first 20; and how many there are. */
    related: z.optional(z.array(relatedAccount)),
    relatedCount: z.optional(z.number()),
  }),
  /** Other withdrawals that are not over, of the player and of the related accounts. */
  otherOpen: z.optional(z.array(z.object({
    withdrawalId: z.string(),
    userId: z.string(),
    username: z.string(),
    amount: nairaAmount,
    state: z.enum(['checking', 'sending']),
    createdAt: instant,
  }))),
  /** The part of it that was paid in and not played, and why it is asked for: `barred`, `limit`, `games`, `mistake`, `closing`, `place`. */
  unplayed: z.optional(z.object({ amount: nairaAmount, reason: z.string() })),
  /** How many different admins must approve it. */
  approvalsNeeded: z.number(),
  approvals: z.array(z.object({ userId: z.string(), username: z.string(), at: instant })),
  /** The admin who refused it; the reason stands in `reason`. */
  refusedBy: z.nullable(z.string()),
  /** Why this admin can't decide on it, or null. `not-counted`: an approval would not count; refusing is possible. */
  locked: z.nullable(z.enum(['own', 'approved', 'decided', 'not-counted'])),
  /** With `not-counted`: why, and what to do, in the platform's words. */
  lockedWhy: z.nullable(z.string()),
});
export type AdminWithdrawal = z.infer<typeof adminWithdrawal>;

export const listApprovals = endpoint({
  method: 'GET',
  path: '/v1/admin/withdrawals',
  access: 'admin',
  roles: ['payments'],
  query: z.object({ ...pageQuery.shape, state: z.optional(z.enum(['waiting', 'decided'])) }),
  answer: z.object({
    ...page(adminWithdrawal).shape,
    /** How many persons the admins are, as far as anybody confirmed: more approvals than that can't come together. */
    persons: z.number(),
  }),
});

const params = z.strictObject({ withdrawalId: resourceId });

export const approveWithdrawal = endpoint({
  method: 'POST',
  path: '/v1/admin/withdrawals/:withdrawalId/approval',
  access: 'admin',
  roles: ['payments'],
  params,
  answer: adminWithdrawal,
  action: true,
  fresh: true,
  stepUp: true,
});

export const refuseWithdrawal = endpoint({
  method: 'POST',
  path: '/v1/admin/withdrawals/:withdrawalId/refusal',
  access: 'admin',
  roles: ['payments'],
  params,
  body: z.strictObject({
    /** Told to the player. */
    reason: z.string().check(z.trim(), z.minLength(5, 'Give the player a reason.'), z.maxLength(200, 'At most 200 characters.'), namesNoAddress),
  }),
  answer: adminWithdrawal,
  action: true,
  fresh: true,
  stepUp: true,
});
