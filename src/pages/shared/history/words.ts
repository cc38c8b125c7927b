import { catalogue } from '../../../core/words/catalogue';
import type { PeriodError, Preset } from './period';

/** The words that the two histories share. */
export const historyWords = catalogue('pages/shared/history', {
  period: 'Period',
  presets: {
    today: 'Today',
    '7-days': '7 days',
    '30-days': '30 days',
    '12-months': '12 months',
    custom: 'Other days',
  } satisfies Record<Preset, string>,
  from: 'First day',
  to: 'Last day',
  periodErrors: {
    'from-missing': 'Choose the first day.',
    'to-missing': 'Choose the last day.',
    turned: 'The first day must not be after the last.',
    'too-early': 'Histories go back 12 months.',
  } satisfies Record<PeriodError, string>,
  chooseDays: 'Choose the days',
  chooseDaysHint: 'Choose both days to see the list.',
  stale: 'Saved copy',
  live: 'Up to date',
  loading: 'Loading',
  more: 'Show more',
  moreBusy: 'Loading more',
  moreFailed: 'We could not load more.',
  again: 'Try again',
  offlineTitle: 'This period is not on your device',
  offlineText: 'You are offline, and only the last 30 days without a filter are saved here.',
  showStored: 'Show the last 30 days',
  offlineNothing: 'You are offline, and this device has none of it yet.',
  failedTitle: 'This could not be loaded',
  totals: 'Totals of the period',
  shownCount: (n: number, isAll: boolean) => (isAll ? `All ${n} shown.` : `${n} shown. There are more.`),
});
