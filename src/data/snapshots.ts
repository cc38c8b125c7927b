/**
 * Stores the last answer of each kind, per player. Answers are checked against the contract when they are written and again when
 * they are read.
 */
import { CLOCK_TOLERANCE_MS } from '../core/clock';
import type { Shape } from '../core/schema';
import { clockSkewIn } from './clock-skew';
import type { Database, TxResult } from './database';
import { fenceIn, writeFence } from './fence-entry';
import { SNAPSHOT_VERSION, PUBLIC_USER } from './schema';
import type { Snapshot } from './schema';

/** The most snapshots that are stored of kinds with a query in their name (histories). Beyond this number the oldest are deleted. */
export const MAX_QUERY_SNAPSHOTS = 24;

/**
 * No answer is under way for longer than this, the deadline of reads. A stored time that is further ahead comes from a clock
 * that was wrong.
 */
const ANSWER_UNDER_WAY_MS = 8_000;

type NewSnapshot = Omit<Snapshot, 'v'>;

function isQueryKind(kind: string): boolean {
  return kind.includes('?');
}

/**
 * Returns true if money moved while that answer was under way, so that the newer balance is stored already. A lower version counts as
 * older only for as long as an answer can be under way, because a platform that was restored from a backup counts from a lower
 * version, and is right.
 */
function isOvertaken(next: NewSnapshot, storedSnapshot: Snapshot): boolean {
  const isOlder = next.balanceVersion !== null && storedSnapshot.balanceVersion !== null && next.balanceVersion < storedSnapshot.balanceVersion;
  return isOlder && next.savedAt - storedSnapshot.savedAt <= ANSWER_UNDER_WAY_MS;
}

/**
 * Returns true if the stored answer is newer. An answer that is ahead by more than the longest time under way was stored by a
 * wrong clock, so it does not count as newer.
 */
function isAhead(storedAt: number, nextAt: number): boolean {
  return storedAt > nextAt && storedAt - nextAt <= ANSWER_UNDER_WAY_MS;
}

/**
 * Stores an answer that was asked for in `epoch`. Returns false where the player changed meanwhile, the data does not fit, or
 * this browser stores nothing. An older answer never replaces a newer one.
 */
export async function putSnapshot(
  db: Database,
  snapshot: NewSnapshot,
  epoch: number,
  schema: Shape<unknown>,
): Promise<boolean> {
  if (!schema.safeParse(snapshot.data).success) return false;
  const write = await db.tx(['meta', 'snapshots'], 'readwrite', async (tx) => {
    if (snapshot.userId !== PUBLIC_USER) {
      const fence = await fenceIn(tx);
      if (fence.userId !== snapshot.userId || fence.epoch !== epoch) return false;
    }
    const store = tx.objectStore('snapshots');
    const storedSnapshot = await store.get([snapshot.userId, snapshot.kind]);
    if (storedSnapshot && (isAhead(storedSnapshot.savedAt, snapshot.savedAt) || isOvertaken(snapshot, storedSnapshot))) return false;
    await store.put({ ...snapshot, v: SNAPSHOT_VERSION });
    if (isQueryKind(snapshot.kind)) await trimQueries(store);
    return true;
  });
  return write.ok && write.value;
}

interface SnapshotStore {
  getAll(): Promise<Snapshot[]>;
  delete(key: [string, string]): Promise<void>;
}

async function trimQueries(store: SnapshotStore): Promise<void> {
  const queries = (await store.getAll()).filter(({ kind }) => isQueryKind(kind)).sort((a, b) => b.savedAt - a.savedAt);
  for (const { userId, kind } of queries.slice(MAX_QUERY_SNAPSHOTS)) await store.delete([userId, kind]);
}

/**
 * Reads a snapshot. Null where there is none, it belongs to another player than the one signed in, or it does not fit any more.
 * Its `savedAt` never makes it younger than it is by the device's own clock, whatever time the platform said.
 */
export async function getSnapshot<T>(
  db: Database,
  userId: string,
  kind: string,
  schema: Shape<T>,
): Promise<Snapshot<T> | null> {
  const read = await db.tx(['meta', 'snapshots'], 'readonly', async (tx) => {
    if (userId !== PUBLIC_USER && (await fenceIn(tx)).userId !== userId) return undefined;
    const storedSnapshot = await tx.objectStore('snapshots').get([userId, kind]);
    if (storedSnapshot?.wallAt === undefined) return storedSnapshot;
    const wallAt = storedSnapshot.wallAt + (await clockSkewIn(tx));
    return storedSnapshot.savedAt - wallAt <= CLOCK_TOLERANCE_MS ? storedSnapshot : { ...storedSnapshot, savedAt: wallAt };
  });
  if (!read.ok || !read.value) return null;
  const parsed = read.value.v === SNAPSHOT_VERSION ? schema.safeParse(read.value.data) : null;
  if (parsed?.success) return { ...read.value, data: parsed.data };
  // A newer build stored it, which the operator has taken back for now, and which will need it again.
  if (read.value.v > SNAPSHOT_VERSION) return null;
  await db.tx(['snapshots'], 'readwrite', (tx) => tx.objectStore('snapshots').delete([userId, kind]));
  return null;
}

/**
 * Renews the age of a snapshot, because the platform said that nothing has changed. Returns false where that answer is not
 * stored any more.
 */
export async function renewSnapshot(
  db: Database,
  renewal: { readonly userId: string; readonly kind: string; readonly etag: string; readonly savedAt: number; readonly wallAt: number },
  epoch: number,
): Promise<boolean> {
  const write = await db.tx(['meta', 'snapshots'], 'readwrite', async (tx) => {
    if (renewal.userId !== PUBLIC_USER) {
      const fence = await fenceIn(tx);
      if (fence.userId !== renewal.userId || fence.epoch !== epoch) return false;
    }
    const store = tx.objectStore('snapshots');
    const storedSnapshot = await store.get([renewal.userId, renewal.kind]);
    if (storedSnapshot?.etag !== renewal.etag) return false;
    const { savedAt, wallAt } = renewal;
    if (!isAhead(storedSnapshot.savedAt, savedAt)) await store.put({ ...storedSnapshot, savedAt, wallAt });
    return true;
  });
  return write.ok && write.value;
}

/** Deletes the player's snapshots and raises the epoch, so that answers under way are not stored, because the platform refused this player. */
export function dropUser(db: Database, userId: string): Promise<TxResult<void>> {
  return db.tx(['meta', 'snapshots'], 'readwrite', async (tx) => {
    const fence = await fenceIn(tx);
    if (fence.userId === userId) await writeFence(tx, { ...fence, epoch: fence.epoch + 1 });
    const store = tx.objectStore('snapshots');
    for (const key of await store.getAllKeys()) if (key[0] === userId) await store.delete(key);
  });
}

/** Deletes one snapshot, because the platform refused it to this player. */
export function dropKind(db: Database, { userId, kind }: { readonly userId: string; readonly kind: string }): Promise<TxResult<void>> {
  return db.tx(['snapshots'], 'readwrite', (tx) => tx.objectStore('snapshots').delete([userId, kind]));
}

/** The kinds that the platform never gets, so that only this device has them. */
const DEVICE_ONLY_KINDS: ReadonlySet<string> = new Set(['self-test']);

/** Deletes every snapshot that can be loaded again, public ones too. */
export function dropReloadable(db: Database): Promise<TxResult<void>> {
  return db.tx(['snapshots'], 'readwrite', async (tx) => {
    const store = tx.objectStore('snapshots');
    for (const key of await store.getAllKeys()) if (!DEVICE_ONLY_KINDS.has(key[1])) await store.delete(key);
  });
}
