/** A signal that ends with the caller's, or when the time is up, and says which of the two it was. */
export interface Deadline {
  readonly signal: AbortSignal;
  /** Null while neither has happened. */
  readonly endedBy: () => 'timeout' | 'canceled' | null;
  /** Rejects when the signal ends, for work that does not listen to a signal. */
  readonly ended: Promise<never>;
  /** Ends the signal now, as an abort by the caller does. */
  readonly end: () => void;
  /** To be called when the work is done. Removes the timer and the listener. */
  readonly clear: () => void;
}

/** Starts a deadline. It does not use `AbortSignal.any` and `.timeout`, which the oldest browsers served lack. */
export function startDeadline(deadlineMs: number, caller: AbortSignal | undefined): Deadline {
  const controller = new AbortController();
  let reason: 'timeout' | 'canceled' | null = null;
  let reject: (error: Error) => void;
  const ended = new Promise<never>((_, rejectWith) => (reject = rejectWith));
  // The promise may reject when nobody waits for it any more, which is no unhandled rejection.
  ended.catch(() => undefined);

  const end = (why: 'timeout' | 'canceled') => {
    if (reason !== null) return;
    reason = why;
    controller.abort();
    reject(new Error(why));
  };
  const cancel = () => end('canceled');
  const timer = setTimeout(() => end('timeout'), deadlineMs);
  caller?.addEventListener('abort', cancel);
  if (caller?.aborted) cancel();

  return {
    signal: controller.signal,
    endedBy: () => reason,
    ended,
    end: cancel,
    clear: () => {
      clearTimeout(timer);
      caller?.removeEventListener('abort', cancel);
    },
  };
}
