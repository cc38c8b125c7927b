/** "I was debited": what the player said of a deposit, and for how long it is looked into. Pure. */
import type { Deposit } from './contract/cashier';
import { DAY_MS } from './time';

/** As long as the platform asks its gateway about it. */
export const CLAIM_ASKED_MS = 3 * DAY_MS;

const ENDS: ReadonlySet<string> = new Set(['failed', 'cancelled', 'expired']);
/** The payment is known: it is credited, with people, or with the player. */
export const FOUND_STATES: ReadonlySet<string> = new Set(['success', 'mismatch', 'held', 'returning', 'sent-back']);

/** The player says that the bank took the money, and nothing has been found out since. */
export function isClaimOpen({ state, timeline }: Pick<Deposit, 'state' | 'timeline'>, nowMs: number): boolean {
  if (FOUND_STATES.has(state)) return false;
  const last = timeline.findLast(({ step }) => step === 'claimed' || ENDS.has(step));
  return last?.step === 'claimed' && nowMs - Date.parse(last.at) < CLAIM_ASKED_MS;
}

/** Something may still come of it by itself: it is worth asking about. */
export function isUnderWay(deposit: Pick<Deposit, 'state' | 'timeline'>, nowMs: number): boolean {
  return deposit.state === 'pending' || deposit.state === 'returning' || isClaimOpen(deposit, nowMs);
}
