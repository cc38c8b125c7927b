import { words } from './time-words';

/**
 * The clock from which components take the time. It is the device's clock until the bridge puts one in its place that knows the platform's
 * time (`bridge/platform/clock.ts`).
 */
export const clock: { now: () => number; hasPlatformTime: () => boolean } = {
  // oxlint-disable-next-line ayo/pure -- Not read in core: this is where the clock is passed in.
  now: () => Date.now(),
  /** Returns true once the platform has said what time it is. Until then the time is the phone's, which may be wrong by days. */
  hasPlatformTime: () => true,
};

/** Nigeria keeps UTC+1 all year (Africa/Lagos, no summer time). */
export const LAGOS_OFFSET_MS = 60 * 60 * 1000;

export const SECOND_MS = 1000;
export const MINUTE_MS = 60 * SECOND_MS;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

const twoDigits = (n: number) => String(n).padStart(2, '0');

interface LagosParts {
  readonly year: number;
  readonly month: number;
  readonly day: number;
  readonly hour: number;
  readonly minute: number;
  readonly second: number;
}

/** The parts of an instant (epoch ms) as a clock in Lagos shows them. */
export function lagosParts(atMs: number): LagosParts {
  const shifted = new Date(atMs + LAGOS_OFFSET_MS);
  return {
    year: shifted.getUTCFullYear(),
    month: shifted.getUTCMonth() + 1,
    day: shifted.getUTCDate(),
    hour: shifted.getUTCHours(),
    minute: shifted.getUTCMinutes(),
    second: shifted.getUTCSeconds(),
  };
}

/** The day in Lagos as `YYYY-MM-DD`. */
export function lagosDay(atMs: number): string {
  const { year, month, day } = lagosParts(atMs);
  return `${year}-${twoDigits(month)}-${twoDigits(day)}`;
}

/** Epoch ms at which a Lagos day (`YYYY-MM-DD`) begins. NaN for what is no date. */
export function lagosDayStart(day: string): number {
  return Date.parse(`${day}T00:00:00+01:00`);
}

/** `14:02`. */
export function clockTime(atMs: number): string {
  const { hour, minute } = lagosParts(atMs);
  return `${twoDigits(hour)}:${twoDigits(minute)}`;
}

/** `21/11/2026`. */
export function shortDate(atMs: number): string {
  const { year, month, day } = lagosParts(atMs);
  return words.date(twoDigits(day), twoDigits(month), year);
}

/** `21/11/2026, 14:02`. */
export function dateTime(atMs: number): string {
  return `${shortDate(atMs)}, ${clockTime(atMs)}`;
}

/** `21 Nov`, with the year when it is another than now's. */
export function dayWords(atMs: number, nowMs: number): string {
  const then = lagosParts(atMs);
  return words.day(then.day, words.months[then.month - 1] ?? '', then.year === lagosParts(nowMs).year ? null : then.year);
}

/** `21 Nov, 14:02`, with the year when it is another than now's. */
export function momentWords(atMs: number, nowMs: number): string {
  return `${dayWords(atMs, nowMs)}, ${clockTime(atMs)}`;
}

/** Below this a figure counts as fresh: one poll (15 s) and its slack. */
export const FRESH_MS = 30 * SECOND_MS;

/**
 * How old a figure is, in words: "just now", "2 min ago", "as of 14:02" (same Lagos day), "as of 3 Nov".
 * A time in the future (a clock that jumped) reads as the time it names, never as "just now".
 */
export function ageWords(atMs: number, nowMs: number): string {
  const age = nowMs - atMs;
  if (age > -FRESH_MS && age < FRESH_MS) return words.now;
  if (age >= 0 && age < 60 * MINUTE_MS) return words.minutesAgo(Math.max(1, Math.round(age / MINUTE_MS)));
  return asOfWords(atMs, nowMs);
}

/** The instant of a figure: "as of 14:02" (same Lagos day), "as of 3 Nov". */
export function asOfWords(atMs: number, nowMs: number): string {
  return words.asOf(lagosDay(atMs) === lagosDay(nowMs) ? clockTime(atMs) : dayWords(atMs, nowMs));
}

/** `1 min 05 s`, `2 h 10 min`: how long something took. */
export function durationWords(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / SECOND_MS));
  if (seconds < 60) return words.seconds(seconds);
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return words.minutes(minutes, twoDigits(seconds % 60));
  return words.hours(Math.floor(minutes / 60), twoDigits(minutes % 60));
}

/** `18.4 KB`, `1.2 MB`: decimal units, as data plans are sold. */
export function bytesWords(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  if (bytes < 1_000_000) return `${(bytes / 1000).toFixed(bytes < 10_000 ? 1 : 0)} KB`;
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}
