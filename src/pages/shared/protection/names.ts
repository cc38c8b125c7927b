/** The names of limits, periods and breaks, for every page. */
import type { ExclusionLength, LimitKind, LimitPeriod } from '../../../core/protection';
import { catalogue } from '../../../core/words/catalogue';

export const names = catalogue('pages/shared/protection/names', {
  length: {
    '24-hours': 'A break of 24 hours',
    '7-days': 'A break of 7 days',
    '30-days': 'A break of 30 days',
    '6-months': 'Self-exclusion for 6 months',
    '1-year': 'Self-exclusion for 1 year',
    '2-years': 'Self-exclusion for 2 years',
    '5-years': 'Self-exclusion for 5 years',
    permanent: 'Self-exclusion for good',
  } satisfies Record<ExclusionLength, string>,
  /** The period inside a sentence: “for today”. */
  now: { day: 'today', week: 'this week', month: 'this month' } satisfies Record<LimitPeriod, string>,
  kind: { deposit: 'Deposits', loss: 'Losses', stake: 'Stakes' } satisfies Record<LimitKind, string>,
  /** “Deposits: at most ₦5,000 a day”. */
  limit: {
    day: (kind: string, amount: string) => `${kind}: at most ${amount} a day`,
    week: (kind: string, amount: string) => `${kind}: at most ${amount} a week`,
    month: (kind: string, amount: string) => `${kind}: at most ${amount} a month`,
  } satisfies Record<LimitPeriod, (kind: string, amount: string) => string>,
});

export const LENGTH_WORDS = names.length;
export const PERIOD_NOW = names.now;

export function limitName(kind: LimitKind, period: LimitPeriod, amount: string): string {
  return names.limit[period](names.kind[kind], amount);
}
