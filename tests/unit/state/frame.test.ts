import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { failure } from '../../../src/core/errors';
import { can, catalogueStore, setGamesError, hostStore } from '../../../src/state/catalogue';
import { confirmGames, applyGames, applyHost } from '../../../src/state/apply-catalogue';
import { ANSWER_COUNTS_MS, connectionStore, noteFailure, noteOffline, notePlatformAnswer, noteUnreached } from '../../../src/state/connection';
import { dismiss, MAX_NOTIFICATIONS, NOTIFICATION_MS, notify, pauseNotifications, resumeNotifications } from '../../../src/state/notifications';
import { notificationsStore } from '../../../src/state/notifications-store';
import { resetAll } from '../../../src/state/reset-all';
import { DATED, LIVE } from './support';

beforeEach(() => {
  vi.useFakeTimers();
  resetAll();
});
afterEach(() => {
  vi.useRealTimers();
});

const texts = () => notificationsStore.getState().items.map(({ text }) => text);

describe('a notification', () => {
  it('goes after five seconds, unless it is an error with something to do about it', () => {
    notify({ kind: 'info', text: 'saved' });
    notify({ kind: 'error', text: 'failed', action: { label: 'Try again', run: () => undefined } });
    notify({ kind: 'error', text: 'noted' });
    vi.advanceTimersByTime(NOTIFICATION_MS - 1);
    expect(texts()).toEqual(['saved', 'failed', 'noted']);
    vi.advanceTimersByTime(1);
    expect(texts()).toEqual(['failed']);
    vi.advanceTimersByTime(60 * 60_000);
    expect(texts()).toEqual(['failed']);
  });

  it('is one of three at most; what stays is the last to make room', () => {
    notify({ kind: 'error', text: 'stays', action: { label: 'x', run: () => undefined } });
    for (const text of ['a', 'b', 'c']) notify({ kind: 'info', text });
    expect(texts()).toEqual(['stays', 'b', 'c']);
    expect(MAX_NOTIFICATIONS).toBe(3);
  });

  it('waits while it is looked at, and goes after the rest of its time', () => {
    notify({ kind: 'info', text: 'a' });
    vi.advanceTimersByTime(4_000);
    pauseNotifications();
    pauseNotifications();
    notify({ kind: 'info', text: 'b' });
    vi.advanceTimersByTime(60_000);
    expect(texts()).toEqual(['a', 'b']);
    resumeNotifications();
    vi.advanceTimersByTime(1_000);
    expect(texts()).toEqual(['b']);
    vi.advanceTimersByTime(4_000);
    expect(texts()).toEqual([]);
  });

  it('may have a time of its own, and may be dismissed', () => {
    const id = notify({ kind: 'info', text: 'a', durationMs: 60_000 });
    vi.advanceTimersByTime(59_000);
    expect(texts()).toEqual(['a']);
    dismiss(id);
    expect(texts()).toEqual([]);
    expect(vi.getTimerCount()).toBe(0);
  });
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

describe('the catalogue', () => {
  const game = {
    gameId: 'g', name: 'G', kind: 'slots', categories: [], rtp: 0.9, contribution: 1, minStake: 1, maxStake: 2, bytes: 1, art: '', enabled: true,
  };

  it('keeps the same list when an equal one is heard, so that nothing is drawn again', () => {
    applyGames([game], DATED);
    const before = catalogueStore.getState().games;
    applyGames([{ ...game }], LIVE);
    expect(catalogueStore.getState().games).toBe(before);
    expect(catalogueStore.getState().source).toBe('live');
    applyGames([{ ...game, name: 'Another' }], LIVE);
    expect(catalogueStore.getState().games).not.toBe(before);
  });

  it('keeps the newer list, and the old one when a try fails', () => {
    applyGames([game], LIVE);
    applyGames([], DATED);
    expect(catalogueStore.getState()).toMatchObject({ games: [game], source: 'live' });
    setGamesError(failure('network').error);
    expect(catalogueStore.getState()).toMatchObject({ games: [game], source: 'dated', error: { code: 'network' } });
    confirmGames(3_000_000);
    expect(catalogueStore.getState()).toMatchObject({ games: [game], source: 'live', savedAt: 3_000_000, error: null });
  });

  it('hides features that the platform lacks as soon as its capabilities are known', () => {
    const config = { capabilities: ['games'], cdnUrl: '/cdn', consentPolicy: 'ask' as const, version: '1' };
    expect(can('deposits')).toBe(true);
    applyHost(config);
    expect([can('games'), can('deposits')]).toEqual([true, false]);
    const hostState = hostStore.getState();
    applyHost({ ...config });
    expect(hostStore.getState()).toBe(hostState);
  });
});
