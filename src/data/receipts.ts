/** Receipts of rounds, so that a result can be checked on the device after a reveal. */
import { canonicalJson } from '../core/canonical-json';
import type { Database, Tx } from './database';
import { fenceIn } from './fence';
import type { KeptReceipt } from './schema';

/** The oldest go first. About 5 MB at most: a player of twenty rounds a day fills it in most of a year. */
export const MAX_RECEIPTS = 5_000;

/** What was drawn, done and paid; not what a version of this app keeps beside it. */
const roundText = ({ userId, gameId, commit, clientSeed, nonce, actions, outcome, win }: KeptReceipt): string =>
  canonicalJson([userId, gameId, commit, clientSeed, nonce, actions ?? null, outcome, win]);

const isSameRound = (a: KeptReceipt, b: KeptReceipt): boolean => roundText(a) === roundText(b);

interface Place {
  /** The key under which the round is kept, or is to be. */
  readonly key: string;
  /** The same round as it is kept. */
  readonly same: KeptReceipt | null;
  /** Another round that is kept under its id. */
  readonly other: KeptReceipt | null;
}

/** A platform may answer two rounds with one id, so that the second takes the place of the first: each gets a key of its own. */
async function placeOf<Mode extends IDBTransactionMode>(tx: Tx<Mode>, receipt: KeptReceipt): Promise<Place> {
  let other: KeptReceipt | null = null;
  for (let nth = 1; ; nth += 1) {
    const key = nth === 1 ? receipt.roundId : `${receipt.roundId} ${nth}`;
    const kept = await tx.objectStore('receipts').get(key);
    if (kept === undefined || isSameRound(kept, receipt)) return { key, same: kept ?? null, other };
    other ??= kept;
  }
}

/** Whether a round of that id and draw is kept, whatever it says of the result: that is for the check. */
export async function hasReceipt(db: Database, receipt: KeptReceipt): Promise<boolean> {
  const { commit, clientSeed, nonce } = receipt;
  const read = await db.tx(['receipts'], 'readonly', (tx) => placeOf(tx, receipt));
  if (!read.ok) return false;
  const { same, other } = read.value;
  return same !== null || (other?.commit === commit && other.clientSeed === clientSeed && other.nonce === nonce);
}

/** How a receipt was kept. */
export interface KeepResult {
  /** False: its player is not signed in on this device any more, or this browser keeps nothing. */
  readonly isKept: boolean;
  /** Another round that was kept under its id before; null where there is none, and where this one was kept before. */
  readonly other: KeptReceipt | null;
}

const NOT_KEPT: KeepResult = { isKept: false, other: null };

/** Practice is nobody's, and kept whoever is signed in. */
export async function putReceipt(db: Database, receipt: KeptReceipt): Promise<KeepResult> {
  const write = await db.tx(['meta', 'receipts'], 'readwrite', async (tx) => {
    const { epoch, userId } = await fenceIn(tx);
    // Epoch 0 means that the browser deleted the database, not that somebody signed out; see `put` in `intents.ts`.
    if (receipt.userId !== null && receipt.userId !== userId && epoch > 0) return NOT_KEPT;
    const store = tx.objectStore('receipts');
    const { key, same, other } = await placeOf(tx, receipt);
    const broke = receipt.broke ?? same?.broke ?? (other === null ? undefined : ('id' as const));
    await store.put({ ...(same ?? receipt), roundId: key, ...(broke !== undefined && { broke }) });
    let surplus = (await store.count()) - MAX_RECEIPTS;
    let cursor = await store.index('at').openCursor();
    for (; cursor && surplus > 0; surplus -= 1, cursor = await cursor.continue()) await cursor.delete();
    return { isKept: true, other: same === null ? other : null };
  });
  return write.ok ? write.value : NOT_KEPT;
}

/** Newest first; `userId` null lists practice play. */
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
