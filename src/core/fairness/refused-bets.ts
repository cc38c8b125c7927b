/**
 * Checks bets that were refused after they had named the draw they were for. Once the secret of that draw is public, the device works out
 * what each would have been, so a platform that refuses the bets that win becomes visible in their sum. Pure.
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
 * can say. `unreadable`: a game, a bet or rules that this version does not know, or a secret that does not fit its commit.
 */
export type RefusedVerdict = { readonly is: 'drawn'; readonly win: number } | { readonly is: 'waits' | 'open' | 'unreadable' };

const UNREADABLE: RefusedVerdict = { is: 'unreadable' };

function play(engines: ReceiptEngines, { gameId, rules = gameId, stake: amount, bet }: RefusedBetRecord, draws: Draws): RefusedVerdict {
  const engine = engines.get(rules);
  if (engine?.gameId !== gameId || !Number.isSafeInteger(amount) || amount <= 0 || amount > MAX_KOBO) return UNREADABLE;
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

export interface KnownRefusedBet {
  readonly bet: RefusedBetRecord;
  /** This device sent it. False: it stands in the platform's list alone, which may have it of another device, or of nobody. */
  readonly isOwn: boolean;
}

export interface CheckedRefusedBet extends KnownRefusedBet {
  readonly verdict: RefusedVerdict;
}

/** The sum over bets that can be worked out: their count, their stakes, and the wins that they would have paid, in kobo. */
export interface RefusedSum {
  readonly count: number;
  readonly staked: number;
  readonly wouldHavePaid: number;
  /** Those that would have paid more than they staked. */
  readonly winCount: number;
}

export interface RefusedReport {
  readonly count: number;
  readonly own: RefusedSum;
  readonly listed: RefusedSum;
  /** One of the two sums would have paid more than was staked. They stay apart, or bets that nobody made could hide those that would have won. */
  readonly isSuspicious: boolean;
  readonly waitingCount: number;
  readonly openCount: number;
  readonly unreadableCount: number;
}

/** Makes one list of the bets that this device sent and those that the platform lists beside them, each key once, the newest first. */
export function mergeRefusedBets(own: readonly RefusedBetRecord[], listed: readonly RefusedBetRecord[]): readonly KnownRefusedBet[] {
  const byKey = new Map<string, KnownRefusedBet>();
  const all = [...own.map((bet) => ({ bet, isOwn: true })), ...listed.map((bet) => ({ bet, isOwn: false }))];
  for (const each of all) if (!byKey.has(each.bet.key)) byKey.set(each.bet.key, each);
  return [...byKey.values()].toSorted((a, b) => b.bet.at - a.bet.at);
}

function sumOf(bets: readonly CheckedRefusedBet[]): RefusedSum {
  const drawn = bets.flatMap(({ bet, verdict }) => (verdict.is === 'drawn' ? [{ stake: bet.stake, win: verdict.win }] : []));
  return {
    count: drawn.length,
    staked: drawn.reduce((sum, { stake }) => sum + stake, 0),
    wouldHavePaid: drawn.reduce((sum, { win }) => sum + win, 0),
    winCount: drawn.filter(({ stake, win }) => win > stake).length,
  };
}

export function refusedReport(bets: readonly CheckedRefusedBet[]): RefusedReport {
  const count = (is: RefusedVerdict['is']) => bets.filter(({ verdict }) => verdict.is === is).length;
  const own = sumOf(bets.filter(({ isOwn }) => isOwn));
  const listed = sumOf(bets.filter(({ isOwn }) => !isOwn));
  return {
    count: bets.length,
    own,
    listed,
    isSuspicious: own.wouldHavePaid > own.staked || listed.wouldHavePaid > listed.staked,
    waitingCount: count('waits'),
    openCount: count('open'),
    unreadableCount: count('unreadable'),
  };
}
