/** The file with the proof: everything that a check of the kept rounds needs, and how to do it. Pure. */
import type { KeptReceipt, SeedPairs } from '../../../bridge/actions/fairness';
import { brand } from '../../../core/brand';
import { canonicalJson } from '../../../core/canonical-json';
import { drawOf } from '../../../core/fairness/part';
import type { CheckedRefusedBet } from '../../../core/fairness/refused-bets';
import type { CheckedRound } from '../../../core/fairness/rounds-report';
import type { RawSheet } from '../../../core/fairness/sheet-version';
import type { SeenSeeds } from '../../../core/seen-seeds';
import { words } from './words';

export const PROOF_FORMAT = 'ayo-rounds-proof';

interface Head {
  readonly userId: string;
  /** Epoch ms. */
  readonly madeAt: number;
  readonly pairs: SeedPairs;
  readonly refusedBets: readonly CheckedRefusedBet[];
  readonly seen: SeenSeeds;
}

export interface ProofWriter {
  /** Writes some more rounds. */
  readonly add: (receipts: readonly KeptReceipt[]) => void;
  /** The versions of rules that the rounds name. */
  readonly versions: () => readonly string[];
  /** The parts of the file, in order; `sheets` by version. */
  readonly end: (sheets: ReadonlyMap<string, RawSheet>) => readonly string[];
  readonly count: () => number;
}

/** A round as the file has it. */
function entryOf(receipt: KeptReceipt, serverSeed: string | null, verdict: string | null): string {
  const { roundId, gameId, commit, clientSeed, nonce, rules = null, stake, staked, win, bet, actions, abandoned, outcome, at, seeds } = receipt;
  return JSON.stringify({
    roundId, gameId, at: new Date(at).toISOString(), commit, serverSeed, clientSeed, nonce, message: `${clientSeed}:${nonce}:0`,
    ...(staked !== undefined && { staked }),
    rules, stake, bet, ...(actions !== undefined && { actions, abandoned: abandoned === true }), outcome, win,
    sentSeeds: seeds === undefined ? null : { ...drawOf(seeds), ...(seeds.rules !== undefined && { rules: seeds.rules }) }, verdict,
  });
}

/**
 * Writes the file part by part, so that thousands of rounds are never one text in memory. `checked` is this device's result; it is empty
 * where the device could not check.
 */
export function proofWriter({ userId, madeAt, pairs, refusedBets, seen }: Head, checked: readonly CheckedRound[]): ProofWriter {
  const seeds = new Map(pairs.revealed.map(({ commit, serverSeed }) => [commit, serverSeed]));
  const verdicts = new Map(checked.map(({ roundId, verdict }) => [roundId, verdict]));
  const { current, revealed } = pairs;
  const head = {
    format: PROOF_FORMAT, version: 1, platform: brand.name, userId, madeAt: new Date(madeAt).toISOString(), currency: 'NGN',
    howToCheck: words.recipe, rules: '/help#check-result', writeTo: brand.complaintsEmail,
    pairs: [...(current === null ? [] : [{ ...current, serverSeed: null }]), ...revealed],
    seenCommits: seen.commits.map(({ commit, seenAt }) => ({ commit, seenAt: new Date(seenAt).toISOString() })),
    evidence: seen.evidence,
    refusedBets: refusedBets.map(({ bet, isOwn, verdict }) => ({ ...bet, isOwn, serverSeed: seeds.get(bet.commit) ?? null, verdict })),
  };
  const parts = [`${JSON.stringify(head, null, 1).slice(0, -2)},\n "rounds": [`];
  const versions = new Set<string>();
  let writtenCount = 0;
  return {
    add: (receipts) => {
      if (receipts.length === 0) return;
      const lines = receipts.map((receipt) => entryOf(receipt, seeds.get(receipt.commit) ?? null, verdicts.get(receipt.roundId) ?? null));
      parts.push(`${writtenCount === 0 ? '' : ','}\n  ${lines.join(',\n  ')}`);
      writtenCount += receipts.length;
      for (const { rules } of receipts) if (rules !== undefined) versions.add(rules);
    },
    versions: () => [...versions],
    end: (sheets) => [...parts, `\n ],\n "parSheets": ${canonicalJson(Object.fromEntries(sheets))}\n}\n`],
    count: () => writtenCount,
  };
}
