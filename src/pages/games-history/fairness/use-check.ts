import { useCallback, useEffect, useRef, useState } from 'react';
import { checkKeptRounds } from '../../../bridge/actions/check-rounds';
import type { CheckProgress } from '../../../bridge/actions/check-rounds';
import type { SeedPairs } from '../../../bridge/actions/fairness';
import type { CheckedRound } from '../../../core/fairness/rounds-report';

export type CheckState =
  | { readonly is: 'idle' }
  | ({ readonly is: 'running' } & CheckProgress)
  | { readonly is: 'checked'; readonly rounds: readonly CheckedRound[] }
  | { readonly is: 'no-worker' | 'no-store' };

export interface RoundCheck {
  readonly state: CheckState;
  readonly start: (revealed: SeedPairs['revealed']) => void;
}

/** Runs one check at a time. Leaving the page ends it. */
export function useCheck(): RoundCheck {
  const [state, setState] = useState<CheckState>({ is: 'idle' });
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  const start = useCallback((revealed: SeedPairs['revealed']) => {
    running.current?.abort();
    const control = new AbortController();
    running.current = control;
    setState({ is: 'running', checkedCount: 0, totalCount: 0 });
    const onProgress = (progress: CheckProgress) => {
      if (!control.signal.aborted) setState({ is: 'running', ...progress });
    };
    void checkKeptRounds(revealed, onProgress, control.signal).then((outcome) => {
      if (control.signal.aborted) return;
      setState(outcome.is === 'canceled' ? { is: 'idle' } : outcome);
    });
  }, []);
  return { state, start };
}
