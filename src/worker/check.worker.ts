/**
 * Works rounds out again, apart from the page and from the worker that speaks with the platform. It has the engines and
 * WebCrypto, but neither the network nor the device's database. It answers each message with one; the page sends slices.
 */
import { checkSlice } from '../core/fairness/check-slice';
import { checkRefusedBets } from '../core/fairness/refused-bets';
import { enginesWith } from '../core/games/rules/rules-engines';
import type { CheckAnswer, CheckQuestion } from './check-contract';

async function answerOf({ id, pairs, receipts, refusedBets, sheets }: CheckQuestion): Promise<CheckAnswer> {
  try {
    const engines = await enginesWith(crypto.subtle, sheets);
    const checkedReceipts = await checkSlice(crypto.subtle, engines, pairs, receipts);
    return { id, verdicts: { receipts: checkedReceipts, refusedBets: await checkRefusedBets(crypto.subtle, engines, pairs, refusedBets) } };
  } catch {
    // Pages without TLS have no WebCrypto.
    return { id, verdicts: null };
  }
}

self.addEventListener('message', ({ data }: MessageEvent<CheckQuestion>) => {
  void answerOf(data).then((answer) => self.postMessage(answer));
});
