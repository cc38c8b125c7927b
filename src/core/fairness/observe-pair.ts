/**
 * Compares what the platform says about the pair of seeds in use with what the device has seen before, and notes it. A commit is worth something
 * only if the platform can't go back on it: the pair that was announced must follow, and each pair that was in use must become public. Where
 * that is not so, the device keeps evidence. Pure.
 */
import type { PairInUse } from '../seed-pairs';
import { withoutPart } from './part';
import type { EvidenceKind, RefusedBetRecord, SeedEvidence, SeenCommit, SeenSeeds } from '../seen-seeds';

/** A device keeps so many commits, pieces of evidence and refused bets; the oldest go first. */
const MAX_COMMITS = 500;
const MAX_EVIDENCE = 200;
const MAX_REFUSED_BETS = 300;

/**
 * Says how the pair differs from the one that the device knew.
 *
 * - `first`: the device knew none.
 * - `none`, `nonce`, `client-seed`: it is the same one; rounds were drawn with it, or it has another client seed before its first round.
 * - `next`: it is the one that was announced.
 * - `later`: several pairs have been used up since, and all are public now.
 * - `unlisted`: so many have been used up that this device could not find what became of the one that it knew.
 * - `replaced`: it is another one than announced, or the platform can't account for the one before.
 * - `parts-dropped`: bets brought a fresh part before, and bring none now.
 * - `binding-dropped`: bets named their draw before, and the platform binds none now.
 */
export type PairChange = 'first' | 'none' | 'nonce' | 'client-seed' | 'next' | 'later' | 'unlisted' | 'replaced' | 'parts-dropped' | 'binding-dropped';

/** Says whether the change shows that the platform went back on something. No honest platform makes it. */
export const isBadChange = (change: PairChange): boolean => change === 'replaced' || change === 'parts-dropped' || change === 'binding-dropped';

interface NotedPair {
  readonly is: 'noted';
  readonly seen: SeenSeeds;
  readonly change: PairChange;
}

export type Observation =
  | NotedPair
  /** The answer is older than what the device knows: ask again. */
  | { readonly is: 'old' }
  /** Only the list of all public pairs can show whether all is well. */
  | { readonly is: 'needs-list' };

export interface PairAnswer {
  readonly pair: PairInUse;
  /** Commits whose secrets the platform has made public, as far as they were loaded. */
  readonly revealed: ReadonlySet<string>;
  /** True where all of them were loaded. */
  readonly isWholeList: boolean;
  /** True where there are more than this device asks for. */
  readonly isCut?: boolean;
  /** True where the device has learned nothing since it asked, so this can't be an old answer. */
  readonly isNewest: boolean;
  /** Epoch ms. */
  readonly at: number;
}

/** Returns when the device first saw the commit, in epoch ms; null where it never did. */
export function seenAtOf({ commits }: SeenSeeds, commit: string): number | null {
  return commits.find((each) => each.commit === commit)?.seenAt ?? null;
}

/** Says whether this device made the client seed of that pair. */
export function isOwnSeed({ commits }: SeenSeeds, { commit, clientSeed }: Pick<PairInUse, 'commit' | 'clientSeed'>): boolean {
  return commits.some((each) => each.commit === commit && each.ownSeed === clientSeed);
}

/** Notes the client seed that this device is about to send for a commit that it has seen. */
export function withOwnSeed(seen: SeenSeeds, commit: string, ownSeed: string): SeenSeeds {
  return { ...seen, commits: seen.commits.map((each) => (each.commit === commit ? { ...each, ownSeed } : each)) };
}

/** Returns what the device knows after an answer about the pair in use, and what has changed. */
export function observePair(seen: SeenSeeds, answer: PairAnswer): Observation {
  const observation = observeCommits(seen, answer);
  return observation.is === 'noted' ? observeParts(seen, answer, observation) : observation;
}

/** Compares the pair with the one that the device knew, by their commits. */
function observeCommits(seen: SeenSeeds, answer: PairAnswer): Observation {
  const { current: before } = seen;
  const { pair, revealed, isWholeList, isCut = false, isNewest } = answer;
  if (before === null) return notePair(seen, answer, 'first');
  if (pair.commit === before.commit) return observeSame(seen, before, answer);
  // A pair that was used up before comes only in an old answer, or from a platform that uses it again.
  if (seen.commits.some(({ commit, isUsedUp }) => commit === pair.commit && isUsedUp === true)) {
    return isNewest ? notePair(seen, answer, 'replaced', [{ kind: 'used-again', expected: before.commit, answered: pair.commit }]) : { is: 'old' };
  }
  // Another pair is in use now. The one before it must be public, and the one that was announced must be in use, or public as well.
  const isNext = pair.commit === before.nextCommit;
  const findings: Finding[] = [];
  if (!revealed.has(before.commit)) findings.push({ kind: 'pair-gone', expected: before.commit, answered: pair.commit });
  if (before.nextCommit !== undefined && !isNext && !revealed.has(before.nextCommit)) {
    findings.push({ kind: 'next-gone', expected: before.nextCommit, answered: pair.commit });
  }
  if (findings.length === 0) return notePair(seen, answer, isNext ? 'next' : 'later');
  // An answer that another tab's answer may have overtaken proves nothing, so the pair is asked for again.
  if (!isNewest) return { is: 'old' };
  if (isCut) return notePair(seen, answer, 'unlisted');
  return isWholeList ? notePair(seen, answer, 'replaced', findings) : { is: 'needs-list' };
}

/** Compares two answers about one pair: the announced commit must stay, and the client seed must stay once rounds were drawn with it. */
function observeSame(seen: SeenSeeds, before: PairInUse, answer: PairAnswer): Observation {
  const { pair, isNewest } = answer;
  const { nextCommit = before.nextCommit } = pair;
  // A round may have been answered while this answer was under way.
  const nonce = isNewest ? pair.nonce : Math.max(pair.nonce, before.nonce);
  const isSeedChanged = pair.clientSeed !== before.clientSeed;
  // Another tab may have heard of the other client seed while this answer was under way.
  if (isSeedChanged && !isNewest) return { is: 'old' };
  const findings: Finding[] = [];
  if (before.nextCommit !== undefined && nextCommit !== undefined && nextCommit !== before.nextCommit) {
    findings.push({ kind: 'next-gone', expected: before.nextCommit, answered: nextCommit });
  }
  if (isSeedChanged && before.nonce > 0) findings.push({ kind: 'client-seed-replaced', expected: before.clientSeed, answered: pair.clientSeed });
  const change = findings.length > 0 ? 'replaced' : isSeedChanged ? 'client-seed' : nonce === before.nonce ? 'none' : 'nonce';
  return notePair(seen, { ...answer, pair: { ...pair, nonce, ...(nextCommit !== undefined && { nextCommit }) } }, change, findings);
}

/** Tells whether bets brought a fresh part once, and bring none now. */
export const hasDroppedParts = ({ current, tookParts = false }: SeenSeeds): boolean => tookParts && current?.takesParts !== true;

/**
 * Compares whether bets bring parts with what the device knew. Without parts the platform knows the draws of a pair before the bets, so a platform
 * that took parts and takes none now leaves evidence, once for each pair.
 */
function observeParts(before: SeenSeeds, { pair, isNewest, at }: PairAnswer, observation: NotedPair): Observation {
  const tookParts = before.tookParts === true || [before.current, pair].some((each) => each?.takesParts === true);
  if (!tookParts) return observation;
  const seen = { ...observation.seen, tookParts };
  const wasDroppedBefore = hasDroppedParts(before) && before.current?.commit === pair.commit;
  if (wasDroppedBefore || !hasDroppedParts(seen)) return { ...observation, seen };
  // The answer may be older than the platform's first parts, and another tab's answer may have overtaken it.
  if (!isNewest) return { is: 'old' };
  const isNoted = seen.evidence.some(({ kind, answered }) => kind === 'parts-dropped' && answered === pair.commit);
  const found = { kind: 'parts-dropped', expected: 'takesParts: true', answered: pair.commit, at } as const;
  return {
    is: 'noted',
    change: observation.change === 'replaced' ? 'replaced' : 'parts-dropped',
    seen: isNoted ? seen : { ...seen, evidence: [...seen.evidence, found].slice(-MAX_EVIDENCE) },
  };
}

/** A piece of evidence that is not dated yet. */
interface Finding {
  readonly kind: EvidenceKind;
  readonly expected: string;
  readonly answered: string;
}

/** Makes the answered pair the current one, and adds what was found to the evidence. */
function notePair(seen: SeenSeeds, { pair, at }: PairAnswer, change: PairChange, findings: readonly Finding[] = []): NotedPair {
  const before = seen.current;
  const usedUp = before !== null && before.commit !== pair.commit ? before.commit : null;
  return {
    is: 'noted',
    change,
    seen: {
      ...seen,
      current: pair,
      commits: withCommits(seen.commits, pair, usedUp, at),
      evidence: [...seen.evidence, ...findings.map((each) => ({ ...each, at }))].slice(-MAX_EVIDENCE),
    },
  };
}

/** Adds the commits of the pair that the device has not seen before, and marks the pair that is used up by now. */
function withCommits(commits: readonly SeenCommit[], pair: PairInUse, usedUp: string | null, at: number): SeenCommit[] {
  const listed = [pair.commit, pair.nextCommit].flatMap((commit) => commit ?? []);
  const fresh = listed.filter((commit) => commits.every((each) => each.commit !== commit));
  const marked = commits.map((each) => (each.commit === usedUp ? { ...each, isUsedUp: true } : each));
  return [...marked, ...fresh.map((commit) => ({ commit, seenAt: at }))].slice(-MAX_COMMITS);
}

/**
 * Notes that a round of the pair in use was drawn: the next one has the next number. Until the first round another device may have given
 * the pair another client seed, and then the round says which.
 */
export function withDrawnRound(seen: SeenSeeds, { commit, clientSeed, nonce }: Pick<PairInUse, 'commit' | 'clientSeed' | 'nonce'>): SeenSeeds {
  const { current } = seen;
  if (current?.commit !== commit || current.nonce > nonce) return seen;
  const pairSeed = withoutPart(clientSeed);
  if (pairSeed === current.clientSeed) return { ...seen, current: { ...current, nonce: nonce + 1 } };
  if (current.nonce > 0) return seen;
  const { clientSeedBy: _, ...pair } = current;
  return { ...seen, current: { ...pair, clientSeed: pairSeed, nonce: nonce + 1 } };
}

/** Notes that a bet names its draw on a platform which says that it binds bets. */
export function withBoundBet(seen: SeenSeeds): SeenSeeds {
  return seen.boundBets === true ? seen : { ...seen, boundBets: true };
}

/** Notes that a platform which has bound bets says that it binds none, once until it binds one again. */
export function withBindingDropped(seen: SeenSeeds, found: Pick<SeedEvidence, 'expected' | 'answered' | 'at'>): SeenSeeds {
  if (seen.boundBets !== true) return seen;
  return { ...seen, boundBets: false, evidence: [...seen.evidence, { kind: 'binding-dropped', ...found }].slice(-MAX_EVIDENCE) };
}

/** Notes a bet that was refused after it had named its draw; each key once. */
export function withRefusedBet(seen: SeenSeeds, bet: RefusedBetRecord): SeenSeeds {
  if (seen.refusedBets.some(({ key }) => key === bet.key)) return seen;
  return { ...seen, refusedBets: [...seen.refusedBets, bet].slice(-MAX_REFUSED_BETS) };
}

/** Notes how a round differs from its bet; each round once. */
export function withRoundEvidence(seen: SeenSeeds, found: SeedEvidence): SeenSeeds {
  if (seen.evidence.some(({ kind, roundId }) => kind === found.kind && roundId === found.roundId)) return seen;
  return { ...seen, evidence: [...seen.evidence, found].slice(-MAX_EVIDENCE) };
}
