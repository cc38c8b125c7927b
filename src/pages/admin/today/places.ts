/** Where each kind of waiting work is at the desk. Pure. */
import type { Today, WorkKind } from '../../../core/contract/today';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../core/time';
import { isKeyOf } from '../../../core/words/is-key-of';
import { addressOfTab } from '../desk/tabs';
import type { Tab } from '../desk/tabs';

/** The tab, and the id of the heading on it. A further kind of work is one more row. */
const PLACES: Readonly<Record<WorkKind, { readonly tab: Tab; readonly id?: string }>> = {
  approvals: { tab: 'approvals' },
  identity: { tab: 'identity' },
  cases: { tab: 'risk' },
  messages: { tab: 'messages' },
  'returned-payouts': { tab: 'payments', id: 'returned-payouts' },
  'mismatched-deposits': { tab: 'payments', id: 'mismatched-deposits' },
  differences: { tab: 'payments', id: 'differences' },
  'payment-solutions': { tab: 'payments', id: 'corrections-waiting' },
  adjustments: { tab: 'adjustments', id: 'corrections-waiting' },
  promotions: { tab: 'promotions' },
  draws: { tab: 'promotions' },
  invitations: { tab: 'people', id: 'open' },
};

export interface Work {
  readonly kind: WorkKind;
  readonly count: number;
  /** Epoch ms since when the oldest waits; null where nothing does. */
  readonly oldest: number | null;
  readonly to: string;
}

/** Lists the work of the kinds that this page knows: what waits longest first, then what does not wait. */
export function workOf(today: Today): readonly Work[] {
  const known = today.work.flatMap(({ kind, count, oldest }): Work[] => {
    if (!isKeyOf(PLACES, kind)) return [];
    const { tab, id } = PLACES[kind];
    return [{ kind, count, oldest: oldest === null ? null : Date.parse(oldest), to: id === undefined ? addressOfTab(tab) : `${addressOfTab(tab)}#${id}` }];
  });
  return known.toSorted((a, b) => (a.oldest ?? Infinity) - (b.oldest ?? Infinity) || 0);
}

/** How long something waits, in its largest unit. */
export type Wait = { readonly unit: 'minutes' | 'hours' | 'days'; readonly n: number };

export function waitOf(sinceMs: number, nowMs: number): Wait {
  const ms = Math.max(0, nowMs - sinceMs);
  if (ms < HOUR_MS) return { unit: 'minutes', n: Math.floor(ms / MINUTE_MS) };
  if (ms < 2 * DAY_MS) return { unit: 'hours', n: Math.floor(ms / HOUR_MS) };
  return { unit: 'days', n: Math.floor(ms / DAY_MS) };
}
