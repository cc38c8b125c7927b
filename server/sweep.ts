import { alertFor } from './alert-for';
import type { Foundation } from './foundation';

export interface Sweep {
  /** The log event of a run that failed. */
  readonly failureEvent: string;
  readonly intervalMs: number;
  /** Default: the first run comes after one interval. */
  readonly firstAfterMs?: number;
  readonly run: () => Promise<unknown>;
}

/** Stops a job. The promise of a sweep's resolves when the run under way has ended. */
export type StopJob = () => void | Promise<void>;

/**
 * Calls `run` again and again until the returned function is called, which resolves when the run under way has ended. A slow run delays
 * the next one, and the timer does not keep the process alive.
 */
export function startSweep(
  { log }: Pick<Foundation, 'log'>,
  { failureEvent, intervalMs, firstAfterMs = intervalMs, run }: Sweep,
): () => Promise<void> {
  let isStopped = false;
  let timer: NodeJS.Timeout | undefined;
  let running = Promise.resolve();
  const scheduleNext = (afterMs = intervalMs) => {
    if (isStopped) return;
    timer = setTimeout(() => {
      running = runNext();
    }, afterMs);
    timer.unref();
  };
  const runNext = async () => {
    try {
      await run();
    } catch (error) {
      // The next run tries again.
      if (!isStopped) log(failureEvent, { error, ...alertFor(error) });
    }
    scheduleNext();
  };
  scheduleNext(firstAfterMs);
  return async () => {
    isStopped = true;
    clearTimeout(timer);
    await running;
  };
}

/** Works through all items one after the other, also after one has failed. Throws the first error at the end. */
export async function workThrough<T>(items: readonly T[], work: (item: T) => Promise<unknown>): Promise<void> {
  const errors: unknown[] = [];
  for (const item of items) await work(item).catch((error: unknown) => errors.push(error));
  if (errors.length > 0) throw errors[0];
}
