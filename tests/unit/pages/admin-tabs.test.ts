import { describe, expect, it } from 'vitest';
import { addressOfTab, tabByKey, tabOf, tabsOf } from '../../../src/pages/admin/desk/tabs';

const all = tabsOf(() => true, null);
const search = (text: string) => new URLSearchParams(text);

describe('the tabs of the operator’s page', () => {
  it('hides what the platform lacks', () => {
    expect(all).toEqual(['today', 'games', 'approvals', 'payments', 'adjustments', 'players', 'identity', 'risk', 'promotions', 'messages', 'reports', 'people', 'trail']);
    expect(tabsOf((needs) => needs !== 'approvals', null)).toEqual(['today', 'games', 'payments', 'adjustments', 'players', 'identity', 'risk', 'promotions', 'messages', 'reports', 'people', 'trail']);
    expect(tabsOf((needs) => needs === 'admin', null)).toEqual(['games', 'trail']);
  });

  it('shows each admin what their roles are for, and opens the first of it', () => {
    expect(tabsOf(() => true, ['payments'])).toEqual(['today', 'approvals', 'payments', 'adjustments', 'players', 'reports']);
    expect(tabsOf(() => true, ['owner'])).toEqual(['today', 'payments', 'adjustments', 'players', 'risk', 'promotions', 'reports', 'people', 'trail']);
    expect(tabsOf(() => true, [])).toEqual([]);
    expect(tabOf(search(''), tabsOf(() => true, ['support', 'payments']))).toBe('today');
  });

  it('opens the tab of the address, and what the desk opens with for every other word', () => {
    for (const tab of all) expect(tabOf(new URL(addressOfTab(tab), 'http://ayo.test').searchParams, all)).toBe(tab);
    for (const text of ['', 'tab=', 'tab=constructor', 'tab=PEOPLE']) expect(tabOf(search(text), all)).toBe('today');
  });

  it('opens the first tab where that of an old address is not there', () => {
    expect(tabOf(search('tab=approvals'), ['games', 'people'])).toBe('games');
  });

  it('is walked with the arrows round and round, and leaves other keys alone', () => {
    expect(tabByKey('ArrowRight', 'games', all)).toBe('approvals');
    expect(tabByKey('ArrowRight', 'trail', all)).toBe('today');
    expect(tabByKey('ArrowLeft', 'today', all)).toBe('trail');
    expect(tabByKey('Home', 'people', all)).toBe('today');
    expect(tabByKey('End', 'games', all)).toBe('trail');
    for (const key of ['Tab', 'a', 'constructor', 'Enter']) expect(tabByKey(key, 'games', all)).toBeNull();
  });
});
