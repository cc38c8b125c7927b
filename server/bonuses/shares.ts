/** Splits an amount of money between a player's wallets. Pure. */
import { addKobo, kobo, multiplyFloor, subKobo, ZERO_KOBO } from '../../src/core/money';
import type { Kobo } from '../../src/core/money';

/** Amounts in kobo by wallet id. */
export type Shares = ReadonlyMap<string, Kobo>;

export const shareOf = (shares: Shares, walletId: string): Kobo => shares.get(walletId) ?? ZERO_KOBO;
export const totalOf = (shares: Shares): Kobo => addKobo(...shares.values());

/** Takes the balance of each wallet in turn, until `amount` is reached. */
export function takeInOrder(wallets: readonly { readonly walletId: string; readonly balance: Kobo }[], amount: Kobo): Shares {
  const shares = new Map<string, Kobo>();
  let remainder = amount;
  for (const { walletId, balance } of wallets) {
    const share = kobo(Math.min(remainder, balance));
    if (share > 0) shares.set(walletId, share);
    remainder = subKobo(remainder, share);
  }
  return shares;
}

/** Splits an amount in proportion to the stakes, rounded down; the first wallet gets the remainder. Without stakes there are no shares. */
export function splitByStakes(amount: Kobo, staked: Shares): Shares {
  const whole = totalOf(staked);
  const shares = new Map([...staked].map(([walletId, share]) => [walletId, multiplyFloor(amount, share, whole)]));
  const [first] = shares.keys();
  if (first !== undefined) shares.set(first, addKobo(shareOf(shares, first), subKobo(amount, totalOf(shares))));
  return shares;
}
