import { useCallback, useEffect, useState } from 'react';
import { loadSessions, storedSessions } from '../../bridge/actions/account';
import type { Sessions } from '../../bridge/actions/account';
import type { CallError } from '../../core/errors';
import { clock } from '../../core/time';
import { connectionStore } from '../../state/connection';

export interface KnownSessions {
  readonly sessions: Sessions | null;
  /** Epoch ms the list is from; null while there is none. */
  readonly savedAt: number | null;
  /** The last try was answered, and with this. */
  readonly live: boolean;
  /** Of the last try; null when it was answered, or has not ended. */
  readonly error: CallError | null;
  readonly reload: () => void;
}

type State = Omit<KnownSessions, 'reload'>;

/** First what the device has, then what the platform says; asked again when the connection comes back. */
export function useSessions(): KnownSessions {
  const [state, setState] = useState<State>({ sessions: null, savedAt: null, live: false, error: null });
  const [tries, setTries] = useState(0);
  const reload = useCallback(() => setTries((n) => n + 1), []);

  useEffect(() => {
    const control = new AbortController();
    const isWanted = () => !control.signal.aborted;
    void storedSessions().then((stored) => {
      if (!stored || !isWanted()) return;
      setState((known) => (known.sessions === null ? { ...known, sessions: stored.data, savedAt: stored.savedAt } : known));
    });
    void loadSessions(control.signal).then((result) => {
      if (!isWanted() || (!result.ok && result.error.code === 'canceled')) return;
      setState((known) =>
        result.ok
          ? { sessions: result.data, savedAt: result.savedAt ?? clock.now(), live: result.savedAt === null, error: null }
          : { ...known, live: false, error: result.error },
      );
    });
    return () => control.abort();
  }, [tries]);

  useEffect(
    () =>
      connectionStore.subscribe((now, before) => {
        if (now.reach === 'online' && before.reach !== 'online') reload();
      }),
    [reload],
  );

  return { ...state, reload };
}
