/** A page that nobody sees costs its player nothing: no question, and of a sign-out one try. */
import { IDBFactory } from 'fake-indexeddb';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { PATIENCE } from '../../support/patience';
import { becomePage, ticks } from './support';

vi.mock('../../../src/bridge/figures/sync-worker', () => ({ startSync: vi.fn(), stopSync: vi.fn(), pollNow: vi.fn(async () => undefined), drainNow: vi.fn() }));

let page: ReturnType<typeof becomePage>;

async function pass(ms: number): Promise<void> {
  for (let passed = 0; passed < ms; passed += 5_000) {
    await ticks(10);
    await vi.advanceTimersByTimeAsync(5_000);
  }
  await ticks();
}

/** Brings the page into sight as `runtime` does. */
async function show(flush: () => Promise<void>): Promise<void> {
  page.show('visible');
  await flush();
}

beforeEach(() => {
  globalThis.indexedDB = new IDBFactory();
  page = becomePage();
  vi.resetModules();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('out of sight', () => {
  it('a sign-out that waits is told once in 75 s and not five times, and at once when the page is seen', async () => {
    const { flushRevocations, promiseRevocation } = await import('../../../src/bridge/session/revocations');
    await promiseRevocation('session-of-a');
    await flushRevocations();
    expect(page.asked).toHaveLength(1);
    page.show('hidden');
    await pass(75_000);
    // And the line that comes and goes meanwhile.
    await flushRevocations();
    await flushRevocations();
    await pass(75_000);
    expect(page.asked).toHaveLength(2);
    page.network(() => new Response(null, { status: 204 }));
    await show(flushRevocations);
    expect(page.asked).toHaveLength(3);
    await pass(75_000);
    expect(page.asked).toHaveLength(3);
  });

  it('what a guest wrote waits, and goes out when the page is seen', async () => {
    const { flushGuestFeedback, queueGuestFeedback } = await import('../../../src/bridge/outbox/guest-feedback');
    await queueGuestFeedback({ category: 'other', text: 'Good', picture: null });
    await vi.waitFor(() => expect(page.asked.length).toBeGreaterThan(0), PATIENCE);
    await ticks();
    const before = page.asked.length;
    page.show('hidden');
    await pass(75_000);
    await flushGuestFeedback();
    expect(page.asked).toHaveLength(before);
    await show(flushGuestFeedback);
    expect(page.asked.length).toBeGreaterThan(before);
  });

  it('a wait in sight ends with the time, with its signal, and when the player looks away; the next begins when they are back', async () => {
    const { pauseInSight, whenSeen } = await import('../../../src/bridge/page/seen');
    const ended: string[] = [];
    const note = (name: string) => () => void ended.push(name);
    const stop = new AbortController();
    void pauseInSight(1_000, new AbortController().signal).then(note('time'));
    void pauseInSight(60_000, stop.signal).then(note('signal'));
    void pauseInSight(60_000, new AbortController().signal).then(note('away'));
    void whenSeen().then(note('seen'));
    await ticks(2);
    expect(ended).toEqual(['seen']);
    await vi.advanceTimersByTimeAsync(1_000);
    stop.abort();
    await ticks(2);
    expect(ended).toEqual(['seen', 'time', 'signal']);
    page.show('hidden');
    void pauseInSight(60_000, new AbortController().signal).then(note('at once'));
    void whenSeen().then(note('seen again'));
    await ticks(2);
    expect(ended.slice(3)).toEqual(['away', 'at once']);
    page.show('visible');
    await ticks(2);
    expect(ended.at(-1)).toBe('seen again');
    expect(vi.getTimerCount()).toBe(0);
  });
});
