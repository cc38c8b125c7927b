import { useEffect, useState } from 'react';
import { loadDepositOptions } from '../../bridge/actions/cashier';
import { DEPOSIT_METHODS } from '../../core/contract/cashier';
import { nairaToKobo } from '../../core/money';
import { connectionStore } from '../../state/connection';
import type { Limits } from './amount';

type Method = (typeof DEPOSIT_METHODS)[number];

export interface MethodOption {
  readonly method: Method;
  readonly name: string;
  /** Null while they are not known. */
  readonly limits: Limits | null;
}

/** Before the platform has said what it offers: the one method that every platform of this kind has. */
const UNKNOWN: readonly MethodOption[] = [{ method: 'mobile-money', name: 'Mobile money', limits: null }];

/** The methods that both the platform and this page know, with their limits. */
export function useOptions(): readonly MethodOption[] {
  const [options, setOptions] = useState<readonly MethodOption[]>(UNKNOWN);
  useEffect(() => {
    const control = new AbortController();
    const load = async () => {
      const result = await loadDepositOptions(control.signal);
      if (!result.ok || control.signal.aborted) return;
      const known = result.data.items.flatMap(({ method: name, name: label, minAmount, maxAmount }): MethodOption[] => {
        const method = DEPOSIT_METHODS.find((each) => each === name);
        const min = nairaToKobo(minAmount);
        const max = nairaToKobo(maxAmount);
        if (method === undefined) return [];
        return [{ method, name: label, limits: min === null || max === null ? null : { min, max } }];
      });
      if (known.length > 0) setOptions(known);
    };
    void load();
    const unsubscribe = connectionStore.subscribe((now, before) => {
      if (now.reach === 'online' && before.reach === 'offline') void load();
    });
    return () => {
      unsubscribe();
      control.abort();
    };
  }, []);
  return options;
}
