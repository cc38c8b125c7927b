/** A service worker's globals, as far as Workbox and the routes ask for them, and a network under control. */
import { IDBFactory } from 'fake-indexeddb';
import 'fake-indexeddb/auto';
import { vi } from 'vitest';
import { FAKE_ORIGIN, FakeCaches } from '../support/fake-caches';

export { FakeCaches };

export const ORIGIN = FAKE_ORIGIN;

class FakeExtendableEvent extends Event {
  readonly waited: Promise<unknown>[] = [];
  waitUntil(work: Promise<unknown>): void {
    this.waited.push(work);
  }
}
class FakeFetchEvent extends FakeExtendableEvent {}

/** To be called (hoisted) before anything of Workbox is imported. */
export function becomeServiceWorker(): void {
  Object.assign(globalThis, {
    self: globalThis,
    __WB_DISABLE_DEV_LOGS: true,
    ExtendableEvent: FakeExtendableEvent,
    FetchEvent: FakeFetchEvent,
    registration: { scope: `${ORIGIN}/` },
    location: new URL(`${ORIGIN}/sw.js`),
  });
}

becomeServiceWorker();

export function fetchEvent(): ExtendableEvent & { readonly waited: Promise<unknown>[] } {
  return new FakeFetchEvent('fetch');
}

export function emptyBrowser(): void {
  globalThis.indexedDB = new IDBFactory();
}

/** Lets the fake database, which runs on real ticks, come along. */
export async function ticks(count = 40): Promise<void> {
  for (let n = 0; n < count; n += 1) await new Promise((resolve) => setImmediate(resolve));
}

export async function pass(ms: number): Promise<void> {
  await ticks();
  await vi.advanceTimersByTimeAsync(ms);
  await ticks();
}

export function json(body: unknown, init: ResponseInit = {}): Response {
  const headers = new Headers(init.headers);
  if (!headers.has('content-type')) headers.set('content-type', 'application/json');
  return new Response(JSON.stringify(body), { ...init, headers });
}

export function html(text: string, init: ResponseInit = {}): Response {
  return new Response(text, { ...init, headers: { 'content-type': 'text/html' } });
}

type Network = (request: Request) => Response | Promise<Response>;

/** Puts a network in place of `fetch`. Returns the list to which it adds each request. */
export function network(answer: Network): Request[] {
  const requests: Request[] = [];
  vi.stubGlobal('fetch', async (input: Request | string, init?: RequestInit) => {
    const request = input instanceof Request ? input : new Request(input, init);
    requests.push(request);
    return answer(request);
  });
  return requests;
}

/** A network that is connected and never answers. It rejects when the request is given up, as browsers do. */
export const lieFi: Network = (request) =>
  new Promise((_, reject) => {
    request.signal.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError')));
  });

export const offline: Network = () => Promise.reject(new TypeError('Failed to fetch'));

export function installCaches(): FakeCaches {
  const fakeCaches = new FakeCaches();
  vi.stubGlobal('caches', fakeCaches);
  return fakeCaches;
}
