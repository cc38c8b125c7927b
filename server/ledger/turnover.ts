/**
 * Counts the money that was paid in and not staked yet. A stake of real money lowers it, unless the round returns the stake; wins, prizes
 * and converted bonuses are never part of it. Pure.
 */
import { addKobo, kobo, ZERO_KOBO } from '../../src/core/money';
import type { Kobo } from '../../src/core/money';

export interface UnplayedMoney {
  readonly left: Kobo;
  /** All money that was paid in since nothing was left, for a bar of progress. */
  readonly total: Kobo;
}

export interface UnplayedChange {
  readonly deposited: Kobo;
  /** The part of the stakes that counts as playing the deposits. */
  readonly turnoverStake: Kobo;
  /** Unplayed money that comes back: from a stake that a round returned, or a payout that was not made. */
  readonly returned: Kobo;
  /** The real balance after the posting; no more than that can be unplayed. */
  readonly balanceAfter: Kobo;
}

export interface UnplayedResult {
  readonly after: UnplayedMoney;
  /** Unplayed money that the posting took from the balance. */
  readonly taken: Kobo;
}

const atMost = (a: number, b: number): Kobo => kobo(Math.min(a, b));

export function changeUnplayed(before: UnplayedMoney, { deposited, turnoverStake, returned, balanceAfter }: UnplayedChange): UnplayedResult {
  const all = addKobo(before.left, deposited, returned);
  const left = atMost(Math.max(0, all - turnoverStake), balanceAfter);
  // A deposit after everything was played starts a new total. Money that comes back can make `left` larger than that.
  const totalBefore = deposited > 0 && before.left === 0 ? ZERO_KOBO : before.total;
  return { after: { left, total: kobo(Math.max(left, totalBefore + deposited)) }, taken: kobo(all - left) };
}
