/**
 * Sets aside breaks and lower limits that the platform does not know of yet, so that they are not lost when somebody else signs
 * in on the same phone. Each waits under a hash of its player, which names nobody, until the player signs in again.
 */
import { isOutboxItem } from '../core/outbox/item';
import type { OutboxItem } from '../core/outbox/item';
import type { Tx } from './database';
import { sha256Hex } from './hash';

const ENTRY = 'protection-of-others';
/**
 * The kinds of `core/outbox/kinds` that bind. They are listed here again, because every page would have to load that table
 * otherwise; a test compares the two.
 */
export const BINDING_KINDS: ReadonlySet<string> = new Set(['exclude', 'lower-limit']);
/** Beyond this number the oldest are deleted. Few people share a phone. */
export const MAX_SET_ASIDE = 100;

interface SetAside {
  readonly owner: string;
  readonly item: OutboxItem;
}

/** Makes the hash under which the items of a player wait. It names nobody. */
export const ownerOf = (userId: string) => sha256Hex(`outbox ${userId}`);

/** Checks the entry alone; the outbox checks the items when it reads them. */
function isSetAside(value: unknown): value is SetAside {
  return typeof value === 'object' && value !== null && 'owner' in value && 'item' in value && typeof value.item === 'object';
}

async function entriesIn<Mode extends IDBTransactionMode>(tx: Tx<Mode>): Promise<readonly SetAside[]> {
  const value: unknown = await tx.objectStore('meta').get(ENTRY);
  return Array.isArray(value) ? value.filter(isSetAside) : [];
}

/** Sets aside the binding items among those that are about to be deleted. */
export async function setAside(tx: Tx<'readwrite'>, items: readonly OutboxItem[]): Promise<void> {
  const additions = items.flatMap((item): SetAside[] => {
    const { id: _, userId, ...rest } = item;
    const binds = item.state === 'waiting' && BINDING_KINDS.has(item.kind);
    return binds && userId !== null ? [{ owner: ownerOf(userId), item: { ...rest, userId: null } }] : [];
  });
  if (additions.length > 0) await tx.objectStore('meta').put([...(await entriesIn(tx)), ...additions].slice(-MAX_SET_ASIDE), ENTRY);
}

/** Reads the items that wait for their players. They name none of them. */
export async function setAsideIn<Mode extends IDBTransactionMode>(tx: Tx<Mode>): Promise<readonly OutboxItem[]> {
  return (await entriesIn(tx)).map(({ item }) => item).filter(isOutboxItem);
}

/** Puts a player's items back into the outbox when they sign in; they go out first. */
export async function restoreSetAside(tx: Tx<'readwrite'>, userId: string): Promise<void> {
  const all = await entriesIn(tx);
  if (all.length === 0) return;
  const owner = ownerOf(userId);
  for (const { item } of all.filter((each) => each.owner === owner)) await tx.objectStore('outbox').add({ ...item, userId });
  await tx.objectStore('meta').put(all.filter((each) => each.owner !== owner), ENTRY);
}
