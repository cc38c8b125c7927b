/** A signal that ends with the caller's, or when the time is up, and says which of the two it was. */
export interface Deadline {
  readonly signal: AbortSignal;
  /** Null while neither happened. */
  readonly endedBy: () => 'timeout' | 'canceled' | null;
  /** Rejects when the signal ends; for what does not listen to a signal itself. */
  readonly ended: Promise<never>;
  /** Ends it now, as the caller would. */
  readonly end: () => void;
  /** To be called when the work is done: the timer and the listener go. */
  readonly clear: () => void;
}

/** `AbortSignal.any` and `.timeout` are missing in the oldest browsers served. */
export function startDeadline(deadlineMs: number, caller: AbortSignal | undefined): Deadline {
  const controller = new AbortController();
  let reason: 'timeout' | 'canceled' | null = null;
  let reject: (error: Error) => void;
  const ended = new Promise<never>((_, rejectWith) => (reject = rejectWith));
  // Nobody may be waiting for it any more when it ends.
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
