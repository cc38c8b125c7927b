import { useState } from 'react';
import { loadAdmins } from '../../../bridge/actions/admins';
import type { People } from '../../../bridge/actions/admins';
import { requestedWaitMs } from '../../../core/errors';
import type { CallError } from '../../../core/errors';
import { clock } from '../../../core/time';
import { usePolling } from '../desk/use-polling';

export interface PeopleHook {
  /** Null until the first answer. */
  readonly people: People | null;
  /** Epoch ms of the last answer. */
  readonly at: number;
  /** Why the last try failed. */
  readonly error: CallError | null;
  readonly reload: () => void;
}

/** Loads the admins, and again while the page is visible. */
export function usePeople(): PeopleHook {
  const [loaded, setLoaded] = useState<Omit<PeopleHook, 'reload'>>({ people: null, at: 0, error: null });
  const reload = usePolling(async (signal) => {
    const result = await loadAdmins(signal);
    if (signal.aborted) return 0;
    if (result.ok) {
      setLoaded({ people: result.data, at: clock.now(), error: null });
      return 0;
    }
    setLoaded((before) => ({ ...before, error: result.error.code === 'canceled' ? before.error : result.error }));
    return requestedWaitMs(result.error);
  });
  return { ...loaded, reload };
}
