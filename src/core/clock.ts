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
  readonly notePlatformTime: (platformMs: number) => void;
  /** Says whether an answer has been believed; until then this is the device's clock, right or wrong. */
  readonly hasPlatformTime: () => boolean;
  /** Takes the skew that `onSkew` got in an earlier visit. Where the platform has given its time since, that skew counts and is reported again. */
  readonly applyStoredSkew: (skewMs: number) => void;
}

/** A `Date` header is in whole seconds and was under way for a while; less than this is not worth a correction. */
export const CLOCK_TOLERANCE_MS = 5_000;
/** One answer alone is believed if its time is within this of the device's clock. Further off, the platform's clock may be the wrong one. */
export const BELIEVABLE_SKEW_MS = DAY_MS;
/** So many answers in a row, each within `AGREE_WITHIN_MS` of the one before, are believed instead of the device's clock. */
export const AGREEING_ANSWERS = 3;
const AGREE_WITHIN_MS = 60_000;
/** The platform did not exist before this, so an earlier time comes from a machine without a clock. */
const FIRST_PLATFORM_MS = Date.UTC(2026, 0, 1);

/** The last answer that contradicted what is believed. */
interface Doubt {
  readonly platformMs: number;
  /** The time by this clock when the answer came. */
  readonly receivedAt: number;
  /** How many such answers in a row agree with each other. */
  readonly count: number;
}

export function createClock({ wall, steady, onSkew }: TimeSources): Clock {
  // The clock counts on from its anchor: a time, and what the device's two clocks said at that moment.
  let anchorTime = wall();
  let wallAtAnchor = anchorTime;
  let steadyAtAnchor = steady();
  /** The platform's time minus the device's where several answers have agreed that the device's clock is on the wrong day; else 0. */
  let skew = 0;
  /** The skew that `onSkew` got last. */
  let reportedSkew = 0;
  /** The time of the last answer, and when an answer had it first (by the steady clock). */
  let lastDate = { platformMs: Number.NaN, since: 0 };
  let doubt: Doubt | null = null;
  let isPlatformTimeKnown = false;
  /** True from an answer that was believed until the device's clock leaps forward. Meanwhile one answer alone can't change the time. */
  let isSettled = false;

  /** Sets the clock to `atMs`, and returns that. */
  function anchor(atMs: number): number {
    anchorTime = atMs;
    wallAtAnchor = wall();
    steadyAtAnchor = steady();
    return atMs;
  }

  function now(): number {
    const elapsed = steady() - steadyAtAnchor;
    const leapMs = wall() - wallAtAnchor - elapsed;
    if (Math.abs(leapMs) <= CLOCK_TOLERANCE_MS) return anchorTime + elapsed;
    // A leap forward counts as a sleep in which the steady clock stood still: figures look too old rather than too new, and the next answers
    // of the platform put it right. A leap backward means that somebody set the clock, which changes nothing.
    if (leapMs > 0) isSettled = false;
    return anchor(anchorTime + elapsed + Math.max(0, leapMs));
  }

  /** Notes an answer that contradicts what is believed, and says whether so many agree by now that it is no accident. */
  function confirmsDoubt(platformMs: number): boolean {
    const receivedAt = now();
    const last = doubt;
    const agrees = last !== null && Math.abs(platformMs - last.platformMs - (receivedAt - last.receivedAt)) <= AGREE_WITHIN_MS;
    doubt = { platformMs, receivedAt, count: agrees ? last.count + 1 : 1 };
    return doubt.count >= AGREEING_ANSWERS;
  }

  /** Calls `onSkew` where the skew differs from the one that it got last. */
  function reportSkew(skewMs: number): void {
    const significantSkew = Math.abs(skewMs) > CLOCK_TOLERANCE_MS ? skewMs : 0;
    if (Math.abs(significantSkew - reportedSkew) <= CLOCK_TOLERANCE_MS) return;
    reportedSkew = significantSkew;
    onSkew?.(significantSkew);
  }

  /** Says whether another answer, seconds ago, had the same time. A clock that stands still says nothing about the time. */
  function isStaleDate(platformMs: number): boolean {
    if (platformMs !== lastDate.platformMs) lastDate = { platformMs, since: steady() };
    return steady() - lastDate.since > CLOCK_TOLERANCE_MS;
  }

  /** Says whether the time is within a day of the device's clock plus `skewMs`. */
  const isNear = (platformMs: number, skewMs: number) => Math.abs(platformMs - wall() - skewMs) <= BELIEVABLE_SKEW_MS;

  /** Says whether the time differs from this clock. */
  const isOff = (platformMs: number) => Math.abs(platformMs - now()) > CLOCK_TOLERANCE_MS;

  /**
   * Says whether the clock may take this time. One answer is enough where it is near the device's clock, with or without the skew, and does not
   * contradict a time that was believed before; else several must agree.
   */
  function isBelieved(platformMs: number): boolean {
    const isOtherDay = !isNear(platformMs, 0) && !isNear(platformMs, skew);
    // `now()` notices a leap of the device's clock, which ends `isSettled`; so it is called, in `isOff`, before `isSettled` is read.
    const isContradiction = isOff(platformMs);
    // Two machines of one platform may be minutes apart: the ages must not go to and fro between them.
    const isSecondOpinion = isContradiction && isSettled && isNear(platformMs, skew);
    return (!isOtherDay && !isSecondOpinion) || confirmsDoubt(platformMs);
  }

  return {
    now: () => Math.round(now()),
    hasPlatformTime: () => isPlatformTimeKnown,
    notePlatformTime(platformMs) {
      // A NaN is not at least the first time either.
      if (!(platformMs >= FIRST_PLATFORM_MS) || isStaleDate(platformMs) || !isBelieved(platformMs)) return;
      // Near the device's clock no skew is needed: its day was right all along, or somebody has put it right.
      if (isNear(platformMs, 0)) skew = 0;
      else if (!isNear(platformMs, skew)) skew = platformMs - wall();
      reportSkew(platformMs - wall());
      doubt = null;
      isPlatformTimeKnown = true;
      if (isOff(platformMs)) anchor(platformMs);
      isSettled = true;
    },
    applyStoredSkew(skewMs) {
      const ownSkew = reportedSkew;
      reportedSkew = skewMs;
      if (isPlatformTimeKnown) {
        // The stored skew is replaced by the one of this visit.
        reportSkew(ownSkew);
        return;
      }
      skew = Math.abs(skewMs) > BELIEVABLE_SKEW_MS ? skewMs : 0;
      anchor(wall() + skewMs);
    },
  };
}
