/** Receipts made good from money keys: a page that was closed in the moment of an answer has kept its key, and maybe not the receipt. */
import { hasReceipt } from '../data/receipt-slices';
import { intentsStore } from '../state/intents';
import { database } from './database';
import { receiptOfIntent } from './money-answers';
import { keepReceipt } from './receipts';

/** Before kept rounds are looked at. A player of another page, or who left meanwhile, is fenced off by the store. Never rejects. */
export async function fillReceipts(): Promise<void> {
  for (const intent of Object.values(intentsStore.getState().byKey)) {
    const receipt = receiptOfIntent(intent);
    if (receipt !== null && !(await hasReceipt(database, receipt.roundId))) await keepReceipt(receipt);
  }
}
