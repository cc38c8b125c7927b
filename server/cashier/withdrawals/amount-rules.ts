/** Decides which amounts can be withdrawn, and which of them without approval. Pure. */
import { formatNaira, kobo, subKobo, ZERO_KOBO } from '../../../src/core/money';
import type { Kobo } from '../../../src/core/money';
import { lagosDay, lagosDayStart } from '../../../src/core/time';
import type { Config } from '../../config';
import { isLive } from '../../config/payments';

/** Nigerian gateways pay out ₦1,000 to ₦9,999,999 at once and ₦15,000,000 a day, and similar sites offer the same. */
export const MIN_WITHDRAWAL = kobo(1_000_00);
/** A player with less than the smallest withdrawal may withdraw the whole balance, from ₦100 on, so that no money is trapped. */
export const MIN_LAST_WITHDRAWAL = kobo(100_00);
export const MAX_WITHDRAWAL = kobo(9_999_999_00);
export const MAX_WITHDRAWN_A_DAY = kobo(15_000_000_00);

const naira = (amount: Kobo): string => formatNaira(amount, { whole: true });

/** Returns the smallest withdrawal where `free` may be withdrawn: all of `free`, where it is below the usual minimum. */
export function smallestWithdrawal(free: Kobo): Kobo {
  return free >= MIN_LAST_WITHDRAWAL && free < MIN_WITHDRAWAL ? free : MIN_WITHDRAWAL;
}

/** Returns the error for the amount field, or null for a valid amount. */
export function withdrawalAmountError(amount: Kobo, free: Kobo): string | null {
  const smallest = smallestWithdrawal(free);
  if (amount < smallest) return `The smallest withdrawal is ${naira(smallest)}.`;
  if (amount > MAX_WITHDRAWAL) return `The largest withdrawal is ${naira(MAX_WITHDRAWAL)}.`;
  return null;
}

/** The withdrawals that were requested on this day in Lagos and are not refused or failed. */
export interface RequestedToday {
  readonly total: Kobo;
  /** The part of the total that needed no approval. */
  readonly automatic: Kobo;
}

/** Returns the start of the Lagos day of an instant. */
export function dayStart(at: Date): Date {
  return new Date(lagosDayStart(lagosDay(at.getTime())));
}

/** Returns how much more the player may withdraw on this day. */
export function remainingToday({ total }: RequestedToday): Kobo {
  return notNegative(subKobo(MAX_WITHDRAWN_A_DAY, total));
}

/**
 * Returns the amount up to which a withdrawal needs no approval now. The configured sum is for a whole day, so that a large amount in small parts
 * needs approval as well. Every withdrawal needs approval without a verified identity, where two accounts of the person got
 * a bonus that is given once, and where unplayed money is paid out though its place asks for turnover (`isTurnoverWaived`). With real money
 * no identity counts as verified, because the only identity service of this version is the simulator, which believes every number.
 */
export function automaticUpTo(
  facts: { readonly isVerified: boolean; readonly hasRepeatedBonus: boolean; readonly isTurnoverWaived: boolean; readonly today: RequestedToday },
  config: Pick<Config, 'withdrawalAutomaticUpTo' | 'payments'>,
): Kobo {
  const isProven = facts.isVerified && !facts.hasRepeatedBonus && !facts.isTurnoverWaived && !isLive(config.payments);
  return isProven ? notNegative(subKobo(config.withdrawalAutomaticUpTo, facts.today.automatic)) : ZERO_KOBO;
}

function notNegative(amount: Kobo): Kobo {
  return amount < 0 ? ZERO_KOBO : amount;
}
