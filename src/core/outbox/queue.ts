/** Orders the items of an outbox, and decides which of them a new item replaces. Pure. */
import type { OutboxItem } from './item';
import { kindOf, readItem } from './kinds';
import type { OutboxTable } from './kinds';
import { remainingWaitMs } from './put-off';

/** More items than anybody chooses without a connection. A full outbox refuses a new item with `full`. */
export const MAX_OUTBOX_ITEMS = 100;
/** The most characters of one body as JSON, unless its kind says otherwise. */
export const MAX_OUTBOX_BODY_CHARS = 8_000;

export type AddRefusal = 'unfit' | 'too-large' | 'full';

interface NewItem {
  readonly kind: string;
  readonly body: unknown;
}

export type Addition =
  | { readonly ok: true; readonly body: unknown; readonly slot: string; readonly replaces: readonly OutboxItem[] }
  | { readonly ok: false; readonly because: AddRefusal };

/**
 * Plans the addition of a new item: which items of its player it replaces, and with what body. It replaces every item in its slot, even one
 * that was refused or is in conflict, because the player has chosen anew. An item that this build can't read, because a newer build made it,
 * stays beside the new one: it may be a longer break or a lower limit.
 */
export function planAddition({ kind: name, body }: NewItem, items: readonly OutboxItem[], table: OutboxTable): Addition {
  const read = readItem({ kind: name, body }, table);
  if (read === null) return { ok: false, because: 'unfit' };
  const { kind } = read;
  const slot = kind.slot(read.body);
  const replaces = items.filter((item) => item.slot === slot && readItem(item, table) !== null);
  let merged = read.body;
  for (const before of replaces.toReversed()) {
    const earlier = before.kind === name && before.state === 'waiting' ? readItem(before, table) : null;
    if (kind.merge && earlier) merged = kind.merge(earlier.body, merged);
  }
  if (JSON.stringify(merged).length > (kind.maxChars ?? MAX_OUTBOX_BODY_CHARS)) return { ok: false, because: 'too-large' };
  const isFull = items.length - replaces.length >= MAX_OUTBOX_ITEMS;
  return isFull && (kind.priority ?? 1) > 0 ? { ok: false, because: 'full' } : { ok: true, body: merged, slot, replaces };
}

/** True for an item that already applies on this device, although the platform does not know of it yet. */
export function isBinding({ kind, state }: Pick<OutboxItem, 'kind' | 'state'>, table: OutboxTable): boolean {
  return state === 'waiting' && kindOf(kind, table)?.binds === true;
}

/** Says whether an item needs no notice unless it fails (`OutboxKind.isQuiet`). */
export function isQuiet({ kind }: Pick<OutboxItem, 'kind'>, table: OutboxTable): boolean {
  return kindOf(kind, table)?.isQuiet === true;
}

/**
 * Lists the items that can be sent now: the urgent ones first (`OutboxKind.priority`), then the oldest. Items that this build can't read, and
 * items that need a capability which the platform lacks, are left out.
 */
export function sendableItems(
  items: readonly OutboxItem[],
  can: (capability: string) => boolean,
  table: OutboxTable,
): readonly OutboxItem[] {
  const rank = (item: OutboxItem) => kindOf(item.kind, table)?.priority ?? 1;
  return items
    .filter((item) => {
      const read = item.state === 'waiting' ? readItem(item, table) : null;
      return read !== null && (read.kind.needs === undefined || can(read.kind.needs));
    })
    .sort((a, b) => rank(a) - rank(b) || (a.id ?? 0) - (b.id ?? 0));
}

export interface NextInLine {
  /** The item that goes out now, or null. */
  readonly item: OutboxItem | null;
  /** Ms until the first item that was put off may be tried again; null where none was. */
  readonly waitMs: number | null;
}

/** Finds the first item that need not wait. It skips items that were put off; in an ordered kind the items behind such a one wait, too. */
export function nextInLine(items: readonly OutboxItem[], table: OutboxTable, nowMs: number): NextInLine {
  const heldKinds = new Set<string>();
  const waits = items.map((item) => remainingWaitMs(item, nowMs));
  const first = items.find((item, at) => {
    const isOrdered = kindOf(item.kind, table)?.ordered === true;
    if (isOrdered && heldKinds.has(item.kind)) return false;
    if (waits[at] === 0) return true;
    if (isOrdered) heldKinds.add(item.kind);
    return false;
  });
  const remainingMs = waits.filter((ms) => ms > 0);
  return { item: first ?? null, waitMs: remainingMs.length === 0 ? null : Math.min(...remainingMs) };
}
