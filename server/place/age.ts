import { MINIMUM_AGE_YEARS } from '../../src/core/contract/auth';
import { lagosDay } from '../../src/core/time';

/**
 * Returns true for somebody born on `dateOfBirth` (`YYYY-MM-DD`) who is at least `years` old on the day in Lagos at `nowMs`
 * (epoch ms). Somebody born on 29 February comes of age on 1 March in a year without that day.
 */
export function isOfAge(dateOfBirth: string, nowMs: number, years = MINIMUM_AGE_YEARS): boolean {
  const year = Number(dateOfBirth.slice(0, 4)) + years;
  return `${year}${dateOfBirth.slice(4)}` <= lagosDay(nowMs);
}
