/** Reports a check of all kept rounds, pair by pair. Pure. */
import type { KeptRound, KeptVerdict } from './check-slice';
import { nonceGaps } from './nonce-gaps';
import { canBeOpen, mayStillBeOpen } from './open-claims';
import type { OpenDraw } from './open-claims';
import { hasPart } from './part';

/** The parts of a checked round that a report needs. */
export interface CheckedRound extends Pick<KeptRound, 'roundId' | 'gameId' | 'commit' | 'clientSeed' | 'nonce' | 'at'> {
  /** `own`: it names the rules that this build plays. `other`: those of another version. `none`: from before rules had versions. */
  readonly ruleSet: 'own' | 'other' | 'none';
  readonly verdict: KeptVerdict;
  /** Its bet named the draw, of a commit that this device had before the bet. */
  readonly isSealed: boolean;
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
  /**
   * `missing`: the platform has listed all pairs since its rounds, and this one is not among them. `unknown`: this device has no such
   * list.
   */
  readonly state: 'revealed' | 'in-use' | 'missing' | 'unknown';
  readonly roundCount: number;
  readonly fitCount: number;
  /** Rounds that nobody can check yet; of a pair that is missing nobody ever will. */
  readonly uncheckedCount: number;
  /** Rounds of bets that named no draw that this device had seen before. */
  readonly unsealedCount: number;
  /** Sealed rounds whose bets brought no part of their own: who knew the pair's two seeds knew their draws before the bet. */
  readonly noPartCount: number;
  /** Rounds of a game that this version does not know. */
  readonly unknownGameCount: number;
  /** Rounds by rules of another version, of which this device has the sheet and no program. */
  readonly otherRulesCount: number;
  /** Rounds by rules of another version, of which this device does not have the sheet. */
  readonly noRulesCount: number;
  /** Rounds that fit rules which this device had not noted before the bet. */
  readonly unnotedRulesCount: number;
  /** Of those that fit: by rules of another version, and from before rules had versions. */
  readonly otherVersionCount: number;
  readonly noVersionCount: number;
  /** Rounds that an honest platform can't have answered, oldest first. */
  readonly wrongRounds: readonly CheckedRound[];
  /** Nonces without a round here, those of open rounds left out. */
  readonly missingRanges: readonly Range[];
  /** Those of them that the player's history does not have either, so the platform kept silent about them on every device. */
  readonly hiddenRanges: readonly Range[];
  /** Nonces of rounds that the platform calls open and that can't be: of a game of one step, or of a pair whose secret is public. */
  readonly falselyOpen: readonly number[];
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
  /** Rounds whose pair is in use, or has become public since the check. */
  readonly waitingCount: number;
  /** Rounds of pairs of which this device does not know what became. */
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

/** A round that was drawn, by its number. */
export interface OpenNonce {
  readonly commit: string;
  readonly nonce: number;
}

interface Sources {
  readonly rounds: readonly CheckedRound[];
  readonly pairs: readonly PlatformPair[];
  /** Those that are not over, so the device does not keep them yet. Of a pair whose secret is public there are none. */
  readonly open: readonly OpenDraw[];
  /** Those that the platform called open when it had made the secrets of their pairs public. */
  readonly openRevealed?: readonly OpenNonce[];
  /** Epoch ms; missing = no round was open for too long. */
  readonly now?: number;
  /** Epoch ms at which the platform listed all pairs; null where it has not. */
  readonly wholeAt?: number | null;
  /** All rounds of the player's history; null where they are not known, or too old ones are left out of it. */
  readonly history?: readonly OpenNonce[] | null;
}

function stateOf(pair: PlatformPair | undefined, newestRoundAt: number, wholeAt: number | null): PairReport['state'] {
  if (pair !== undefined) return pair.serverSeed === null ? 'in-use' : 'revealed';
  return wholeAt !== null && wholeAt > newestRoundAt ? 'missing' : 'unknown';
}

/** The nonces of these ranges that are not among the others, as ranges. */
function withoutNonces(ranges: readonly Range[], nonces: ReadonlySet<number>): readonly Range[] {
  return ranges.flatMap(({ first, last }) => {
    const inside = [...nonces].filter((nonce) => nonce >= first && nonce <= last);
    return nonceGaps(inside, first, last + 1).missing;
  });
}

function pairReport(commit: string, pairRounds: readonly CheckedRound[], platformPair: PlatformPair | undefined, sources: Sources): PairReport {
  const { open, openRevealed = [], now = 0, wholeAt = null, history = null } = sources;
  const count = (verdict: KeptVerdict) => pairRounds.filter((round) => round.verdict === verdict).length;
  const fitsBy = (rules: CheckedRound['ruleSet']) => pairRounds.filter(({ ruleSet, verdict }) => ruleSet === rules && verdict === 'ok').length;
  const nonces = pairRounds.map(({ nonce }) => nonce).filter((nonce) => Number.isSafeInteger(nonce) && nonce >= 0);
  const noncesOf = (rounds: readonly OpenNonce[]) => rounds.filter((each) => each.commit === commit).map(({ nonce }) => nonce);
  const isPublic = platformPair !== undefined && platformPair.serverSeed !== null;
  const openHere = isPublic ? [] : noncesOf(open.filter((each) => mayStillBeOpen(each, pairRounds, now)));
  const falselyOpen = [...new Set(noncesOf([...openRevealed, ...open.filter((each) => !canBeOpen(each))]))];
  // While a pair is in use its figure may be older than the newest round: it shows gaps before it, and nothing beyond.
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

/** Works for rounds that were not checked, too, because gaps can be found without seeds. */
export function roundsReport(sources: Sources): RoundsReport {
  const { rounds, pairs } = sources;
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

/** How many results of a pair an honest platform can't have given. */
export function wrongCountOf({ wrongRounds, repeatedNonces, roundsBeyond, falselyOpen }: PairReport): number {
  return new Set([...wrongRounds, ...roundsBeyond].map(({ roundId }) => roundId)).size + repeatedNonces.length + falselyOpen.length;
}

type Unproven = Pick<PairReport, 'unknownGameCount' | 'otherRulesCount' | 'noRulesCount' | 'unnotedRulesCount'>;

/** How many rounds of public secrets are not shown to be right: their rules can't be worked out here, or may have been chosen after the bet. */
export function unprovenCountOf({ unknownGameCount, otherRulesCount, noRulesCount, unnotedRulesCount }: Unproven): number {
  return unknownGameCount + otherRulesCount + noRulesCount + unnotedRulesCount;
}
