import { alertFor } from './alert-for';
import { commitDoubtOf } from './db/commit-doubt';
import type { Foundation } from './foundation';
import { measure } from './measurements';

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
 * the next one, and the timer does not keep the process alive. While commits on `pool` are not confirmed, runs are left out.
 */
export function startSweep(
  { log, pool }: Pick<Foundation, 'log'> & Partial<Pick<Foundation, 'pool'>>,
  { failureEvent, intervalMs, firstAfterMs = intervalMs, run }: Sweep,
): () => Promise<void> {
  const job = jobOf(failureEvent);
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
    // The next run comes after one interval, too.
    if (pool !== undefined && commitDoubtOf(pool) !== null) {
      scheduleNext();
      return;
    }
    const startMs = performance.now();
    let isOk = false;
    try {
      await run();
      isOk = true;
    } catch (error) {
      // The next run tries again.
      if (!isStopped) log(failureEvent, { error, ...alertFor(error) });
    }
    measure('job.ended', { job, isOk, seconds: (performance.now() - startMs) / 1_000, intervalSeconds: intervalMs / 1_000 });
    scheduleNext();
  };
  scheduleNext(firstAfterMs);
  return async () => {
    isStopped = true;
    clearTimeout(timer);
    await running;
  };
}

/** Names a job by the event of its failure: `deposit.sweep-failed` is that of `deposit.sweep`. */
const jobOf = (failureEvent: string): string => failureEvent.replace(/[.-]failed$/, '');

/** Works through all items one after the other, also after one has failed. Throws the first error at the end. */
export async function workThrough<T>(items: readonly T[], work: (item: T) => Promise<unknown>): Promise<void> {
  const errors: unknown[] = [];
  for (const item of items) await work(item).catch((error: unknown) => errors.push(error));
  if (errors.length > 0) throw errors[0];
}
