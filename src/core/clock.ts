/**
 * Computes the time on a phone whose clock may be wrong: it takes the platform's last time and counts on from there with the clock that
 * never jumps. Pure apart from the clocks that it is given.
 */
import { DAY_MS } from './time';

export interface TimeSources {
  /** Epoch ms by the device's clock, which may be wrong, and may jump. */
  readonly wall: () => number;
  /** Ms since some moment. Never jumps, but stands still while some devices sleep. */
  readonly steady: () => number;
  /** Gets the ms by which the platform is ahead of the device's clock, each time that number changes; 0 where it no longer is ahead. */
  readonly onSkew?: (skewMs: number) => void;
}

export interface Clock {
  /** Returns whole epoch ms. Until the platform's time is known, they come from the device's clock as it was at the start. */
  readonly now: () => number;
  /** Takes the platform's time (epoch ms) from an answer. NaN stands for an answer without one. */
  readonly noteServerTime: (serverMs: number) => void;
  /** Says whether an answer has been believed; until then this is the device's clock, right or wrong. */
  readonly hasServerTime: () => boolean;
  /** Takes the skew that `onSkew` got in an earlier visit. Where the platform has given its time since, that skew counts and is reported again. */
  readonly applyStoredSkew: (skewMs: number) => void;
}

/** A `Date` header is in whole seconds and was under way for a while; less than this is not worth a correction. */
export const CLOCK_TOLERANCE_MS = 5_000;
/** One answer that is further from the device's clock proves nothing: that platform's clock may be the wrong one. */
export const BELIEVED_AT_ONCE_MS = DAY_MS;
/** So many answers in a row, each within `AGREE_WITHIN_MS` of the one before, are believed instead of the device's clock. */
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
  let wallAtBase = base;
  let steadyAtBase = steady();
  /** The platform's time minus the device's, once several answers have agreed on another day. */
  let skew = 0;
  /** The skew that `onSkew` got last. */
  let reportedSkew = 0;
  /** The last `Date`, and when it came first (steady). */
  let lastDate = { serverMs: Number.NaN, since: 0 };
  let doubt: Doubt | null = null;
  let isServerTimeKnown = false;
  /** True once the platform was believed, until the device's clock leaps forward. */
  let isSettled = false;

  function anchor(atMs: number): number {
    base = atMs;
    wallAtBase = wall();
    steadyAtBase = steady();
    return atMs;
  }

  function now(): number {
    const elapsed = steady() - steadyAtBase;
    const leapMs = wall() - wallAtBase - elapsed;
    if (Math.abs(leapMs) <= CLOCK_TOLERANCE_MS) return base + elapsed;
    // A leap forward counts as a sleep in which the steady clock stood still: figures look too old rather than too new, and the next answers
    // of the platform put it right. A leap backward means that somebody set the clock, which changes nothing.
    if (leapMs > 0) isSettled = false;
    return anchor(base + elapsed + Math.max(0, leapMs));
  }

  /** Counts an answer that contradicts what is believed, and says whether so many agree that it is no accident. */
  function countAgreement(serverMs: number): boolean {
    const receivedAt = now();
    const last = doubt;
    const isSame = last !== null && Math.abs(serverMs - last.serverMs - (receivedAt - last.receivedAt)) <= AGREE_WITHIN_MS;
    doubt = { serverMs, receivedAt, count: isSame ? last.count + 1 : 1 };
    return doubt.count >= AGREEING_ANSWERS;
  }

  function reportSkew(skewMs: number): void {
    const significantSkew = Math.abs(skewMs) > CLOCK_TOLERANCE_MS ? skewMs : 0;
    if (Math.abs(significantSkew - reportedSkew) <= CLOCK_TOLERANCE_MS) return;
    reportedSkew = significantSkew;
    onSkew?.(significantSkew);
  }

  /** Says whether another answer, seconds ago, had the same time. A clock that stands still says nothing about the time. */
  function isStaleDate(serverMs: number): boolean {
    if (serverMs !== lastDate.serverMs) lastDate = { serverMs, since: steady() };
    return steady() - lastDate.since > CLOCK_TOLERANCE_MS;
  }

  const isNear = (serverMs: number, skewMs: number) => Math.abs(serverMs - wall() - skewMs) <= BELIEVED_AT_ONCE_MS;

  const isOff = (serverMs: number) => Math.abs(serverMs - now()) > CLOCK_TOLERANCE_MS;

  /** Says whether the time is on the day that the device believes in, and does not contradict a time that was believed before. */
  function isBelieved(serverMs: number): boolean {
    const isOtherDay = !isNear(serverMs, 0) && !isNear(serverMs, skew);
    // Two machines of one platform may be minutes apart: the ages must not go to and fro between them.
    const isSecondOpinion = isOff(serverMs) && isSettled && isNear(serverMs, skew);
    return (!isOtherDay && !isSecondOpinion) || countAgreement(serverMs);
  }

  return {
    now: () => Math.round(now()),
    hasServerTime: () => isServerTimeKnown,
    noteServerTime(serverMs) {
      if (!(serverMs >= FIRST_PLATFORM_MS) || isStaleDate(serverMs) || !isBelieved(serverMs)) return;
      // Where the time is near, the device's day was right all along, or was put right.
      if (isNear(serverMs, 0)) skew = 0;
      else if (!isNear(serverMs, skew)) skew = serverMs - wall();
      reportSkew(serverMs - wall());
      doubt = null;
      isServerTimeKnown = true;
      if (isOff(serverMs)) anchor(serverMs);
      isSettled = true;
    },
    applyStoredSkew(skewMs) {
      const ownSkew = reportedSkew;
      reportedSkew = skewMs;
      if (isServerTimeKnown) {
        reportSkew(ownSkew);
        return;
      }
      skew = Math.abs(skewMs) > BELIEVED_AT_ONCE_MS ? skewMs : 0;
      anchor(wall() + skewMs);
    },
  };
}
