/** A new password gives the session another id while everything of the page, and other tabs, still speak with the old one. */
import { IDBFactory } from 'fake-indexeddb';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { withKeyLock, RENEWAL_KEY } from '../../../src/bridge/page/locks';
import { renewSession } from '../../../src/bridge/session/renewal';
import { changePassword } from '../../../src/core/contract/passwords';
import { getBalance } from '../../../src/core/contract/player';
import { appStore } from '../../../src/state/app';
import { applyBalance } from '../../../src/state/apply-figures';
import { sessionStore } from '../../../src/state/session';
import { json } from '../api/support';
import { balanceOf } from '../state/support';
import { PATIENCE } from '../../support/wait-options';
import { becomePage, leavePage, openBridge } from './support';

const OLD = { sessionId: 'session-of-a', userId: 'a' };
const NEW = { sessionId: 'next-session-of-a', userId: 'a' };
const WORDS = { current: 'harmattan tortoise', password: 'calabash evening road' };

const sessionEnded = () => json({ title: 'No', status: 401, code: 'session-ended', reason: 'password-changed' }, { status: 401 });

/** The test decides when this call is answered. */
function held(): { readonly answer: Promise<Response>; readonly give: (response: Response) => void } {
  let give: (response: Response) => void = () => undefined;
  const answer = new Promise<Response>((resolve) => (give = resolve));
  return { answer, give };
}

async function load() {
  const page = becomePage();
  const { bridge, sync } = openBridge();
  const { calls, session } = bridge;
  await session.enter(OLD);
  applyBalance(balanceOf(777), 1, { live: true, savedAt: 1 });
  const isOf = (ids: typeof OLD, { headers }: RequestInit) => new Headers(headers).get('x-sessionid') === ids.sessionId;
  return {
    session, sync, page,
    changePassword: (body: typeof WORDS) =>
      renewSession(bridge, ({ userId, sessionId }) => calls.callOpen(changePassword, { params: { userId }, sessionId, body })),
    askBalance: () => calls.callAsPlayer(getBalance, ({ userId }) => ({ params: { userId } })),
    state: () => sessionStore.getState(),
    sessionEnd: () => appStore.getState().sessionEnd,
    /** `password`: what the call to change it answers. All other calls are refused with the old id and answered with the new. */
    network: (password: () => Response | Promise<Response>) =>
      page.network((url, init) => (url.endsWith('/password') ? password() : isOf(NEW, init) ? json(balanceOf(778)) : sessionEnded())),
    whenAsked: page.whenAsked,
  };
}

beforeEach(() => {
  vi.stubGlobal('indexedDB', new IDBFactory());
});
afterEach(leavePage);

describe('a session whose password is changed', () => {
  it('goes on under the new id: in the stores, in local storage and in the sync; nothing of the player goes', async () => {
    const { changePassword, page, state, network, sync } = await load();
    network(() => json(NEW));
    expect(await changePassword(WORDS)).toMatchObject({ ok: true, data: undefined });
    expect(state()).toMatchObject({ ...NEW, balance: 77_700 });
    expect(Object.fromEntries(page.storage.entries)).toEqual(NEW);
    expect(sync.start).toHaveBeenLastCalledWith(NEW);
  });

  it('does not sign out a tab that called with the old id meanwhile: the call waits, and is repeated with the new one', async () => {
    const { changePassword, askBalance, state, sessionEnd, network, whenAsked } = await load();
    const { answer, give } = held();
    network(() => answer);
    const changing = changePassword(WORDS);
    const asking = askBalance();
    await whenAsked(2);
    expect(state().sessionId).toBe(OLD.sessionId);
    give(json(NEW));
    expect(await changing).toMatchObject({ ok: true });
    expect(await asking).toMatchObject({ ok: true, data: balanceOf(778) });
    expect(state()).toMatchObject(NEW);
    expect(sessionEnd()).toBeNull();
  });

  it('accepts a late answer to a call with the old id', async () => {
    const { changePassword, askBalance, network, page } = await load();
    const { answer, give } = held();
    page.network(() => answer);
    const asking = askBalance();
    network(() => json(NEW));
    await changePassword(WORDS);
    give(json(balanceOf(776)));
    expect(await asking).toMatchObject({ ok: true, data: balanceOf(776) });
  });

  it('stays as it is when the password was wrong', async () => {
    const { changePassword, state, page, network } = await load();
    network(() => json({ title: 'No', status: 401, code: 'invalid-credentials' }, { status: 401 }));
    expect(await changePassword(WORDS)).toMatchObject({ ok: false, error: { status: 401 } });
    expect(state()).toMatchObject(OLD);
    expect(Object.fromEntries(page.storage.entries)).toEqual(OLD);
  });

  it('is checked when the answer was lost, and ends with its reason when the new password holds', async () => {
    const { changePassword, askBalance, state, sessionEnd, network, sync } = await load();
    network(() => Promise.reject(new TypeError('cut')));
    expect(await changePassword(WORDS)).toMatchObject({ ok: false, error: { code: 'network' } });
    expect(sync.recheckSession).toHaveBeenCalledOnce();
    expect(state()).toMatchObject(OLD);
    expect(await askBalance()).toMatchObject({ ok: false, error: { status: 401 } });
    expect(state().sessionId).toBeNull();
    expect(sessionEnd()).toMatchObject({ reason: 'password-changed' });
  });

  it('is ended under its new id when another tab signed out meanwhile, so that no session stays open without a player', async () => {
    const { changePassword, session, state, page, network, whenAsked } = await load();
    const { answer, give } = held();
    network(() => answer);
    const changing = changePassword(WORDS);
    await whenAsked(1);
    page.storage.removeItem('sessionId');
    await session.adopt();
    give(json(NEW));
    expect(await changing).toMatchObject({ ok: false, error: { code: 'canceled' } });
    await whenAsked(2);
    expect(state().sessionId).toBeNull();
    const ended = page.requests.filter(({ url }) => url.endsWith('/v1/auth/sign-out'));
    expect(ended.map(({ headers }) => headers.get('x-sessionid'))).toEqual([NEW.sessionId]);
  });
});

describe('another tab of the browser', () => {
  it('goes on with the new id that it finds in local storage, and forgets nothing', async () => {
    const { session, page, state, sync } = await load();
    page.storage.setItem('sessionId', NEW.sessionId);
    await session.adopt();
    expect(state()).toMatchObject({ ...NEW, balance: 77_700 });
    expect(sync.start).toHaveBeenLastCalledWith(NEW);
  });

  it('is not signed out by a poll with the old id: it waits for the tab that changes it', async () => {
    const { session, page, askBalance, state, sessionEnd, network, whenAsked } = await load();
    network(() => sessionEnded());
    const { answer, give } = held();
    void withKeyLock(RENEWAL_KEY, () => answer);
    const asking = askBalance();
    await whenAsked(1);
    expect(state().sessionId).toBe(OLD.sessionId);
    page.storage.setItem('sessionId', NEW.sessionId);
    give(json(NEW));
    expect(await asking).toMatchObject({ ok: true, data: balanceOf(778) });
    await session.adopt();
    expect(state()).toMatchObject(NEW);
    expect(sessionEnd()).toBeNull();
  });

  it('says why when another tab heard that it is over, whether the reason or the empty storage comes first', async () => {
    for (const isStorageFirst of [false, true]) {
      const { session, page, state, sessionEnd } = await load();
      const other = new BroadcastChannel('ayo-session');
      if (isStorageFirst) {
        page.storage.removeItem('sessionId');
        page.storage.removeItem('userId');
        await session.adopt();
      }
      other.postMessage({ type: 'session-ended', sessionId: 'of-somebody-else', reason: 'revoked', endedAt: null, endedFrom: null });
      other.postMessage({ type: 'session-ended', sessionId: OLD.sessionId, reason: 'password-changed', endedAt: null, endedFrom: null });
      await vi.waitFor(() => expect(sessionEnd()).toEqual({ reason: 'password-changed', endedAt: null, endedFrom: null }), PATIENCE);
      expect(state().sessionId).toBeNull();
      other.close();
    }
  });
});
