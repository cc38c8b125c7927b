/** Shows and closes the guide to the home screen. Closing snoozes it, and it is not shown while it is snoozed. */
import { DAY_MS } from '../core/time';
import type { EntryStorage } from './local-entries';
import { sessionStore } from './session';

export const SNOOZE_ENTRY = 'mobileGuideSnoozedUntil';
export const SNOOZE_MS = 10 * DAY_MS;

/** Returns true while the guide is snoozed. A date further ahead than a snooze can reach comes from a clock that was wrong, and does not count. */
export function isSnoozed(entry: string | null, nowMs: number): boolean {
  const until = Number(entry ?? NaN);
  return until > nowMs && until <= nowMs + SNOOZE_MS;
}

export function showMobileGuideUnlessSnoozed(storage: EntryStorage | null, nowMs: number): void {
  let entry: string | null = null;
  try {
    entry = storage?.getItem(SNOOZE_ENTRY) ?? null;
  } catch {
    // Local storage is closed, so the guide counts as never snoozed.
  }
  sessionStore.setState({ mobileGuideVisible: !isSnoozed(entry, nowMs) });
}

export function closeMobileGuide(storage: EntryStorage | null, nowMs: number): void {
  sessionStore.setState({ mobileGuideVisible: false });
  try {
    storage?.setItem(SNOOZE_ENTRY, String(nowMs + SNOOZE_MS));
  } catch {
    // Local storage is closed or full, so the guide comes back at the next start.
  }
}
