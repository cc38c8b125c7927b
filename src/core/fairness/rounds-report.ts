/** Reports a check of all kept rounds, pair by pair. Pure. */
import type { KeptRound, KeptVerdict } from './check-slice';
import { nonceGaps } from './nonce-gaps';

/** The parts of a checked round that a report needs. */
export interface CheckedRound extends Pick<KeptRound, 'roundId' | 'gameId' | 'commit' | 'nonce' | 'at'> {
  readonly verdict: KeptVerdict;
}

/** A pair as the platform told of it: `nonce` is the number of rounds drawn from it so far. */
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
  /** `unknown`: the platform has told of no such pair, or this device does not know that it was revealed. */
  readonly state: 'revealed' | 'in-use' | 'unknown';
  readonly roundCount: number;
  readonly fit: number;
  readonly waiting: number;
  /** Rounds of a game that this version does not know. */
  readonly unknownGame: number;
  /** Rounds that an honest platform can't have answered, oldest first. */
  readonly wrong: readonly CheckedRound[];
  /** Nonces without a round here, those of open rounds left out. */
  readonly missing: readonly Range[];
  /** Nonces that two rounds claim. */
  readonly repeated: readonly number[];
  /** Rounds with a nonce beyond what the platform says it has drawn. */
  readonly beyond: readonly CheckedRound[];
}

export interface RoundsReport {
  /** Those with the newest rounds first. */
  readonly pairs: readonly PairReport[];
  readonly roundCount: number;
  readonly fit: number;
  readonly waiting: number;
  readonly unknownGame: number;
  readonly wrong: number;
  readonly missing: number;
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
    fit: count('ok'),
    waiting: count('waits'),
    unknownGame: count('unknown-game'),
    wrong: pairRounds.filter(({ verdict }) => WRONG.has(verdict)),
    missing,
    repeated: nonceGaps(nonces).repeated,
    beyond: platformPair === undefined || platformPair.serverSeed === null ? [] : pairRounds.filter(({ nonce }) => nonce >= platformPair.nonce),
  };
}

/** Also for rounds alone that were not checked: gaps need no seeds. */
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
    fit: sum(({ fit }) => fit),
    waiting: sum(({ waiting }) => waiting),
    unknownGame: sum(({ unknownGame }) => unknownGame),
    wrong: sum(wrongOf),
    missing: sum(({ missing }) => countIn(missing)),
  };
}

/** How much of a pair can't be with an honest platform. */
export function wrongOf({ wrong, repeated, beyond }: PairReport): number {
  return new Set([...wrong, ...beyond].map(({ roundId }) => roundId)).size + repeated.length;
}
