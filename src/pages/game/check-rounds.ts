/** Working the rounds of a revealed pair out again, on this device. A chunk of its own: few ask for it. */
import { checkReceipts } from '../../core/fairness/receipts';
import type { Receipt } from '../../core/fairness/receipts';
import { allEngines } from '../../core/games/registry';
import { words } from './words';

export interface Revealed {
  readonly commit: string;
  readonly serverSeed: string;
  /** Nonce of the first round that can be expected here. */
  readonly firstNonce: number;
}

export interface CheckWords {
  readonly ok: boolean;
  readonly text: string;
}

/** Never rejects for what a receipt says; rejects where the browser has no WebCrypto (pages without TLS). */
export async function checkRounds(revealed: Revealed, receipts: readonly Receipt[]): Promise<CheckWords> {
  const own = receipts.filter(({ commit }) => commit === revealed.commit);
  const report = await checkReceipts(crypto.subtle, allEngines, revealed, own);
  if (!report.commitFits) return { ok: false, text: words.commitBroken };
  const wrong = report.verdicts.filter(({ verdict }) => verdict !== 'ok').length + report.repeated.length;
  if (wrong > 0) return { ok: false, text: words.someDiffer(wrong) };
  if (own.length === 0) return { ok: true, text: words.noRounds };
  const missing = report.missing.reduce((sum, { first, last }) => sum + last - first + 1, 0);
  const fit = words.allFit(own.length);
  return { ok: true, text: missing === 0 ? fit : `${fit} ${words.someMissing(missing)}` };
}
