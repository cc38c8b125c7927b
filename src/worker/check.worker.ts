/**
 * Works kept rounds out again, apart from the page and from the worker that speaks with the platform: it knows the engines
 * and WebCrypto, and neither the network nor the device's store. One message, one answer; the page sends slices.
 */
import { checkSlice } from '../core/fairness/check-slice';
import { allEngines } from '../core/games/registry';
import type { CheckAnswer, CheckQuestion } from './check-contract';

async function answerOf({ id, pairs, receipts }: CheckQuestion): Promise<CheckAnswer> {
  try {
    return { id, verdicts: await checkSlice(crypto.subtle, allEngines, pairs, receipts) };
  } catch {
    // A browser without WebCrypto: pages without TLS.
    return { id, verdicts: null };
  }
}

self.addEventListener('message', ({ data }: MessageEvent<CheckQuestion>) => {
  void answerOf(data).then((answer) => self.postMessage(answer));
});
