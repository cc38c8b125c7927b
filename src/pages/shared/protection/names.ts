/** What limits, periods and breaks are called, wherever they are named. */
import type { ExclusionLength, LimitKind, LimitPeriod } from '../../../core/protection';

export const LENGTH_WORDS: Readonly<Record<ExclusionLength, string>> = {
  '24-hours': 'A break of 24 hours',
  '7-days': 'A break of 7 days',
  '30-days': 'A break of 30 days',
  '6-months': 'Self-exclusion for 6 months',
  '1-year': 'Self-exclusion for 1 year',
  '2-years': 'Self-exclusion for 2 years',
  '5-years': 'Self-exclusion for 5 years',
  permanent: 'Self-exclusion for good',
};

/** In a sentence: “for today”. */
export const PERIOD_NOW: Readonly<Record<LimitPeriod, string>> = { day: 'today', week: 'this week', month: 'this month' };

const KIND: Readonly<Record<LimitKind, string>> = { deposit: 'Deposits', loss: 'Losses', stake: 'Stakes' };

/** “Deposits: at most ₦5,000 a day”. */
export function limitName(kind: LimitKind, period: LimitPeriod, amount: string): string {
  return `${KIND[kind]}: at most ${amount} a ${period}`;
}
