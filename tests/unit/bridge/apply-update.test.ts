import { afterEach, describe, expect, it, vi } from 'vitest';
import { mayReload, RELOAD_PAUSE_MS } from '../../../src/app/reload-guard';
import { createUpdate } from '../../../src/bridge/update/apply-update';
import { fakeStorage } from '../state/support';

const { renewPage } = createUpdate({ isSafeBoundary: async () => true });

/** An install that has begun and never ends. */
class EndlessWorker extends EventTarget {
  readonly state = 'installing';
}

function openPage() {
  const storage = fakeStorage();
  const reload = vi.fn();
  const registration = { installing: new EndlessWorker(), waiting: null, update: () => Promise.resolve() };
  vi.stubGlobal('navigator', { serviceWorker: { getRegistration: () => Promise.resolve(registration) } });
  vi.stubGlobal('sessionStorage', storage);
  vi.stubGlobal('dispatchEvent', () => true);
  vi.stubGlobal('location', { reload });
  return { storage, reload };
}

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('a page that misses a file', () => {
  it('reloads when the install of a new version never ends, and the pause before the next time counts from the reload', async () => {
    vi.useFakeTimers({ now: 1_000_000 });
    const { storage, reload } = openPage();
    expect(mayReload(storage, Date.now())).toBe(true);
    const renewed = renewPage();
    await vi.advanceTimersByTimeAsync(10 * 60_000);
    await renewed;
    expect(reload).toHaveBeenCalledOnce();
    const reloadedAt = 1_000_000 + 60_000;
    expect(mayReload(storage, reloadedAt + RELOAD_PAUSE_MS - 1)).toBe(false);
    expect(mayReload(storage, reloadedAt + RELOAD_PAUSE_MS)).toBe(true);
  });

  it('reloads where session storage is closed, too', async () => {
    const { reload } = openPage();
    vi.stubGlobal('navigator', {});
    vi.stubGlobal('sessionStorage', {
      setItem: () => {
        throw new Error('closed');
      },
    });
    await renewPage();
    expect(reload).toHaveBeenCalledOnce();
  });
});
