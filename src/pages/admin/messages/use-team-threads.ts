import { useEffect, useRef, useState } from 'react';
import { loadAdminThreads } from '../../../bridge/actions/support-team';
import type { AdminThread } from '../../../core/contract/support-team';
import { askedWaitMs } from '../../../core/errors';
import type { CallError } from '../../../core/errors';
import { clock } from '../../../core/time';
import { usePolling } from '../use-polling';

const SHOWN = 50;

export interface TeamThreads {
  /** Null until the first answer of this state. */
  readonly threads: readonly AdminThread[] | null;
  /** More than one answer holds. */
  readonly isCut: boolean;
  /** Epoch ms of the last answer. */
  readonly at: number;
  /** Why the last try failed. */
  readonly error: CallError | null;
  readonly reload: () => void;
  /** What was just done: a newer one in the place of one that is known; nobody holds it any more. */
  readonly hear: (thread: AdminThread) => void;
}

interface Known extends Pick<TeamThreads, 'threads' | 'isCut' | 'at' | 'error'> {
  readonly state: AdminThread['state'];
}

/** Threads of one state; asked again while somebody looks. `heldId`: what is being answered must not vanish under a hand. */
export function useTeamThreads(state: AdminThread['state'], heldId: string | null): TeamThreads {
  const [known, setKnown] = useState<Known>({ state, threads: null, isCut: false, at: 0, error: null });
  const reload = usePolling(async (signal) => {
    const result = await loadAdminThreads({ state, limit: SHOWN }, signal);
    if (signal.aborted) return 0;
    if (!result.ok) {
      setKnown((before) => ({ ...before, error: result.error.code === 'canceled' ? before.error : result.error }));
      return askedWaitMs(result.error);
    }
    const { items, next } = result.data;
    setKnown((before) => {
      const held = before.state === state ? before.threads?.find((each) => each.threadId === heldId && each.state === state) : undefined;
      const isGone = held !== undefined && !items.some(({ threadId }) => threadId === held.threadId);
      return { state, threads: isGone ? [held, ...items] : items, isCut: next !== null, at: clock.now(), error: null };
    });
    return 0;
  });
  const asked = useRef(state);
  useEffect(() => {
    if (asked.current === state) return;
    asked.current = state;
    reload();
  }, [state, reload]);

  const hear = (thread: AdminThread) =>
    setKnown((before) => ({ ...before, threads: before.threads?.map((each) => (each.threadId === thread.threadId ? thread : each)) ?? null }));
  return { ...known, threads: known.state === state ? known.threads : null, reload, hear };
}
