import { useEffect, useState } from 'react';
import { loadToday, storedToday } from '../../../bridge/actions/today';
import type { Today } from '../../../core/contract/today';
import { requestedWaitMs } from '../../../core/errors';
import type { CallError } from '../../../core/errors';
import { clock } from '../../../core/time';
import { usePolling } from '../desk/use-polling';

interface TodayState {
  /** Null until the device's copy or the first answer is there. */
  readonly today: Today | null;
  /** Epoch ms of what is shown. */
  readonly at: number;
  /** Why the last try failed. */
  readonly error: CallError | null;
}

export interface TodayHook extends TodayState {
  readonly reload: () => void;
}

/** Shows the device's copy first, then the platform's answer, again and again while the page is visible. */
export function useToday(): TodayHook {
  const [state, setState] = useState<TodayState>({ today: null, at: 0, error: null });
  useEffect(() => {
    let isOpen = true;
    void storedToday().then((stored) => {
      if (isOpen && stored !== null) setState((before) => (before.today === null ? { ...before, today: stored.data, at: stored.savedAt } : before));
    });
    return () => {
      isOpen = false;
    };
  }, []);
  const reload = usePolling(async (signal) => {
    const result = await loadToday(signal);
    if (signal.aborted) return 0;
    if (result.ok) {
      setState({ today: result.data, at: clock.now(), error: null });
      return 0;
    }
    setState((before) => ({ ...before, error: result.error.code === 'canceled' ? before.error : result.error }));
    return requestedWaitMs(result.error);
  });
  return { ...state, reload };
}
