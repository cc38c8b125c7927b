import { useState } from 'react';
import { loadPaymentCases } from '../../../bridge/actions/payment-cases';
import type { PaymentCases } from '../../../bridge/actions/payment-cases';
import { requestedWaitMs } from '../../../core/errors';
import type { CallError } from '../../../core/errors';
import { clock } from '../../../core/time';
import { usePolling } from '../desk/use-polling';

export interface CasesHook {
  /** Null until the first answer. */
  readonly cases: PaymentCases | null;
  /** Epoch ms of the last answer. */
  readonly at: number;
  /** Why the last try failed. */
  readonly error: CallError | null;
  readonly reload: () => void;
}

/** Loads what needs people, and again while the page is visible. */
export function useCases(): CasesHook {
  const [loaded, setLoaded] = useState<Omit<CasesHook, 'reload'>>({ cases: null, at: 0, error: null });
  const reload = usePolling(async (signal) => {
    const result = await loadPaymentCases(signal);
    if (signal.aborted) return 0;
    if (result.ok) {
      setLoaded({ cases: result.data, at: clock.now(), error: null });
      return 0;
    }
    setLoaded((before) => ({ ...before, error: result.error.code === 'canceled' ? before.error : result.error }));
    return requestedWaitMs(result.error);
  });
  return { ...loaded, reload };
}
