import { useCallback, useReducer, useState } from 'react';
import { loadApprovals } from '../../../bridge/actions/approvals';
import { requestedWaitMs } from '../../../core/errors';
import { clock } from '../../../core/time';
import { usePolling } from '../desk/use-polling';
import { EMPTY_QUEUE, queueAfter } from './queue';
import type { Queue, QueueEvent } from './queue';

/** The platform's largest page, because every waiting player must be seen. */
const WAITING_SHOWN = 100;
const DECIDED_SHOWN = 20;

export interface QueueHook {
  readonly queue: Queue;
  readonly dispatch: (event: QueueEvent) => void;
  /** Requests the lists now, and drops the answer of an earlier request. */
  readonly reload: () => void;
  readonly more: 'idle' | 'loading' | 'failed';
  readonly showMore: () => void;
}

/** Loads both lists together, and again while the page is visible. */
export function useQueue(): QueueHook {
  const [queue, dispatch] = useReducer(queueAfter, EMPTY_QUEUE);
  const [more, setMore] = useState<QueueHook['more']>('idle');

  const reload = usePolling(async (signal) => {
    const [pending, decided] = await Promise.all([
      loadApprovals({ state: 'waiting', limit: WAITING_SHOWN }, signal),
      loadApprovals({ state: 'decided', limit: DECIDED_SHOWN }, signal),
    ]);
    if (signal.aborted) return 0;
    if (pending.ok) dispatch({ type: 'waiting', page: pending.data, at: clock.now() });
    if (decided.ok) dispatch({ type: 'decided', page: decided.data });
    const failed = pending.ok ? decided : pending;
    if (failed.ok) return 0;
    dispatch({ type: 'failed', error: failed.error });
    return requestedWaitMs(failed.error);
  });

  const showMore = useCallback(() => {
    const cursor = queue.next;
    if (cursor === null || more === 'loading') return;
    setMore('loading');
    void loadApprovals({ state: 'decided', cursor, limit: DECIDED_SHOWN }, new AbortController().signal).then((result) => {
      setMore(result.ok ? 'idle' : 'failed');
      if (result.ok) dispatch({ type: 'older', cursor, page: result.data });
    });
  }, [queue.next, more]);

  return { queue, dispatch, reload, more, showMore };
}
