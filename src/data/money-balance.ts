/**
 * Stores the balance of a money answer at once, because a page that opens a moment later, or when the network is gone, must not
 * show the balance from before the round.
 */
import { balance } from '../core/contract/player';
import type { Database } from './database';
import { fenceIn } from './fence-entry';
import { SNAPSHOT_VERSION } from './schema';

/** The kind under which the service worker stores the answer of the balance call. */
export const BALANCE_KIND = 'balance';

export interface MoneyBalance {
  readonly userId: string;
  /** Decimal naira, as the money answer had it. */
  readonly amount: number;
  readonly currency: string;
  /** The account version after the money moved. */
  readonly version: number;
  /** Epoch ms. */
  readonly savedAt: number;
  /** Epoch ms by the device's clock. */
  readonly wallAt: number;
}

/**
 * Writes the amount into the `Real` item of the stored balance, and deletes its tag, so that the next poll brings a body.
 * Returns false where no balance is stored, the stored one is as new, somebody else is signed in, or this browser stores
 * nothing.
 */
export async function keepMoneyBalance(db: Database, moneyBalance: MoneyBalance): Promise<boolean> {
  const write = await db.tx(['meta', 'snapshots'], 'readwrite', async (tx) => {
    if ((await fenceIn(tx)).userId !== moneyBalance.userId) return false;
    const store = tx.objectStore('snapshots');
    const snapshot = await store.get([moneyBalance.userId, BALANCE_KIND]);
    const parsed = snapshot?.v === SNAPSHOT_VERSION ? balance.safeParse(snapshot.data) : null;
    if (!snapshot || !parsed?.success || (snapshot.balanceVersion ?? -1) >= moneyBalance.version) return false;
    const { amount, currency, version, savedAt, wallAt } = moneyBalance;
    const items = parsed.data.items.map((item) => (item.type === 'Real' ? { ...item, amount, currency } : item));
    await store.put({ ...snapshot, etag: null, balanceVersion: version, savedAt, wallAt, data: { ...parsed.data, items } });
    return true;
  });
  return write.ok && write.value;
}
