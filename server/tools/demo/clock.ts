/** The clock of the month: the run moves it on, and it never goes back. */
export interface DemoClock {
  readonly now: () => Date;
  /** Moves on by `ms`. */
  pass(ms: number): void;
  /** Moves on to a moment; one that has passed changes nothing. */
  moveTo(ms: number): void;
}

export function createClock(startMs: number): DemoClock {
  let nowMs = startMs;
  return {
    now: () => new Date(nowMs),
    pass: (ms) => {
      nowMs += ms;
    },
    moveTo: (ms) => {
      nowMs = Math.max(nowMs, ms);
    },
  };
}
