/** A guest on whose device nothing waits needs none of the player's bridge; whatever needs it loads it. */
import { IDBFactory } from 'fake-indexeddb';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { HostConfig } from '../../../src/core/contract/platform';
import { raiseEpoch } from '../../../src/data/fence';
import { addGuestFeedback } from '../../../src/data/guest-feedback';
import { sha256Hex } from '../../../src/data/hash';
import { addRevocation } from '../../../src/data/revocations';
import { LOAD_AGAIN_MS } from '../../../src/bridge/start';
import { appStore } from '../../../src/state/app';
import { hostStore } from '../../../src/state/catalogue';
import { connectionStore } from '../../../src/state/connection';
import { revivingStore } from '../../../src/state/reviving';
import { enterSession, sessionStore } from '../../../src/state/session';
import { PATIENCE } from '../../support/wait-options';
import { becomePage, endsSessions, leavePage, openGuestBridge, whenIdle } from './support';

const A = { sessionId: 'session-of-a', userId: 'a' };
const HASH = sha256Hex(A.sessionId);
const CONFIG: HostConfig = { capabilities: ['games', 'sign-in'], cdnUrl: '/cdn', consentPolicy: 'ask', version: '1' };

let page: ReturnType<typeof becomePage>;
let browserWindow: EventTarget;
let dataset: Record<string, string>;

type Guest = ReturnType<typeof openGuestBridge>['guest'];

/** Does what this tab sees when another one signs somebody in. */
function writeSession(): void {
  for (const [name, value] of Object.entries(A)) page.storage.setItem(name, value);
}

const isOver = (hash: string) => page.requests.some(({ url, method }) => method === 'POST' && url.endsWith('/auth/revocations')) && !(page.storage.getItem('revocations') ?? '').includes(hash);

/** The start of a page that has just been drawn. */
async function start(guest: Guest): Promise<void> {
  await guest.start.run(() => undefined);
  await whenIdle();
}

async function comeBack(): Promise<void> {
  browserWindow.dispatchEvent(new Event('pagehide'));
  browserWindow.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
  await vi.waitFor(() => expect(dataset).not.toHaveProperty('away'), PATIENCE);
  await vi.waitFor(() => expect(revivingStore.getState().isReviving).toBe(false), PATIENCE);
}

beforeEach(() => {
  vi.stubGlobal('indexedDB', new IDBFactory());
  page = becomePage();
  dataset = {};
  Object.assign(document, { documentElement: { dataset } });
  browserWindow = new EventTarget();
  vi.stubGlobal('window', browserWindow);
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
});
afterEach(leavePage);

describe('the page of a guest on whose device nothing waits', () => {
  it('starts, asks for the games, goes out of sight, loses and finds the connection, without the part for players', async () => {
    const { guest, loadPlayerBridge } = openGuestBridge();
    page.network((url) => (url.endsWith('/config.json') ? Response.json(CONFIG) : Response.json({ items: [] })));
    await start(guest);
    expect(hostStore.getState().config).toMatchObject(CONFIG);
    expect((await guest.loadGames()).ok).toBe(true);
    page.show('hidden');
    page.show('visible');
    await guest.start.onReconnected();
    await guest.adopt();
    await comeBack();
    await whenIdle();
    expect(loadPlayerBridge).not.toHaveBeenCalled();
    expect(connectionStore.getState().reach).toBe('online');
  });

  it('can be reloaded at any time', async () => {
    const { guest, loadPlayerBridge } = openGuestBridge();
    await start(guest);
    vi.stubGlobal('navigator', { onLine: true });
    expect(await guest.busy.isSafeBoundary()).toBe(true);
    const end = guest.busy.begin();
    expect(await guest.busy.isSafeBoundary()).toBe(false);
    end();
    expect(await guest.busy.isSafeBoundary()).toBe(true);
    expect(loadPlayerBridge).not.toHaveBeenCalled();
  });
});

const message = { userId: null, kind: 'guest-feedback', slot: 'guest-feedback:1', key: '1', body: { id: '1', category: 'other', text: 'Good', picture: null }, at: 1, state: 'waiting', problem: null } as const;

/** Reasons from before the page was opened for which a guest's page loads the part for players. */
const REASONS: Readonly<Record<string, (guest: Guest) => unknown>> = {
  'a session of an earlier visit': () => {
    writeSession();
    enterSession(A);
  },
  'a device that is still to be wiped': () => page.storage.setItem('wipeOwed', '1'),
  'a sign-out in local storage that the platform does not know of': () => page.storage.setItem('revocations', JSON.stringify([HASH])),
  'such a sign-out in the database': ({ database }) => addRevocation(database, HASH, Date.now()),
  'feedback of a guest that waits': ({ database }) => addGuestFeedback(database, message),
  'an advertising partner of the operator': () => hostStore.setState({ config: { ...CONFIG, pixelUrl: 'https://partner.example/p' } }),
};

describe('the part for players', () => {
  it.each(Object.entries(REASONS))('is loaded at the start, once, for %s', async (_reason, prepare) => {
    const { guest, loadPlayerBridge } = openGuestBridge();
    await prepare(guest);
    void guest.start.run(() => undefined);
    await vi.waitFor(() => expect(guest.player.bridge()).not.toBeNull(), PATIENCE);
    await whenIdle();
    expect(loadPlayerBridge).toHaveBeenCalledOnce();
  });

  it.each(['the page comes into sight', 'the connection comes back', 'the connection comes back unseen'])('is loaded when %s and something has come to wait since', async (when) => {
    const { guest, loadPlayerBridge } = openGuestBridge();
    await start(guest);
    page.storage.setItem('revocations', JSON.stringify([HASH]));
    page.network(endsSessions);
    if (when.endsWith('unseen')) page.show('hidden');
    if (when.startsWith('the connection')) void guest.start.onReconnected();
    else page.show('visible');
    await vi.waitFor(() => expect(isOver(HASH)).toBe(true), PATIENCE);
    expect(loadPlayerBridge).toHaveBeenCalledOnce();
  });

  it('is asked for again by the next sign of life where it did not come', async () => {
    const { guest, loadPlayerBridge } = openGuestBridge();
    const load = loadPlayerBridge.getMockImplementation();
    loadPlayerBridge.mockRejectedValue(new TypeError('Failed to fetch dynamically imported module'));
    page.storage.setItem('wipeOwed', '1');
    await start(guest);
    expect(page.storage.getItem('wipeOwed')).toBe('1');
    if (load) loadPlayerBridge.mockImplementation(load);
    page.show('visible');
    await vi.waitFor(() => expect(page.storage.getItem('wipeOwed')).toBeNull(), PATIENCE);
  });

  it.each([
    ['a sign-out that waits', () => page.storage.setItem('revocations', JSON.stringify([HASH]))],
    ['a player', () => {
      writeSession();
      enterSession(A);
    }],
  ] as const)('is asked for again by a visible page, without any event, while %s needs it', async (_reason, prepare) => {
    const { guest, loadPlayerBridge } = openGuestBridge();
    const load = loadPlayerBridge.getMockImplementation();
    loadPlayerBridge.mockRejectedValue(new TypeError('Failed to fetch dynamically imported module'));
    prepare();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    await start(guest);
    await vi.advanceTimersByTimeAsync(LOAD_AGAIN_MS);
    const failures = loadPlayerBridge.mock.calls.length;
    await vi.advanceTimersByTimeAsync(LOAD_AGAIN_MS);
    expect(loadPlayerBridge.mock.calls.length).toBeGreaterThan(failures);
    page.show('hidden');
    const whileVisible = loadPlayerBridge.mock.calls.length;
    await vi.advanceTimersByTimeAsync(4 * LOAD_AGAIN_MS);
    expect(loadPlayerBridge).toHaveBeenCalledTimes(whileVisible);
    page.show('visible');
    await vi.advanceTimersByTimeAsync(LOAD_AGAIN_MS);
    if (load) loadPlayerBridge.mockImplementation(load);
    await vi.advanceTimersByTimeAsync(2 * LOAD_AGAIN_MS);
    expect(guest.player.bridge()).not.toBeNull();
  });

  it('is not asked for any more once nothing needs it', async () => {
    const { guest, loadPlayerBridge } = openGuestBridge();
    loadPlayerBridge.mockRejectedValue(new TypeError('Failed to fetch dynamically imported module'));
    page.storage.setItem('revocations', JSON.stringify([HASH]));
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    await start(guest);
    page.storage.removeItem('revocations');
    const before = loadPlayerBridge.mock.calls.length;
    await vi.advanceTimersByTimeAsync(4 * LOAD_AGAIN_MS);
    expect(loadPlayerBridge).toHaveBeenCalledTimes(before);
  });

  it('is loaded for feedback that the database could not tell of at the start, once it works', async () => {
    const { guest, loadPlayerBridge } = openGuestBridge();
    await addGuestFeedback(guest.database, message);
    const tx = vi.spyOn(guest.database, 'tx').mockResolvedValue({ ok: false, error: { code: 'timeout', retryable: true } } as never);
    appStore.setState({ storage: 'memory' });
    await start(guest);
    expect(loadPlayerBridge).not.toHaveBeenCalled();
    tx.mockRestore();
    appStore.setState({ storage: 'disk' });
    await vi.waitFor(() => expect(loadPlayerBridge).toHaveBeenCalledOnce(), PATIENCE);
  });

  it('wipes what an earlier player left as soon as the store is back', async () => {
    const { guest } = openGuestBridge();
    const open = vi.spyOn(indexedDB, 'open').mockImplementation(() => {
      throw new DOMException('', 'UnknownError');
    });
    await start(guest);
    page.storage.setItem('wipeOwed', '1');
    open.mockRestore();
    vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 60_000);
    await guest.loadGames();
    await vi.waitFor(() => expect(page.storage.getItem('wipeOwed')).toBeNull(), PATIENCE);
  });
});

describe('another tab that signs in on a guest’s device', () => {
  it('signs this one in, too, and the figures begin to move', async () => {
    const { guest, sync } = openGuestBridge();
    await start(guest);
    writeSession();
    await guest.adopt();
    expect(sessionStore.getState()).toMatchObject(A);
    expect(sync.start).toHaveBeenCalledWith(A);
  });

  it('is noticed by a guest’s page that comes back from the back/forward cache', async () => {
    const { guest, sync, loadPlayerBridge } = openGuestBridge();
    await start(guest);
    writeSession();
    await raiseEpoch(guest.database, { userId: 'a' });
    const load = loadPlayerBridge.getMockImplementation();
    if (load === undefined) throw new Error('The page has no way to load the part.');
    loadPlayerBridge.mockImplementation(() => {
      // The page is hidden until it is known whose page it is.
      expect(dataset).toHaveProperty('away');
      return load();
    });
    await comeBack();
    expect(sessionStore.getState()).toMatchObject(A);
    expect(sync.start).toHaveBeenCalledWith(A);
  });

  it('leaves this tab with a guest while the player’s code can’t be loaded, and signs it in when the page is seen again', async () => {
    const { guest, loadPlayerBridge } = openGuestBridge();
    await start(guest);
    writeSession();
    loadPlayerBridge.mockRejectedValueOnce(new TypeError('Failed to fetch dynamically imported module'));
    await guest.adopt();
    expect(sessionStore.getState().userId).toBeNull();
    page.show('visible');
    await vi.waitFor(() => expect(sessionStore.getState()).toMatchObject(A), PATIENCE);
  });
});

describe('a tab of the player who signs out in another one', () => {
  it('sends the sign-out that the other tab did not send before it was closed', async () => {
    const { guest } = openGuestBridge();
    writeSession();
    enterSession(A);
    await start(guest);
    page.storage.setItem('revocations', JSON.stringify([HASH]));
    page.storage.removeItem('sessionId');
    page.storage.removeItem('userId');
    page.network(endsSessions);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    await guest.adopt();
    await whenIdle();
    expect(isOver(HASH)).toBe(false);
    await vi.advanceTimersByTimeAsync(15_000);
    await vi.waitFor(() => expect(isOver(HASH)).toBe(true), PATIENCE);
  });
});

describe('a player whose page began as a guest’s', () => {
  it('is signed out on the device, with the promise to tell the platform, before anything is waited for', async () => {
    const { guest, loadPlayerBridge } = openGuestBridge();
    await start(guest);
    await guest.player.load();
    const bridge = await loadPlayerBridge.mock.results[0]?.value;
    await bridge?.session.enter(A);
    expect(page.storage.getItem('sessionId')).toBe(A.sessionId);
    void bridge?.session.signOut();
    expect(page.storage.getItem('sessionId')).toBeNull();
    expect(page.storage.getItem('revocations')).toBe(JSON.stringify([HASH]));
    expect(sessionStore.getState().userId).toBeNull();
  });

  it('is not shown by a page that can’t have the code when another tab has signed them out', async () => {
    const { guest, loadPlayerBridge } = openGuestBridge();
    writeSession();
    enterSession(A);
    loadPlayerBridge.mockRejectedValue(new TypeError('Failed to fetch dynamically imported module'));
    await start(guest);
    expect(sessionStore.getState()).toMatchObject(A);
    page.storage.removeItem('sessionId');
    page.storage.removeItem('userId');
    await guest.adopt();
    expect(sessionStore.getState().userId).toBeNull();
  });
});
