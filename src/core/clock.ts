/**
 * Tells the time on a phone whose clock may be wrong: it takes the platform's last time and counts on with the clock that never
 * jumps. Pure apart from what it is given.
 */
import { DAY_MS } from './time';

export interface TimeSources {
  /** Epoch ms by the device's clock, which may be wrong, and may jump. */
  readonly wall: () => number;
  /** Ms since some moment. Never jumps, but stands still while some devices sleep. */
  readonly steady: () => number;
  /** Hears by how many ms the platform is ahead of the device's clock, when that has become another number; 0: it no longer is. */
  readonly onSkew?: (skewMs: number) => void;
}

export interface Clock {
  /** Epoch ms, whole. Until the platform was heard: by the device's clock as it stood at the start. */
  readonly now: () => number;
  /** The platform said (epoch ms) what time it is. NaN is no answer. */
  readonly noteServerTime: (serverMs: number) => void;
  /** Whether an answer has been believed: until then this is the device's clock, right or wrong. */
  readonly hasServerTime: () => boolean;
  /** Takes the skew that `onSkew` heard in an earlier visit; what the platform has said since counts more, and is told again. */
  readonly applyStoredSkew: (skewMs: number) => void;
}

/** A `Date` header is in whole seconds and was under way for a while; less than this is not worth a correction. */
export const CLOCK_TOLERANCE_MS = 5_000;
/** One answer that is further from the device's clock proves nothing: that platform's clock may be the wrong one. */
export const BELIEVED_AT_ONCE_MS = DAY_MS;
/** So many answers in a row that say the same, each within this of the one before, are believed instead of the device. */
export const AGREEING_ANSWERS = 3;
const AGREE_WITHIN_MS = 60_000;
/** The platform did not exist before this, so an earlier time comes from a machine without a clock. */
const FIRST_PLATFORM_MS = Date.UTC(2026, 0, 1);

interface Doubt {
  readonly serverMs: number;
  /** The time of the answer by this clock. */
  readonly receivedAt: number;
  readonly count: number;
}

export function createClock({ wall, steady, onSkew }: TimeSources): Clock {
  let base = wall();
  let wallThen = base;
  let steadyThen = steady();
  /** The platform's time minus the device's, once several answers have agreed on another day. */
  let skew = 0;
  /** What `onSkew` heard last. */
  let toldSkew = 0;
  /** The last `Date`, and when it came first (steady). */
  let lastDate = { serverMs: Number.NaN, since: 0 };
  let doubt: Doubt | null = null;
  let isServerTimeKnown = false;
  /** The platform was believed, and the device's clock has not leapt since. */
  let isSettled = false;

  function anchor(atMs: number): number {
    base = atMs;
    wallThen = wall();
    steadyThen = steady();
    return atMs;
  }

  function now(): number {
    const elapsed = steady() - steadyThen;
    const leapt = wall() - wallThen - elapsed;
    if (Math.abs(leapt) <= CLOCK_TOLERANCE_MS) return base + elapsed;
    // Forward it is a sleep in which the steady clock stood still, as far as anybody can tell: older is the honest side,
    // and the next answers of the platform put it right. Backward somebody set the clock: that changes nothing.
    if (leapt > 0) isSettled = false;
    return anchor(base + elapsed + Math.max(0, leapt));
  }

  /** Whether answers that contradict what is believed have become too many to be an accident. */
  function agree(serverMs: number): boolean {
    const receivedAt = now();
    const last = doubt;
    const isSame = last !== null && Math.abs(serverMs - last.serverMs - (receivedAt - last.receivedAt)) <= AGREE_WITHIN_MS;
    doubt = { serverMs, receivedAt, count: isSame ? last.count + 1 : 1 };
    return doubt.count >= AGREEING_ANSWERS;
  }

  function tellSkew(skewMs: number): void {
    const worthwhile = Math.abs(skewMs) > CLOCK_TOLERANCE_MS ? skewMs : 0;
    if (Math.abs(worthwhile - toldSkew) <= CLOCK_TOLERANCE_MS) return;
    toldSkew = worthwhile;
    onSkew?.(worthwhile);
  }

  /** Whether that is the time of another answer, from seconds ago: a clock that stands still says nothing about the time. */
  function isStanding(serverMs: number): boolean {
    if (serverMs !== lastDate.serverMs) lastDate = { serverMs, since: steady() };
    return steady() - lastDate.since > CLOCK_TOLERANCE_MS;
  }

  const isNear = (serverMs: number, skewMs: number) => Math.abs(serverMs - wall() - skewMs) <= BELIEVED_AT_ONCE_MS;

  const isOff = (serverMs: number) => Math.abs(serverMs - now()) > CLOCK_TOLERANCE_MS;

  /** Whether what it says is plausible, by the device's days, and no second opinion beside what was believed before. */
  function isBelieved(serverMs: number): boolean {
    const isOtherDay = !isNear(serverMs, 0) && !isNear(serverMs, skew);
    // Two machines of one platform may be minutes apart: the ages must not go to and fro between them.
    const isSecondOpinion = isOff(serverMs) && isSettled && isNear(serverMs, skew);
    return (!isOtherDay && !isSecondOpinion) || agree(serverMs);
  }

  return {
    now: () => Math.round(now()),
    hasServerTime: () => isServerTimeKnown,
    noteServerTime(serverMs) {
      if (!(serverMs >= FIRST_PLATFORM_MS) || isStanding(serverMs) || !isBelieved(serverMs)) return;
      // Near: the device's days were right all along, or were put right.
      if (isNear(serverMs, 0)) skew = 0;
      else if (!isNear(serverMs, skew)) skew = serverMs - wall();
      tellSkew(serverMs - wall());
      doubt = null;
      isServerTimeKnown = true;
      if (isOff(serverMs)) anchor(serverMs);
      isSettled = true;
    },
    applyStoredSkew(skewMs) {
      const heardSkew = toldSkew;
      toldSkew = skewMs;
      if (isServerTimeKnown) {
        tellSkew(heardSkew);
        return;
      }
      skew = Math.abs(skewMs) > BELIEVED_AT_ONCE_MS ? skewMs : 0;
      anchor(wall() + skewMs);
    },
  };
}
