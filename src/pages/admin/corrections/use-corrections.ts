import { useCallback, useState } from 'react';
import { loadCorrections } from '../../../bridge/actions/corrections';
import type { CorrectionsQuery } from '../../../bridge/actions/corrections';
import type { Correction } from '../../../core/contract/corrections';
import { requestedWaitMs } from '../../../core/errors';
import type { CallError } from '../../../core/errors';
import { clock } from '../../../core/time';
import { usePolling } from '../desk/use-polling';

const OPEN_SHOWN = 50;
const ENDED_SHOWN = 20;

interface Lists {
  /** Oldest first; null until the first answer. */
  readonly open: readonly Correction[] | null;
  readonly isPartial: boolean;
  /** Newest first. */
  readonly ended: readonly Correction[];
  /** Cursor of the older ones. */
  readonly next: string | null;
  /** Epoch ms of the last answer. */
  readonly at: number;
  /** Why the last try failed. */
  readonly error: CallError | null;
}

export interface CorrectionsHook extends Lists {
  readonly reload: () => void;
  readonly more: 'idle' | 'loading' | 'failed';
  readonly showMore: () => void;
}

const EMPTY: Lists = { open: null, isPartial: false, ended: [], next: null, at: 0, error: null };

/** Loads what waits and what was decided, and again while the page is visible. */
export function useCorrections(part: CorrectionsQuery['part']): CorrectionsHook {
  const [lists, setLists] = useState<Lists>(EMPTY);
  const [more, setMore] = useState<CorrectionsHook['more']>('idle');

  const reload = usePolling(async (signal) => {
    const [open, ended] = await Promise.all([
      loadCorrections({ part, state: 'open', limit: OPEN_SHOWN }, signal), loadCorrections({ part, state: 'ended', limit: ENDED_SHOWN }, signal),
    ]);
    if (signal.aborted) return 0;
    if (open.ok && ended.ok) {
      const { items, next } = ended.data;
      setLists({ open: open.data.items, isPartial: open.data.next !== null, ended: items, next, at: clock.now(), error: null });
      return 0;
    }
    const failed = open.ok ? ended : open;
    if (failed.ok) return 0;
    const { error } = failed;
    setLists((before) => ({ ...before, error: error.code === 'canceled' ? before.error : error }));
    return requestedWaitMs(error);
  });

  const { next } = lists;
  const showMore = useCallback(() => {
    if (next === null || more === 'loading') return;
    setMore('loading');
    void loadCorrections({ part, state: 'ended', cursor: next, limit: ENDED_SHOWN }, new AbortController().signal).then((result) => {
      setMore(result.ok ? 'idle' : 'failed');
      if (!result.ok) return;
      setLists((before) => (before.next === next ? { ...before, ended: [...before.ended, ...result.data.items], next: result.data.next } : before));
    });
  }, [part, next, more]);

  return { ...lists, reload, more, showMore };
}
