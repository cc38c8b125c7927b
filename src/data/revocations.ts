/** Sign-outs that the platform does not know of yet: a hash and an expiry, nothing that names a player. */
import type { Database } from './database';

/** Sessions of the platform last this long at most; a later revocation has nothing to end. */
export const SESSION_LIFE_MS = 30 * 24 * 60 * 60 * 1000;

export async function addRevocation(db: Database, hash: string, nowMs: number): Promise<boolean> {
  const write = await db.tx(['revocations'], 'readwrite', (tx) =>
    tx.objectStore('revocations').put({ hash, expiry: nowMs + SESSION_LIFE_MS }),
  );
  return write.ok;
}

/** Stores that the platform refused it for good: it is not sent again. */
export async function refuseRevocation(db: Database, hash: string): Promise<void> {
  await db.tx(['revocations'], 'readwrite', async (tx) => {
    const store = tx.objectStore('revocations');
    const revocation = await store.get(hash);
    if (revocation) await store.put({ ...revocation, isRefused: true });
  });
}

/** The hashes that the platform refused; null where this browser keeps nothing, or can't be read now. */
export async function refusedRevocations(db: Database): Promise<readonly string[] | null> {
  const read = await db.tx(['revocations'], 'readonly', (tx) => tx.objectStore('revocations').getAll());
  return read.ok ? read.value.filter(({ isRefused }) => isRefused).map(({ hash }) => hash) : null;
}

export async function removeRevocation(db: Database, hash: string): Promise<void> {
  await db.tx(['revocations'], 'readwrite', (tx) => tx.objectStore('revocations').delete(hash));
}

/** The hashes that the platform does not know of yet, without those that it refused; expired ones are deleted. */
export async function pendingRevocations(db: Database, nowMs: number): Promise<readonly string[]> {
  const read = await db.tx(['revocations'], 'readwrite', async (tx) => {
    const store = tx.objectStore('revocations');
    const all = await store.getAll();
    for (const { hash, expiry } of all) if (expiry <= nowMs) await store.delete(hash);
    return all.filter(({ expiry, isRefused }) => expiry > nowMs && !isRefused).map(({ hash }) => hash);
  });
  return read.ok ? read.value : [];
}
