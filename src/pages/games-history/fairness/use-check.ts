import { useCallback, useEffect, useRef, useState } from 'react';
import { checkKeptRounds } from '../../../bridge/actions/check-rounds';
import type { CheckProgress, CheckSubject, CompletedCheck } from '../../../bridge/actions/check-rounds';

export type CheckState =
  | { readonly is: 'idle' }
  | ({ readonly is: 'running' } & CheckProgress)
  | CompletedCheck
  | { readonly is: 'no-worker' | 'no-store' };

export interface RoundCheck {
  readonly state: CheckState;
  readonly start: (subject: CheckSubject) => void;
}

/** Runs one check at a time. Leaving the page ends it. */
export function useCheck(): RoundCheck {
  const [state, setState] = useState<CheckState>({ is: 'idle' });
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  const start = useCallback((subject: CheckSubject) => {
    running.current?.abort();
    const control = new AbortController();
    running.current = control;
    setState({ is: 'running', checkedCount: 0, totalCount: 0 });
    const onProgress = (progress: CheckProgress) => {
      if (!control.signal.aborted) setState({ is: 'running', ...progress });
    };
    void checkKeptRounds(subject, onProgress, control.signal).then((outcome) => {
      if (control.signal.aborted) return;
      setState(outcome.is === 'canceled' ? { is: 'idle' } : outcome);
    });
  }, []);
  return { state, start };
}
