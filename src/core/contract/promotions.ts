/** The promotions that players are offered, and how they take them. The terms are data: admins change them. */
import * as z from '../zod';
import { PROMOTION_IDS } from '../promotions';
import { bonus } from './bonuses';
import { endpoint } from './endpoint';
import { amount, instant, playerParams, resourceId, nairaAmount } from './primitives';

export const promotionId = z.enum(PROMOTION_IDS);

/** The limits of a bonus. A platform that leaves one of them out has no such limit. */
const limits = {
  /** The bonus can become so many times the granted amount; what is above that is lost when its wagering is done. */
  capTimes: z.optional(z.number().check(z.int(), z.minimum(1), z.maximum(100))),
  /** The most, in decimal naira, that one claim may be worth to the best player, on average. */
  budget: z.optional(amount),
};

const matchTerms = {
  /** Percent of the deposit, up to `maxBonus`. Amounts in decimal naira. */
  percent: z.number().check(z.int(), z.minimum(1), z.maximum(200)),
  minDeposit: amount,
  maxBonus: amount,
  /** The bonus this many times over is to be wagered. */
  wagering: z.number().check(z.int(), z.minimum(1), z.maximum(60)),
  maxStake: amount,
  /** From the deposit on; and from the claim until the deposit has to be there. */
  validDays: z.number().check(z.int(), z.minimum(1), z.maximum(90)),
  claimDays: z.number().check(z.int(), z.minimum(1), z.maximum(30)),
  /** Days of the week in Lagos on which it can be claimed and paid in, 1 = Monday … 7 = Sunday; null = every day. */
  weekdays: z.nullable(z.array(z.number().check(z.int(), z.minimum(1), z.maximum(7))).check(z.minLength(1), z.maxLength(7))),
  /** How often a person can have it. */
  once: z.enum(['ever', 'week']),
  ...limits,
};

const spinsTerms = {
  gameId: z.string().check(z.regex(/^[a-z0-9][a-z0-9-]{0,47}$/)),
  spins: z.number().check(z.int(), z.minimum(1), z.maximum(200)),
  /** Stake of each spin. The spins' wins, this many times over, are to be wagered. */
  stake: amount,
  wagering: z.number().check(z.int(), z.minimum(1), z.maximum(60)),
  maxStake: amount,
  validDays: z.number().check(z.int(), z.minimum(1), z.maximum(90)),
  ...limits,
};

const drawTerms = {
  /** Paid as real money, first place first. */
  prizes: z.array(amount).check(z.minLength(1), z.maxLength(20)),
};

export const promotionTerms = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('deposit-match'), ...matchTerms }),
  z.object({ kind: z.literal('free-spins'), ...spinsTerms }),
  z.object({ kind: z.literal('draw'), ...drawTerms }),
]);
export type PromotionTerms = z.infer<typeof promotionTerms>;

export const promotion = z.object({
  promotionId: z.string(),
  name: z.string(),
  enabled: z.boolean(),
  terms: promotionTerms,
  /** Under which the regulator has approved its advertising; null: none is known. */
  approvalNumber: z.optional(z.nullable(z.string())),
  /** Rises with every change, and when that was. */
  version: z.number(),
  updatedAt: instant,
});
export type Promotion = z.infer<typeof promotion>;

/** Promotions whose terms are not checked: a device stores them as they came, and a page that can't read them shows none. */
export const promotionsAsTheyCome = z.object({ items: z.array(z.object({ ...promotion.shape, terms: z.record(z.string(), z.unknown()) })) });

export const listPromotions = endpoint({
  method: 'GET',
  path: '/v1/promotions',
  access: 'public',
  answer: z.object({ items: z.array(promotion) }),
  etag: true,
});

/** Why a player can't claim; the page says it before it shows the button. */
export const CLAIM_REFUSALS = [
  'switched-off', 'claimed', 'not-today', 'cool-off', 'excluded', 'place', 'email', 'second-account', 'identity-needed', 'identity-used', 'nin-needed', 'entered', 'admin',
] as const;

export const claimable = z.object({
  promotionId: z.string(),
  canClaim: z.boolean(),
  /** One of the refusals; null where it can be claimed. */
  reason: z.nullable(z.string()),
  /** When it can be claimed next, where that is known. */
  from: z.nullable(instant),
  /** The bonus it has become, if it has. */
  walletId: z.nullable(z.string()),
  /** The player's own entries in the draws of the newest weeks, so that they know whether they won. */
  entryIds: z.array(z.string()),
  /** The draw of each entry; empty for an entry that rule 1 left out of its draw. */
  entryDraws: z.optional(z.array(z.string())),
});
export type Claimable = z.infer<typeof claimable>;

export const listClaimable = endpoint({
  method: 'GET',
  path: '/v1/player/:userId/promotions',
  access: 'session',
  params: playerParams,
  answer: z.object({ items: z.array(claimable) }),
  etag: true,
});

/**
 * Claims a promotion, or enters its draw. `version` = that of the terms that were read: 409 `conflict` where they have changed
 * (`current` = the promotion), 409 `not-claimable` with the refusal as `reason`.
 */
export const claimPromotion = endpoint({
  method: 'POST',
  path: '/v1/player/:userId/promotions/:promotionId/claim',
  access: 'bound',
  params: z.strictObject({ ...playerParams.shape, promotionId }),
  body: z.strictObject({ version: z.number().check(z.int(), z.minimum(1)) }),
  answer: z.object({
    promotionId: z.string(),
    /** The granted bonus; null for a draw. */
    bonus: z.nullable(bonus),
    /** The entry in this week's draw; null for a bonus. */
    entry: z.nullable(z.object({ drawId: z.string(), entryId: z.string(), at: instant })),
  }),
  status: 201,
  idempotent: true,
  action: true,
});

/** The terms in a request: unknown members are refused. */
const termsToSave = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('deposit-match'), ...matchTerms }),
  z.strictObject({ kind: z.literal('free-spins'), ...spinsTerms }),
  z.strictObject({ kind: z.literal('draw'), ...drawTerms }),
]);

const promotionPatch = z.strictObject({
  name: z.optional(z.string().check(z.trim(), z.minLength(1, 'Enter a name.'), z.maxLength(60))),
  enabled: z.optional(z.boolean()),
  /** Whole terms, of the kind that the promotion has. */
  terms: z.optional(termsToSave),
  approvalNumber: z.optional(z.string().check(z.trim(), z.minLength(3, 'Enter the number as the approval has it.'), z.maxLength(40))),
});
export type PromotionPatch = z.infer<typeof promotionPatch>;

/**
 * The average cost of one claim to the house, and its average worth to players, in decimal naira. Null: not worked out, or it depends on
 * facts that are not known yet.
 */
export const promotionCosts = z.object({
  /** Nobody can expect more than this, however they play: proven. */
  atMost: nairaAmount,
  /** The amount that the best player can expect, worked out over stakes, games and balances. */
  best: z.nullable(nairaAmount),
  /** The amount that an ordinary player has more in the end. */
  ordinary: z.nullable(nairaAmount),
  /** The part of an ordinary player's bonus that becomes real money; for a draw, all its prizes. */
  house: z.nullable(nairaAmount),
  /** The cost of the wagering on the cheapest game, as players read it; null for a draw. */
  wagering: z.nullable(nairaAmount),
});
export type PromotionCosts = z.infer<typeof promotionCosts>;

/** A change that waits for another admin. */
export const promotionProposal = z.object({
  proposalId: z.string(),
  /** Username. */
  proposedBy: z.string(),
  proposedAt: instant,
  patch: z.object({
    name: z.optional(z.string()), enabled: z.optional(z.boolean()), terms: z.optional(promotionTerms), approvalNumber: z.optional(z.string()),
  }),
  /** The costs of the proposed terms, worked out when it was made; null for a proposal of an earlier version. */
  costs: z.optional(z.nullable(promotionCosts)),
  /** Made by the admin who asks. */
  isOwn: z.boolean(),
  /** Why a confirmation by the admin who asks would not count, and what to do, in the platform's words; null where it would. */
  whyNot: z.nullable(z.string()),
});
export type PromotionProposal = z.infer<typeof promotionProposal>;

export const listAdminPromotions = endpoint({
  method: 'GET',
  path: '/v1/admin/promotions',
  access: 'admin',
  roles: ['games', 'owner'],
  answer: z.object({
    items: z.array(
      z.object({
        ...promotion.shape,
        promotionId,
        updatedBy: z.nullable(z.string()),
        proposal: z.nullable(promotionProposal),
        /** Decimal naira: granted, become real, taken back; and how many claims. */
        granted: nairaAmount,
        converted: nairaAmount,
        lost: nairaAmount,
        claims: z.number(),
      }),
    ),
    /** The most times that a bonus may have to be staked. */
    mostWagering: z.optional(z.number()),
  }),
  etag: true,
});

/** Changes nothing. */
export const workOutPromotionCosts = endpoint({
  method: 'POST',
  path: '/v1/admin/promotions/:promotionId/costs',
  access: 'admin',
  roles: ['games'],
  params: z.strictObject({ promotionId }),
  body: z.strictObject({ terms: termsToSave }),
  answer: promotionCosts,
  action: true,
});

export const patchAdminPromotion = endpoint({
  method: 'PATCH',
  path: '/v1/admin/promotions/:promotionId',
  access: 'admin',
  roles: ['games'],
  params: z.strictObject({ promotionId }),
  body: z.strictObject({ enabled: z.boolean().check(z.refine((enabled) => !enabled, 'Switching on needs two admins: propose it.')) }),
  answer: promotion,
  action: true,
  fresh: true,
});

export const proposePromotion = endpoint({
  method: 'POST',
  path: '/v1/admin/promotions/:promotionId/proposals',
  access: 'admin',
  roles: ['games'],
  params: z.strictObject({ promotionId }),
  body: promotionPatch,
  answer: promotionProposal,
  status: 201,
  action: true,
  fresh: true,
  stepUp: true,
});

const proposalParams = z.strictObject({ promotionId, proposalId: resourceId });

export const confirmPromotion = endpoint({
  method: 'POST',
  path: '/v1/admin/promotions/:promotionId/proposals/:proposalId/confirmation',
  access: 'admin',
  roles: ['games', 'owner'],
  params: proposalParams,
  answer: promotion,
  action: true,
  fresh: true,
  stepUp: true,
});

export const withdrawProposal = endpoint({
  method: 'DELETE',
  path: '/v1/admin/promotions/:promotionId/proposals/:proposalId',
  access: 'admin',
  roles: ['games'],
  params: proposalParams,
  action: true,
});
