/** How the stores of older versions become those of now. */
import type { IDBPDatabase, IDBPTransaction } from 'idb';
import type { OutboxItem } from '../core/outbox/item';
import { sha256Hex } from './hash';

/** Version 1 kept what a player chose about consents in a store of its own. */
const CONSENTS = 'consents';

function isChoice(value: unknown): value is { userId: string; tag: string; choice: string; at: number } {
  if (typeof value !== 'object' || value === null) return false;
  const { userId, tag, choice, at } = value as Record<string, unknown>;
  return [userId, tag, choice].every((text) => typeof text === 'string') && typeof at === 'number';
}

/** From version 1: choices that wait become items of the outbox, in the order in which they were made. */
export async function moveConsentsToOutbox(
  db: IDBPDatabase,
  tx: IDBPTransaction<unknown, string[], 'versionchange'>,
): Promise<void> {
  if (!db.objectStoreNames.contains(CONSENTS)) return;
  const stored: readonly unknown[] = await tx.objectStore(CONSENTS).getAll();
  for (const { userId, tag, choice, at } of stored.filter(isChoice).sort((a, b) => a.at - b.at)) {
    const item: OutboxItem = {
      userId,
      kind: choice === 'withdrawn' ? 'withdraw-consent' : 'give-consent',
      slot: `consent:${tag}`,
      key: sha256Hex(`${userId} ${tag} ${at}`),
      body: { tag },
      at,
      state: 'waiting',
      problem: null,
    };
    await tx.objectStore('outbox').add(item);
  }
  db.deleteObjectStore(CONSENTS);
}
