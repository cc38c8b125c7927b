import type { DepositRequest } from '../../bridge/actions/cashier';
import type { Deposit } from '../../core/contract/cashier';
import { nairaToKobo } from '../../core/money';
import { words } from './words';

/** The platform's window: within it an equal deposit is asked about first. */
export const REPEAT_WINDOW_MS = 10 * 60_000;

const OVER: ReadonlySet<Deposit['state']> = new Set(['failed', 'expired', 'cancelled', 'sent-back']);

/** The newest equal deposit of the last minutes that may still succeed. It is null when there is none. */
export function findEqualDeposit(deposits: readonly Deposit[], { method, amount }: DepositRequest, nowMs: number): Deposit | null {
  const amountInKobo = nairaToKobo(amount);
  const equal = deposits.filter(
    (deposit) =>
      deposit.method === method &&
      nairaToKobo(deposit.amount) === amountInKobo &&
      !OVER.has(deposit.state) &&
      nowMs - Date.parse(deposit.createdAt) < REPEAT_WINDOW_MS,
  );
  return equal.toSorted((a, b) => Date.parse(b.createdAt) - Date.parse(a.createdAt))[0] ?? null;
}

/** The time that has passed, inside of a sentence: `3 minutes ago`. */
export function agoWords(atMs: number, nowMs: number): string {
  const minutes = Math.round((nowMs - atMs) / 60_000);
  return minutes < 1 ? words.momentAgo : words.minutesAgo(minutes);
}
