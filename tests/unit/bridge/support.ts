import 'fake-indexeddb/auto';
import { vi } from 'vitest';
import { createBridge } from '../../../src/bridge/create-bridge';
import { createGuestBridge } from '../../../src/bridge/create-guest-bridge';
import type { GuestBridge } from '../../../src/bridge/guest-bridge';
import type { BridgeDeps } from '../../../src/bridge/create-bridge';
import type { Database } from '../../../src/data/database';
import { resetDetails } from '../../../src/state/details';
import { favouritesStore } from '../../../src/state/favourites';
import { protectionStore } from '../../../src/state/protection';
import { resetAll } from '../../../src/state/reset-all';
import { setReviving } from '../../../src/state/reviving';
import { isFinal } from '../../../src/core/intent';
import type { Intent } from '../../../src/core/intent';
import { intentsStore } from '../../../src/state/intents';
import type { IntentsState } from '../../../src/state/intents';
import { fakeStorage } from '../state/support';

export type PageAnswer = (url: string, init: RequestInit) => Response | Promise<Response>;

export interface PageRequest {
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

/** Releases all locks, as when the page that held them is closed. */
export function freshLocks(): void {
  vi.stubGlobal('navigator', { onLine: true, locks: fakeLocks() });
}

/** Fakes the parts of a page that the bridge uses: local storage, cookies and a network. */
export function becomePage() {
  const storage = fakeStorage();
  const requests: PageRequest[] = [];
  const waiting = new Set<() => void>();
  let answer: PageAnswer = () => Promise.reject(new TypeError('offline'));
  vi.stubGlobal('localStorage', storage);
  freshLocks();
  const document = Object.assign(new EventTarget(), { cookie: 'XSRF-TOKEN=t0k3n', visibilityState: 'visible' });
  vi.stubGlobal('document', document);
  vi.stubGlobal('fetch', async (input: string, init: RequestInit = {}) => {
    requests.push({ url: input, method: init.method ?? 'GET', headers: new Headers(init.headers) });
    waiting.forEach((look) => look());
    return answer(input, init);
  });
  /** Hides the page, or shows it again. */
  const show = (visibilityState: 'visible' | 'hidden') => {
    document.visibilityState = visibilityState;
    document.dispatchEvent(new Event('visibilitychange'));
  };
  /** Resolves as soon as the network was asked so often, or for such an address. */
  const whenAsked = (what: number | string) => new Promise<void>((resolve) => {
    const look = () => {
      if (typeof what === 'number' ? requests.length >= what : requests.some(({ url }) => url.includes(what))) resolve();
    };
    waiting.add(look);
    look();
  });
  return { storage, requests, whenAsked, show, network: (next: PageAnswer) => void (answer = next) };
}

/** A platform that ends every session it is asked to end: nobody is signed in there any more. */
export const endsSessions: PageAnswer = (url) =>
  url.endsWith('/profile') ? Response.json({ title: 'Over', status: 401, code: 'session-ended' }, { status: 401 }) : new Response(null, { status: 204 });

/** A sync that does nothing and records its calls. */
export function fakeSync() {
  const nothing = async (): Promise<void> => undefined;
  return {
    start: vi.fn(), stop: vi.fn(), tellVisibility: vi.fn(),
    pollNow: vi.fn(nothing), drainNow: vi.fn(nothing), recheckSession: vi.fn(nothing),
  };
}

/** Transactions that pages of this test have begun and not ended. */
const work = { underWay: 0 };

/** The real `setImmediate`, which goes on when a test fakes the clock. */
const realTurn = globalThis.setImmediate;

/** The wait ends after so many turns, because some tests have a store that hangs for ever. */
const MOST_TURNS = 500;

/** Between two transactions there may be so many turns in which a page looks idle: it loads a part, or waits for a lock. */
const IDLE_TURNS = 5;

/** Resolves when no page waits for the store any more, and what follows from its answer is done. */
export async function whenIdle(): Promise<void> {
  let idle = 0;
  for (let turns = 0; idle < IDLE_TURNS && turns < MOST_TURNS; turns += 1) {
    await new Promise((resolve) => realTurn(resolve));
    idle = work.underWay === 0 ? idle + 1 : 0;
  }
}

function countWork(database: Database): void {
  const { tx } = database;
  database.tx = async (...transaction) => {
    work.underWay += 1;
    return tx(...transaction).finally(() => (work.underWay -= 1));
  };
}

const opened: GuestBridge[] = [];

/** The stores as a page that has just been loaded has them. */
export function emptyStores(): void {
  resetAll();
  resetDetails();
  setReviving(false);
  favouritesStore.setState(favouritesStore.getInitialState(), true);
  protectionStore.setState(protectionStore.getInitialState(), true);
}

/**
 * The guest's bridge of a page that has just been loaded; the browser's storage may be an old one. The page before it is gone.
 * `loadPlayerBridge` loads the rest, as the page does at its first need.
 */
export function openGuestBridge(deps: Partial<BridgeDeps> = {}) {
  closeBridges();
  emptyStores();
  const sync = fakeSync();
  const guest = createGuestBridge((input, init) => globalThis.fetch(input, init));
  const loadPlayerBridge = vi.fn(async () => createBridge({ guest, createSyncClient: () => sync, ...deps }));
  guest.player.loadBy(loadPlayerBridge);
  countWork(guest.database);
  opened.push(guest);
  return { guest, sync, loadPlayerBridge };
}

/** The whole bridge of such a page. */
export function openBridge(deps: Partial<BridgeDeps> = {}) {
  const { guest, sync } = openGuestBridge(deps);
  const bridge = createBridge({ guest, createSyncClient: () => sync, ...deps });
  return { bridge, sync };
}

export function closeBridges(): void {
  for (const bridge of opened.splice(0)) bridge.close();
}

/** Clears everything, so that no test sees what another one left. */
export async function leavePage(): Promise<void> {
  closeBridges();
  await whenIdle();
  work.underWay = 0;
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
}

/** Resolves with the intent when the store shows its end; never while the platform can't be asked. */
export function whenSettled(key: string): Promise<Intent> {
  return new Promise((resolve) => {
    const look = ({ byKey }: IntentsState): void => {
      const intent = byKey[key];
      if (intent === undefined || !isFinal(intent)) return;
      forget();
      resolve(intent);
    };
    const forget = intentsStore.subscribe(look);
    look(intentsStore.getState());
  });
}
