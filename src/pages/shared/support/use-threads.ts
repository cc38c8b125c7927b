import { useEffect, useRef, useState } from 'react';
import { loadThreads, markThreadRead, storedThreads } from '../../../bridge/actions/support';
import { useOutbox } from '../../../bridge/outbox/use-outbox';
import type { Thread } from '../../../core/contract/support';
import type { CallError } from '../../../core/errors';
import type { OutboxItem } from '../../../core/outbox/item';
import { clock } from '../../../core/time';
import { onDisconnect } from '../../../state/connection';
import { waitingCount } from '../../../state/outbox';
import { useConnection } from '../../../state/use';

const POLL_MS = 15_000;

interface ThreadsState {
  /** The threads, the latest change first; null until they are known. */
  readonly threads: readonly Thread[] | null;
  /** Epoch ms of the threads when they come from the device's own store, or when the connection was lost since; null when they are live. */
  readonly savedAt: number | null;
  /** Why the last try failed. */
  readonly error: CallError | null;
}

export interface Threads extends ThreadsState {
  /** Messages of this device that the platform does not have yet, or refused. */
  readonly unsent: readonly OutboxItem[];
}

/** The player's threads of one kind, loaded again while the page is visible. A thread on the screen counts as read. */
export function useThreads(kind: Thread['kind']): Threads {
  const [loaded, setLoaded] = useState<ThreadsState>({ threads: null, savedAt: null, error: null });
  const answeredAt = useRef(0);
  const isOnline = useConnection(({ reach }) => reach === 'online');
  const unsentCount = useOutbox(waitingCount);
  const items = useOutbox((outbox) => outbox.items);

  useEffect(() => {
    const control = new AbortController();
    async function ask(): Promise<void> {
      const result = await loadThreads(control.signal);
      if (control.signal.aborted) return;
      answeredAt.current = clock.now();
      if (result.ok) setLoaded({ threads: result.data.items, savedAt: result.savedAt, error: null });
      else setLoaded((before) => ({ ...before, error: result.error.code === 'canceled' ? before.error : result.error }));
    }
    void storedThreads().then((stored) => {
      if (stored === null || control.signal.aborted) return;
      setLoaded((before) => (before.threads === null ? { ...before, threads: stored.data.items, savedAt: stored.savedAt } : before));
    });
    const askIfVisible = () => {
      if (document.visibilityState === 'visible') void ask();
    };
    askIfVisible();
    document.addEventListener('visibilitychange', askIfVisible);
    const timer = setInterval(askIfVisible, POLL_MS);
    return () => {
      control.abort();
      document.removeEventListener('visibilitychange', askIfVisible);
      clearInterval(timer);
    };
    // The threads are loaded again when a waiting message has been sent.
  }, [isOnline, unsentCount]);

  useEffect(() => onDisconnect(() => setLoaded((before) => (
    before.threads === null || before.savedAt !== null ? before : { ...before, savedAt: answeredAt.current }
  ))), []);

  const ownThreads = loaded.threads?.filter((thread) => thread.kind === kind) ?? null;
  const unreadThread = loaded.savedAt === null ? ownThreads?.find((thread) => thread.unread > 0) : undefined;
  const threadId = unreadThread?.threadId;
  const lastSeen = unreadThread?.messages.at(-1)?.messageId;
  useEffect(() => {
    // The next answer of the platform says that it is read; until then it is marked once for each newest message.
    if (threadId !== undefined && lastSeen !== undefined) void markThreadRead(threadId, lastSeen);
  }, [threadId, lastSeen]);

  return { ...loaded, threads: ownThreads, unsent: items.filter((item) => item.kind === (kind === 'support' ? 'send-message' : 'send-feedback')) };
}
