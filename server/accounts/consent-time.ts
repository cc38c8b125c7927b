/**
 * When a consent was given, by clocks of which none has to be right.
 *
 * A consent may wait on a phone for days, and phones are wrong by hours. So the client tells two times of the same clock,
 * when it was given and when it is sent; what counts is the time in between, taken off the platform's own clock. A phone
 * that is wrong by the same amount all the time does no harm. One whose clock was set forward in between makes the consent
 * look older than it is, which can only lose against a withdrawal. One that was set back makes it look newer: where that
 * shows (it would have been sent before it was given) the consent holds against no withdrawal at all. A clock set back by
 * less than the wait can't be seen; the consent is then off by that much at most, and never in the future.
 *
 * A withdrawal needs none of this: it counts from when it arrives, so that no wrong clock can weaken it.
 */
export interface ToldTimes {
  readonly acceptedAt?: string | undefined;
  readonly sentAt?: string | undefined;
}

export interface GivenTime {
  readonly at: Date;
  /** False: nobody can say whether it was before or after a withdrawal. */
  readonly isCertain: boolean;
}

export function consentTime({ acceptedAt, sentAt }: ToldTimes, now: Date): GivenTime {
  const given = acceptedAt === undefined ? NaN : Date.parse(acceptedAt);
  if (Number.isNaN(given)) return { at: now, isCertain: true };
  if (sentAt === undefined) return { at: new Date(Math.min(given, now.getTime())), isCertain: true };
  const waitedMs = Date.parse(sentAt) - given;
  return waitedMs < 0 ? { at: now, isCertain: false } : { at: new Date(now.getTime() - waitedMs), isCertain: true };
}
