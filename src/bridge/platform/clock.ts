/** The page's clock: it shows the platform's time as soon as an answer has brought that. Every age on the page counts by it. */
import { createClock } from '../../core/clock';
import { clock } from '../../core/time';

export interface PageClock {
  /** Epoch ms. */
  readonly now: () => number;
  /** An answer of the platform said (epoch ms) what time it is there. NaN is no answer. */
  readonly noteServerTime: (serverMs: number) => void;
  /** The device's own days were found wrong in an earlier visit: what is stored is dated by the platform's. */
  readonly applyStoredSkew: (skewMs: number) => void;
  /** Epoch ms by the platform's clock; null while this page has not heard it, or could not believe it. */
  readonly platformNow: () => number | null;
  /** Components take the time from the device again. */
  readonly close: () => void;
}

/** From now on components take the time from here, too. */
export function createPageClock(): PageClock {
  const device = createClock({ wall: () => Date.now(), steady: () => performance.now() });
  const before = { ...clock };
  Object.assign(clock, { now: device.now, hasServerTime: device.hasServerTime } satisfies typeof clock);
  return {
    now: device.now,
    noteServerTime: device.noteServerTime,
    applyStoredSkew: device.applyStoredSkew,
    platformNow: () => (device.hasServerTime() ? device.now() : null),
    close: () => void Object.assign(clock, before),
  };
}

/**
 * Epoch ms by the device's clock as it stood when the page was loaded, counted on. For how long something takes: neither a
 * clock that leaps nor a correction by the platform makes a minute of it an hour.
 */
export const sinceStart = (): number => Math.round(performance.timeOrigin + performance.now());
