import type { DepositMethod } from '../../../src/core/contract/cashier';
import { formatNaira, kobo } from '../../../src/core/money';
import type { Kobo } from '../../../src/core/money';
import { DAY_MS, MINUTE_MS } from '../../../src/core/time';

export type { DepositMethod };

export interface MethodOption {
  readonly method: DepositMethod;
  readonly name: string;
  readonly min: Kobo;
  readonly max: Kobo;
  /** The player is told to pay within this time. */
  readonly lifetimeMs: number;
  /** Money that was sent in time is credited until this long after the lifetime. */
  readonly graceMs: number;
}

/** Nigerian gateways take ₦100 to ₦9,999,999 in one payment, and similar sites offer the same. */
const MIN_DEPOSIT = kobo(100_00);
const MAX_DEPOSIT = kobo(9_999_999_00);

const AMOUNT_RANGE = { min: MIN_DEPOSIT, max: MAX_DEPOSIT };

/**
 * A payment page lasts for hours. An account number or a USSD code belongs to one payment and is given to another payer afterwards, so
 * its lifetime is short; transfers between banks take time, so we wait for the money longer than the player is told.
 */
const OPTIONS: Readonly<Record<DepositMethod, MethodOption>> = {
  'mobile-money': { method: 'mobile-money', name: 'Mobile money', ...AMOUNT_RANGE, lifetimeMs: DAY_MS, graceMs: 0 },
  'bank-transfer': { method: 'bank-transfer', name: 'Bank transfer', ...AMOUNT_RANGE, lifetimeMs: 30 * MINUTE_MS, graceMs: 60 * MINUTE_MS },
  ussd: { method: 'ussd', name: 'USSD', ...AMOUNT_RANGE, lifetimeMs: 15 * MINUTE_MS, graceMs: 15 * MINUTE_MS },
  card: { method: 'card', name: 'Card', ...AMOUNT_RANGE, lifetimeMs: 60 * MINUTE_MS, graceMs: 30 * MINUTE_MS },
};

export const DEPOSIT_OPTIONS: readonly MethodOption[] = Object.values(OPTIONS);

export function methodOption(method: DepositMethod): MethodOption {
  return OPTIONS[method];
}

/** Returns the error for the amount field, or null for a valid amount. */
export function depositAmountError(method: DepositMethod, amount: Kobo): string | null {
  const { min, max } = OPTIONS[method];
  if (amount < min) return `The smallest deposit is ${formatNaira(min, { whole: true })}.`;
  if (amount > max) return `The largest deposit is ${formatNaira(max, { whole: true })}.`;
  return null;
}
