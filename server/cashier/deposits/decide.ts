import { formatNaira } from '../../../src/core/money';
import type { Kobo } from '../../../src/core/money';
import type { VerifiedPayment } from '../../gateways';
import type { DepositState } from './deposit-rows';

export interface DepositFacts {
  readonly reference: string;
  readonly amount: Kobo;
  readonly currency: string;
  readonly state: DepositState;
  /** Until then it is waited for. */
  readonly closesAt: Date;
  /** The player said that the bank took the money. */
  readonly isClaimed: boolean;
}

/** What becomes of a deposit. `detail` is for the player's timeline. */
export type Decision =
  | { readonly do: 'nothing' }
  /** `isLate`: it counts towards no limit any more, so it is held where it may not be credited now. */
  | { readonly do: 'credit'; readonly isLate: boolean }
  | { readonly do: 'mismatch'; readonly detail: string }
  | { readonly do: 'close'; readonly state: 'failed' | 'cancelled' | 'expired'; readonly detail?: string };

const NOTHING: Decision = { do: 'nothing' };
/** What the gateway says afterwards changes nothing here: it is credited, with people, or with the player. */
const DECIDED_STATES: ReadonlySet<DepositState> = new Set(['success', 'mismatch', 'held', 'returning', 'sent-back']);

export function isDecided(state: DepositState): boolean {
  return DECIDED_STATES.has(state);
}

/**
 * What the gateway's answer to a verify call makes of a deposit. Pure, and the only way to a credit: a success of
 * exactly the reference, amount and currency asked for, while the deposit is pending. A success of anything else is
 * `mismatch`, and so is one that comes after the deposit was closed: people look at it. Success and mismatch are never
 * left.
 *
 * One more credit: a deposit that had run out, that the player claimed ("I was debited"), and that the gateway then
 * confirms to the kobo. Running out is our own clock, not the gateway's word that nothing was paid, so nothing
 * contradicts the success; the player has told us that the money is meant for this account, and the reference can be
 * credited once only. Without a claim it stays with people: the payer may have paid again, or want it back. A success
 * after `failed` or `cancelled` contradicts the gateway itself, and no claim changes that.
 *
 * A pending deposit counts towards the limits until `closesAt`, so its credit can pass none. One that comes after that is
 * late, claimed or not: others may have been started in its place.
 */
export function decide(deposit: DepositFacts, verified: VerifiedPayment, now: Date): Decision {
  if (isDecided(deposit.state)) return NOTHING;
  if (verified.state === 'success') return decidePaid(deposit, verified, now);
  if (deposit.state !== 'pending') return NOTHING;
  switch (verified.state) {
    case 'failed':
      return { do: 'close', state: 'failed', detail: 'The payment did not go through. Nothing was taken.' };
    case 'reversed':
      return { do: 'close', state: 'failed', detail: 'The payment was sent back to you.' };
    case 'cancelled':
    case 'expired':
      return { do: 'close', state: verified.state };
    case 'pending':
      return now >= deposit.closesAt ? { do: 'close', state: 'expired' } : NOTHING;
  }
}

function decidePaid(deposit: DepositFacts, verified: VerifiedPayment, now: Date): Decision {
  if (verified.reference !== deposit.reference) {
    return mismatch('The payment service answered about another payment.');
  }
  if (verified.currency !== deposit.currency) {
    return mismatch(`${verified.currency} arrived instead of ${deposit.currency}.`);
  }
  if (verified.amount !== deposit.amount) {
    return mismatch(`${formatNaira(verified.amount)} arrived instead of ${formatNaira(deposit.amount)}.`);
  }
  if (deposit.state === 'pending') return { do: 'credit', isLate: now >= deposit.closesAt };
  if (deposit.state === 'expired' && deposit.isClaimed) return { do: 'credit', isLate: true };
  return mismatch('The payment arrived after this deposit was closed.');
}

function mismatch(problem: string): Decision {
  return { do: 'mismatch', detail: `${problem} Our team is looking at it.` };
}
