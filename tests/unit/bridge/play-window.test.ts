/** The window that a page plays in: the first one of the browser is the session's own, and one that opens beside it has a name. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { playWindowOf } from '../../../src/bridge/page/play-window';
import type { PlayWindow } from '../../../src/bridge/page/play-window';
import { becomePage, leavePage, openBridge } from './support';

/** Web Locks of one browser, as far as a lock is taken only where it is free. */
class BrowserLocks {
  readonly #held = new Set<string>();
  async request(name: string, _: { readonly ifAvailable: true }, work: (lock: object | null) => Promise<void> | undefined): Promise<void> {
    if (this.#held.has(name)) return work(null);
    this.#held.add(name);
    await work({});
    this.#held.delete(name);
  }
}

beforeEach(() => {
  becomePage();
  vi.stubGlobal('navigator', { onLine: true, locks: new BrowserLocks() });
});

afterEach(leavePage);

/** A window of this browser that has opened a game. */
async function openWindow(): Promise<{ readonly play: PlayWindow; readonly fire: (event: Event) => Promise<unknown> }> {
  const events = new EventTarget();
  vi.stubGlobal('addEventListener', events.addEventListener.bind(events));
  vi.stubGlobal('removeEventListener', events.removeEventListener.bind(events));
  const play = playWindowOf(openBridge().bridge);
  await play.betMembers();
  return { play, fire: (event) => Promise.resolve(events.dispatchEvent(event)) };
}
const leave = () => new Event('pagehide');
const comeBack = () => Object.assign(new Event('pageshow'), { persisted: true });

describe('a window of play', () => {
  it('has no name where it is the first one, which it is again after a reload', async () => {
    const first = await openWindow();
    expect(await first.play.betMembers()).toEqual({});
    await first.fire(leave());
    expect(await (await openWindow()).play.betMembers()).toEqual({});
  });

  it('has a name of its own beside another one, and keeps it when the other one is closed', async () => {
    const first = await openWindow();
    const second = await openWindow();
    const named = await second.play.betMembers();
    expect(named.playWindow).toMatch(/^[0-9a-f]{32}$/);
    expect((await (await openWindow()).play.betMembers()).playWindow).not.toBe(named.playWindow);
    await first.fire(leave());
    expect(await second.play.betMembers()).toEqual(named);
  });

  it('that comes back from the browser’s cache is the first one only while no other one is the first', async () => {
    const first = await openWindow();
    await first.fire(leave());
    await first.fire(comeBack());
    expect(await first.play.betMembers()).toEqual({});
    await first.fire(leave());
    await openWindow();
    await first.fire(comeBack());
    expect((await first.play.betMembers()).playWindow).toBeDefined();
  });

  it('has no name where the browser has no locks, and where they are refused', async () => {
    vi.stubGlobal('navigator', { onLine: true });
    expect(await (await openWindow()).play.betMembers()).toEqual({});
    vi.stubGlobal('navigator', { onLine: true, locks: { request: () => Promise.reject(new DOMException('not here', 'SecurityError')) } });
    expect(await (await openWindow()).play.betMembers()).toEqual({});
  });
});

it('the wish to play here holds until a round has begun here', async () => {
  const { play } = await openWindow();
  play.takeOver();
  expect(await play.betMembers()).toEqual({ takesOver: true });
  expect(await play.betMembers()).toEqual({ takesOver: true });
  play.noteRound();
  expect(await play.betMembers()).toEqual({});
});
