/** Checks and exports all rounds for money whose receipts are on this device. */
import type { RevealedSeeds } from '../../core/fairness/check-slice';
import type { CheckedRefusedBet } from '../../core/fairness/refused-bets';
import { roundsReport } from '../../core/fairness/rounds-report';
import type { OpenDraw } from '../../core/fairness/open-round-check';
import type { CheckedRound, OpenNonce } from '../../core/fairness/rounds-report';
import type { RawSheet } from '../../core/fairness/sheet-version';
import { platformPairs } from '../../core/seed-pairs';
import type { SeedPairs } from '../../core/seed-pairs';
import type { RefusedBetRecord } from '../../core/seen-seeds';
import type { Database } from '../../data/database';
import { getSheet } from '../../data/par-sheets';
import { countReceipts, receiptSlice } from '../../data/receipt-slices';
import { hasReceipt } from '../../data/receipts';
import type { KeptReceipt } from '../../data/schema';
import { intentsStore } from '../../state/intents';
import type { Bridge } from '../bridge';
import { loadHistoryDraws, loadOpenOfRevealed, loadRefusedBets } from '../fairness/check-sources';
import { loadRules } from '../fairness/par-sheets';
import { createCheckByRules } from './check-by-rules';
import { receiptOfIntent } from './money-answers';
import { currentIds } from '../session/ids';
import { keepReceipt } from './receipts';
import { startChecker } from './round-checker';
import type { RoundChecker } from './round-checker';

/** Rounds in one message to the worker: a tenth of a second of work. */
export const ROUNDS_AT_ONCE = 100;

export interface CheckProgress {
  readonly checkedCount: number;
  /** An upper bound, because receipts of practice rounds are counted, too. */
  readonly totalCount: number;
}

export interface Checked {
  readonly is: 'checked';
  readonly rounds: readonly CheckedRound[];
  /** Newest first. */
  readonly refusedBets: readonly CheckedRefusedBet[];
  /** The draws of the player's history, where rounds are missing here and it could be loaded; else null. */
  readonly history: readonly OpenNonce[] | null;
  /** Rounds that the platform still calls open, of pairs whose secrets it had made public before. */
  readonly openRevealed: readonly OpenNonce[];
}

export type CheckOutcome =
  | Checked
  /** `no-worker`: this browser can't compute it. `no-store`: it keeps nothing. `canceled`: the page was left, or the player. */
  | { readonly is: 'no-worker' | 'no-store' }
  | { readonly is: 'canceled' };

/** The player's kept rounds, slice by slice; ends when `take` says false. */
async function eachSlice(database: Database, signal: AbortSignal, take: (receipts: readonly KeptReceipt[]) => Promise<boolean> | boolean): Promise<'all' | 'no-store' | 'stopped'> {
  const userId = currentIds()?.userId;
  if (userId === undefined) return 'stopped';
  for (let after: string | null = null; ; ) {
    const slice = await receiptSlice(database, userId, after, ROUNDS_AT_ONCE);
    if (slice === null) return 'no-store';
    if (signal.aborted || currentIds()?.userId !== userId || !(await take(slice.receipts))) return 'stopped';
    if (slice.next === null) return 'all';
    after = slice.next;
  }
}

/** Stores receipts that are missing: a page that was closed as an answer came may have stored the money key and not the receipt. */
async function fillReceipts(database: Database): Promise<void> {
  for (const intent of Object.values(intentsStore.getState().byKey)) {
    const receipt = receiptOfIntent(intent);
    if (receipt !== null && !(await hasReceipt(database, receipt))) await keepReceipt(database, receipt);
  }
}

/** What is known beside the receipts. */
export interface CheckSubject {
  readonly pairs: SeedPairs;
  /** An open round has a number and no receipt yet. */
  readonly open: readonly OpenDraw[];
}

const pairsOf = (byCommit: ReadonlyMap<string, RevealedSeeds>, named: readonly { readonly commit: string }[]) =>
  [...new Set(named.map(({ commit }) => commit))].flatMap((commit) => byCommit.get(commit) ?? []);

/** The rules that these bets named: a refused bet would have been played by them, whatever this build plays now. */
async function loadNamedRules(bridge: Bridge, bets: readonly RefusedBetRecord[]): Promise<readonly RawSheet[]> {
  const games = new Map(bets.flatMap(({ rules, gameId }) => (rules === undefined ? [] : [[rules, gameId] as const])));
  const loaded = await Promise.all([...games].map(([version, gameId]) => loadRules(bridge, gameId, version)));
  return loaded.filter((rules) => typeof rules === 'object');
}

async function checkRefused(
  bridge: Bridge, checker: RoundChecker, byCommit: ReadonlyMap<string, RevealedSeeds>, signal: AbortSignal,
): Promise<CheckedRefusedBet[]> {
  const bets = await loadRefusedBets(bridge, signal);
  const checked: CheckedRefusedBet[] = [];
  for (let from = 0; from < bets.length && !signal.aborted; from += ROUNDS_AT_ONCE) {
    const some = bets.slice(from, from + ROUNDS_AT_ONCE);
    const refusedBets = some.map(({ bet }) => bet);
    const sheets = await loadNamedRules(bridge, refusedBets);
    const verdicts = await checker.check({ pairs: pairsOf(byCommit, refusedBets), receipts: [], refusedBets, sheets });
    some.forEach((each, nth) => checked.push({ ...each, verdict: verdicts?.refusedBets[nth] ?? { is: 'unreadable' } }));
  }
  return checked;
}

/** In a worker, offline too. Never rejects. */
export async function checkKeptRounds(
  bridge: Bridge,
  { pairs, open }: CheckSubject,
  onProgress: (progress: CheckProgress) => void,
  signal: AbortSignal,
): Promise<CheckOutcome> {
  const { database } = bridge;
  const checker = startChecker();
  if (checker === null) return { is: 'no-worker' };
  const byCommit = new Map(pairs.revealed.map((pair) => [pair.commit, pair]));
  await fillReceipts(database);
  const totalCount = await countReceipts(database);
  const rounds: CheckedRound[] = [];
  const worker = { isDead: false };
  const checkByRules = createCheckByRules(bridge, checker);
  const read = await eachSlice(database, signal, async (receipts) => {
    if (receipts.length === 0) return true;
    const checked = await checkByRules(receipts, pairsOf(byCommit, receipts));
    worker.isDead = checked === null;
    if (checked === null) return false;
    rounds.push(...checked);
    onProgress({ checkedCount: rounds.length, totalCount });
    return true;
  });
  const refusedBets = read === 'all' && !worker.isDead ? await checkRefused(bridge, checker, byCommit, signal) : [];
  checker.end();
  if (signal.aborted) return { is: 'canceled' };
  if (worker.isDead) return { is: 'no-worker' };
  if (read !== 'all') return read === 'no-store' ? { is: 'no-store' } : { is: 'canceled' };
  const { missingCount } = roundsReport({ rounds, pairs: platformPairs(pairs), open });
  const openRevealed = open.some(({ commit }) => byCommit.has(commit)) ? await loadOpenOfRevealed(bridge, byCommit, signal) : [];
  // A page that was left by then hears of nothing (see `use-check.ts`).
  return { is: 'checked', rounds, refusedBets, openRevealed, history: missingCount > 0 ? await loadHistoryDraws(bridge, signal) : null };
}

/** Reads all receipts of the player, slice by slice; false where some could not be read. */
export async function readKeptRounds(database: Database, take: (receipts: readonly KeptReceipt[]) => void, signal: AbortSignal): Promise<boolean> {
  await fillReceipts(database);
  const read = await eachSlice(database, signal, (receipts) => {
    take(receipts);
    return true;
  });
  return read === 'all';
}

/** The par sheets of these versions, as far as this device has them. */
export async function readKeptSheets(database: Database, versions: readonly string[]): Promise<ReadonlyMap<string, RawSheet>> {
  const sheets = new Map<string, RawSheet>();
  for (const version of versions) {
    const sheet = await getSheet(database, version);
    if (sheet !== null) sheets.set(version, sheet);
  }
  return sheets;
}
