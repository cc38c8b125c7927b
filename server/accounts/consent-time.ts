/**
 * Works out when a consent was given, although no device's clock need be right.
 *
 * A consent may wait on a phone for days, and a phone's clock may be wrong by hours. So the client sends two times of its own
 * clock: when the consent was given and when it is sent. We subtract the difference from the platform's clock. A constant error
 * does no harm. A clock that was set forward meanwhile makes the consent look older, so it can only lose against a withdrawal. A
 * clock that was set back makes it look newer: where the sending time is before the giving time, the consent loses against every
 * withdrawal. We can't notice a clock that was set back by less than the wait; the error is then at most that much, and the time
 * is never in the future.
 *
 * A withdrawal counts from its arrival, so that no wrong clock can weaken it.
 */
export interface ClientTimes {
  readonly acceptedAt?: string | undefined;
  readonly sentAt?: string | undefined;
}

export interface ConsentTime {
  readonly at: Date;
  /** False where we can't know if the consent came before or after a withdrawal. */
  readonly isCertain: boolean;
}

export function consentTime({ acceptedAt, sentAt }: ClientTimes, now: Date): ConsentTime {
  const acceptedMs = acceptedAt === undefined ? NaN : Date.parse(acceptedAt);
  if (Number.isNaN(acceptedMs)) return { at: now, isCertain: true };
  if (sentAt === undefined) return { at: new Date(Math.min(acceptedMs, now.getTime())), isCertain: true };
  const waitedMs = Date.parse(sentAt) - acceptedMs;
  return waitedMs < 0 ? { at: now, isCertain: false } : { at: new Date(now.getTime() - waitedMs), isCertain: true };
}
