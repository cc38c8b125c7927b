/** Reports a check of all kept rounds, pair by pair. Pure. */
import type { KeptRound, KeptVerdict } from './check-slice';
import { nonceGaps } from './nonce-gaps';
import { canBeOpen, mayStillBeOpen } from './open-round-check';
import type { OpenDraw } from './open-round-check';
import { hasPart } from './part';

/** The parts of a checked round that a report needs. */
export interface CheckedRound extends Pick<KeptRound, 'roundId' | 'gameId' | 'commit' | 'clientSeed' | 'nonce' | 'at'> {
  /** `own`: the round names the rules that this build plays. `other`: it names another version. `none`: it is older than versions of rules. */
  readonly ruleSet: 'own' | 'other' | 'none';
  readonly verdict: KeptVerdict;
  /** True where the bet named its draw, from a commit that this device had before the bet. */
  readonly isSealed: boolean;
}

/** A pair as the platform lists it. `nonce` is the number of rounds that were drawn from it so far. */
export interface PlatformPair {
  readonly commit: string;
  readonly clientSeed: string;
  readonly nonce: number;
  /** Null while the pair is in use. */
  readonly serverSeed: string | null;
}

export interface Range {
  readonly first: number;
  readonly last: number;
}

export interface PairReport {
  readonly commit: string;
  /**
   * `missing`: the platform has listed all pairs since the rounds of this one, and left it out. `unknown`: this device has no such list, so
   * nobody can say.
   */
  readonly state: 'revealed' | 'in-use' | 'missing' | 'unknown';
  readonly roundCount: number;
  readonly fitCount: number;
  /** Rounds that can't be checked before the reveal, which never comes for a missing pair. */
  readonly uncheckedCount: number;
  /** Rounds whose bets did not name a draw that this device had seen before. */
  readonly unsealedCount: number;
  /** Sealed rounds whose bets had no part of their own, so that whoever knew both seeds of the pair knew the draw before the bet. */
  readonly noPartCount: number;
  /** Rounds of a game that this version does not know. */
  readonly unknownGameCount: number;
  /** Rounds by another version of the rules, whose sheet is on this device, but no program of this build plays it. */
  readonly otherRulesCount: number;
  /** Rounds by another version of the rules, whose sheet is not on this device. */
  readonly noRulesCount: number;
  /** Rounds that fit rules which this device had not noted before the bet. */
  readonly unnotedRulesCount: number;
  /** Among the rounds that fit: those by another version of the rules, and those that are older than versions. */
  readonly otherVersionCount: number;
  readonly noVersionCount: number;
  /** Rounds with results that an honest platform can't give, oldest first. */
  readonly wrongRounds: readonly CheckedRound[];
  /** Nonces for which this device has no round and knows of no open one. */
  readonly missingRanges: readonly Range[];
  /** The missing nonces that the player's history does not have either: the platform has kept silent about them on every device. */
  readonly hiddenRanges: readonly Range[];
  /** Nonces of rounds that can't be open although the platform says so: the game has one step, or the secret of the pair is public. */
  readonly falselyOpen: readonly number[];
  /** Nonces that two rounds claim. */
  readonly repeatedNonces: readonly number[];
  /** Rounds with a nonce beyond what the platform says it has drawn. */
  readonly roundsBeyond: readonly CheckedRound[];
}

export interface RoundsReport {
  /** The pairs, those with the newest rounds first. */
  readonly pairs: readonly PairReport[];
  readonly roundCount: number;
  readonly fitCount: number;
  /** Rounds whose pair is in use, or was revealed since the check. */
  readonly waitingCount: number;
  /** Rounds of pairs that may or may not have been revealed; this device does not know. */
  readonly unknownCount: number;
  /** Rounds of pairs that the platform does not name any more. */
  readonly goneCount: number;
  readonly unsealedCount: number;
  readonly noPartCount: number;
  readonly unknownGameCount: number;
  readonly otherRulesCount: number;
  readonly noRulesCount: number;
  readonly unnotedRulesCount: number;
  readonly otherVersionCount: number;
  readonly noVersionCount: number;
  readonly wrongCount: number;
  readonly missingCount: number;
  readonly hiddenCount: number;
}

const WRONG: ReadonlySet<KeptVerdict> = new Set(['not-as-sent', 'differs', 'wrong-seed', 'other-client-seed', 'unpublished-rules', 'malformed']);

const countIn = (ranges: readonly Range[]): number => ranges.reduce((sum, { first, last }) => sum + last - first + 1, 0);

/** A round, named by its pair and its nonce. */
export interface OpenNonce {
  readonly commit: string;
  readonly nonce: number;
}

interface Sources {
  readonly rounds: readonly CheckedRound[];
  readonly pairs: readonly PlatformPair[];
  /** Rounds that are not over, so that the device has no receipt of them yet. A pair whose secret is public can have none. */
  readonly open: readonly OpenDraw[];
  /** Rounds that the platform called open after it had revealed their pairs. */
  readonly openRoundsOfRevealedPairs?: readonly OpenNonce[];
  /** Epoch ms; missing = no round counts as open for too long. */
  readonly now?: number;
  /** Epoch ms at which the platform listed all pairs; null where it did not. */
  readonly wholeAt?: number | null;
  /** All rounds of the player's history; null where it is not known, or does not reach back far enough. */
  readonly history?: readonly OpenNonce[] | null;
}

function stateOf(pair: PlatformPair | undefined, newestRoundAt: number, wholeAt: number | null): PairReport['state'] {
  if (pair !== undefined) return pair.serverSeed === null ? 'in-use' : 'revealed';
  return wholeAt !== null && wholeAt > newestRoundAt ? 'missing' : 'unknown';
}

/** Takes the given nonces out of the ranges. */
function withoutNonces(ranges: readonly Range[], nonces: ReadonlySet<number>): readonly Range[] {
  return ranges.flatMap(({ first, last }) => {
    const inside = [...nonces].filter((nonce) => nonce >= first && nonce <= last);
    return nonceGaps(inside, first, last + 1).missing;
  });
}

function pairReport(commit: string, pairRounds: readonly CheckedRound[], platformPair: PlatformPair | undefined, sources: Sources): PairReport {
  const { open, openRoundsOfRevealedPairs = [], now = 0, wholeAt = null, history = null } = sources;
  const count = (verdict: KeptVerdict) => pairRounds.filter((round) => round.verdict === verdict).length;
  const fitsBy = (rules: CheckedRound['ruleSet']) => pairRounds.filter(({ ruleSet, verdict }) => ruleSet === rules && verdict === 'ok').length;
  const nonces = pairRounds.map(({ nonce }) => nonce).filter((nonce) => Number.isSafeInteger(nonce) && nonce >= 0);
  const noncesOf = (rounds: readonly OpenNonce[]) => rounds.filter((each) => each.commit === commit).map(({ nonce }) => nonce);
  const isPublic = platformPair !== undefined && platformPair.serverSeed !== null;
  const openHere = isPublic ? [] : noncesOf(open.filter((each) => mayStillBeOpen(each, pairRounds, now)));
  const falselyOpen = [...new Set(noncesOf([...openRoundsOfRevealedPairs, ...open.filter((each) => !canBeOpen(each))]))];
  // While a pair is in use the platform's `nonce` may be older than the newest round, so gaps are looked for only below it.
  const { missing } = nonceGaps([...nonces, ...openHere.filter((nonce) => !nonces.includes(nonce))], 0, platformPair?.nonce ?? 0);
  return {
    commit,
    state: stateOf(platformPair, pairRounds.at(-1)?.at ?? 0, wholeAt),
    roundCount: pairRounds.length,
    fitCount: count('ok'),
    uncheckedCount: count('waits'),
    unsealedCount: pairRounds.filter(({ isSealed }) => !isSealed).length,
    noPartCount: pairRounds.filter(({ isSealed, clientSeed }) => isSealed && !hasPart(clientSeed)).length,
    unknownGameCount: count('unknown-game'),
    otherRulesCount: count('other-rules'),
    noRulesCount: count('no-rules'),
    unnotedRulesCount: count('unnoted-rules'),
    otherVersionCount: fitsBy('other'),
    noVersionCount: fitsBy('none'),
    wrongRounds: pairRounds.filter(({ verdict }) => WRONG.has(verdict)),
    missingRanges: missing,
    hiddenRanges: history === null ? [] : withoutNonces(missing, new Set([...noncesOf(history), ...falselyOpen])),
    falselyOpen,
    repeatedNonces: nonceGaps(nonces).repeated,
    roundsBeyond: !isPublic ? [] : pairRounds.filter(({ nonce }) => nonce >= platformPair.nonce),
  };
}

/** Reports also on rounds that were not checked, because gaps can be found without seeds. */
export function roundsReport(sources: Sources): RoundsReport {
  const { rounds, pairs } = sources;
  const byCommit = new Map<string, CheckedRound[]>();
  for (const round of rounds.toSorted((a, b) => a.at - b.at)) {
    const pairRounds = byCommit.get(round.commit) ?? [];
    pairRounds.push(round);
    byCommit.set(round.commit, pairRounds);
  }
  const platformPairs = new Map(pairs.map((pair) => [pair.commit, pair]));
  // A pair with rounds of which this device has none is listed, too: all its nonces are missing.
  for (const { commit, nonce } of pairs) if (nonce > 0 && !byCommit.has(commit)) byCommit.set(commit, []);
  const newest = (commit: string) => byCommit.get(commit)?.at(-1)?.at ?? 0;
  const reports = [...byCommit.keys()]
    .toSorted((a, b) => newest(b) - newest(a))
    .map((commit) => pairReport(commit, byCommit.get(commit) ?? [], platformPairs.get(commit), sources));
  const sum = (of: (report: PairReport) => number) => reports.reduce((total, report) => total + of(report), 0);
  const sumUnchecked = (...states: readonly PairReport['state'][]) => sum(({ state, uncheckedCount }) => (states.includes(state) ? uncheckedCount : 0));
  return {
    pairs: reports,
    roundCount: sum(({ roundCount }) => roundCount),
    fitCount: sum(({ fitCount }) => fitCount),
    waitingCount: sumUnchecked('in-use', 'revealed'),
    unknownCount: sumUnchecked('unknown'),
    goneCount: sumUnchecked('missing'),
    unsealedCount: sum(({ unsealedCount }) => unsealedCount),
    noPartCount: sum(({ noPartCount }) => noPartCount),
    unknownGameCount: sum(({ unknownGameCount }) => unknownGameCount),
    otherRulesCount: sum(({ otherRulesCount }) => otherRulesCount),
    noRulesCount: sum(({ noRulesCount }) => noRulesCount),
    unnotedRulesCount: sum(({ unnotedRulesCount }) => unnotedRulesCount),
    otherVersionCount: sum(({ otherVersionCount }) => otherVersionCount),
    noVersionCount: sum(({ noVersionCount }) => noVersionCount),
    wrongCount: sum(wrongCountOf),
    missingCount: sum(({ missingRanges }) => countIn(missingRanges)),
    hiddenCount: sum(({ hiddenRanges }) => countIn(hiddenRanges)),
  };
}

/** Counts the results of a pair that an honest platform can't have given. */
export function wrongCountOf({ wrongRounds, repeatedNonces, roundsBeyond, falselyOpen }: PairReport): number {
  return new Set([...wrongRounds, ...roundsBeyond].map(({ roundId }) => roundId)).size + repeatedNonces.length + falselyOpen.length;
}

type Unproven = Pick<PairReport, 'unknownGameCount' | 'otherRulesCount' | 'noRulesCount' | 'unnotedRulesCount'>;

/** Counts the rounds of revealed pairs that are not proven: their rules can't be played here, or may have been chosen after the bet. */
export function unprovenCountOf({ unknownGameCount, otherRulesCount, noRulesCount, unnotedRulesCount }: Unproven): number {
  return unknownGameCount + otherRulesCount + noRulesCount + unnotedRulesCount;
}
