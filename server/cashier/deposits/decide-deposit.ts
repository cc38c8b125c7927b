import { formatNaira } from '../../../src/core/money';
import type { Kobo } from '../../../src/core/money';
import type { VerifiedPayment } from '../../gateways';
import type { DepositState } from './deposit-rows';

export interface DepositFacts {
  readonly reference: string;
  readonly amount: Kobo;
  readonly currency: string;
  readonly state: DepositState;
  /** Money that arrives before this instant is in time. */
  readonly closesAt: Date;
  /** The player said that the bank took the money. */
  readonly isClaimed: boolean;
}

/** The next step for a deposit. `detail` is for the player's timeline. */
export type Decision =
  | { readonly do: 'nothing' }
  /** A late deposit counts towards no limit any more, so it is held where the player may not pay in now. */
  | { readonly do: 'credit'; readonly isLate: boolean }
  | { readonly do: 'mismatch'; readonly detail: string }
  | { readonly do: 'close'; readonly state: 'failed' | 'cancelled' | 'expired'; readonly detail?: string };

const NOTHING: Decision = { do: 'nothing' };
/** In these states a later answer of the gateway changes nothing: the money is credited, or staff or the player decide about it. */
const DECIDED_STATES: ReadonlySet<DepositState> = new Set(['success', 'mismatch', 'held', 'returning', 'sent-back']);

export function isDecided(state: DepositState): boolean {
  return DECIDED_STATES.has(state);
}

/**
 * Decides about a deposit from the gateway's answer to a verify call. This pure function is the only way to a credit: the gateway must
 * report a success of exactly our reference, amount and currency while the deposit is pending. Any other success, and one
 * that comes after the deposit was closed, is a `mismatch`, which staff look at. A deposit never leaves `success` or `mismatch`.
 *
 * There is one more way to a credit: the deposit had expired, the player claimed it ("I was debited"), and the gateway then
 * confirms it to the kobo. Our own clock ended that deposit, not the gateway, so nothing contradicts the success; the player has
 * said that the money is meant for this account, and a reference can be credited only once. Without a claim staff decide: the
 * payer may have paid again, or want the money back. A success after `failed` or `cancelled` contradicts the gateway
 * itself, and no claim changes that.
 *
 * A pending deposit counts towards the limits until `closesAt`, so its credit cannot exceed any. After that a success is late,
 * claimed or not, because the player may have started other deposits in its place.
 */
export function decideDeposit(deposit: DepositFacts, verified: VerifiedPayment, now: Date): Decision {
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
