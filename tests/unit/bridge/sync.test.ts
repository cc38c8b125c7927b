import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { startWorker as startComlinkWorker } from '../../../src/bridge/figures/start-worker';
import type { SyncRealm } from '../../../src/bridge/figures/start-worker';
import { createSyncClient } from '../../../src/bridge/figures/sync-client';
import { connectionStore } from '../../../src/state/connection';
import { figuresStore } from '../../../src/state/figures';
import { sessionStore } from '../../../src/state/session';
import type { AddressedEvent, SyncWorkerCalls, WorkerEvent, WorkerSession } from '../../../src/worker/contract';
import { balanceOf } from '../state/support';
import { becomePage, leavePage, openBridge } from './support';

const A = { sessionId: 's1', userId: 'a' };

type Remote = { [K in keyof SyncWorkerCalls]: (...args: Parameters<SyncWorkerCalls[K]>) => Promise<unknown> };

/** Workers that the page started: each lives, or hangs and never answers. */
class FakeWorker extends EventTarget {
  static made: FakeWorker[] = [];
  static hangs = false;
  static throws = false;
  readonly hangs = FakeWorker.hangs;
  readonly starts: WorkerSession[] = [];
  readonly calls: string[] = [];
  isTerminated = false;
  emit: (event: AddressedEvent) => void = () => undefined;

  constructor() {
    super();
    if (FakeWorker.throws) throw new Error('no workers here');
    FakeWorker.made.push(this);
  }

  terminate(): void {
    this.isTerminated = true;
  }

  /** The same worker as Comlink shows it to the page. */
  get remote(): Remote {
    const answer = (call: string) => {
      if (this.hangs || this.isTerminated) return new Promise<never>(() => undefined);
      this.calls.push(call);
      return Promise.resolve(true);
    };
    return {
      start: (session, _isVisible, onEvent) => {
        this.starts.push(session);
        this.emit = onEvent;
        return answer('start');
      },
      stop: () => answer('stop'),
      setVisible: (isVisible) => answer(`visible ${isVisible}`),
      setAntiForgery: (token) => answer(`token ${token ?? 'none'}`),
      pollNow: () => answer('pollNow'),
      drain: () => answer('drain'),
      recheck: () => answer('recheck'),
      ping: () => answer('ping'),
    };
  }
}

/** The sync on the page itself. */
const syncOnPage = { starts: [] as WorkerSession[], polls: 0, failures: 0 };

async function startOnPage(): Promise<SyncRealm> {
  // The page has to load the code of the sync first.
  await new Promise((resolve) => setTimeout(resolve));
  if (syncOnPage.failures-- > 0) throw new TypeError('Failed to fetch dynamically imported module');
  const remote: SyncRealm['remote'] = {
    start: (session) => void syncOnPage.starts.push(session),
    stop: () => undefined,
    setVisible: () => undefined,
    setAntiForgery: () => undefined,
    pollNow: () => void (syncOnPage.polls += 1),
    drain: () => undefined,
    recheck: () => undefined,
    ping: () => true,
  };
  return { remote, end: () => undefined };
}

function startWorker(onError: () => void): SyncRealm {
  const worker = new FakeWorker();
  worker.addEventListener('error', onError);
  return { remote: worker.remote, end: () => worker.terminate() };
}

function load() {
  becomePage();
  const { bridge } = openBridge({ createSyncClient: (deps) => createSyncClient({ ...deps, startWorker, startOnPage }) });
  return bridge;
}

/** Waits until all messages between the page and its worker have arrived; no time passes. */
const messages = () => vi.advanceTimersByTimeAsync(0);

beforeEach(() => {
  FakeWorker.made = [];
  FakeWorker.hangs = false;
  FakeWorker.throws = false;
  syncOnPage.starts.length = 0;
  syncOnPage.polls = 0;
  syncOnPage.failures = 0;
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'performance'] });
});
afterEach(leavePage);

describe('A-31: the sync worker', () => {
  it('is started by the first session, with its token, and not before', async () => {
    const { sync } = load();
    expect(FakeWorker.made).toEqual([]);
    sync.start(A);
    await messages();
    expect(FakeWorker.made).toHaveLength(1);
    expect(FakeWorker.made[0]?.calls).toEqual(['token t0k3n', 'start']);
    expect(FakeWorker.made[0]?.starts).toMatchObject([{ ...A, generation: 1, consentPolicy: 'ask' }]);
  });

  it('whose token was refused gets another, fetched by the page, so that nothing waits for ever', async () => {
    const page = becomePage();
    const { bridge: { sync } } = openBridge({ createSyncClient: (deps) => createSyncClient({ ...deps, startWorker, startOnPage }) });
    sync.start(A);
    await messages();
    const [worker] = FakeWorker.made;
    page.network((url) => {
      if (url.endsWith('/anti-forgery')) document.cookie = 'XSRF-TOKEN=new';
      return new Response(null, { status: 204 });
    });
    worker?.emit({ generation: 1, event: { type: 'token-refused' } });
    await vi.waitFor(() => expect(worker?.calls.at(-1)).toBe('token new'));
  });

  it('is the same for the next session, with a higher generation', async () => {
    const { sync } = load();
    sync.start(A);
    await messages();
    sync.stop();
    sync.start({ sessionId: 's2', userId: 'b' });
    await messages();
    expect(FakeWorker.made).toHaveLength(1);
    expect(FakeWorker.made[0]?.calls).toContain('stop');
    expect(FakeWorker.made[0]?.starts.map(({ generation }) => generation)).toEqual([1, 3]);
  });

  it('that hangs is noticed by its heartbeat and replaced, so that figures move again within 20 s', async () => {
    FakeWorker.hangs = true;
    const { sync } = load();
    sync.start(A);
    FakeWorker.hangs = false;
    await vi.advanceTimersByTimeAsync(19_000);
    await messages();
    expect(FakeWorker.made[0]?.isTerminated).toBe(true);
    expect(FakeWorker.made).toHaveLength(2);
    expect(FakeWorker.made[1]?.starts).toMatchObject([A]);
  });

  it('that died is replaced at once; one that dies again and again is given a pause', async () => {
    const { sync } = load();
    sync.start(A);
    await messages();
    FakeWorker.made[0]?.dispatchEvent(new Event('error'));
    await vi.advanceTimersByTimeAsync(0);
    expect(FakeWorker.made).toHaveLength(2);
    FakeWorker.made[1]?.dispatchEvent(new Event('error'));
    await vi.advanceTimersByTimeAsync(29_000);
    expect(FakeWorker.made).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(FakeWorker.made).toHaveLength(3);
  });

  it.each([
    ['throws when it is made', () => { FakeWorker.throws = true; }],
    ['never answers', () => { FakeWorker.hangs = true; }],
  ])('that %s leaves its work to the page', async (_how, break_) => {
    break_();
    const { sync } = load();
    sync.start(A);
    await vi.advanceTimersByTimeAsync(30_000);
    await messages();
    expect(syncOnPage.starts).toMatchObject([A]);
    await sync.pollNow();
    expect(syncOnPage.polls).toBe(1);
    expect(FakeWorker.made.every(({ isTerminated }) => isTerminated)).toBe(true);
  });

  it('that can’t start leaves its work to the page also where the code for that is loaded at a second try only', async () => {
    FakeWorker.throws = true;
    syncOnPage.failures = 1;
    const { sync } = load();
    sync.start(A);
    await messages();
    expect(syncOnPage.starts).toEqual([]);
    await vi.advanceTimersByTimeAsync(31_000);
    await messages();
    expect(syncOnPage.starts).toMatchObject([A]);
  });

  it('is asked nothing while nobody is signed in', async () => {
    const { sync } = load();
    await sync.pollNow();
    await sync.recheckSession();
    sync.tellVisibility(true);
    expect(FakeWorker.made).toEqual([]);
  });
});

describe('the worker of a browser', () => {
  it('is a module at the address that the build gave it, and ends when the page terminates it', () => {
    const startedWorkers: unknown[] = [];
    let isTerminated = false;
    vi.stubGlobal('window', {});
    vi.stubGlobal('Worker', class extends EventTarget {
      constructor(url: string, options: unknown) {
        super();
        startedWorkers.push(url, options);
      }
      postMessage(): void {}
      terminate(): void {
        isTerminated = true;
      }
    });
    const died = vi.fn();
    const { end } = startComlinkWorker(died);
    expect(startedWorkers).toEqual([expect.stringContaining('sync.worker'), { type: 'module', name: 'sync' }]);
    end();
    expect(isTerminated).toBe(true);
  });
});

describe('an event of the sync worker', () => {
  const balanceEvent: WorkerEvent = {
    type: 'heard', kind: 'balance', data: balanceOf(10), live: true, savedAt: 7, instead: null, balanceVersion: 1,
  };

  it('of a session that is over, or of the one before, reaches no store', async () => {
    const { sync } = load();
    sync.start(A);
    await messages();
    const worker = FakeWorker.made[0];
    sync.start({ sessionId: 's2', userId: 'b' });
    worker?.emit({ generation: 1, event: balanceEvent });
    expect(sessionStore.getState().balance).toBeNull();
    sync.stop();
    worker?.emit({ generation: 2, event: balanceEvent });
    worker?.emit({ generation: 3, event: balanceEvent });
    expect(sessionStore.getState().balance).toBeNull();
  });

  it('reaches the stores; one about an unchanged answer changes the figure’s age alone', async () => {
    const { receiveEvent } = load();
    receiveEvent(balanceEvent);
    expect(sessionStore.getState().balance).toBe(1_000);
    expect(connectionStore.getState().reach).toBe('online');
    let changes = 0;
    for (const store of [sessionStore, connectionStore]) store.subscribe(() => (changes += 1));
    receiveEvent({ type: 'confirmed', kind: 'balance', savedAt: 9 });
    expect(changes).toBe(0);
    expect(figuresStore.getState().balance).toEqual({ source: 'live', savedAt: 9 });
  });

  it('of a failure marks the figure as dated and leaves it on screen; “offline” is shown when nothing was reached', async () => {
    const { receiveEvent } = load();
    receiveEvent(balanceEvent);
    receiveEvent({ type: 'failed', kind: 'balance', error: { code: 'timeout', retryable: true } });
    expect(sessionStore.getState().balance).toBe(1_000);
    expect(figuresStore.getState().balance.source).toBe('dated');
    expect(connectionStore.getState().reach).toBe('online');
    receiveEvent({ type: 'unreached', error: { code: 'timeout', retryable: true } });
    expect(connectionStore.getState().reach).toBe('offline');
  });

  it('of a newer build is ignored', async () => {
    const { receiveEvent } = load();
    expect(() => receiveEvent({ type: 'jackpot' } as unknown as WorkerEvent)).not.toThrow();
  });
});
