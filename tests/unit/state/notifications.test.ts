import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { dismiss, MAX_NOTIFICATIONS, NOTIFICATION_MS, notify, pauseNotifications, resumeNotifications } from '../../../src/state/notifications';
import { notificationsStore } from '../../../src/state/notifications-store';
import { resetAll } from '../../../src/state/reset-all';

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
