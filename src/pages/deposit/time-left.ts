/** Words for the time that is left to pay. Pure. */
import { words } from './words';

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

/** The time left in words, like `27 minutes`, `less than a minute`, `24 hours`. It is never more than the real time. */
export function spanWords(ms: number): string {
  if (ms < MINUTE_MS) return words.underMinute;
  // Below two hours the words count minutes, because "one hour" would be too little for 90 minutes; above, they count hours.
  return ms < 2 * HOUR_MS ? words.minutes(Math.floor(ms / MINUTE_MS)) : words.hours(Math.floor(ms / HOUR_MS));
}

/** The time left in figures, like `27:04`. It is empty for more than an hour, where figures would only run. */
export function clockFigures(ms: number): string {
  if (ms > HOUR_MS) return '';
  const seconds = Math.max(0, Math.ceil(ms / SECOND_MS));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
