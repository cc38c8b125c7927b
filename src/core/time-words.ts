import { catalogue } from './words/catalogue';

export const words = catalogue('core/time-words', {
  months: ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'],
  /** Day and month have two digits each. */
  date: (day: string, month: string, year: number) => `${day}/${month}/${year}`,
  /** `year` is null for a day of the present year. */
  day: (day: number, month: string, year: number | null) => `${day} ${month}${year === null ? '' : ` ${year}`}`,
  now: 'just now',
  minutesAgo: (n: number) => `${n} min ago`,
  asOf: (when: string) => `as of ${when}`,
  seconds: (s: number) => `${s} s`,
  minutes: (min: number, s: string) => `${min} min ${s} s`,
  hours: (h: number, min: string) => `${h} h ${min} min`,
});
