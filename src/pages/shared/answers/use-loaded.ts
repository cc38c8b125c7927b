import { useCallback, useEffect, useState } from 'react';
import type { CallError, Result } from '../../../core/errors';
import { onReconnect } from '../../../state/connection';

export interface LoadedAnswer<T> {
  /** The last answer. It stays while another one is loading. */
  readonly data: T | null;
  /** The error of the last try; null while it is running and after it succeeded. */
  readonly error: CallError | null;
  readonly reload: () => void;
  readonly set: (data: T) => void;
}

/** Loads data that only the platform has, now and when the connection comes back. Pass the same `load` at each drawing. */
export function useLoaded<T>(load: (signal: AbortSignal) => Promise<Result<T>>): LoadedAnswer<T> {
  const [state, setState] = useState<{ readonly data: T | null; readonly error: CallError | null }>({ data: null, error: null });
  const [tries, setTries] = useState(0);
  const reload = useCallback(() => setTries((n) => n + 1), []);
  const set = useCallback((data: T) => setState({ data, error: null }), []);
  useEffect(() => {
    const control = new AbortController();
    void load(control.signal).then((result) => {
      if (control.signal.aborted || (!result.ok && result.error.code === 'canceled')) return;
      setState((before) => (result.ok ? { data: result.data, error: null } : { ...before, error: result.error }));
    });
    return () => control.abort();
  }, [load, tries]);
  useEffect(() => onReconnect(reload), [reload]);
  return { ...state, reload, set };
}
