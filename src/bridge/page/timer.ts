import type { OnClose } from './on-close';

/** A timer for one task. It ends with the bridge. */
export interface Timer {
  /** Runs the task after `ms`, in place of the one that was planned before. */
  readonly start: (ms: number, run: () => void) => void;
  readonly stop: () => void;
}

export function createTimer(onClose: OnClose): Timer {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isClosed = false;
  const stop = () => clearTimeout(timer);
  onClose(() => {
    isClosed = true;
    stop();
  });
  return {
    stop,
    start(ms, run) {
      stop();
      if (!isClosed) timer = setTimeout(run, ms);
    },
  };
}
