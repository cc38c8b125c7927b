import { useCallback, useEffect, useEffectEvent, useRef } from 'react';
import { onReconnect } from '../../../state/connection';
import { startPolling } from './polling';
import type { Polling } from './polling';

const isVisible = (): boolean => document.visibilityState === 'visible';

/** Polls while the component is mounted and the page is visible. The returned function requests at once. `ask` never rejects. */
export function usePolling(ask: (signal: AbortSignal) => Promise<number>): () => void {
  const askNow = useEffectEvent(ask);
  const polling = useRef<Polling | null>(null);
  useEffect(() => {
    const started = startPolling({ ask: (signal) => askNow(signal), isVisible });
    polling.current = started;
    const pollIfVisible = () => isVisible() && started.now();
    document.addEventListener('visibilitychange', pollIfVisible);
    const unsubscribe = onReconnect(pollIfVisible);
    return () => {
      started.stop();
      document.removeEventListener('visibilitychange', pollIfVisible);
      unsubscribe();
    };
  }, []);
  return useCallback(() => polling.current?.now(), []);
}
