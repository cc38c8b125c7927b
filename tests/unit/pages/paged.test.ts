import { describe, expect, it } from 'vitest';
import { failure } from '../../../src/core/errors';
import { noPages, paged, pagesOf } from '../../../src/pages/shared/history/paged';
import type { PagedState } from '../../../src/pages/shared/history/paged';
import { answer } from './support';

type State = PagedState<number, { sum: number }>;
const page = (items: number[], next: string | null = null) => ({ items, next, totals: { sum: items.length } });
const listed = (savedAt: number | null = null): State =>
  paged(noPages(), { type: 'first', key: 'a', result: answer(page([1, 2], 'c2'), savedAt) });

describe('a list of several pages', () => {
  it('adds the next page behind what is there and keeps the totals of the whole', () => {
    const asking = paged(listed(), { type: 'asking-more' });
    expect(asking.more).toBe('loading');
    const more = paged(asking, { type: 'more', key: 'a', cursor: 'c2', result: answer(page([3])) });
    expect(more).toMatchObject({ items: [1, 2, 3], next: null, more: 'idle', totals: { sum: 2 } });
  });

  it('takes a page once, however often its answer comes', () => {
    const event = { type: 'more', key: 'a', cursor: 'c2', result: answer(page([3], 'c3')) } as const;
    const once = paged(listed(), event);
    expect(paged(once, event)).toBe(once);
  });

  it('drops a page of another list', () => {
    const state = listed();
    expect(paged(state, { type: 'more', key: 'b', cursor: 'c2', result: answer(page([9])) })).toBe(state);
  });

  it('shows nothing of one list under the filter of another', () => {
    expect(pagesOf(listed(), 'b').items).toEqual([]);
    expect(pagesOf(listed(), 'a').items).toEqual([1, 2]);
  });

  it('keeps what is there when loading it again fails', () => {
    const failed = paged(listed(), { type: 'first', key: 'a', result: failure('timeout') });
    expect(failed).toMatchObject({ items: [1, 2], error: { code: 'timeout' } });
  });

  it('shows only the failure when the first load of another filter fails', () => {
    const failed = paged(listed(), { type: 'first', key: 'b', result: failure('network') });
    expect(failed).toMatchObject({ key: 'b', items: [], totals: null, error: { code: 'network' } });
  });

  it('says from when a stored list is, and forgets it with a live one', () => {
    expect(listed(5).savedAt).toBe(5);
    const live = paged(listed(5), { type: 'first', key: 'a', result: answer(page([1])) });
    expect(live).toMatchObject({ savedAt: null, items: [1], error: null });
  });

  it('says from when it is once the connection is lost, and an older copy stays as old as it was', () => {
    expect(paged(listed(), { type: 'cut', answeredAt: 7 }).savedAt).toBe(7);
    expect(paged(listed(5), { type: 'cut', answeredAt: 7 }).savedAt).toBe(5);
    expect(paged(noPages(), { type: 'cut', answeredAt: 7 })).toEqual(noPages());
  });

  it('ignores a canceled call', () => {
    const state = listed();
    expect(paged(state, { type: 'first', key: 'a', result: failure('canceled') })).toBe(state);
    const asking = paged(state, { type: 'asking-more' });
    const given = paged(asking, { type: 'more', key: 'a', cursor: 'c2', result: failure('canceled') });
    expect(given.more).toBe('idle');
  });

  it('lets a failed page be requested again', () => {
    const failed = paged(listed(), { type: 'more', key: 'a', cursor: 'c2', result: failure('network') });
    expect(failed).toMatchObject({ more: 'failed', next: 'c2', items: [1, 2] });
  });
});
