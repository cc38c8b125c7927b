import { IDBFactory } from 'fake-indexeddb';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { json } from '../api/support';
import { PATIENCE } from '../../support/patience';
import { becomePage, ticks } from './support';

const sync = vi.hoisted(() => ({
  startSync: vi.fn(), stopSync: vi.fn(), pollNow: vi.fn(async () => undefined), recheckSession: vi.fn(), tellVisibility: vi.fn(),
  drainNow: vi.fn(async (): Promise<void> => undefined),
}));
vi.mock('../../../src/bridge/figures/sync-worker', () => sync);

const A = { sessionId: 'session-of-a', userId: 'a' };
const SPIN = { gameId: 'adire-gold', stake: 50, bet: {} };
const ROUND = {
  roundId: 'r1', gameId: 'adire-gold', stake: 50, currency: 'NGN', outcome: {}, win: 20, balance: 4970, version: 12,
  fairness: { commit: 'c', clientSeed: 's', nonce: 3 }, at: '2026-11-21T08:13:00Z',
};

/** A page in which `a` is signed in, on a platform that would take any money. */
async function openPage() {
  const page = becomePage();
  vi.resetModules();
  const session = await import('../../../src/bridge/session/session');
  const { playRound } = await import('../../../src/bridge/actions/rounds');
  const { startDeposit } = await import('../../../src/bridge/actions/cashier');
  const protection = await import('../../../src/bridge/actions/protection');
  const outbox = await import('../../../src/bridge/actions/outbox');
  const { outboxStore } = await import('../../../src/state/outbox');
  const { notificationsStore } = await import('../../../src/state/notifications');
  const { endSession } = await import('../../../src/bridge/session/session-end');
  page.network((url) => (url.includes('/rounds') ? json(ROUND, { status: 201 }) : Promise.reject(new TypeError('offline'))));
  const money = () => page.asked.filter(({ method, url }) => method === 'POST' && /rounds|deposits/.test(url));
  return { page, session, playRound, startDeposit, outboxStore, notificationsStore, endSession, money, ...protection, ...outbox };
}

async function signedIn() {
  const made = await openPage();
  await made.session.setSession(A);
  return made;
}

beforeEach(() => {
  globalThis.indexedDB = new IDBFactory();
  vi.clearAllMocks();
});
afterEach(async () => {
  await ticks();
  vi.unstubAllGlobals();
});

describe('a break that the platform does not know of yet', () => {
  it('lets no stake and no deposit out of this browser', async () => {
    const { takeBreak, playRound, startDeposit, money } = await signedIn();
    expect(await takeBreak('24-hours')).toMatchObject({ outcome: 'queued' });
    expect(await playRound(SPIN)).toMatchObject({ state: 'refused', problem: { code: 'cool-off', status: 403 } });
    expect(await startDeposit({ method: 'mobile-money', amount: 500 })).toMatchObject({ state: 'refused', problem: { code: 'cool-off' } });
    await takeBreak('permanent');
    expect(await playRound(SPIN)).toMatchObject({ state: 'refused', problem: { code: 'self-excluded' } });
    expect(money()).toEqual([]);
  });

  it('holds after a reload and in a tab that was not told', async () => {
    await (await signedIn()).takeBreak('7-days');
    const { session, playRound, money } = await openPage();
    globalThis.localStorage.setItem('userId', A.userId);
    globalThis.localStorage.setItem('sessionId', A.sessionId);
    await session.adoptSession();
    expect(await playRound(SPIN)).toMatchObject({ state: 'refused', problem: { code: 'cool-off' } });
    expect(money()).toEqual([]);
  });

  it('can’t be taken back', async () => {
    const { takeBreak, dropFromOutbox, outboxStore } = await signedIn();
    await takeBreak('7-days');
    await dropFromOutbox(outboxStore.getState().items[0]!);
    expect(outboxStore.getState().items).toHaveLength(1);
  });

  it('survives a session that the platform ends, which is told, and is there for the same player only', async () => {
    const { takeBreak, endSession, notificationsStore, outboxStore, session, playRound } = await signedIn();
    await takeBreak('1-year');
    void endSession({ reason: 'expired' });
    await vi.waitFor(() => expect(notificationsStore.getState().items).toHaveLength(1), PATIENCE);
    expect(notificationsStore.getState().items[0]?.text).toContain('has not reached us yet');
    await session.setSession({ ...A, sessionId: 'another' });
    await vi.waitFor(() => expect(outboxStore.getState().items).toMatchObject([{ kind: 'exclude', state: 'waiting' }]), PATIENCE);
    expect(await playRound(SPIN)).toMatchObject({ state: 'refused', problem: { code: 'self-excluded' } });
    await session.setSession({ sessionId: 'of-b', userId: 'b' });
    expect(await playRound(SPIN)).toMatchObject({ state: 'confirmed' });
  });

  it('is given the chance to be sent before a sign-out wipes it', async () => {
    const { takeBreak, session, outboxStore } = await signedIn();
    await takeBreak('1-year');
    sync.drainNow.mockClear();
    // The worker gets it through.
    sync.drainNow.mockImplementationOnce(async () => {
      outboxStore.setState({ items: [] });
    });
    await session.signOut();
    expect(sync.drainNow).toHaveBeenCalledOnce();
  });

  it('is nothing to a withdrawal', async () => {
    const { takeBreak, page } = await signedIn();
    await takeBreak('permanent');
    const { requestWithdrawal } = await import('../../../src/bridge/actions/withdrawals');
    void requestWithdrawal({ bankAccountId: 'b1', amount: 1_000 });
    await vi.waitFor(() => expect(page.asked.some(({ url }) => url.endsWith('/withdrawals'))).toBe(true), PATIENCE);
  });
});

describe('a limit that was lowered here and has not reached the platform', () => {
  it('lets through what is within it, and nothing above', async () => {
    const { lowerLimitLater, playRound, startDeposit, money } = await signedIn();
    await lowerLimitLater({ kind: 'stake', period: 'day', amount: 60 });
    await lowerLimitLater({ kind: 'deposit', period: 'week', amount: 400 });
    expect(await playRound(SPIN)).toMatchObject({ state: 'confirmed' });
    expect(await playRound({ ...SPIN, stake: 60.01 })).toMatchObject({ state: 'refused', problem: { code: 'limit-exceeded', errors: [{ field: 'stake' }] } });
    expect(await startDeposit({ method: 'mobile-money', amount: 500 })).toMatchObject({ problem: { code: 'limit-exceeded', errors: [{ field: 'amount' }] } });
    expect(money()).toHaveLength(1);
  });

  it('on losses holds for a stake', async () => {
    const { lowerLimitLater, playRound } = await signedIn();
    await lowerLimitLater({ kind: 'loss', period: 'month', amount: 49.99 });
    expect(await playRound(SPIN)).toMatchObject({ state: 'refused', problem: { code: 'limit-exceeded' } });
  });
});
