/** Checks the rounds of a revealed pair on this device. It is a chunk of its own, because few players need it. */
import { checkReceipts } from '../../../core/fairness/receipts';
import type { Receipt, ReceiptEngines, ReceiptVerdict } from '../../../core/fairness/receipts';
import { RULES_VERSIONS } from '../../../core/games/rules/versions';
import { loadFace } from '../../../games/faces';
import { seedWords } from '../../shared/fairness/words';
import { words } from '../words';

export interface RevealedSeeds {
  readonly commit: string;
  readonly serverSeed: string;
  /** Missing in practice, where this device is both sides. */
  readonly clientSeed?: string;
  /** The nonce of the first round that this device should have. */
  readonly firstNonce: number;
}

export interface CheckWords {
  readonly ok: boolean;
  readonly text: string;
  /** Some rounds were played by rules that are not looked at here, so nothing is said of them. */
  readonly leavesSome?: true;
}

/** The engines of these games and of their rules, loaded with their faces. A list of all engines would load games that were never played. */
async function enginesOf(receipts: readonly Receipt[]): Promise<ReceiptEngines> {
  const faces = await Promise.all([...new Set(receipts.map(({ gameId }) => gameId))].map(loadFace));
  const loaded = faces.flatMap((face) => face?.engine ?? []);
  const named = ({ gameId }: (typeof loaded)[number]) => [gameId, RULES_VERSIONS[gameId] ?? gameId];
  return new Map(loaded.flatMap((engine) => named(engine).map((name) => [name, engine] as const)));
}

/**
 * Never rejects for the contents of a receipt. It rejects where the browser has no WebCrypto (pages without TLS), or a game can't be
 * loaded.
 */
export async function checkRounds(revealed: RevealedSeeds, receipts: readonly Receipt[]): Promise<CheckWords> {
  // A bet that named this pair and was answered with a round of another one is this pair's matter.
  const pairReceipts = receipts.filter(({ commit, seeds }) => commit === revealed.commit || seeds?.commit === revealed.commit);
  const report = await checkReceipts(crypto.subtle, await enginesOf(pairReceipts), revealed, pairReceipts);
  if (!report.commitFits) return { ok: false, text: words.commitBroken };
  const count = (is: ReceiptVerdict) => report.verdicts.filter(({ verdict }) => verdict === is).length;
  // The check of all kept rounds loads other rules, and says what is to be said of them.
  const [fitCount, otherCount] = [count('ok'), count('no-rules') + count('unknown-game')];
  const wrongCount = report.verdicts.length - fitCount - otherCount + report.repeated.length;
  if (wrongCount > 0) return { ok: false, text: words.someDiffer(wrongCount) };
  if (pairReceipts.length === 0) return { ok: true, text: words.noRounds };
  const missingCount = report.missing.reduce((sum, { first, last }) => sum + last - first + 1, 0);
  const fitText = otherCount === 0 ? words.allFit(fitCount) : seedWords.otherRules(otherCount, pairReceipts.length);
  const text = missingCount === 0 ? fitText : `${fitText} ${words.someMissing(missingCount)}`;
  return { ok: true, text, ...(otherCount > 0 && { leavesSome: true }) };
}
