import { useCallback, useEffect, useRef, useState } from 'react';
import { useReloadWhenOld } from '../../../bridge/figures/use-reload-when-old';
import type { CallError, Result } from '../../../core/errors';
import { clock } from '../../../core/time';
import { connectionStore, onDisconnect } from '../../../state/connection';

export interface SnapshotState<T> {
  readonly data: T | null;
  /** Epoch ms of the data; null while there is none. */
  readonly savedAt: number | null;
  /** The last request succeeded, this is its answer, and the connection is still there. */
  readonly live: boolean;
  /** The error of the last try; null while it is running and after it succeeded. */
  readonly error: CallError | null;
  readonly reload: () => void;
}

type Stored<T> = () => Promise<{ readonly data: T; readonly savedAt: number } | null>;
type Load<T> = (signal: AbortSignal) => Promise<Result<T>>;

/**
 * Shows the device's copy first, then the platform's answer. It is loaded again when the connection comes back, and while it is old after
 * each answered poll. Pass the same functions at each drawing.
 */
export function useSnapshot<T>(stored: Stored<T>, load: Load<T>): SnapshotState<T> {
  const [state, setState] = useState<Omit<SnapshotState<T>, 'reload'>>({ data: null, savedAt: null, live: false, error: null });
  const [tries, setTries] = useState(0);
  const isAsking = useRef(false);
  const reload = useCallback(() => setTries((n) => n + 1), []);

  useEffect(() => {
    const control = new AbortController();
    const isWanted = () => !control.signal.aborted;
    void stored().then((snapshot) => {
      if (!snapshot || !isWanted()) return;
      setState((before) => (before.data === null ? { ...before, data: snapshot.data, savedAt: snapshot.savedAt } : before));
    });
    isAsking.current = true;
    void load(control.signal).then((result) => {
      if (!isWanted()) return;
      isAsking.current = false;
      if (!result.ok && result.error.code === 'canceled') return;
      setState((before) =>
        result.ok
          ? { data: result.data, savedAt: result.savedAt ?? clock.now(), live: result.savedAt === null, error: null }
          : { ...before, live: false, error: result.error },
      );
    });
    return () => control.abort();
  }, [stored, load, tries]);

  useEffect(
    () =>
      connectionStore.subscribe((now, before) => {
        if (now.reach === 'online' && before.reach !== 'online') reload();
      }),
    [reload],
  );
  useReloadWhenOld(() => ({ isAsking: isAsking.current, isOld: !state.live, error: state.error }), reload);
  useEffect(() => onDisconnect(() => setState((before) => (before.live ? { ...before, live: false } : before))), []);

  return { ...state, reload };
}
