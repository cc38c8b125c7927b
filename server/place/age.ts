import { MINIMUM_AGE_YEARS } from '../../src/core/contract/auth';
import { lagosDay } from '../../src/core/time';

/**
 * Whether somebody born on `dateOfBirth` (`YYYY-MM-DD`) is `years` old or older on the day it is in Lagos at `nowMs` (epoch ms).
 * Born on 29 February: of age on 1 March where there is no such day.
 */
export function isOfAge(dateOfBirth: string, nowMs: number, years = MINIMUM_AGE_YEARS): boolean {
  const year = Number(dateOfBirth.slice(0, 4)) + years;
  return `${year}${dateOfBirth.slice(4)}` <= lagosDay(nowMs);
}
