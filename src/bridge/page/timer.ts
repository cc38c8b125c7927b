import type { OnClose } from './on-close';

/** One thing that is to be done later, until the bridge is closed. */
export interface Timer {
  /** In place of what was to be done before. */
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
