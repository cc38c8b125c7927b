/** The page's clock: the platform's time as soon as it was heard. Every age on the page counts by it. */
import { createClock } from '../core/clock';
import { clock } from '../core/time';

const device = createClock({ wall: () => Date.now(), steady: () => performance.now() });
clock.now = device.now;

/** Epoch ms. */
export const now = device.now;

/** An answer of the platform said (epoch ms) what time it is there. */
export const hearServerTime = device.hear;

/**
 * Epoch ms by the device's clock as it stood when the page was loaded, counted on. For how long something takes: neither a
 * clock that leaps nor a correction by the platform makes a minute of it an hour.
 */
export const sinceStart = (): number => Math.round(performance.timeOrigin + performance.now());
