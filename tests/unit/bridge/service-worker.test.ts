import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { HostVersion } from '../../../src/core/contract/platform';
import { chooseOffline, offlineChoice } from '../../../src/bridge/update/offline-consent';
import { createAppOnDevice } from '../../../src/bridge/update/service-worker';
import { appStore, resetApp } from '../../../src/state/app';
import { OFFLINE_ENTRY } from '../../../src/state/offline-choice';
import { becomePage, leavePage, openBridge } from './support';

const askVersion = vi.fn<() => Promise<HostVersion | null>>();
class FakeWorker extends EventTarget {
  state = 'installing';
  readonly messages: unknown[] = [];
  postMessage(message: unknown): void {
    this.messages.push(message);
  }
  become(state: string): void {
    this.state = state;
    this.dispatchEvent(new Event('statechange'));
  }
}

class FakeRegistration extends EventTarget {
  installing: FakeWorker | null = null;
  waiting: FakeWorker | null = null;
  active: FakeWorker | null = null;
  looks = 0;
  isGone = false;
  update(): Promise<void> {
    this.looks += 1;
    return Promise.reject(new TypeError('offline'));
  }
  unregister(): Promise<boolean> {
    this.isGone = true;
    return Promise.resolve(true);
  }
}

interface Browser {
  readonly storage: ReturnType<typeof becomePage>['storage'];
  readonly document: EventTarget & { visibilityState: string };
  readonly registered: string[];
  readonly registration: FakeRegistration;
  readonly messages: unknown[];
  readonly container: EventTarget & { controller: object | null };
  /** Without it the browser can't fetch the script. */
  readonly network: { isGone: boolean };
}

/** A page in a browser; `has`: a service worker is registered already. */
function openPage({ has = false, saveData = false }: { has?: boolean; saveData?: boolean } = {}): Browser {
  const { storage } = becomePage();
  const registration = new FakeRegistration();
  if (has) registration.active = new FakeWorker();
  const registered: string[] = [];
  const messages: unknown[] = [];
  const network = { isGone: false };
  const document = Object.assign(new EventTarget(), { visibilityState: 'visible', readyState: 'complete', cookie: '' });
  const container = Object.assign(new EventTarget(), {
    controller: { postMessage: (message: unknown) => messages.push(message) },
    getRegistration: () => Promise.resolve(has ? registration : undefined),
    register: (url: string) => {
      registered.push(url);
      return network.isGone ? Promise.reject(new TypeError('no connection')) : Promise.resolve(registration);
    },
  });
  vi.stubGlobal('document', document);
  vi.stubGlobal('window', globalThis);
  vi.stubGlobal('matchMedia', () => ({ matches: false }));
  vi.stubGlobal('navigator', { serviceWorker: container, connection: { saveData } });
  return { storage, document, registered, registration, messages, container, network };
}

function appOnDevice() {
  const { bridge } = openBridge();
  return createAppOnDevice({ ...bridge.host, askVersion });
}

async function start(): Promise<void> {
  appOnDevice().registerWhenLoaded();
  await vi.advanceTimersByTimeAsync(0);
}

const shown = () => appStore.getState().update;
const HOUR_MS = 60 * 60 * 1000;

beforeEach(() => {
  vi.useFakeTimers();
  askVersion.mockResolvedValue({ version: '1', serviceWorker: 'on', offlineBytes: 250_000 });
});
afterEach(async () => {
  await leavePage();
  resetApp();
  askVersion.mockReset();
});

describe('a page without a service worker', () => {
  it('gets one', async () => {
    const { registered } = openPage();
    await start();
    expect(registered).toEqual(['/sw.js']);
  });

  it('gets none where the operator has switched it off', async () => {
    askVersion.mockResolvedValue({ version: '1', serviceWorker: 'off', offlineBytes: 250_000 });
    const { registered } = openPage();
    await start();
    expect(registered).toEqual([]);
  });

  it('gets one where the host does not say', async () => {
    askVersion.mockResolvedValue(null);
    const { registered } = openPage();
    await start();
    expect(registered).toEqual(['/sw.js']);
  });

  it('asks first on a phone that saves data, and not at all where the player said no', async () => {
    const saving = openPage({ saveData: true });
    await start();
    expect(saving.registered).toEqual([]);
    expect(shown()).toBe('ask-offline');
    const refused = openPage();
    refused.storage.setItem(OFFLINE_ENTRY, 'no');
    await start();
    expect(refused.registered).toEqual([]);
    expect(shown()).toBe('none');
  });

  it('gets one on a phone that saves data once the player said yes', async () => {
    const { registered, storage } = openPage({ saveData: true });
    storage.setItem(OFFLINE_ENTRY, 'yes');
    await start();
    expect(registered).toEqual(['/sw.js']);
    expect(shown()).toBe('none');
  });
});

describe('what the page is told', () => {
  async function installs(browser: Browser): Promise<FakeWorker> {
    await start();
    const worker = new FakeWorker();
    browser.registration.installing = worker;
    browser.registration.dispatchEvent(new Event('updatefound'));
    return worker;
  }

  it('is that the app is ready, at the end of the first install', async () => {
    const worker = await installs(openPage());
    worker.become('installed');
    expect(shown()).toBe('none');
    worker.become('activated');
    expect(shown()).toBe('ready-offline');
  });

  it('is shown once, also when the browser reports the same install twice', async () => {
    const browser = openPage();
    const worker = new FakeWorker();
    browser.registration.installing = worker;
    await start();
    browser.registration.dispatchEvent(new Event('updatefound'));
    const states: string[] = [];
    appStore.subscribe(({ update }) => states.push(update));
    worker.become('activated');
    expect(states).toEqual(['ready-offline']);
  });

  it('is that a new version waits, when there was one before', async () => {
    const worker = await installs(openPage({ has: true }));
    worker.become('installed');
    expect(shown()).toBe('offered');
    // The worker took over by itself, because all other tabs were closed.
    worker.become('activated');
    expect(shown()).toBe('none');
  });
});

describe('a page that the end of the first install has missed, because it was being loaded', () => {
  function openMissed(): Browser {
    const browser = openPage({ has: true });
    Object.assign(browser.container, { controller: null });
    return browser;
  }

  it('asks the worker to take it, and is ready when it is taken', async () => {
    const { registration, container } = openMissed();
    await start();
    expect(registration.active?.messages).toEqual([{ type: 'take-page' }]);
    expect(shown()).toBe('none');
    container.dispatchEvent(new Event('controllerchange'));
    expect(shown()).toBe('ready-offline');
  });

  it('is left to a waiting new version, which takes it with all other pages', async () => {
    const { registration } = openMissed();
    registration.waiting = new FakeWorker();
    await start();
    expect(registration.active?.messages).toEqual([]);
    expect(shown()).toBe('offered');
  });

  it('is not to be taken where it is controlled already', async () => {
    const { registration } = openPage({ has: true });
    await start();
    expect(registration.active?.messages).toEqual([]);
  });
});

describe('a first install that fails', () => {
  async function fails(browser: Browser): Promise<void> {
    const worker = new FakeWorker();
    browser.registration.installing = worker;
    browser.registration.dispatchEvent(new Event('updatefound'));
    worker.become('redundant');
    browser.registration.installing = null;
    await vi.advanceTimersByTimeAsync(0);
  }

  it('is tried again without a reload, at growing intervals, and then the page says that the app is ready', async () => {
    const browser = openPage();
    await start();
    await fails(browser);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(browser.registered).toHaveLength(2);
    await fails(browser);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(browser.registered).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(browser.registered).toHaveLength(3);
    const worker = new FakeWorker();
    browser.registration.installing = worker;
    browser.registration.dispatchEvent(new Event('updatefound'));
    worker.become('activated');
    expect(shown()).toBe('ready-offline');
    // Later an update replaces the worker.
    worker.become('redundant');
    await vi.advanceTimersByTimeAsync(HOUR_MS);
    expect(browser.registered).toHaveLength(3);
  });

  it('is tried again where not even its script could be loaded', async () => {
    const browser = openPage();
    browser.network.isGone = true;
    await start();
    browser.network.isGone = false;
    await vi.advanceTimersByTimeAsync(5_000);
    expect(browser.registered).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(HOUR_MS);
    expect(browser.registered).toHaveLength(2);
  });

  it('is not tried again while the page is hidden, nor where the player says no meanwhile', async () => {
    const browser = openPage();
    await start();
    browser.document.visibilityState = 'hidden';
    await fails(browser);
    await vi.advanceTimersByTimeAsync(HOUR_MS);
    expect(browser.registered).toHaveLength(1);
    browser.document.visibilityState = 'visible';
    browser.document.dispatchEvent(new Event('visibilitychange'));
    await vi.advanceTimersByTimeAsync(0);
    expect(browser.registered).toHaveLength(2);
    await fails(browser);
    browser.storage.setItem(OFFLINE_ENTRY, 'no');
    await vi.advanceTimersByTimeAsync(HOUR_MS);
    expect(browser.registered).toHaveLength(2);
  });
});

describe('a page that stays open', () => {
  it('looks for a new version once an hour, and when it is seen again after that', async () => {
    const { registration, document } = openPage({ has: true });
    await start();
    const look = () => document.dispatchEvent(new Event('visibilitychange'));
    await vi.advanceTimersByTimeAsync(HOUR_MS - 1);
    look();
    expect(registration.looks).toBe(0);
    await vi.advanceTimersByTimeAsync(1);
    expect(registration.looks).toBe(1);
    look();
    look();
    expect(registration.looks).toBe(1);
    document.visibilityState = 'hidden';
    await vi.advanceTimersByTimeAsync(5 * HOUR_MS);
    expect(registration.looks).toBe(1);
    document.visibilityState = 'visible';
    look();
    look();
    expect(registration.looks).toBe(2);
  });

  it('asks the service worker to clean up when the page is seen', async () => {
    const { messages, document } = openPage({ has: true });
    await start();
    document.dispatchEvent(new Event('visibilitychange'));
    expect(messages).toEqual([{ type: 'clean-up' }]);
    document.visibilityState = 'hidden';
    document.dispatchEvent(new Event('visibilitychange'));
    expect(messages).toHaveLength(1);
  });
});

describe('what the player chose', () => {
  it('takes the app off the device: its files, and not the game art', async () => {
    const { registration, storage } = openPage({ has: true });
    const names = ['ayo-precache-v2', 'ayo-media'];
    vi.stubGlobal('caches', {
      keys: () => Promise.resolve([...names]),
      delete: (name: string) => Promise.resolve(names.splice(names.indexOf(name), 1).length > 0),
    });
    await chooseOffline('no', appOnDevice());
    expect(registration.isGone).toBe(true);
    expect(names).toEqual(['ayo-media']);
    expect(storage.getItem(OFFLINE_ENTRY)).toBe('no');
    expect(offlineChoice()).toBe('no');
  });
});
