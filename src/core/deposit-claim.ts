/** A player's claim that their bank took the money of a deposit, and how long the platform looks into it. Pure. */
import type { Deposit } from './contract/cashier';
import { DAY_MS } from './time';

/** The platform asks its gateway about a claim for this long. */
export const CLAIM_OPEN_MS = 3 * DAY_MS;

const ENDS: ReadonlySet<string> = new Set(['failed', 'cancelled', 'expired']);
/** In these states the payment was found: it is credited, or staff or the player decide about it. */
export const FOUND_STATES: ReadonlySet<string> = new Set(['success', 'mismatch', 'held', 'returning', 'sent-back']);

/** Says whether the player claims that the bank took the money, and nothing has been found out since. */
export function isClaimOpen({ state, timeline }: Pick<Deposit, 'state' | 'timeline'>, nowMs: number): boolean {
  if (FOUND_STATES.has(state)) return false;
  const last = timeline.findLast(({ step }) => step === 'claimed' || ENDS.has(step));
  return last?.step === 'claimed' && nowMs - Date.parse(last.at) < CLAIM_OPEN_MS;
}

/** True while the deposit may still change without the player, so that it is worth asking about. */
export function isUnderWay(deposit: Pick<Deposit, 'state' | 'timeline'>, nowMs: number): boolean {
  return deposit.state === 'pending' || deposit.state === 'returning' || isClaimOpen(deposit, nowMs);
}
