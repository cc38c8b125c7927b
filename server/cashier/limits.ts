import type { DEPOSIT_METHODS } from '../../src/core/contract/cashier';
import { formatNaira, kobo } from '../../src/core/money';
import type { Kobo } from '../../src/core/money';

export type DepositMethod = (typeof DEPOSIT_METHODS)[number];

interface MethodOption {
  readonly method: DepositMethod;
  readonly name: string;
  readonly min: Kobo;
  readonly max: Kobo;
}

/** ₦100 and ₦9,999,999: what Nigerian gateways take in one payment and sites of this kind offer. */
const MIN_DEPOSIT = kobo(100_00);
const MAX_DEPOSIT = kobo(9_999_999_00);

const OPTIONS: Readonly<Record<DepositMethod, MethodOption>> = {
  'mobile-money': { method: 'mobile-money', name: 'Mobile money', min: MIN_DEPOSIT, max: MAX_DEPOSIT },
};

export const DEPOSIT_OPTIONS: readonly MethodOption[] = Object.values(OPTIONS);

/** What is wrong with an amount, in words for its field, or null. */
export function depositAmountError(method: DepositMethod, amount: Kobo): string | null {
  const { min, max } = OPTIONS[method];
  if (amount < min) return `The smallest deposit is ${formatNaira(min, { whole: true })}.`;
  if (amount > max) return `The largest deposit is ${formatNaira(max, { whole: true })}.`;
  return null;
}
