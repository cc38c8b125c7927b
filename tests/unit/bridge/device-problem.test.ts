import { IDBFactory } from 'fake-indexeddb';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { moneyOf } from '../../../src/bridge/money/intents';
import { queueOf } from '../../../src/bridge/outbox/queue';
import type { OutboxBody } from '../../../src/core/outbox/all-kinds';
import type { ExclusionLength } from '../../../src/core/protection';
import { createDatabase } from '../../../src/data/database';
import { notificationsStore } from '../../../src/state/notifications';
import { outboxStore } from '../../../src/state/outbox';
import { json } from '../api/support';
import { PATIENCE } from '../../support/wait-options';
import { becomePage, leavePage, openBridge } from './support';

const A = { sessionId: 'session-of-a', userId: 'a' };
const ROUND = {
  roundId: 'r1', gameId: 'adire-gold', stake: 50, currency: 'NGN', outcome: {}, win: 20, balance: 4970, version: 12,
  fairness: { commit: 'c', clientSeed: 's', nonce: 3 }, at: '2026-11-21T08:13:00Z',
};

/** A page on a platform that would take any money. */
function openPage() {
  const page = becomePage();
  const { bridge, sync } = openBridge();
  const { queue, drop } = queueOf(bridge);
  const { submit } = moneyOf(bridge);
  page.network((url) => (url.includes('/rounds') ? json(ROUND, { status: 201 }) : Promise.reject(new TypeError('offline'))));
  return {
    page, sync, session: bridge.session, drop,
    takeBreak: (length: ExclusionLength) => queue('exclude', { length }),
    lowerLimitLater: (limit: OutboxBody<'lower-limit'>) => queue('lower-limit', limit),
    playRound: (stake: number) => submit({ kind: 'round', gameId: 'adire-gold', body: { stake, bet: {}, currency: 'NGN' } }),
    startDeposit: (amount: number) => submit({ kind: 'deposit', gameId: null, body: { method: 'mobile-money', amount, currency: 'NGN' } }),
    requestWithdrawal: (amount: number) => submit({ kind: 'withdrawal', gameId: null, body: { bankAccountId: 'b1', amount, currency: 'NGN' } }),
    money: () => page.requests.filter(({ method, url }) => method === 'POST' && /rounds|deposits/.test(url)),
  };
}

/** A page in which `a` is signed in. */
async function signedIn() {
  const opened = openPage();
  await opened.session.enter(A);
  return opened;
}

beforeEach(() => {
  vi.stubGlobal('indexedDB', new IDBFactory());
});
afterEach(leavePage);

describe('a break that the platform does not know of yet', () => {
  it('lets no stake and no deposit out of this browser', async () => {
    const { takeBreak, playRound, startDeposit, money } = await signedIn();
    expect(await takeBreak('24-hours')).toMatchObject({ outcome: 'queued' });
    expect(await playRound(50)).toMatchObject({ state: 'refused', problem: { code: 'cool-off', status: 403 } });
    expect(await startDeposit(500)).toMatchObject({ state: 'refused', problem: { code: 'cool-off' } });
    await takeBreak('permanent');
    expect(await playRound(50)).toMatchObject({ state: 'refused', problem: { code: 'self-excluded' } });
    expect(money()).toEqual([]);
  });

  it('holds after a reload and in a tab that got no message of it', async () => {
    await (await signedIn()).takeBreak('7-days');
    const { session, playRound, money } = openPage();
    globalThis.localStorage.setItem('userId', A.userId);
    globalThis.localStorage.setItem('sessionId', A.sessionId);
    await session.adopt();
    expect(await playRound(50)).toMatchObject({ state: 'refused', problem: { code: 'cool-off' } });
    expect(money()).toEqual([]);
  });

  it('can’t be taken back', async () => {
    const { takeBreak, drop } = await signedIn();
    await takeBreak('7-days');
    await drop(outboxStore.getState().items[0]!);
    expect(outboxStore.getState().items).toHaveLength(1);
  });

  it('survives a session that the platform ends, which is told, and is there for the same player only', async () => {
    const { takeBreak, session, playRound } = await signedIn();
    await takeBreak('1-year');
    void session.end({ reason: 'expired' });
    await vi.waitFor(() => expect(notificationsStore.getState().items).toHaveLength(1), PATIENCE);
    expect(notificationsStore.getState().items[0]?.text).toContain('has not reached us yet');
    await session.enter({ ...A, sessionId: 'another' });
    await vi.waitFor(() => expect(outboxStore.getState().items).toMatchObject([{ kind: 'exclude', state: 'waiting' }]), PATIENCE);
    expect(await playRound(50)).toMatchObject({ state: 'refused', problem: { code: 'self-excluded' } });
    await session.enter({ sessionId: 'of-b', userId: 'b' });
    expect(await playRound(50)).toMatchObject({ state: 'confirmed' });
  });

  it('is sent, where that works, before a sign-out deletes it', async () => {
    const { takeBreak, session, sync } = await signedIn();
    await takeBreak('1-year');
    sync.drainNow.mockClear();
    // The sync worker sends the break.
    sync.drainNow.mockImplementationOnce(async () => {
      outboxStore.setState({ items: [] });
    });
    await session.signOut();
    expect(sync.drainNow).toHaveBeenCalledOnce();
  });

  it('does not stop a withdrawal', async () => {
    const { takeBreak, page, requestWithdrawal } = await signedIn();
    await takeBreak('permanent');
    void requestWithdrawal(1_000);
    await vi.waitFor(() => expect(page.requests.some(({ url }) => url.endsWith('/withdrawals'))).toBe(true), PATIENCE);
  });
});

describe('a limit that was lowered here and has not reached the platform', () => {
  it('lets through what is within it, and nothing above', async () => {
    const { lowerLimitLater, playRound, startDeposit, money } = await signedIn();
    await lowerLimitLater({ kind: 'stake', period: 'day', amount: 60 });
    await lowerLimitLater({ kind: 'deposit', period: 'week', amount: 400 });
    expect(await playRound(50)).toMatchObject({ state: 'confirmed' });
    expect(await playRound(60.01)).toMatchObject({ state: 'refused', problem: { code: 'limit-exceeded', errors: [{ field: 'stake' }] } });
    expect(await startDeposit(500)).toMatchObject({ problem: { code: 'limit-exceeded', errors: [{ field: 'amount' }] } });
    expect(money()).toHaveLength(1);
  });

  it('on losses holds for a stake', async () => {
    const { lowerLimitLater, playRound } = await signedIn();
    await lowerLimitLater({ kind: 'loss', period: 'month', amount: 49.99 });
    expect(await playRound(50)).toMatchObject({ state: 'refused', problem: { code: 'limit-exceeded' } });
  });
});

describe('what a newer build left waiting before it was rolled back', () => {
  const leave = (kind: string, body: unknown) => createDatabase().tx(['outbox'], 'readwrite', (tx) =>
    tx.objectStore('outbox').add({ userId: A.userId, kind, slot: `${kind}:newer`, key: `key-newer-${kind}`, body, at: 1, state: 'waiting', problem: null }));

  it('keeps a player who asked for a break of a length unknown here from staking and paying in', async () => {
    const { playRound, startDeposit, money } = await signedIn();
    await leave('exclude', { length: '3-months' });
    expect(await playRound(50)).toMatchObject({ state: 'refused', problem: { code: 'cool-off' } });
    expect(await startDeposit(500)).toMatchObject({ state: 'refused', problem: { code: 'cool-off' } });
    expect(money()).toEqual([]);
  });

  it('keeps the amount of a limit whose period is unknown here: no single stake goes above it', async () => {
    const { playRound, money } = await signedIn();
    await leave('lower-limit', { kind: 'stake', period: 'hour', amount: 60 });
    expect(await playRound(61)).toMatchObject({ state: 'refused', problem: { code: 'limit-exceeded' } });
    expect(money()).toEqual([]);
    expect(await playRound(50)).toMatchObject({ state: 'confirmed' });
  });
});
