import { DEPOSIT_METHODS } from '../../core/contract/cashier';
import type { DepositMethod, getDepositOptions } from '../../core/contract/cashier';
import type { AnswerOf } from '../../core/contract/endpoint';
import { nairaToKobo } from '../../core/money';
import type { Limits } from './amount';
import { words } from './words';

/** The values of the form. */
export type DepositValues = Readonly<Record<'amount' | 'method' | 'bankCode' | 'promotion', string>>;

export interface Bank {
  readonly code: string;
  readonly name: string;
}

export interface MethodOption {
  readonly method: DepositMethod;
  readonly name: string;
  /** Null while they are not known. */
  readonly limits: Limits | null;
  /** How long a started deposit can be paid, in ms. It is null where the platform does not say. */
  readonly lifetimeMs: number | null;
  /** The banks to choose from; empty where there is no choice. */
  readonly banks: readonly Bank[];
  /** The simulator's page on which the player acts as the payer's bank or phone. It is null for every real gateway. */
  readonly payUrl: string | null;
}

/** The one method that every platform has, for platforms that do not list theirs. */
export const UNKNOWN_OPTIONS: readonly MethodOption[] = [
  { method: 'mobile-money', name: words.mobileMoney, limits: null, lifetimeMs: null, banks: [], payUrl: null },
];

/** The methods that the platform and this page both know, with their limits, always in the same order. */
export function readOptions({ items }: AnswerOf<typeof getDepositOptions>): readonly MethodOption[] {
  const usable = DEPOSIT_METHODS.flatMap((method): MethodOption[] => {
    const offer = items.find((item) => item.method === method);
    if (offer === undefined) return [];
    const { name, minAmount, maxAmount, lifetimeMs = null, banks = [], payUrl = null } = offer;
    const min = nairaToKobo(minAmount);
    const max = nairaToKobo(maxAmount);
    return [{ method, name, limits: min === null || max === null ? null : { min, max }, lifetimeMs, banks, payUrl }];
  });
  return usable.length > 0 ? usable : UNKNOWN_OPTIONS;
}

/** The chosen option. Before a choice it is the player's last method, otherwise the first one. */
export function optionOf(options: readonly MethodOption[], selectedMethod: string, last: string | undefined): MethodOption | undefined {
  const named = (method: string | undefined) => options.find((each) => each.method === method);
  return named(selectedMethod) ?? named(last) ?? options[0];
}
