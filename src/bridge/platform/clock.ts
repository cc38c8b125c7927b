/** The page's clock: the platform's time as soon as it was heard. Every age on the page counts by it. */
import { createClock } from '../../core/clock';
import { clock } from '../../core/time';

const device = createClock({ wall: () => Date.now(), steady: () => performance.now() });
clock.now = device.now;

/** The device's own days were found wrong in an earlier visit: what is stored is dated by the platform's. */
export const recallSkew = device.recall;

/** Epoch ms. */
export const now = device.now;

clock.isHeard = device.isHeard;

/** An answer of the platform said (epoch ms) what time it is there. NaN is no answer. */
export const hearServerTime = device.hear;

/** Epoch ms by the platform's clock; null while this page has not heard it, or could not believe it. */
export const platformNow = (): number | null => (device.isHeard() ? device.now() : null);

/**
 * Epoch ms by the device's clock as it stood when the page was loaded, counted on. For how long something takes: neither a
 * clock that leaps nor a correction by the platform makes a minute of it an hour.
 */
export const sinceStart = (): number => Math.round(performance.timeOrigin + performance.now());
