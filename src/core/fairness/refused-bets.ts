/**
 * Bets that were refused after they had named the draw they were for. Once the secret of that draw is public, the device works out
 * what each would have been: a platform that refuses the bets that win becomes visible in their sum. Pure.
 */
import { MAX_KOBO, kobo } from '../money';
import type { RefusedBetRecord } from '../seen-seeds';
import type { RevealedSeeds } from './check-slice';
import type { Draws } from './draws';
import { isSeedTriple } from './draws';
import type { ReceiptEngines } from './receipts';
import { commitByWebCrypto, replayByWebCrypto } from './verify-webcrypto';
import type { SubtleHmac } from './verify-webcrypto';

/**
 * `drawn`: it would have paid `win` (kobo). `waits`: its secret is not public yet. `open`: the player would have acted next, so nobody
 * can say. `unreadable`: a game or a bet that this version does not know, or a secret that does not fit its commit.
 */
export type RefusedVerdict = { readonly is: 'drawn'; readonly win: number } | { readonly is: 'waits' | 'open' | 'unreadable' };

const UNREADABLE: RefusedVerdict = { is: 'unreadable' };

function play(engines: ReceiptEngines, { gameId, stake: amount, bet }: RefusedBetRecord, draws: Draws): RefusedVerdict {
  const engine = engines.get(gameId);
  if (!engine || !Number.isSafeInteger(amount) || amount <= 0 || amount > MAX_KOBO) return UNREADABLE;
  const stake = kobo(amount);
  if ('playUnchecked' in engine) {
    const round = engine.playUnchecked({ stake, bet, draws });
    return round.ok ? { is: 'drawn', win: round.win } : UNREADABLE;
  }
  const round = engine.runUnchecked({ stake, bet, draws, actions: [] });
  if (!round.ok) return UNREADABLE;
  return round.isOver ? { is: 'drawn', win: round.win } : { is: 'open' };
}

/** Verdicts in the order of the bets. Never rejects for what a bet says; rejects where WebCrypto fails. */
export async function checkRefusedBets<Key>(
  subtle: SubtleHmac<Key>,
  engines: ReceiptEngines,
  pairs: readonly RevealedSeeds[],
  bets: readonly RefusedBetRecord[],
): Promise<RefusedVerdict[]> {
  const secrets = new Map(pairs.map(({ commit, serverSeed }) => [commit, serverSeed]));
  const verdicts: RefusedVerdict[] = [];
  for (const bet of bets) {
    const serverSeed = secrets.get(bet.commit);
    if (serverSeed === undefined) {
      verdicts.push({ is: 'waits' });
      continue;
    }
    const seeds = { serverSeed, clientSeed: bet.clientSeed, nonce: bet.nonce };
    const isUsable = isSeedTriple(seeds) && (await commitByWebCrypto(subtle, serverSeed)) === bet.commit;
    verdicts.push(isUsable ? await replayByWebCrypto(subtle, seeds, (draws) => play(engines, bet, draws)) : UNREADABLE);
  }
  return verdicts;
}

export interface CheckedRefusedBet {
  readonly bet: RefusedBetRecord;
  readonly verdict: RefusedVerdict;
}

export interface RefusedReport {
  readonly count: number;
  /** Of those that can be worked out: how many, and in kobo what they staked and what they would have paid. */
  readonly drawnCount: number;
  readonly staked: number;
  readonly wouldHavePaid: number;
  /** Those that would have paid more than they staked. */
  readonly winCount: number;
  readonly waitingCount: number;
  readonly openCount: number;
  readonly unreadableCount: number;
}

/** One list of the bets that this device knows and those that the platform lists, which other devices may have sent. */
export function mergeRefusedBets(own: readonly RefusedBetRecord[], listed: readonly RefusedBetRecord[]): readonly RefusedBetRecord[] {
  const ownKeys = new Set(own.map(({ key }) => key));
  return [...own, ...listed.filter(({ key }) => !ownKeys.has(key))].toSorted((a, b) => b.at - a.at);
}

export function refusedReport(bets: readonly CheckedRefusedBet[]): RefusedReport {
  const drawn = bets.flatMap(({ bet, verdict }) => (verdict.is === 'drawn' ? [{ stake: bet.stake, win: verdict.win }] : []));
  const count = (is: RefusedVerdict['is']) => bets.filter(({ verdict }) => verdict.is === is).length;
  return {
    count: bets.length,
    drawnCount: drawn.length,
    staked: drawn.reduce((sum, { stake }) => sum + stake, 0),
    wouldHavePaid: drawn.reduce((sum, { win }) => sum + win, 0),
    winCount: drawn.filter(({ stake, win }) => win > stake).length,
    waitingCount: count('waits'),
    openCount: count('open'),
    unreadableCount: count('unreadable'),
  };
}
