/** Checks all rounds for money whose receipts are on this device, and reads them for the file that the player saves. */
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
import { receiptOfIntent } from './intent-ends';
import { currentIds } from '../session/ids';
import { keepReceipt } from './receipts';
import { startChecker } from './round-checker';
import type { RoundChecker } from './round-checker';

/** The worker gets this many rounds in one message. It checks them in about a tenth of a second, so the page can show its progress. */
export const ROUNDS_AT_ONCE = 100;

export interface CheckProgress {
  readonly checkedCount: number;
  /** An upper bound, because receipts of practice rounds are counted, too. */
  readonly totalCount: number;
}

export interface CompletedCheck {
  readonly is: 'checked';
  readonly rounds: readonly CheckedRound[];
  /** Newest first. */
  readonly refusedBets: readonly CheckedRefusedBet[];
  /** The draws in the player's history. Null where this device lacks no round, or the history could not be loaded. */
  readonly history: readonly OpenNonce[] | null;
  /** The rounds that the platform calls open although it has made the secret of their pair public, which no honest platform does. */
  readonly openRoundsOfRevealedPairs: readonly OpenNonce[];
}

export type CheckOutcome =
  | CompletedCheck
  /** `no-worker`: this browser can't work rounds out again. `no-store`: it stores no receipts. */
  | { readonly is: 'no-worker' | 'no-store' }
  /** The player has left the page, or is not signed in any more. */
  | { readonly is: 'canceled' };

/**
 * Reads the player's receipts and passes them to `take` in slices. Stops when `take` returns false, the caller aborts, or the
 * player changes.
 */
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

/** Stores receipts that are missing. A page that was closed as an answer came may have stored the intent but not the receipt. */
async function fillReceipts(database: Database): Promise<void> {
  for (const intent of Object.values(intentsStore.getState().byKey)) {
    const receipt = receiptOfIntent(intent);
    if (receipt !== null && !(await hasReceipt(database, receipt))) await keepReceipt(database, receipt);
  }
}

/** The pairs and the open rounds of the player, which a check needs beside the receipts. */
export interface CheckSubject {
  readonly pairs: SeedPairs;
  /** Open rounds have no receipt yet, but each has used a nonce of its pair. */
  readonly open: readonly OpenDraw[];
}

/** Finds the revealed pairs of these rounds or bets. */
const pairsOf = (byCommit: ReadonlyMap<string, RevealedSeeds>, draws: readonly { readonly commit: string }[]) =>
  [...new Set(draws.map(({ commit }) => commit))].flatMap((commit) => byCommit.get(commit) ?? []);

/** Loads the rules that these bets named, because a refused bet would have been played by them, even if this build plays by others. */
async function loadNamedRules(bridge: Bridge, bets: readonly RefusedBetRecord[]): Promise<readonly RawSheet[]> {
  const games = new Map(bets.flatMap(({ rules, gameId }) => (rules === undefined ? [] : [[rules, gameId] as const])));
  const loaded = await Promise.all([...games].map(([version, gameId]) => loadRules(bridge, gameId, version)));
  return loaded.filter((rules) => typeof rules === 'object');
}

async function checkRefusedBets(
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

/**
 * Checks the rounds whose receipts are on this device, and the refused bets. A worker computes the verdicts, also without a
 * connection. Never rejects.
 */
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
  // An object, because the compiler does not see that the callback changes a variable.
  const worker = { isDead: false };
  const checkByRules = createCheckByRules(bridge, checker);
  const readingEnd = await eachSlice(database, signal, async (receipts) => {
    if (receipts.length === 0) return true;
    const checked = await checkByRules(receipts, pairsOf(byCommit, receipts));
    worker.isDead = checked === null;
    if (checked === null) return false;
    rounds.push(...checked);
    onProgress({ checkedCount: rounds.length, totalCount });
    return true;
  });
  const refusedBets = readingEnd === 'all' && !worker.isDead ? await checkRefusedBets(bridge, checker, byCommit, signal) : [];
  checker.end();
  if (signal.aborted) return { is: 'canceled' };
  if (worker.isDead) return { is: 'no-worker' };
  if (readingEnd !== 'all') return readingEnd === 'no-store' ? { is: 'no-store' } : { is: 'canceled' };
  const { missingCount } = roundsReport({ rounds, pairs: platformPairs(pairs), open });
  const openRoundsOfRevealedPairs = open.some(({ commit }) => byCommit.has(commit)) ? await loadOpenOfRevealed(bridge, byCommit, signal) : [];
  // The history takes long to load. If the player leaves the page meanwhile, `use-check.ts` ignores this outcome.
  return { is: 'checked', rounds, refusedBets, openRoundsOfRevealedPairs, history: missingCount > 0 ? await loadHistoryDraws(bridge, signal) : null };
}

/** Passes all receipts of the player to `take` in slices. Returns false where some could not be read. */
export async function readKeptRounds(database: Database, take: (receipts: readonly KeptReceipt[]) => void, signal: AbortSignal): Promise<boolean> {
  await fillReceipts(database);
  const readingEnd = await eachSlice(database, signal, (receipts) => {
    take(receipts);
    return true;
  });
  return readingEnd === 'all';
}

/** Reads the par sheets of these versions of the rules that are on this device. */
export async function readKeptSheets(database: Database, versions: readonly string[]): Promise<ReadonlyMap<string, RawSheet>> {
  const sheets = new Map<string, RawSheet>();
  for (const version of versions) {
    const sheet = await getSheet(database, version);
    if (sheet !== null) sheets.set(version, sheet);
  }
  return sheets;
}
