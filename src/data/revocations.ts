/**
 * Stores sign-outs that the platform does not know of yet: a hash, and nothing that names a player. One is deleted when the
 * platform has answered it, never because the phone's clock says that much time has passed.
 */
import type { Database } from './database';

/** Sessions of the platform last this long at most; a later revocation has nothing to end. */
export const SESSION_LIFE_MS = 30 * 24 * 60 * 60 * 1000;

/** Stores a sign-out. A second call changes nothing. Returns false where this browser stores nothing. */
export async function addRevocation(db: Database, hash: string, nowMs: number): Promise<boolean> {
  const write = await db.tx(['revocations'], 'readwrite', async (tx) => {
    const store = tx.objectStore('revocations');
    const before = await store.get(hash);
    await store.put({ ...before, hash, expiry: nowMs + SESSION_LIFE_MS });
  });
  return write.ok;
}

/** Notes that the platform refused a sign-out for good, so that it is not sent again. */
export async function refuseRevocation(db: Database, hash: string): Promise<void> {
  await db.tx(['revocations'], 'readwrite', async (tx) => {
    const store = tx.objectStore('revocations');
    const revocation = await store.get(hash);
    if (revocation) await store.put({ ...revocation, isRefused: true });
  });
}

export async function removeRevocation(db: Database, hash: string): Promise<void> {
  await db.tx(['revocations'], 'readwrite', (tx) => tx.objectStore('revocations').delete(hash));
}

/**
 * Notes that the platform answered a try without ending the session. `platformMs` is its own time. Returns true when it has
 * answered so for as long as a session lives, because then there is nothing left to end.
 */
export async function noteAnsweredTry(db: Database, hash: string, platformMs: number): Promise<boolean> {
  const write = await db.tx(['revocations'], 'readwrite', async (tx) => {
    const store = tx.objectStore('revocations');
    const revocation = await store.get(hash);
    if (!revocation) return false;
    const { answeredSince = platformMs } = revocation;
    await store.put({ ...revocation, answeredSince });
    return platformMs - answeredSince > SESSION_LIFE_MS;
  });
  return write.ok && write.value;
}

export interface StoredRevocations {
  readonly waitingHashes: readonly string[];
  /** The platform has refused these. */
  readonly refusedHashes: readonly string[];
}

/**
 * Reads the stored sign-outs; none where this browser stores nothing. A refused one is stored only for a while: a tab that
 * misses it asks the platform again.
 */
export async function storedRevocations(db: Database, nowMs: number): Promise<StoredRevocations> {
  const read = await db.tx(['revocations'], 'readwrite', async (tx) => {
    const store = tx.objectStore('revocations');
    const all = await store.getAll();
    for (const { hash, expiry, isRefused } of all) if (isRefused && expiry <= nowMs) await store.delete(hash);
    return all;
  });
  const all = read.ok ? read.value : [];
  const hashes = (isRefused: boolean) => all.filter((each) => (each.isRefused === true) === isRefused).map(({ hash }) => hash);
  return { waitingHashes: hashes(false), refusedHashes: hashes(true) };
}
