import { alertFor } from './alert-for';
import type { Foundation } from './foundation';

export interface Sweep {
  /** The log event of a round that failed. */
  readonly failureEvent: string;
  readonly intervalMs: number;
  readonly round: () => Promise<unknown>;
}

/**
 * Runs a round again and again until the returned function is called. A slow round delays the next one, and the timer does not
 * keep the process alive.
 */
export function startSweep({ log }: Pick<Foundation, 'log'>, { failureEvent: failureEvent, intervalMs, round }: Sweep): () => void {
  let isStopped = false;
  let timer: NodeJS.Timeout | undefined;
  const scheduleRound = () => {
    if (isStopped) return;
    timer = setTimeout(() => void runRound(), intervalMs);
    timer.unref();
  };
  const runRound = async () => {
    try {
      await round();
    } catch (error) {
      // The next round tries again.
      if (!isStopped) log(failureEvent, { error, ...alertFor(error) });
    }
    scheduleRound();
  };
  scheduleRound();
  return () => {
    isStopped = true;
    clearTimeout(timer);
  };
}
