import { DeadlineError } from './errors';

/**
 * Waits for `work`, but not longer than `ms`: then `onExpiry` is called, and DeadlineError is thrown. The work itself goes on, and
 * what becomes of it is ignored.
 */
export async function withDeadline<T>(ms: number, work: Promise<T>, onExpiry: () => void = () => undefined): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const expiry = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      onExpiry();
      reject(new DeadlineError(`The database did not answer in ${ms} ms.`));
    }, ms);
  });
  // It may fail after the deadline, when nobody listens.
  work.catch(() => undefined);
  try {
    return await Promise.race([work, expiry]);
  } finally {
    clearTimeout(timer);
  }
}
