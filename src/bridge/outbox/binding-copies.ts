/**
 * Keeps copies of the waiting breaks and lower limits in local storage, so that they are not lost when the browser deletes the
 * device's database. They stand under a hash of their player and name nobody, as those do that are set aside.
 */
import { isOutboxItem } from '../../core/outbox/item';
import type { OutboxItem } from '../../core/outbox/item';
import { MAX_SET_ASIDE, ownerOf } from '../../data/set-aside';
import { localEntries } from '../../state/local-entries';

const ENTRY = 'protectionCopies';

interface Copy {
  readonly owner: string;
  readonly item: OutboxItem;
}

function isCopy(value: unknown): value is Copy {
  return typeof value === 'object' && value !== null && 'owner' in value && 'item' in value && isOutboxItem(value.item);
}

function readAll(): readonly Copy[] {
  try {
    const value: unknown = JSON.parse(localEntries()?.getItem(ENTRY) ?? '[]');
    return Array.isArray(value) ? value.filter(isCopy) : [];
  } catch {
    return [];
  }
}

function writeAll(copies: readonly Copy[]): void {
  try {
    if (copies.length === 0) localEntries()?.removeItem(ENTRY);
    else localEntries()?.setItem(ENTRY, JSON.stringify(copies.slice(-MAX_SET_ASIDE)));
  } catch {
    // Local storage is closed or full, but the database has the items.
  }
}

export function readCopies(userId: string): readonly OutboxItem[] {
  const owner = ownerOf(userId);
  return readAll().filter((copy) => copy.owner === owner).map(({ item }) => ({ ...item, userId }));
}

/** Replaces the player's copies by copies of these items. Where there are none, the copies are deleted. */
export function writeCopies(userId: string, items: readonly OutboxItem[]): void {
  const before = readAll();
  if (before.length === 0 && items.length === 0) return;
  const owner = ownerOf(userId);
  const copies = items.map(({ id: _, ...item }): Copy => ({ owner, item: { ...item, userId: null } }));
  const next = [...before.filter((copy) => copy.owner !== owner), ...copies];
  if (JSON.stringify(next) !== JSON.stringify(before)) writeAll(next);
}
