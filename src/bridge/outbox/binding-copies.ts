/**
 * Copies, in local storage, of the breaks and lower limits that wait: a browser that throws the device's database away must not take
 * them with it. Like those that are set aside they stand under a hash of their player, and name nobody.
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
    // Closed, or full: the database has them.
  }
}

export function readCopies(userId: string): readonly OutboxItem[] {
  const owner = ownerOf(userId);
  return readAll().filter((copy) => copy.owner === owner).map(({ item }) => ({ ...item, userId }));
}

/** These take the place of the player's copies; none: they are deleted. */
export function writeCopies(userId: string, items: readonly OutboxItem[]): void {
  const before = readAll();
  if (before.length === 0 && items.length === 0) return;
  const owner = ownerOf(userId);
  const copies = items.map(({ id: _, ...item }): Copy => ({ owner, item: { ...item, userId: null } }));
  const next = [...before.filter((copy) => copy.owner !== owner), ...copies];
  if (JSON.stringify(next) !== JSON.stringify(before)) writeAll(next);
}
