/** Explains a held deposit: why it is not on the balance, and what the player can do about it. Pure. */
import type { Deposit } from '../../core/contract/cashier';
import { heldWords } from './held-words';

type Held = Pick<Deposit, 'heldBecause' | 'timeline'>;

/** True where the deposit was paid into a second account of the player, which takes no money in. */
export function isForOtherAccount({ heldBecause }: Pick<Held, 'heldBecause'>): boolean {
  return heldBecause === 'nin-in-use';
}

/** True where sending it back was tried and the payer's bank refused it. */
export function wasReturnRefused({ timeline }: Pick<Held, 'timeline'>): boolean {
  return timeline.some(({ step }) => step === 'return-failed');
}

/** `bar` is the break that the player asked for, where the device knows of one. */
export function heldText(deposit: Held, bar: 'cool-off' | 'excluded' | null): string {
  const why = whyOf(deposit);
  const choice = bar ?? (isForOtherAccount(deposit) ? 'second' : deposit.heldBecause === 'limit-exceeded' ? 'limit' : 'later');
  const parts = wasReturnRefused(deposit)
    ? [why, heldWords.notTaken, heldWords.choicesThen[choice], heldWords.helpless]
    : [why, heldWords.choices[choice]];
  return parts.join(' ');
}

function whyOf(deposit: Held): string {
  if (isForOtherAccount(deposit)) return heldWords.forOther;
  return deposit.heldBecause === 'limit-exceeded' ? heldWords.pastLimit : heldWords.notNow;
}
