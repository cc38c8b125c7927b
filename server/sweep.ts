import { alertFor } from './alert-for';
import type { Foundation } from './foundation';

export interface Sweep {
  /** Logged with what went wrong in a round. */
  readonly failed: string;
  readonly intervalMs: number;
  readonly round: () => Promise<unknown>;
}

/**
 * Does a round again and again until the returned function is called. One that is not done delays the next, and none
 * keeps the process alive.
 */
export function startSweep({ log }: Pick<Foundation, 'log'>, { failed, intervalMs, round }: Sweep): () => void {
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  const again = () => {
    if (stopped) return;
    timer = setTimeout(() => void once(), intervalMs);
    timer.unref();
  };
  const once = async () => {
    try {
      await round();
    } catch (error) {
      // The next round finds out whether it passed.
      if (!stopped) log(failed, { error, ...alertFor(error) });
    }
    again();
  };
  again();
  return () => {
    stopped = true;
    clearTimeout(timer);
  };
}
