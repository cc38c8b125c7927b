/** Finds the player's money among a platform's figures, in answers whose shape is given to the letter. */
import type { Balance, BonusWalletItem } from './contract/player';
import { MAX_KOBO, ZERO_KOBO, addKobo, roundToKobo } from './money';
import type { Kobo } from './money';
import { currencyOf } from './wallet-items';

/** Real money that can be staked and withdrawn. */
export interface RealBalance {
  /** Hundredths of `currency`: kobo for NGN. */
  readonly amount: Kobo;
  readonly currency: string;
}

/**
 * The item of type exactly `Real`, wherever it stands; of several the one in naira. Null when there is none, or when its
 * amount is not a whole number of kobo or has no currency. Another wallet's amount is never taken in its place: no figure
 * is better than a wrong one.
 */
export function realBalanceOf(items: readonly Pick<Balance['items'][number], 'type' | 'amount' | 'currency'>[]): RealBalance | null {
  const reals = items.filter((item) => item.type === 'Real');
  const real = reals.find((item) => currencyOf(item.currency) === 'NGN') ?? reals[0];
  const currency = currencyOf(real?.currency);
  const amount = roundToKobo(real?.amount);
  return amount === null || !currency ? null : { amount, currency };
}

/**
 * Sums the bonus wallets with status exactly `active` in the balance's `currency`; wallets in other currencies are not summed.
 * Null when one of those amounts, or their sum, is not a whole number of kobo within the bound.
 */
export function bonusAmountOf(
  wallets: readonly Pick<BonusWalletItem, 'status' | 'currentAmount' | 'currency'>[],
  currency: string,
): Kobo | null {
  let sum = ZERO_KOBO;
  for (const wallet of wallets) {
    if (wallet.status !== 'active' || currencyOf(wallet.currency) !== currency) continue;
    const amount = roundToKobo(wallet.currentAmount);
    if (amount === null || Math.abs(sum + amount) > MAX_KOBO) return null;
    sum = addKobo(sum, amount);
  }
  return sum;
}

/** The amount that the platform holds for withdrawals under way in that currency (type `Held`); null where it does not say. */
export function heldBalanceOf(items: readonly Pick<Balance['items'][number], 'type' | 'amount' | 'currency'>[], currency: string | null): Kobo | null {
  const heldItem = items.find((item) => item.type === 'Held' && currencyOf(item.currency) === currency);
  return roundToKobo(heldItem?.amount);
}
