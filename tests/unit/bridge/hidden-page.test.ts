/** A hidden page costs its player no data: it asks nothing, and tries to send a sign-out once. */
import { IDBFactory } from 'fake-indexeddb';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { guestFeedbackOf } from '../../../src/bridge/outbox/guest-feedback';
import { pauseWhileVisible, whenPageVisible } from '../../../src/bridge/page/visibility';
import { becomePage, endsSessions, leavePage, openBridge, whenIdle } from './support';

let page: ReturnType<typeof becomePage>;

async function pass(ms: number): Promise<void> {
  for (let passed = 0; passed < ms; passed += 5_000) {
    await vi.advanceTimersByTimeAsync(5_000);
    await whenIdle();
  }
}

/** Waits until the results of settled promises have been handled; no time passes. */
const settleEvents = () => vi.advanceTimersByTimeAsync(0);

/** Brings the page into sight as the start does. */
async function show(flush: () => Promise<void>): Promise<void> {
  page.show('visible');
  await flush();
}

beforeEach(() => {
  vi.stubGlobal('indexedDB', new IDBFactory());
  page = becomePage();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(leavePage);

describe('while the page is hidden', () => {
  it('a waiting sign-out is sent once in 75 s and not five times, and at once when the page becomes visible', async () => {
    const { bridge: { revocations: { flush, recordSignOut } } } = openBridge();
    const revocations = () => page.requests.filter(({ method }) => method === 'POST').length;
    await recordSignOut('session-of-a');
    await flush();
    expect(page.requests).toHaveLength(1);
    page.show('hidden');
    await pass(75_000);
    // The connection comes and goes meanwhile.
    await flush();
    await flush();
    await pass(75_000);
    expect(page.requests).toHaveLength(2);
    page.network(endsSessions);
    await show(flush);
    expect(revocations()).toBe(3);
    await pass(75_000);
    expect(revocations()).toBe(3);
  });

  it('what a guest wrote waits, and goes out when the page is seen', async () => {
    const { flush, queue } = guestFeedbackOf(openBridge().bridge);
    await queue({ category: 'other', text: 'Good', picture: null });
    await page.whenAsked(1);
    await whenIdle();
    const before = page.requests.length;
    page.show('hidden');
    await pass(75_000);
    await flush();
    expect(page.requests).toHaveLength(before);
    await show(flush);
    expect(page.requests.length).toBeGreaterThan(before);
  });

  it('a pause for visible pages ends in time, by its signal, or when the page is hidden; the next one begins when the page is visible again', async () => {
    const ended: string[] = [];
    const note = (name: string) => () => void ended.push(name);
    const stop = new AbortController();
    void pauseWhileVisible(1_000, new AbortController().signal).then(note('time'));
    void pauseWhileVisible(60_000, stop.signal).then(note('signal'));
    void pauseWhileVisible(60_000, new AbortController().signal).then(note('away'));
    void whenPageVisible().then(note('seen'));
    await settleEvents();
    expect(ended).toEqual(['seen']);
    await vi.advanceTimersByTimeAsync(1_000);
    stop.abort();
    await settleEvents();
    expect(ended).toEqual(['seen', 'time', 'signal']);
    page.show('hidden');
    void pauseWhileVisible(60_000, new AbortController().signal).then(note('at once'));
    void whenPageVisible().then(note('seen again'));
    await settleEvents();
    expect(ended.slice(3)).toEqual(['away', 'at once']);
    page.show('visible');
    await settleEvents();
    expect(ended.at(-1)).toBe('seen again');
    expect(vi.getTimerCount()).toBe(0);
  });
});
