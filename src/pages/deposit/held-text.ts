/** Explains a held deposit: why it is not on the balance, and what can be done about it now. Pure. */
import type { Deposit } from '../../core/contract/cashier';
import { heldWords } from './held-words';

type Held = Pick<Deposit, 'heldBecause' | 'timeline'>;

/** It was paid into a second account of the player, which takes no money in. */
export function isForOtherAccount({ heldBecause }: Pick<Held, 'heldBecause'>): boolean {
  return heldBecause === 'nin-in-use';
}

/** It was tried to send it back, and the payer's bank did not take it. */
export function wasReturnRefused({ timeline }: Pick<Held, 'timeline'>): boolean {
  return timeline.some(({ step }) => step === 'return-failed');
}

/** `bar`: what the player asked for, as far as the device knows. */
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
