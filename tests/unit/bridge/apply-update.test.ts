import { afterEach, describe, expect, it, vi } from 'vitest';
import { mayReload, RELOAD_PAUSE_MS } from '../../../src/app/reload-guard';
import { APPLY_DEADLINE_MS, createUpdate } from '../../../src/bridge/update/apply-update';
import { appStore, setUpdate } from '../../../src/state/app';
import { fakeStorage } from '../state/support';

const { renewPage } = createUpdate({ isSafeBoundary: async () => true });

/** A worker whose install has begun and never ends. */
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

/** It takes over when it has been told often enough: until then the browser does not end the old worker. */
class WaitingWorker extends EventTarget {
  state: ServiceWorkerState = 'installed';
  toldCount = 0;
  readonly #enough: number;

  constructor(messagesNeeded: number) {
    super();
    this.#enough = messagesNeeded;
  }

  postMessage({ type }: { readonly type: string }): void {
    if (type !== 'apply-update') return;
    this.toldCount += 1;
    if (this.toldCount !== this.#enough) return;
    this.state = 'activated';
    this.dispatchEvent(new Event('statechange'));
  }
}

describe('a new version that does not take over at once', () => {
  const { apply } = createUpdate({ isSafeBoundary: async () => true });

  function offer(worker: WaitingWorker) {
    vi.useFakeTimers();
    const { reload } = openPage();
    vi.stubGlobal('navigator', { serviceWorker: { getRegistration: () => Promise.resolve({ waiting: worker }) } });
    setUpdate('offered');
    return reload;
  }

  it('is told again until it does, and not after that', async () => {
    const worker = new WaitingWorker(3);
    const reload = offer(worker);
    const applied = apply();
    await vi.advanceTimersByTimeAsync(10 * 60_000);
    expect(await applied).toBe('applied');
    expect(worker.toldCount).toBe(3);
    expect(reload).toHaveBeenCalledOnce();
  });

  it('is offered once more where it never does, and told nothing meanwhile', async () => {
    const worker = new WaitingWorker(Infinity);
    const reload = offer(worker);
    const applied = apply();
    await vi.advanceTimersByTimeAsync(APPLY_DEADLINE_MS);
    expect(await applied).toBe('late');
    expect(appStore.getState().update).toBe('offered');
    const { toldCount } = worker;
    await vi.advanceTimersByTimeAsync(10 * 60_000);
    expect(worker.toldCount).toBe(toldCount);
    expect(reload).not.toHaveBeenCalled();
  });
});
