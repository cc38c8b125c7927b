/** Words for the time that is left to pay. Pure. */
import { words } from './words';

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

/** `27 minutes`, `less than a minute`, `24 hours`: never more than there is. */
export function spanWords(ms: number): string {
  if (ms < MINUTE_MS) return words.underMinute;
  // An hour and a half is no hour, and 90 minutes nobody has to work out.
  return ms < 2 * HOUR_MS ? words.minutes(Math.floor(ms / MINUTE_MS)) : words.hours(Math.floor(ms / HOUR_MS));
}

/** `27:04` for what is left; empty where figures would only run (more than an hour). */
export function clockFigures(ms: number): string {
  if (ms > HOUR_MS) return '';
  const seconds = Math.max(0, Math.ceil(ms / SECOND_MS));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
