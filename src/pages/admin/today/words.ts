import type { WorkKind } from '../../../core/contract/today';
import { catalogue } from '../../../core/words/catalogue';
import { plural } from '../../../core/words/plural';
import type { Wait } from './places';

/** The words of what the desk opens with. */
export const words = catalogue('pages/admin/today', {
  waits: 'Waiting for people',
  kinds: {
    approvals: 'Withdrawals to approve',
    identity: 'Identities to decide about',
    cases: 'Cases to decide',
    messages: 'Messages to answer',
    'returned-payouts': 'Payouts that came back',
    'mismatched-deposits': 'Deposits that do not match',
    differences: 'Differences from statements',
    'payment-solutions': 'Payments waiting for a second person',
    adjustments: 'Adjustments waiting for a second person',
    promotions: 'Promotions waiting for a second person',
    draws: 'Draws waiting for two secrets',
    invitations: 'Invitations waiting for a second owner',
  } satisfies Record<WorkKind, string>,
  oldest: (when: string) => `Oldest: ${when}`,
  since: (when: string) => `Since ${when}`,
  wait: ({ unit, n }: Wait) => ({
    minutes: plural(n, { zero: 'less than a minute', one: '# minute', other: '# minutes' }),
    hours: plural(n, { one: '# hour', other: '# hours' }),
    days: plural(n, { one: '# day', other: '# days' }),
  })[unit],
  nothing: 'Nothing waits',
  nothingText: 'Work that needs you is listed here, the oldest first.',
  quiet: 'Empty lists',
  money: 'Money',
  open: 'Open',
  closed: 'Closed: no deposits, bets or payouts',
  neverClosed: 'It has never been closed.',
  yesterday: 'Gross gaming revenue yesterday',
  yesterdayOf: (day: string) => `${day}, Lagos time. Stakes less wins, before the cost of bonuses.`,
  offline: 'This is what the device knew last. Decisions need a connection.',
  offlineText: 'This device has no copy of the waiting work yet. It loads when you are online.',
});
