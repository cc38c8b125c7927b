import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { failure } from '../../../src/core/errors';
import { ANSWER_COUNTS_MS, connectionStore, noteFailure, noteOffline, notePlatformAnswer, noteUnreached } from '../../../src/state/connection';
import { resetAll } from '../../../src/state/reset-all';

beforeEach(() => {
  vi.useFakeTimers();
  resetAll();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('the connection', () => {
  const reach = () => connectionStore.getState().reach;

  it('is there when the platform answers, also when it refuses or fails by itself', () => {
    expect(reach()).toBe('unknown');
    noteFailure(failure('network').error);
    expect(reach()).toBe('offline');
    notePlatformAnswer();
    expect(reach()).toBe('online');
    noteFailure(failure('timeout').error);
    expect(reach()).toBe('online');
    noteUnreached(failure('timeout').error);
    noteFailure(failure('bad-request', { status: 404 }).error);
    expect(reach()).toBe('online');
    noteUnreached(failure('aborted').error);
    noteFailure(failure('bad-response', { status: 503, problem: { title: '', status: 503, code: 'unavailable' } }).error);
    expect(reach()).toBe('online');
  });

  it('is not said to be gone because one call is lost while answers are as young as the last poll', () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    notePlatformAnswer();
    vi.advanceTimersByTime(20_000);
    noteFailure(failure('timeout').error);
    noteFailure(failure('bad-response', { captivePortal: true }).error);
    expect(reach()).toBe('online');
    vi.advanceTimersByTime(ANSWER_COUNTS_MS - 20_000);
    noteFailure(failure('timeout').error);
    expect(reach()).toBe('offline');
    // A poll that lost everything, and the browser, know better than the answer before them.
    for (const say of [noteOffline, () => noteUnreached(failure('network').error)]) {
      notePlatformAnswer();
      say();
      noteFailure(failure('bad-response', { captivePortal: true }).error);
      expect(reach()).toBe('portal');
    }
  });

  it('is “portal” when a network wants a sign-in, and a canceled call does not change it', () => {
    noteFailure(failure('bad-response', { captivePortal: true }).error);
    expect(reach()).toBe('portal');
    noteFailure(failure('canceled').error);
    expect(reach()).toBe('portal');
  });
});
