import { DeadlineError } from './errors';

/**
 * Calls `onExpiry` after `ms`, unless the function that it returns is called before. A process that was held up runs its timers first and then reads
 * what lies in its sockets, so it reads once more before anything counts as late.
 */
export function startDeadline(ms: number, onExpiry: () => void): () => void {
  let lastTurn: NodeJS.Immediate | undefined;
  const timer = setTimeout(() => {
    lastTurn = setImmediate(onExpiry);
  }, ms);
  return () => {
    clearTimeout(timer);
    clearImmediate(lastTurn);
  };
}

/**
 * Waits for `work`, but not longer than `ms`: then `onExpiry` is called, and DeadlineError is thrown. The work itself goes on, and
 * what becomes of it is ignored.
 */
export async function withDeadline<T>(ms: number, work: Promise<T>, onExpiry: () => void = () => undefined): Promise<T> {
  let stop = (): void => undefined;
  const expiry = new Promise<never>((_, reject) => {
    stop = startDeadline(ms, () => {
      onExpiry();
      reject(new DeadlineError(`The database did not answer in ${ms} ms.`));
    });
  });
  // It may fail after the deadline, when nobody listens.
  work.catch(() => undefined);
  try {
    return await Promise.race([work, expiry]);
  } finally {
    stop();
  }
}
