import { useEffect, useRef, useState } from 'react';
import { loadAdminThreads } from '../../../bridge/actions/support-team';
import type { AdminThread } from '../../../core/contract/support-team';
import { requestedWaitMs } from '../../../core/errors';
import type { CallError } from '../../../core/errors';
import { clock } from '../../../core/time';
import { usePolling } from '../desk/use-polling';

const PAGE_SIZE = 50;

export interface TeamThreads {
  /** Null until the first answer of this state. */
  readonly threads: readonly AdminThread[] | null;
  /** There are more threads than one answer holds. */
  readonly isPartial: boolean;
  /** Epoch ms of the last answer. */
  readonly at: number;
  /** Why the last try failed. */
  readonly error: CallError | null;
  readonly reload: () => void;
  /** Puts a thread in the place of its older state in the list. */
  readonly update: (thread: AdminThread) => void;
}

interface ThreadsState extends Pick<TeamThreads, 'threads' | 'isPartial' | 'at' | 'error'> {
  readonly state: AdminThread['state'];
}

/** The threads of one state, reloaded while the page is visible. The thread `heldId` stays in the list while the admin answers it. */
export function useTeamThreads(state: AdminThread['state'], heldId: string | null): TeamThreads {
  const [loaded, setLoaded] = useState<ThreadsState>({ state, threads: null, isPartial: false, at: 0, error: null });
  const reload = usePolling(async (signal) => {
    const result = await loadAdminThreads({ state, limit: PAGE_SIZE }, signal);
    if (signal.aborted) return 0;
    if (!result.ok) {
      setLoaded((before) => ({ ...before, error: result.error.code === 'canceled' ? before.error : result.error }));
      return requestedWaitMs(result.error);
    }
    const { items, next } = result.data;
    setLoaded((before) => {
      const heldThread = before.state === state ? before.threads?.find((each) => each.threadId === heldId && each.state === state) : undefined;
      const isGone = heldThread !== undefined && !items.some(({ threadId }) => threadId === heldThread.threadId);
      return { state, threads: isGone ? [heldThread, ...items] : items, isPartial: next !== null, at: clock.now(), error: null };
    });
    return 0;
  });
  const latestState = useRef(state);
  useEffect(() => {
    if (latestState.current === state) return;
    latestState.current = state;
    reload();
  }, [state, reload]);

  const update = (thread: AdminThread) =>
    setLoaded((before) => ({ ...before, threads: before.threads?.map((each) => (each.threadId === thread.threadId ? thread : each)) ?? null }));
  return { ...loaded, threads: loaded.state === state ? loaded.threads : null, reload, update };
}
