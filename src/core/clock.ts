/**
 * What time it is on a phone whose clock may be wrong: what the platform last said, counted on with the clock that never
 * jumps. Pure apart from what it is given.
 */
import { DAY_MS } from './time';

export interface TimeSources {
  /** Epoch ms by the device's clock, which may be wrong, and may jump. */
  readonly wall: () => number;
  /** Ms since some moment. Never jumps, but stands still while some devices sleep. */
  readonly steady: () => number;
}

export interface Clock {
  /** Epoch ms. Until the platform was heard: by the device's clock as it stood at the start. */
  readonly now: () => number;
  /** The platform said (epoch ms) what time it is. NaN is no answer. */
  readonly hear: (serverMs: number) => void;
}

/** A `Date` header is in whole seconds and was under way for a while; less than this is not worth a correction. */
export const CLOCK_TOLERANCE_MS = 5_000;
/** A page does not outlive a longer sleep; a device's clock that leaps further was set anew. */
export const LONGEST_SLEEP_MS = 3 * DAY_MS;

export function createClock({ wall, steady }: TimeSources): Clock {
  let base = wall();
  let wallThen = base;
  let steadyThen = steady();

  function anchor(atMs: number): number {
    base = atMs;
    wallThen = wall();
    steadyThen = steady();
    return atMs;
  }

  function now(): number {
    const counted = steady() - steadyThen;
    const leapt = wall() - wallThen - counted;
    if (Math.abs(leapt) <= CLOCK_TOLERANCE_MS) return base + counted;
    // Forward it is a sleep in which the steady clock stood still, as far as anybody can tell: older is the honest side.
    // Backward, or further than any sleep, somebody set the clock: that changes nothing.
    return anchor(base + counted + (leapt > 0 && leapt <= LONGEST_SLEEP_MS ? leapt : 0));
  }

  return {
    now,
    hear(serverMs) {
      if (Math.abs(serverMs - now()) > CLOCK_TOLERANCE_MS) anchor(serverMs);
    },
  };
}
