import 'fake-indexeddb/auto';
import { vi } from 'vitest';
import { isFinal } from '../../../src/core/intent';
import type { Intent } from '../../../src/core/intent';
import type { IntentsState } from '../../../src/state/intents';
import { fakeStorage } from '../state/support';

export type PageAnswer = (url: string, init: RequestInit) => Response | Promise<Response>;

export interface Asked {
  readonly url: string;
  readonly method: string;
  readonly headers: Headers;
}

/** Web Locks of one browser: who holds a name keeps the next waiting. */
function fakeLocks() {
  const tails = new Map<string, Promise<unknown>>();
  return {
    request<T>(name: string, work: () => Promise<T>): Promise<T> {
      const mine = (tails.get(name) ?? Promise.resolve()).then(work);
      tails.set(name, mine.catch(() => undefined));
      return mine;
    },
  };
}

/** No page of this browser holds a lock: the one that did is gone. */
export function freshLocks(): void {
  vi.stubGlobal('navigator', { onLine: true, locks: fakeLocks() });
}

/** What the bridge sees of a page: local storage, cookies, a network. */
export function becomePage() {
  const storage = fakeStorage();
  const asked: Asked[] = [];
  let answer: PageAnswer = () => Promise.reject(new TypeError('offline'));
  vi.stubGlobal('localStorage', storage);
  freshLocks();
  const document = Object.assign(new EventTarget(), { cookie: 'XSRF-TOKEN=t0k3n', visibilityState: 'visible' });
  vi.stubGlobal('document', document);
  vi.stubGlobal('fetch', async (input: string, init: RequestInit = {}) => {
    asked.push({ url: input, method: init.method ?? 'GET', headers: new Headers(init.headers) });
    return answer(input, init);
  });
  /** The player looks away, or back. */
  const show = (visibilityState: 'visible' | 'hidden') => {
    document.visibilityState = visibilityState;
    document.dispatchEvent(new Event('visibilitychange'));
  };
  return { storage, asked, show, network: (next: PageAnswer) => void (answer = next) };
}

/** Lets the fake database, which runs on real ticks, come along. */
export async function ticks(count = 60): Promise<void> {
  for (let n = 0; n < count; n += 1) await new Promise((resolve) => setImmediate(resolve));
}

interface IntentsStore {
  getState(): IntentsState;
  subscribe(look: (state: IntentsState) => void): () => void;
}

/** Resolves with the intent when the store shows its end; never while the platform can't be asked. */
export function whenSettled(store: IntentsStore, key: string): Promise<Intent> {
  return new Promise((resolve) => {
    const look = ({ byKey }: IntentsState): void => {
      const intent = byKey[key];
      if (intent === undefined || !isFinal(intent)) return;
      forget();
      resolve(intent);
    };
    const forget = store.subscribe(look);
    look(store.getState());
  });
}
