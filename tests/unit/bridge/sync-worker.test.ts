import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { AddressedEvent, SyncWorkerCalls, WorkerEvent, WorkerSession } from '../../../src/worker/contract';
import { balanceOf } from '../state/support';
import { becomePage, ticks } from './support';

vi.mock('../../../src/worker/sync.worker.ts?worker&url', () => ({ default: '/assets/sync.js' }));

const A = { sessionId: 's1', userId: 'a' };

type Remote = { [K in keyof SyncWorkerCalls]: (...args: Parameters<SyncWorkerCalls[K]>) => Promise<unknown> };

/** Workers that the page started: each lives, or hangs and never answers. */
class FakeWorker extends EventTarget {
  static made: FakeWorker[] = [];
  static hangs = false;
  static throws = false;
  readonly url: string;
  readonly hangs = FakeWorker.hangs;
  readonly starts: WorkerSession[] = [];
  readonly calls: string[] = [];
  isTerminated = false;
  emit: (event: AddressedEvent) => void = () => undefined;

  constructor(url: string) {
    super();
    if (FakeWorker.throws) throw new Error('no workers here');
    this.url = url;
    FakeWorker.made.push(this);
  }

  terminate(): void {
    this.isTerminated = true;
  }

  /** What Comlink makes of it. */
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

vi.mock('comlink', () => ({ wrap: (worker: FakeWorker) => worker.remote, proxy: (value: unknown) => value }));

/** The sync on the page itself. */
const here = vi.hoisted(() => ({ starts: [] as WorkerSession[], polls: 0 }));
vi.mock('../../../src/worker/realm', () => ({
  syncOfThisRealm: () => ({
    start: (session: WorkerSession) => void here.starts.push(session),
    stop: () => undefined,
    setVisible: () => undefined,
    setAntiForgery: () => undefined,
    pollNow: () => void (here.polls += 1),
    recheck: () => undefined,
    ping: () => true,
  }),
}));

async function load() {
  vi.resetModules();
  becomePage();
  vi.stubGlobal('Worker', FakeWorker);
  vi.stubGlobal('window', globalThis);
  const bridge = await import('../../../src/bridge/figures/sync-worker');
  const { receiveEvent } = await import('../../../src/bridge/figures/receive-event');
  const { sessionStore } = await import('../../../src/state/session');
  const { figuresStore } = await import('../../../src/state/figures');
  const { connectionStore } = await import('../../../src/state/connection');
  return { bridge, receiveEvent, sessionStore, figuresStore, connectionStore };
}

const messages = () => ticks(5);

beforeEach(() => {
  FakeWorker.made = [];
  FakeWorker.hangs = false;
  FakeWorker.throws = false;
  here.starts.length = 0;
  here.polls = 0;
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'performance'] });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('A-31: the sync worker', () => {
  it('is started by the first session, with its token, and not before', async () => {
    const { bridge } = await load();
    expect(FakeWorker.made).toEqual([]);
    bridge.startSync(A);
    await messages();
    expect(FakeWorker.made).toHaveLength(1);
    expect(FakeWorker.made[0]?.url).toBe('/assets/sync.js');
    expect(FakeWorker.made[0]?.calls).toEqual(['token t0k3n', 'start']);
    expect(FakeWorker.made[0]?.starts).toMatchObject([{ ...A, generation: 1, consentPolicy: 'ask' }]);
  });

  it('is the same for the next session, with a higher generation', async () => {
    const { bridge } = await load();
    bridge.startSync(A);
    await messages();
    bridge.stopSync();
    bridge.startSync({ sessionId: 's2', userId: 'b' });
    await messages();
    expect(FakeWorker.made).toHaveLength(1);
    expect(FakeWorker.made[0]?.calls).toContain('stop');
    expect(FakeWorker.made[0]?.starts.map(({ generation }) => generation)).toEqual([1, 3]);
  });

  it('that hangs is found out by its heartbeat and replaced, so that figures move again within 20 s', async () => {
    FakeWorker.hangs = true;
    const { bridge } = await load();
    bridge.startSync(A);
    FakeWorker.hangs = false;
    await vi.advanceTimersByTimeAsync(19_000);
    await messages();
    expect(FakeWorker.made[0]?.isTerminated).toBe(true);
    expect(FakeWorker.made).toHaveLength(2);
    expect(FakeWorker.made[1]?.starts).toMatchObject([A]);
  });

  it('that died is replaced at once; one that dies again and again is given a pause', async () => {
    const { bridge } = await load();
    bridge.startSync(A);
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
    const { bridge } = await load();
    bridge.startSync(A);
    await vi.advanceTimersByTimeAsync(30_000);
    await messages();
    expect(here.starts).toMatchObject([A]);
    await bridge.pollNow();
    expect(here.polls).toBe(1);
    expect(FakeWorker.made.every(({ isTerminated }) => isTerminated)).toBe(true);
  });

  it('is asked nothing while nobody is signed in', async () => {
    const { bridge } = await load();
    await bridge.pollNow();
    await bridge.recheckSession();
    bridge.tellVisibility(true);
    expect(FakeWorker.made).toEqual([]);
  });
});

describe('an event of the sync worker', () => {
  const heard: WorkerEvent = {
    type: 'heard', kind: 'balance', data: balanceOf(10), live: true, savedAt: 7, instead: null, balanceVersion: 1,
  };

  it('of a session that is over, or of the one before, reaches no store', async () => {
    const { bridge, sessionStore } = await load();
    bridge.startSync(A);
    await messages();
    const worker = FakeWorker.made[0];
    bridge.startSync({ sessionId: 's2', userId: 'b' });
    worker?.emit({ generation: 1, event: heard });
    expect(sessionStore.getState().balance).toBeNull();
    bridge.stopSync();
    worker?.emit({ generation: 2, event: heard });
    worker?.emit({ generation: 3, event: heard });
    expect(sessionStore.getState().balance).toBeNull();
  });

  it('reaches the stores, and an unchanged answer no store but the age', async () => {
    const { receiveEvent, sessionStore, figuresStore, connectionStore } = await load();
    receiveEvent(heard);
    expect(sessionStore.getState().balance).toBe(1_000);
    expect(connectionStore.getState().reach).toBe('online');
    let changes = 0;
    for (const store of [sessionStore, connectionStore]) store.subscribe(() => (changes += 1));
    receiveEvent({ type: 'confirmed', kind: 'balance', savedAt: 9 });
    expect(changes).toBe(0);
    expect(figuresStore.getState().balance).toEqual({ source: 'live', savedAt: 9 });
  });

  it('of a failure dates the figure and leaves it on screen; offline is said when nothing was reached', async () => {
    const { receiveEvent, sessionStore, figuresStore, connectionStore } = await load();
    receiveEvent(heard);
    receiveEvent({ type: 'failed', kind: 'balance', error: { code: 'timeout', retryable: true } });
    expect(sessionStore.getState().balance).toBe(1_000);
    expect(figuresStore.getState().balance.source).toBe('dated');
    expect(connectionStore.getState().reach).toBe('online');
    receiveEvent({ type: 'unreached', error: { code: 'timeout', retryable: true } });
    expect(connectionStore.getState().reach).toBe('offline');
  });

  it('of a newer build is ignored', async () => {
    const { receiveEvent } = await load();
    expect(() => receiveEvent({ type: 'jackpot' } as unknown as WorkerEvent)).not.toThrow();
  });
});
