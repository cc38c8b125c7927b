/** Reports a check of all kept rounds, pair by pair. Pure. */
import type { KeptRound, KeptVerdict } from './check-slice';
import { nonceGaps } from './nonce-gaps';

/** The parts of a checked round that a report needs. */
export interface CheckedRound extends Pick<KeptRound, 'roundId' | 'gameId' | 'commit' | 'nonce' | 'at'> {
  readonly verdict: KeptVerdict;
}

/** A pair in the platform's words: `nonce` is the number of rounds drawn from it so far. */
export interface PlatformPair {
  readonly commit: string;
  readonly clientSeed: string;
  readonly nonce: number;
  /** Null while it is in use. */
  readonly serverSeed: string | null;
}

export interface Range {
  readonly first: number;
  readonly last: number;
}

export interface PairReport {
  readonly commit: string;
  /** `unknown`: the platform has named no such pair, or this device does not know that it was revealed. */
  readonly state: 'revealed' | 'in-use' | 'unknown';
  readonly roundCount: number;
  readonly fitCount: number;
  readonly waitingCount: number;
  /** Rounds of a game that this version does not know. */
  readonly unknownGameCount: number;
  /** Rounds that an honest platform can't have answered, oldest first. */
  readonly wrongRounds: readonly CheckedRound[];
  /** Nonces without a round here, those of open rounds left out. */
  readonly missingRanges: readonly Range[];
  /** Nonces that two rounds claim. */
  readonly repeatedNonces: readonly number[];
  /** Rounds with a nonce beyond what the platform says it has drawn. */
  readonly roundsBeyond: readonly CheckedRound[];
}

export interface RoundsReport {
  /** Those with the newest rounds first. */
  readonly pairs: readonly PairReport[];
  readonly roundCount: number;
  readonly fitCount: number;
  readonly waitingCount: number;
  readonly unknownGameCount: number;
  readonly wrongCount: number;
  readonly missingCount: number;
}

const WRONG: ReadonlySet<KeptVerdict> = new Set(['differs', 'wrong-seed', 'other-client-seed', 'malformed']);

const countIn = (ranges: readonly Range[]): number => ranges.reduce((sum, { first, last }) => sum + last - first + 1, 0);

/** A round that was drawn but is not over, so the device does not keep it yet. */
export interface OpenNonce {
  readonly commit: string;
  readonly nonce: number;
}

interface Sources {
  readonly rounds: readonly CheckedRound[];
  readonly pairs: readonly PlatformPair[];
  readonly open: readonly OpenNonce[];
}

function pairReport(
  commit: string, pairRounds: readonly CheckedRound[], platformPair: PlatformPair | undefined, open: readonly OpenNonce[],
): PairReport {
  const count = (verdict: KeptVerdict) => pairRounds.filter((round) => round.verdict === verdict).length;
  const nonces = pairRounds.map(({ nonce }) => nonce).filter((nonce) => Number.isSafeInteger(nonce) && nonce >= 0);
  const openHere = open.filter((each) => each.commit === commit).map(({ nonce }) => nonce);
  // While a pair is in use its figure may be older than the newest round: it shows gaps before it, and nothing beyond.
  const { missing } = nonceGaps([...nonces, ...openHere.filter((nonce) => !nonces.includes(nonce))], 0, platformPair?.nonce ?? 0);
  return {
    commit,
    state: platformPair === undefined ? 'unknown' : platformPair.serverSeed === null ? 'in-use' : 'revealed',
    roundCount: pairRounds.length,
    fitCount: count('ok'),
    waitingCount: count('waits'),
    unknownGameCount: count('unknown-game'),
    wrongRounds: pairRounds.filter(({ verdict }) => WRONG.has(verdict)),
    missingRanges: missing,
    repeatedNonces: nonceGaps(nonces).repeated,
    roundsBeyond: platformPair === undefined || platformPair.serverSeed === null ? [] : pairRounds.filter(({ nonce }) => nonce >= platformPair.nonce),
  };
}

/** Works for rounds that were not checked, too, because gaps can be found without seeds. */
export function roundsReport({ rounds, pairs, open }: Sources): RoundsReport {
  const byCommit = new Map<string, CheckedRound[]>();
  for (const round of rounds.toSorted((a, b) => a.at - b.at)) {
    const pairRounds = byCommit.get(round.commit) ?? [];
    pairRounds.push(round);
    byCommit.set(round.commit, pairRounds);
  }
  const platformPairs = new Map(pairs.map((pair) => [pair.commit, pair]));
  // A pair of which nothing is kept is missing as a whole, where it had rounds.
  for (const { commit, nonce } of pairs) if (nonce > 0 && !byCommit.has(commit)) byCommit.set(commit, []);
  const newest = (commit: string) => byCommit.get(commit)?.at(-1)?.at ?? 0;
  const reports = [...byCommit.keys()]
    .toSorted((a, b) => newest(b) - newest(a))
    .map((commit) => pairReport(commit, byCommit.get(commit) ?? [], platformPairs.get(commit), open));
  const sum = (of: (report: PairReport) => number) => reports.reduce((total, report) => total + of(report), 0);
  return {
    pairs: reports,
    roundCount: sum(({ roundCount }) => roundCount),
    fitCount: sum(({ fitCount }) => fitCount),
    waitingCount: sum(({ waitingCount }) => waitingCount),
    unknownGameCount: sum(({ unknownGameCount }) => unknownGameCount),
    wrongCount: sum(wrongCountOf),
    missingCount: sum(({ missingRanges }) => countIn(missingRanges)),
  };
}

/** How many results of a pair an honest platform can't have given. */
export function wrongCountOf({ wrongRounds, repeatedNonces, roundsBeyond }: PairReport): number {
  return new Set([...wrongRounds, ...roundsBeyond].map(({ roundId }) => roundId)).size + repeatedNonces.length;
}
