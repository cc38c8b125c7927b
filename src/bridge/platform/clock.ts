/** The page's clock. It follows the platform's time as soon as an answer has brought that. Every age on the page is counted by it. */
import { createClock } from '../../core/clock';
import { clock } from '../../core/time';

export interface PageClock {
  /** Epoch ms. */
  readonly now: () => number;
  /** Notes the platform's time (epoch ms) from an answer. NaN is ignored. */
  readonly notePlatformTime: (platformMs: number) => void;
  /**
   * Corrects the device's clock by what an earlier visit found, so that stored answers, which are dated by the platform's clock,
   * get their true age.
   */
  readonly applyStoredSkew: (skewMs: number) => void;
  /** Epoch ms by the platform's clock; null while this page does not know it, or could not believe it. */
  readonly platformNow: () => number | null;
  /** Lets components take the time from the device again. */
  readonly close: () => void;
}

/** Makes the page's clock. From now on components take the time from it, too. */
export function createPageClock(): PageClock {
  const device = createClock({ wall: () => Date.now(), steady: () => performance.now() });
  const before = { ...clock };
  Object.assign(clock, { now: device.now, hasPlatformTime: device.hasPlatformTime } satisfies typeof clock);
  return {
    now: device.now,
    notePlatformTime: device.notePlatformTime,
    applyStoredSkew: device.applyStoredSkew,
    platformNow: () => (device.hasPlatformTime() ? device.now() : null),
    close: () => void Object.assign(clock, before),
  };
}

/**
 * Epoch ms that only ever count on from the time at which the page was loaded. It measures how long something takes, because
 * neither a leap of the phone's clock nor a correction by the platform changes it.
 */
export const steadyNow = (): number => Math.round(performance.timeOrigin + performance.now());
