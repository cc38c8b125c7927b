import { beforeEach, describe, expect, it } from 'vitest';
import { receiveEvent } from '../../../src/bridge/receive-event';
import { failure } from '../../../src/core/errors';
import { connectionStore, hearOffline, resetConnection } from '../../../src/state/connection';
import { figuresStore } from '../../../src/state/figures';
import { enterSession } from '../../../src/state/session';
import type { HeardEvent } from '../../../src/worker/contract';

const SAVED_AT = Date.parse('2026-11-21T08:13:00Z');
const heard = (more: Partial<HeardEvent>) =>
  receiveEvent({
    type: 'heard', kind: 'balance', data: { items: [{ type: 'cash', amount: 100, currency: 'NGN' }] },
    live: true, savedAt: SAVED_AT, instead: null, balanceVersion: null, ...more,
  } as HeardEvent);

beforeEach(() => {
  resetConnection();
  enterSession({ sessionId: 's', userId: 'a' });
});

describe('the connection, as a tab hears of it', () => {
  it('is there with an answer of now', () => {
    hearOffline();
    heard({});
    expect(connectionStore.getState().reach).toBe('online');
  });

  it('is left as it is by what another tab heard before; the figure comes with its age', () => {
    hearOffline();
    heard({ live: false });
    expect(connectionStore.getState().reach).toBe('offline');
    expect(figuresStore.getState().balance).toEqual({ source: 'dated', savedAt: SAVED_AT });
  });

  it('is gone with a stored answer that stands in for a failed one', () => {
    heard({ live: false, instead: failure('network').error });
    expect(connectionStore.getState().reach).toBe('offline');
  });
});
