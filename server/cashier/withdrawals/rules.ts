/** How much may be paid out, and what rules alone may decide. Pure. */
import { formatNaira, kobo, subKobo, ZERO_KOBO } from '../../../src/core/money';
import type { Kobo } from '../../../src/core/money';
import { lagosDay, lagosDayStart } from '../../../src/core/time';
import type { Config } from '../../config';
import { isLive } from '../../config-payments';

/** ₦1,000 and ₦9,999,999 each, ₦15,000,000 a day: what Nigerian gateways pay out and sites of this kind offer. */
export const MIN_WITHDRAWAL = kobo(1_000_00);
/** ₦100: down to this all that is left may be taken out at once, so that nobody's money is caught below the smallest withdrawal. */
export const MIN_LAST_WITHDRAWAL = kobo(100_00);
export const MAX_WITHDRAWAL = kobo(9_999_999_00);
export const MAX_WITHDRAWN_A_DAY = kobo(15_000_000_00);

const naira = (amount: Kobo): string => formatNaira(amount, { whole: true });

/** The smallest withdrawal of somebody with this balance: all of it, where it is less than the smallest one. */
export function smallestWithdrawal(balance: Kobo): Kobo {
  return balance >= MIN_LAST_WITHDRAWAL && balance < MIN_WITHDRAWAL ? balance : MIN_WITHDRAWAL;
}

/** What is wrong with an amount, in words for its field, or null. */
export function withdrawalAmountError(amount: Kobo, balance: Kobo): string | null {
  const smallest = smallestWithdrawal(balance);
  if (amount < smallest) return `The smallest withdrawal is ${naira(smallest)}.`;
  if (amount > MAX_WITHDRAWAL) return `The largest withdrawal is ${naira(MAX_WITHDRAWAL)}.`;
  return null;
}

/** What was asked for on this Lagos day and is not refused or failed. */
export interface RequestedToday {
  readonly total: Kobo;
  /** Of it, what rules alone let through. */
  readonly automatic: Kobo;
}

/** When the Lagos day of an instant began. */
export function dayStart(at: Date): Date {
  return new Date(lagosDayStart(lagosDay(at.getTime())));
}

/** What is left of the day's largest sum. */
export function remainingToday({ total }: RequestedToday): Kobo {
  return notNegative(subKobo(MAX_WITHDRAWN_A_DAY, total));
}

/**
 * Up to which amount rules alone decide now. The configured sum counts for a day, so that a large amount in small parts
 * goes to people as well; without a proven identity people always look, and where a bonus that is given once was given to two
 * accounts of the person they do, too, whichever part of the money it is. Where the money is real nobody's is: this
 * version has no identity service but the simulator, which believes every number.
 */
export function automaticUpTo(
  facts: { readonly verified: boolean; readonly givenTwice: boolean; readonly today: RequestedToday },
  config: Pick<Config, 'withdrawalAutomaticUpTo' | 'payments'>,
): Kobo {
  const isProven = facts.verified && !facts.givenTwice && !isLive(config.payments);
  return isProven ? notNegative(subKobo(config.withdrawalAutomaticUpTo, facts.today.automatic)) : ZERO_KOBO;
}

function notNegative(amount: Kobo): Kobo {
  return amount < 0 ? ZERO_KOBO : amount;
}
