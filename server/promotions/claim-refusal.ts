/** Decides whether a player can claim one promotion. What bars all claims of the player is `findClaimBar` (`claims.ts`). Pure. */
import { periodEnd, periodStartDay } from '../../src/core/protection';
import { ProblemError } from '../http/problem';
import type { ClaimRefusal, ClaimHistory } from './claims';
import { isOnWeekday, nextOnWeekday } from './weekdays';
import type { DrawRow } from './draws/draw-rows';
import type { PromotionRow } from './terms';
import { drawWeekAt } from './draws/draw-week';

export interface Refusal {
  readonly reason: ClaimRefusal;
  /** The time from which it can be claimed, in epoch ms; null where it is unknown. */
  readonly from: number | null;
  /** The bonus of the earlier claim. */
  readonly walletId: string | null;
}

type PromotionOffer = Pick<PromotionRow, 'promotion_id' | 'enabled' | 'playable' | 'kind' | 'weekdays' | 'once'>;

const toRefusal = (reason: ClaimRefusal, from: number | null = null, walletId: string | null = null): Refusal => ({ reason, from, walletId });

/** Finds the refusal of a claim at `atMs`; null where it can be claimed. For a draw promotion, `draw` is the draw that is open or opens next. */
export function findClaimRefusal(row: PromotionOffer, history: ClaimHistory, draw: Pick<DrawRow, 'draw_id' | 'opens_at' | 'closes_at'> | null, atMs: number): Refusal | null {
  return row.kind === 'draw' ? findEntryRefusal(row, history, draw, atMs) : findGrantRefusal(row, history, atMs);
}

function findGrantRefusal(row: PromotionOffer, { userId, claims, isVerified }: ClaimHistory, atMs: number): Refusal | null {
  const isWeekly = row.once === 'week';
  const week = periodStartDay('week', atMs);
  const countedClaims = claims.filter((claim) => claim.promotion_id === row.promotion_id && (!isWeekly || claim.week === week));
  const next = isWeekly ? nextOnWeekday(row.weekdays, periodEnd('week', atMs)) : null;
  const own = countedClaims.find((claim) => claim.user_id === userId);
  if (own !== undefined) return toRefusal('claimed', next, own.wallet_id);
  if (!row.enabled || !row.playable) return toRefusal('switched-off');
  if (countedClaims.length > 0) return toRefusal('identity-used', next);
  // Only a verified person gets something without a deposit; otherwise somebody would get it with each account that they open.
  if (row.kind === 'free-spins' && !isVerified) return toRefusal('nin-needed');
  return isOnWeekday(row.weekdays, atMs) ? null : toRefusal('not-today', nextOnWeekday(row.weekdays, atMs));
}

function findEntryRefusal(row: PromotionOffer, { userId, entries, isVerified }: ClaimHistory, draw: Pick<DrawRow, 'draw_id' | 'opens_at' | 'closes_at'> | null, atMs: number): Refusal | null {
  const open = draw !== null && draw.opens_at.getTime() <= atMs && draw.closes_at.getTime() > atMs ? draw : null;
  const inDraw = entries.filter((entry) => entry.draw_id === open?.draw_id);
  const next = open === null ? (draw?.opens_at.getTime() ?? null) : drawWeekAt(open.closes_at.getTime()).opensAt;
  if (inDraw.some((entry) => entry.user_id === userId)) return toRefusal('entered', next);
  if (!row.enabled) return toRefusal('switched-off');
  if (open === null) return toRefusal('not-today', next);
  if (!isVerified) return toRefusal('nin-needed');
  return inDraw.length > 0 ? toRefusal('identity-used', next) : null;
}

const REFUSAL_TEXTS: Readonly<Record<ClaimRefusal, string>> = {
  'switched-off': 'This is not offered right now.',
  claimed: 'You have claimed this already.',
  'not-today': 'You can’t claim this now. Check when it is available.',
  'cool-off': 'You are on a break.',
  excluded: 'You have excluded yourself.',
  place: 'We don’t serve the place you are in.',
  email: 'Confirm your e-mail first: open the link we sent you.',
  'identity-needed': 'We need to check who you are first. Verify your NIN.',
  'second-account': 'You have another account with us, and this one gets no bonus.',
  'identity-used': 'Another account of yours has claimed this. Each person can claim it once.',
  'nin-needed': 'Verify your NIN first, because each person can claim this once.',
  entered: 'You are in this week’s draw already.',
  admin: 'An admin’s account is for work: it can’t claim.',
};

/** Makes the problem of a refusal: `not-claimable` with its reason. */
export function notClaimableProblem(reason: ClaimRefusal): ProblemError {
  return new ProblemError('not-claimable', 'This can’t be claimed.', { reason, detail: REFUSAL_TEXTS[reason] });
}
