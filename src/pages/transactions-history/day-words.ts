import { DAY_MS, dayWords, lagosDay, lagosDayStart } from '../../core/time';
import { words } from './words';

/** `Today`, `Yesterday`, `Mon 23 Nov`, with the year when it is another than now's. `day` is `YYYY-MM-DD`, `nowMs` epoch ms. */
export function dayTitle(day: string, nowMs: number): string {
  if (day === lagosDay(nowMs)) return words.today;
  if (day === lagosDay(nowMs - DAY_MS)) return words.yesterday;
  const weekday = words.weekdays[new Date(`${day}T00:00:00Z`).getUTCDay()] ?? '';
  return `${weekday} ${dayWords(lagosDayStart(day), nowMs)}`;
}
