/** Stores receipts of rounds, so that a result can be checked on the device after a reveal. */
import { canonicalJson } from '../core/canonical-json';
import type { Database, Tx } from './database';
import { fenceIn } from './fence-entry';
import type { KeptReceipt } from './schema';

/** Beyond this number the oldest receipts are deleted. That is about 5 MB; a player of twenty rounds a day reaches it in most of a year. */
export const MAX_RECEIPTS = 5_000;

/** Writes what identifies a round. It leaves out what one version of this app stores beside it and another does not. */
const roundText = ({ userId, gameId, commit, clientSeed, nonce, actions, outcome, win }: KeptReceipt): string =>
  canonicalJson([userId, gameId, commit, clientSeed, nonce, actions ?? null, outcome, win]);

const isSameRound = (a: KeptReceipt, b: KeptReceipt): boolean => roundText(a) === roundText(b);

interface StoredRounds {
  /** The key under which the round is stored, or will be. */
  readonly key: string;
  /** The stored receipt of the same round. */
  readonly same: KeptReceipt | null;
  /** The first other round that is stored under its id. */
  readonly other: KeptReceipt | null;
}

/**
 * Finds the rounds that are stored under the id of this one. Each has a key of its own, because a dishonest platform may give two rounds one id
 * to have the first overwritten.
 */
async function findStored<Mode extends IDBTransactionMode>(tx: Tx<Mode>, receipt: KeptReceipt): Promise<StoredRounds> {
  let other: KeptReceipt | null = null;
  for (let nth = 1; ; nth += 1) {
    const key = nth === 1 ? receipt.roundId : `${receipt.roundId} ${nth}`;
    const existing = await tx.objectStore('receipts').get(key);
    if (existing === undefined || isSameRound(existing, receipt)) return { key, same: existing ?? null, other };
    other ??= existing;
  }
}

/** True where a round with this id and draw is stored. Its result may differ, which only the check of rounds judges. */
export async function hasReceipt(db: Database, receipt: KeptReceipt): Promise<boolean> {
  const { commit, clientSeed, nonce } = receipt;
  const read = await db.tx(['receipts'], 'readonly', (tx) => findStored(tx, receipt));
  if (!read.ok) return false;
  const { same, other } = read.value;
  return same !== null || (other?.commit === commit && other.clientSeed === clientSeed && other.nonce === nonce);
}

/** The result of storing a receipt. */
export interface KeepResult {
  /** False: its player is not signed in on this device any more, or this browser stores nothing. */
  readonly isKept: boolean;
  /** Another round that was stored under its id before; null where there is none, or where this round was already stored. */
  readonly other: KeptReceipt | null;
}

const NOT_KEPT: KeepResult = { isKept: false, other: null };

/** Stores a receipt. A receipt of practice belongs to nobody, so it is stored whoever is signed in. */
export async function putReceipt(db: Database, receipt: KeptReceipt): Promise<KeepResult> {
  const write = await db.tx(['meta', 'receipts'], 'readwrite', async (tx) => {
    const { epoch, userId } = await fenceIn(tx);
    // Epoch 0 means that the browser deleted the database, not that somebody signed out; see `put` in `intents.ts`.
    if (receipt.userId !== null && receipt.userId !== userId && epoch > 0) return NOT_KEPT;
    const store = tx.objectStore('receipts');
    const { key, same, other } = await findStored(tx, receipt);
    const mismatch = receipt.broke ?? same?.broke ?? (other === null ? undefined : ('id' as const));
    await store.put({ ...(same ?? receipt), roundId: key, ...(mismatch !== undefined && { broke: mismatch }) });
    let surplus = (await store.count()) - MAX_RECEIPTS;
    let cursor = await store.index('at').openCursor();
    for (; cursor && surplus > 0; surplus -= 1, cursor = await cursor.continue()) await cursor.delete();
    return { isKept: true, other: same === null ? other : null };
  });
  return write.ok ? write.value : NOT_KEPT;
}

/** Lists receipts, newest first. With `userId` null it lists those of practice. */
export async function receiptsOf(
  db: Database,
  userId: string | null,
  gameId?: string,
): Promise<readonly KeptReceipt[]> {
  const read = await db.tx(['receipts'], 'readonly', (tx) => tx.objectStore('receipts').getAll());
  if (!read.ok) return [];
  return read.value
    .filter((receipt) => receipt.userId === userId && (gameId === undefined || receipt.gameId === gameId))
    .sort((a, b) => b.at - a.at);
}
