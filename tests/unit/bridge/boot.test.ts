/** The page's bridge starts once, and also where its code comes late. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { PAGE_PATIENCE_MS, START_AGAIN_MS, hydrate, startApp, waitForPaint, waitOnDevice } from '../../../src/bridge/boot';
import type { GuestBridge } from '../../../src/bridge/guest-bridge';

const LOST = new TypeError('Failed to fetch dynamically imported module');

function openPage() {
  const page = Object.assign(new EventTarget(), { visibilityState: 'visible' });
  const browserWindow = new EventTarget();
  vi.stubGlobal('document', page);
  vi.stubGlobal('window', browserWindow);
  vi.stubGlobal('navigator', { onLine: true });
  const bridge = { adopt: vi.fn(async () => undefined), start: { run: vi.fn(async () => undefined), onReconnected: vi.fn(async () => undefined) } };
  const load = vi.fn<() => Promise<GuestBridge>>();
  load.mockRejectedValue(LOST);
  /** From now on the host has the code again. */
  const heal = () => load.mockResolvedValue(bridge as unknown as GuestBridge);
  const show = (visibilityState: 'visible' | 'hidden') => {
    page.visibilityState = visibilityState;
    page.dispatchEvent(new Event('visibilitychange'));
  };
  return { bridge, load, heal, show, browserWindow };
}

const settle = () => vi.advanceTimersByTimeAsync(0);

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe("the bridge of a guest's page", () => {
  it.each([['comes while the page is drawn, on a first visit', null, 1], ['comes after the page is drawn, where it is on the device', {}, 0]])('%s', async (_name, controller, times) => {
    const { heal, load } = openPage();
    heal();
    vi.stubGlobal('localStorage', { getItem: () => null });
    vi.stubGlobal('navigator', { onLine: true, serviceWorker: { controller } });
    await hydrate(() => Promise.reject(LOST), load);
    expect(load).toHaveBeenCalledTimes(times);
  });
});

describe('the first drawing', () => {
  const isOver = async (waiting: Promise<void>, ms: number): Promise<boolean> => {
    let over = false;
    void waiting.then(() => (over = true));
    await vi.advanceTimersByTimeAsync(ms);
    return over;
  };
  const never = new Promise<void>(() => undefined);

  it('waits for what the page needs where that is on the device, but not for long', async () => {
    vi.stubGlobal('navigator', { serviceWorker: { controller: {} } });
    expect(await isOver(waitOnDevice(Promise.resolve()), 0)).toBe(true);
    const waiting = waitOnDevice(never);
    expect(await isOver(waiting, PAGE_PATIENCE_MS - 1)).toBe(false);
    expect(await isOver(waiting, 1)).toBe(true);
  });

  it('waits for nothing that comes over the network', async () => {
    vi.stubGlobal('navigator', { serviceWorker: { controller: null } });
    expect(await isOver(waitOnDevice(never), 0)).toBe(true);
  });

  it('is on the screen before other code runs', async () => {
    const frames: (() => void)[] = [];
    vi.stubGlobal('requestAnimationFrame', (callback: () => void) => frames.push(callback));
    const waiting = waitForPaint();
    expect(await isOver(waiting, PAGE_PATIENCE_MS - 1)).toBe(false);
    for (const paint of frames) paint();
    expect(await isOver(waiting, 0)).toBe(true);
  });

  it('does not keep other code back in a hidden tab, which paints no frame', async () => {
    vi.stubGlobal('requestAnimationFrame', () => 1);
    expect(await isOver(waitForPaint(), PAGE_PATIENCE_MS)).toBe(true);
  });
});

describe('the bridge of a page', () => {
  it('starts once, however often the connection comes back', async () => {
    const { bridge, heal, load, browserWindow } = openPage();
    heal();
    startApp(() => undefined, load);
    browserWindow.dispatchEvent(new Event('online'));
    await settle();
    browserWindow.dispatchEvent(new Event('online'));
    await settle();
    expect(bridge.start.run).toHaveBeenCalledOnce();
    expect(bridge.start.onReconnected).toHaveBeenCalledTimes(2);
  });

  it('starts when its code comes after it was lost, without any event', async () => {
    const { bridge, heal, load } = openPage();
    startApp(() => undefined, load);
    await vi.advanceTimersByTimeAsync(START_AGAIN_MS);
    expect(bridge.start.run).not.toHaveBeenCalled();
    heal();
    await vi.advanceTimersByTimeAsync(START_AGAIN_MS);
    expect(bridge.start.run).toHaveBeenCalledOnce();
    await vi.advanceTimersByTimeAsync(4 * START_AGAIN_MS);
    expect(bridge.start.run).toHaveBeenCalledOnce();
  });

  it.each(['online', 'storage', 'visibilitychange'])('starts at the next %s event after its code was lost', async (event) => {
    const { bridge, heal, load, show, browserWindow } = openPage();
    startApp(() => undefined, load);
    await settle();
    heal();
    if (event === 'visibilitychange') show('visible');
    else browserWindow.dispatchEvent(Object.assign(new Event(event), { key: 'sessionId' }));
    await settle();
    expect(bridge.start.run).toHaveBeenCalledOnce();
    expect(bridge.adopt).toHaveBeenCalledTimes(event === 'storage' ? 1 : 0);
  });

  it('is not asked for by a hidden page', async () => {
    const { load, show } = openPage();
    startApp(() => undefined, load);
    await settle();
    show('hidden');
    await vi.advanceTimersByTimeAsync(4 * START_AGAIN_MS);
    expect(load).toHaveBeenCalledOnce();
    show('visible');
    await settle();
    expect(load).toHaveBeenCalledTimes(2);
  });
});
