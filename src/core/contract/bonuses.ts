/** A player's bonuses in full; the call `bonusWallet` (player.ts), which every platform has, describes the same wallets in short. */
import * as z from '../zod';
import { endpoint } from './endpoint';
import { instant, ngn, page, pageQuery, playerParams, resourceId, nairaAmount } from './primitives';

/**
 * `pending`: claimed, and waits for the deposit that it is a match of. Only `active` ones can be played with.
 * Final: completed, expired, forfeited.
 */
export const BONUS_STATES = ['active', 'pending', 'completed', 'expired', 'forfeited'] as const;

/** The expected cost of the wagering that is left, on one game: the house's share of all stakes it takes. */
export const wageringCost = z.object({
  gameId: z.string(),
  name: z.string(),
  /** Share of a stake, 0 … 1. */
  contribution: z.number(),
  /** Decimal naira, rounded up; null = the game does not count. */
  cost: z.nullable(nairaAmount),
});

/** All amounts in decimal naira. */
export const bonus = z.object({
  walletId: z.string(),
  promotionId: z.string(),
  name: z.string(),
  status: z.string(),
  /** The granted amount; 0 while it is pending, and for free spins their wins so far. */
  granted: nairaAmount,
  current: nairaAmount,
  currency: ngn,
  /** The amount to be wagered in all, and the part of it that is done. */
  requirement: nairaAmount,
  progress: nairaAmount,
  /** While it runs a stake may be at most this; without `limitsEveryStake` that is so for stakes with its money in them alone. */
  maxStake: nairaAmount,
  /**
   * True where every stake is within `maxStake`, real money or not, and, of a bonus that came with a deposit, a withdrawal of money that was
   * paid in and not played ends it. Missing: it is not so, which is the case for bonuses claimed under earlier terms.
   */
  limitsEveryStake: z.optional(z.boolean()),
  /** The most that it can become; what is above is lost when the wagering is done. Null or missing: all that is in it. 0 while nothing is granted. */
  mostConverted: z.optional(z.nullable(nairaAmount)),
  /** Null: every enabled game; what each counts stands in the catalogue. */
  games: z.nullable(z.array(z.string())),
  freeSpins: z.nullable(z.object({ gameId: z.string(), count: z.number(), left: z.number(), stake: nairaAmount })),
  /** While it is pending: the deposit has to be at least `minDeposit`, and is matched up to `maxBonus`. */
  match: z.nullable(z.object({ percent: z.number(), minDeposit: nairaAmount, maxBonus: nairaAmount })),
  claimedAt: instant,
  /** When it, or the wait for its deposit, ends by itself; null once it is final. */
  expiresAt: z.nullable(instant),
  /** The game of its free spins is closed, so its time stands still, and `expiresAt` is null. Missing: it is not so. */
  isPaused: z.optional(z.boolean()),
  endedAt: z.nullable(instant),
  /**
   * Why it is final: `met`, `expired`, `forfeited`, `played-out`, `excluded`, `account-closed`, `deposit-failed`, `second-account`, `cool-off`,
   * `withdrawn`.
   */
  endReason: z.nullable(z.string()),
  /** The amount that became the player's own when the requirement was met (`converted`), and the amount that was lost. */
  converted: nairaAmount,
  lost: nairaAmount,
  /** While it is active, cheapest first; at most 20 games. */
  costs: z.array(wageringCost),
  /** Rises with every change; a request to forfeit the bonus names it. */
  version: z.number(),
});
export type Bonus = z.infer<typeof bonus>;

export const listBonuses = endpoint({
  method: 'GET',
  path: '/v1/player/:userId/bonuses',
  access: 'session',
  params: playerParams,
  query: pageQuery,
  answer: z.object({
    ...page(bonus).shape,
    /** The player's own money that may be paid out now. Decimal naira. */
    withdrawable: nairaAmount,
  }),
  etag: true,
});

/**
 * Gives a bonus up: the money in it is lost, and the player's own money stays. 409 `conflict` with the bonus as it is
 * now as `current` where it is not of this version, or is final.
 */
export const forfeitBonus = endpoint({
  method: 'POST',
  path: '/v1/player/:userId/bonuses/:walletId/forfeit',
  access: 'bound',
  params: z.strictObject({ ...playerParams.shape, walletId: resourceId }),
  body: z.strictObject({ version: z.number().check(z.int(), z.minimum(1)) }),
  answer: bonus,
  idempotent: true,
  action: true,
});
