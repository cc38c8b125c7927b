/** Checks a draw that is over, from what was published before and its proof. Pure: no network, nothing that the platform says is believed. */
import { drawByRule1, drawByRule2, hashEntries, randomnessOf } from './draw';
import { secretCommitOf } from './draw-secret';
import type { Decision, DrawResult } from './draw';
import { ENTRY_BARS, SECRET_PATTERN } from './draw-kinds';
import { checkTries } from './draw-tries';
import type { NamedAttempt } from './draw-tries';
import { commitOf } from './fairness/draws';

/** The published proof of a draw that is over. What is missing in one of rule 1 is optional. */
export interface DrawProof {
  readonly drawId: string;
  readonly seed: string;
  readonly entryIds: readonly string[];
  readonly prizes: readonly number[];
  readonly passedOver?: readonly string[] | undefined;
  readonly rules?: number | undefined;
  readonly bars?: Readonly<Record<string, string>> | undefined;
  readonly decided?: Decided | undefined;
}

interface Decided {
  readonly attempt: number;
  readonly source: string;
  readonly beacon: { readonly chain: string; readonly round: number; readonly signature: string; readonly randomness: string } | null;
  readonly secrets: readonly string[];
}

/** The published facts of a draw: before it the commit, the prizes, the entries' hash and the tries; after it the winners. */
export interface PublishedDraw {
  readonly drawId: string;
  readonly closesAt: string;
  readonly commit: string;
  readonly prizes: readonly number[];
  readonly rules?: number | undefined;
  readonly frozenAt?: string | null | undefined;
  readonly entriesHash?: string | null | undefined;
  readonly attempts?: readonly NamedAttempt[] | undefined;
  readonly winners: readonly { readonly place: number; readonly entryId: string; readonly prize: number }[];
  readonly passedOver?: readonly { readonly entryId: string; readonly reason: string }[] | undefined;
}

/**
 * The first thing that is wrong, in the order in which they are checked.
 * - `unknown`: a rule, or a reason, that this version of the app does not know
 * - `rule`: a draw that closed when rule 2 was in force, and names the one before
 * - `commit`: the seed is not the one that was committed to
 * - `entries`: the entries are not those whose hash was published at the closing
 * - `prizes`: other prizes than were published
 * - `tries`: a try is void without a reason that holds, or out of its order
 * - `source`: something else decided than was named before, or a round that was due before the entries were frozen
 * - `randomness`: the randomness is not SHA-256 of the signature, or a secret is not the one that was committed to
 * - `winners`: others win by it, or others were passed over
 */
export type DrawCheck = 'right' | 'unknown' | 'rule' | 'commit' | 'entries' | 'prizes' | 'tries' | 'source' | 'randomness' | 'winners';

/** The Monday of the first week, in Lagos, whose draw was held by rule 2. */
export const RULE_2_SINCE = '2026-11-22T23:00:00.000Z';
const RULE_1 = 1;
const RULE_2 = 2;

/** Works a draw out again. A malformed part is a fault like any other. */
export function checkDraw(proof: DrawProof, published: PublishedDraw): DrawCheck {
  const rules = published.rules ?? RULE_1;
  if (rules !== RULE_1 && rules !== RULE_2) return 'unknown';
  if (rules === RULE_1 && Date.parse(published.closesAt) > Date.parse(RULE_2_SINCE)) return 'rule';
  if ((proof.rules ?? RULE_1) !== rules || !fitsCommit(proof.seed, published.commit)) return 'commit';
  if (!arePrizes(proof, published)) return 'prizes';
  try {
    return rules === RULE_1 ? checkRule1(proof, published) : checkRule2(proof, published);
  } catch {
    // An entry that is there twice, or an id that is no ASCII text.
    return 'entries';
  }
}

function fitsCommit(seed: string, commit: string): boolean {
  try {
    return commitOf(seed) === commit;
  } catch {
    return false;
  }
}

function arePrizes({ prizes }: DrawProof, { prizes: announced, winners }: PublishedDraw): boolean {
  return prizes.join() === announced.join() && winners.every(({ place, prize }) => prizes[place - 1] === prize);
}

const isBar = (reason: string): boolean => ENTRY_BARS.some((bar) => bar === reason);

function checkRule1({ seed, entryIds, prizes, passedOver = [] }: DrawProof, published: PublishedDraw): DrawCheck {
  const cannotWin = new Set(passedOver);
  const drawn = drawByRule1(seed, entryIds, prizes.length, (entryId) => !cannotWin.has(entryId));
  // An entry that was really passed over must have been drawn before the last place was taken.
  return drawn.passedOver.length === passedOver.length && areWinners(drawn, published) ? 'right' : 'winners';
}

function checkRule2(proof: DrawProof, published: PublishedDraw): DrawCheck {
  const { drawId, seed, entryIds, prizes, bars = {}, decided } = proof;
  if (drawId !== published.drawId || hashEntries(entryIds, bars) !== published.entriesHash) return 'entries';
  if (!Object.values(bars).every(isBar)) return 'unknown';
  const attempts = published.attempts ?? [];
  const tries = checkTries(attempts, published.frozenAt);
  if (tries !== 'right') return tries;
  const attempt = attempts.at(-1);
  if (decided === undefined || attempt === undefined || !isNamed(decided, attempt, published.frozenAt)) return 'source';
  const decision = decisionOf(decided, attempt);
  if (decision === null) return 'randomness';
  const drawn = drawByRule2({ drawId, seed, entryIds, bars, places: prizes.length, decision });
  return areWinners(drawn, published) && arePassedOver(drawn, bars, published) ? 'right' : 'winners';
}

/** Says whether the draw was decided by what its last try had named, and whether a beacon's round came after the freezing. */
function isNamed({ attempt: number, source, beacon }: Decided, attempt: NamedAttempt, frozenAt: string | null | undefined): boolean {
  if (attempt.number !== number || attempt.source !== source) return false;
  if (source !== 'beacon') return true;
  const isNamedRound = beacon !== null && beacon.chain === attempt.beacon?.chain && beacon.round === attempt.beacon.round;
  return isNamedRound && Date.parse(frozenAt ?? '') < Date.parse(attempt.beacon.at);
}

/** Null where the randomness or a secret does not fit what was published before it. */
function decisionOf({ source, beacon, secrets }: Decided, { commits }: NamedAttempt): Decision | null {
  switch (source) {
    case 'platform':
      return { source };
    case 'beacon':
      return beacon !== null && randomnessOf(beacon.signature) === beacon.randomness ? { source, ...beacon } : null;
    case 'admins': {
      const [first, second] = secrets;
      const isCommitted = (secret: string, at: number) => SECRET_PATTERN.test(secret) && secretCommitOf(secret) === commits[at]?.commit;
      const areSecretsValid = secrets.length === commits.length && secrets.every(isCommitted);
      return first !== undefined && second !== undefined && areSecretsValid ? { source, secrets: [first, second] } : null;
    }
    default:
      return null;
  }
}

function areWinners({ winners }: DrawResult, published: PublishedDraw): boolean {
  return winners.length === published.winners.length && published.winners.every(({ place, entryId }) => winners[place - 1] === entryId);
}

function arePassedOver({ passedOver }: DrawResult, bars: Readonly<Record<string, string>>, { passedOver: listed = [] }: PublishedDraw): boolean {
  return listed.length === passedOver.length && listed.every(({ entryId, reason }, at) => passedOver[at] === entryId && bars[entryId] === reason);
}

/**
 * The fate of an entry, as the proof shows it. `listed`: it could win. `has-bar`: it could not win, for a reason of the rules. `no-reason`: it
 * was passed over without such a reason. `missing`: it is not in the list.
 */
export type EntryFate = 'listed' | 'has-bar' | 'no-reason' | 'missing';

export function fateOf(entryId: string, { entryIds, bars = {}, passedOver = [] }: DrawProof): EntryFate {
  if (!entryIds.includes(entryId)) return 'missing';
  if (Object.hasOwn(bars, entryId)) return isBar(bars[entryId] ?? '') ? 'has-bar' : 'no-reason';
  return passedOver.includes(entryId) ? 'no-reason' : 'listed';
}
