import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { listSessions } from '../../../src/core/contract/sessions';
import { failure } from '../../../src/core/errors';
import { LONGEST_CALL_MS, connectionStore, noteOffline } from '../../../src/state/connection';
import { figuresStore } from '../../../src/state/figures';
import { enterSession } from '../../../src/state/session';
import { leavePage, openBridge } from './support';
import type { Bridge } from '../../../src/bridge/bridge';
import type { AnswerEvent } from '../../../src/worker/contract';

const SAVED_AT = Date.parse('2026-11-21T08:13:00Z');
const receive = (more: Partial<AnswerEvent>, askedAt?: number) =>
  bridge.receiveEvent({
    type: 'heard', kind: 'balance', data: { items: [{ type: 'cash', amount: 100, currency: 'NGN' }] },
    live: true, savedAt: SAVED_AT, instead: null, balanceVersion: null, ...more,
  } as AnswerEvent, askedAt);

let bridge: Bridge;

beforeEach(() => {
  ({ bridge } = openBridge());
  enterSession({ sessionId: 's', userId: 'a' });
});
afterEach(leavePage);

describe('the connection, by the events of the worker', () => {
  it('is there with a live answer', () => {
    noteOffline();
    receive({});
    expect(connectionStore.getState().reach).toBe('online');
  });

  describe('once the device has lost its network', () => {
    const now = () => performance.timeOrigin + performance.now();
    let askedBefore = 0;

    beforeEach(() => {
      vi.useFakeTimers();
      receive({}, now());
      askedBefore = now();
      vi.advanceTimersByTime(300);
      noteOffline();
      vi.advanceTimersByTime(300);
    });

    it('is not there again because of an answer that was under way by then: the figure is of that time', () => {
      receive({ savedAt: SAVED_AT + 300 }, askedBefore);
      expect(figuresStore.getState().balance).toEqual({ source: 'dated', savedAt: SAVED_AT + 300 });
      bridge.receiveEvent({ type: 'confirmed', kind: 'balance', savedAt: SAVED_AT + 400 }, askedBefore);
      bridge.receiveEvent({ type: 'failed', kind: 'bonusWallet', error: failure('bad-request', { status: 404 }).error }, askedBefore);
      expect(figuresStore.getState().balance.source).toBe('dated');
      expect(connectionStore.getState().reach).toBe('offline');
    });

    it('is there again with an answer to what was asked since, whatever the device says', () => {
      bridge.receiveEvent({ type: 'confirmed', kind: 'balance', savedAt: SAVED_AT + 700 }, now());
      expect(figuresStore.getState().balance.source).toBe('live');
      expect(connectionStore.getState().reach).toBe('online');
    });

    it('is there again with any answer once no earlier call can be under way, because the clocks of two tabs may differ', () => {
      vi.advanceTimersByTime(LONGEST_CALL_MS);
      receive({}, askedBefore);
      expect(connectionStore.getState().reach).toBe('online');
    });
  });

  it('is left as it is by an old answer of another tab, whose figure is shown with its age', () => {
    noteOffline();
    receive({ live: false });
    expect(connectionStore.getState().reach).toBe('offline');
    expect(figuresStore.getState().balance).toEqual({ source: 'dated', savedAt: SAVED_AT });
  });

  it('is gone when nothing of a poll was answered, and not for one call that a stored answer stands in for', () => {
    receive({});
    receive({ live: false, instead: failure('network').error });
    expect(connectionStore.getState().reach).toBe('online');
    bridge.receiveEvent({ type: 'unreached', error: failure('network').error });
    expect(connectionStore.getState().reach).toBe('offline');
  });

  it('is there, and one figure can’t be read: that is said of it, and no other figure is touched', () => {
    const source = (kind: 'balance' | 'bonusWallet') => figuresStore.getState()[kind].source;
    receive({});
    for (const error of [failure('bad-response', { status: 200 }).error, failure('bad-response', { status: 500 }).error]) {
      bridge.receiveEvent({ type: 'failed', kind: 'bonusWallet', error });
      expect(source('bonusWallet')).toBe('unread');
      expect(source('balance')).toBe('live');
      expect(connectionStore.getState().reach).toBe('online');
      receive({ kind: 'bonusWallet', data: { items: [] } });
      expect(source('bonusWallet')).toBe('live');
    }
  });

  it('is there although one figure comes as a web page, and that figure is marked as unread', () => {
    receive({});
    bridge.receiveEvent({ type: 'failed', kind: 'bonusWallet', error: failure('bad-response', { status: 200, captivePortal: true }).error });
    expect(figuresStore.getState().bonusWallet.source).toBe('unread');
    expect(figuresStore.getState().balance.source).toBe('live');
    expect(connectionStore.getState().reach).toBe('online');
  });

  it('is there although the bonus wallet never came; the page waits no longer for it', () => {
    receive({});
    bridge.receiveEvent({ type: 'failed', kind: 'bonusWallet', error: failure('network').error });
    expect(figuresStore.getState().bonusWallet).toEqual({ source: 'unread', savedAt: null });
    // Now no call is answered, so the page says that it is offline instead.
    bridge.receiveEvent({ type: 'unreached', error: failure('network').error });
    bridge.receiveEvent({ type: 'failed', kind: 'bonusWallet', error: failure('network').error });
    expect(figuresStore.getState().bonusWallet).toEqual({ source: 'unknown', savedAt: null });
    expect(connectionStore.getState().reach).toBe('offline');
  });

  it('is there although a call of the page, or the question to the host, is lost', async () => {
    receive({});
    // The browser is cut off from everything that the page itself asks.
    const { callAsPlayer } = bridge.calls;
    expect(await callAsPlayer(listSessions, ({ userId }) => ({ params: { userId } }))).toMatchObject({ ok: false, error: { code: 'network' } });
    await bridge.host.load();
    expect(connectionStore.getState().reach).toBe('online');
    expect(figuresStore.getState().balance.source).toBe('live');
  });

  it('is gone: then figures are old, not unreadable', () => {
    receive({});
    bridge.receiveEvent({ type: 'failed', kind: 'balance', error: failure('bad-response', { status: 502 }).error });
    bridge.receiveEvent({ type: 'failed', kind: 'bonusWallet', error: failure('bad-response', { status: 502 }).error });
    bridge.receiveEvent({ type: 'unreached', error: failure('bad-response', { status: 502 }).error });
    expect(figuresStore.getState().balance.source).toBe('dated');
    expect(figuresStore.getState().bonusWallet.source).toBe('unknown');
  });
});
