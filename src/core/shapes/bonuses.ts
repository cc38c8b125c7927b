import type { listBonuses } from '../contract/bonuses';
import type { AnswerOf } from '../contract/endpoint';
import type { Leaderboard } from '../contract/leaderboard';
import type { listClaimable, listDraws } from '../contract/promotions';
import { array, boolean, guarded, instant, isDay, literal, nullable, number, object, record, string } from './shape';
import type { Shape } from './shape';

const ngn = literal('NGN');
const next = nullable(string);
const date = guarded((value): value is string => typeof value === 'string' && value.length === 10 && isDay(value));

export const bonusesShape: Shape<AnswerOf<typeof listBonuses>> = object({
  items: array(
    object({
      walletId: string,
      promotionId: string,
      name: string,
      status: string,
      granted: number,
      current: number,
      currency: ngn,
      requirement: number,
      progress: number,
      maxStake: number,
      games: nullable(array(string)),
      freeSpins: nullable(object({ gameId: string, count: number, left: number, stake: number })),
      match: nullable(object({ percent: number, minDeposit: number, maxBonus: number })),
      claimedAt: instant,
      expiresAt: nullable(instant),
      endedAt: nullable(instant),
      endReason: nullable(string),
      converted: number,
      lost: number,
      costs: array(object({ gameId: string, name: string, contribution: number, cost: nullable(number) })),
      version: number,
    }),
  ),
  next,
  withdrawable: number,
});

/** The terms as they came: whoever shows them holds them against the contract, and knows none where they don't fit. */
export const promotionsShape: Shape<unknown> = object({
  items: array(object({ promotionId: string, name: string, enabled: boolean, terms: record, version: number, updatedAt: instant })),
});

export const claimableShape: Shape<AnswerOf<typeof listClaimable>> = object({
  items: array(
    object({
      promotionId: string,
      canClaim: boolean,
      reason: nullable(string),
      from: nullable(instant),
      walletId: nullable(string),
      entryIds: array(string),
    }),
  ),
});

export const drawsShape: Shape<AnswerOf<typeof listDraws>> = object({
  items: array(
    object({
      drawId: string,
      week: date,
      opensAt: instant,
      closesAt: instant,
      commit: string,
      entries: number,
      prizes: array(number),
      currency: ngn,
      drawnAt: nullable(instant),
      winners: array(object({ place: number, entryId: string, name: string, prize: number })),
    }),
  ),
  next,
});

export const leaderboardShape: Shape<Leaderboard> = object({
  week: date,
  from: instant,
  to: instant,
  isClosed: boolean,
  items: array(object({ rank: number, name: string, gameId: string, multiplier: number, at: instant })),
  weeks: array(date),
});
