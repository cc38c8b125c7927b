import { useEffect, useState } from 'react';
import { loadDepositOptions } from '../../bridge/actions/cashier';
import { onReconnect } from '../../state/connection';
import { readOptions, UNKNOWN_OPTIONS } from './options';
import type { MethodOption } from './options';

/** The options are null until the platform has answered, or could not be reached. */
export function useOptions(): readonly MethodOption[] | null {
  const [options, setOptions] = useState<readonly MethodOption[] | null>(null);
  useEffect(() => {
    const control = new AbortController();
    const load = async () => {
      const result = await loadDepositOptions(control.signal);
      if (control.signal.aborted) return;
      if (result.ok) setOptions(readOptions(result.data));
      else setOptions((before) => before ?? UNKNOWN_OPTIONS);
    };
    void load();
    const unsubscribe = onReconnect(() => void load());
    return () => {
      unsubscribe();
      control.abort();
    };
  }, []);
  return options;
}
