import { describe, expect, it } from 'vitest';
import { WORK_KINDS } from '../../../src/core/contract/today';
import type { Today } from '../../../src/core/contract/today';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../src/core/time';
import { tabOf, tabsOf } from '../../../src/pages/admin/desk/tabs';
import { waitOf, workOf } from '../../../src/pages/admin/today/places';

const todayWith = (work: Today['work']): Today => ({ work, money: { isOpen: true, since: null, reason: null }, yesterday: null });
const item = (kind: string, oldest: string | null = null) => ({ kind, count: oldest === null ? 0 : 1, oldest });

describe('what the desk opens with', () => {
  it('has a door to a tab for every kind of work, and none for a kind that a newer platform has', () => {
    const work = workOf(todayWith([...WORK_KINDS, 'constructor', 'moon'].map((kind) => item(kind))));
    expect(work.map(({ kind }) => kind)).toEqual(WORK_KINDS);
    const all = tabsOf(() => true, null);
    for (const { kind, to } of work) expect(tabOf(new URL(to, 'http://ayo.test').searchParams, all), kind).not.toBe('today');
    expect(work.find(({ kind }) => kind === 'differences')?.to).toBe('/admin?tab=payments#differences');
  });

  it('lists first what has waited longest, and last what does not wait', () => {
    const work = workOf(todayWith([item('messages'), item('approvals', '2026-11-21T10:00:00.000Z'), item('identity', '2026-11-20T10:00:00.000Z')]));
    expect(work.map(({ kind }) => kind)).toEqual(['identity', 'approvals', 'messages']);
  });

  it.each([
    [0, 'minutes', 0], [-MINUTE_MS, 'minutes', 0], [HOUR_MS - 1, 'minutes', 59], [HOUR_MS, 'hours', 1], [2 * DAY_MS - 1, 'hours', 47], [2 * DAY_MS, 'days', 2],
  ] as const)('says how long something waits in its largest unit: %i ms are %s', (ms, unit, n) => {
    expect(waitOf(1_000_000, 1_000_000 + ms)).toEqual({ unit, n });
  });
});
