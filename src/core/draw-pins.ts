/** Records what a device saw of a draw before it was over, so that the platform can't change any of it afterwards unnoticed. Pure. */
import * as z from './zod';
import type { PublishedDraw } from './draw-check';
import type { NamedAttempt } from './draw-tries';

/** A fact as the device saw it first. `earlyAt`: epoch ms, where that was before anybody could know the result; otherwise null. */
const fact = z.object({ text: z.string(), earlyAt: z.nullable(z.number()) });

/** All that the device saw of a draw: facts by their names (`factsOf`). They are stored as `sights`. */
export const drawPin = z.object({ drawId: z.string(), sights: z.record(z.string(), fact) });
export type DrawPin = z.infer<typeof drawPin>;
type Facts = DrawPin['sights'];

/** The form that the version before stored. It has only the commit, the entries and the first try. */
export const formerPin = z.object({
  drawId: z.string(),
  commit: z.string(),
  named: z.nullable(z.string()),
  entriesHash: z.nullable(z.string()),
  hashSeenAt: z.nullable(z.number()),
  isHashEarly: z.boolean(),
});

/** Converts a pin of the version before. */
export function pinOfFormer({ drawId, commit, named, entriesHash, hashSeenAt, isHashEarly }: z.infer<typeof formerPin>): DrawPin {
  const facts = collectFacts((add) => {
    add('commit', commit);
    add('entries', entriesHash, isHashEarly ? hashSeenAt : null);
    add('tries', named);
  });
  return { drawId, sights: facts };
}

/** An entry that a player of this device had in a draw. */
export const keptEntry = z.object({
  drawId: z.string(),
  entryId: z.string(),
  /** A hash by which only somebody who knows the player's id can tell whose entry it is. */
  of: z.string(),
});

export interface SeenDraw extends PublishedDraw {
  readonly week: string;
  readonly drawnAt: string | null;
}

/** True where at `nowMs` nobody can know what will decide by this try. It is never true for the platform's own seed, which the platform knows. */
function isUndecided(attempt: NamedAttempt | undefined, nowMs: number): boolean {
  if (attempt === undefined || attempt.voidedAt !== null) return false;
  const { source, beacon, commits } = attempt;
  if (source === 'beacon') return beacon !== null && nowMs < Date.parse(beacon.at);
  return source === 'admins' && (commits.length < 2 || commits.some(({ revealedAt }) => revealedAt === null));
}

/** Adds a fact; `text` null: there is none yet. */
type Add = (name: string, text: string | null, earlyAt?: number | null) => void;

function collectFacts(addAll: (add: Add) => void): Facts {
  const facts: Facts = {};
  addAll((name, text, earlyAt = null) => {
    if (text !== null) facts[name] = { text, earlyAt };
  });
  return facts;
}

/** Names the source that decides in this try, as text to compare. */
const deciderOf = ({ source, beacon }: NamedAttempt): string => `${source} ${beacon?.chain ?? ''} ${beacon?.round ?? ''}`;

/**
 * Lists all facts that a device can see of a draw. On an honest platform facts are added, and none changes or disappears. The first word of
 * a name is a `Contradiction`. The names are:
 * - `commit`, `terms`, `terms frozen` (when the entries were frozen), `rules`, `entries`;
 * - `tries` (what decides by the first try);
 * - `tries N` (try N as it was named), `tries N seal I` (its commit I), `tries N open I` (commit I is revealed), `tries N void`,
 *   `tries N ran` (`no`: it was void by the time the entries were frozen).
 */
function factsOf(draw: SeenDraw, nowMs: number): Facts {
  const { week, closesAt, commit, prizes, rules = 1, entriesHash = null, frozenAt = null, attempts = [], drawnAt } = draw;
  const earlyIf = (isEarly: boolean): number | null => (isEarly && drawnAt === null ? nowMs : null);
  // While entries can still come, nobody knows the list from which the platform's seed draws.
  const areOpen = entriesHash === null && nowMs < Date.parse(closesAt);
  return collectFacts((add) => {
    add('commit', commit, earlyIf(areOpen));
    add('terms', `${week} ${closesAt} ${prizes.join()}`, earlyIf(areOpen));
    add('terms frozen', frozenAt);
    // A draw that was running when the platform was upgraded went on by the new rule, so rule 1 is not recorded.
    add('rules', rules > 1 ? 'new' : null);
    add('entries', entriesHash, earlyIf(isUndecided(attempts.at(-1), nowMs)));
    for (const attempt of attempts) addTry(add, attempt, { earlyIf, nowMs, areOpen, isFrozen: entriesHash !== null });
  });
}

interface Moment {
  readonly earlyIf: (isEarly: boolean) => number | null;
  readonly nowMs: number;
  readonly areOpen: boolean;
  readonly isFrozen: boolean;
}

function addTry(add: Add, attempt: NamedAttempt, { earlyIf, nowMs, areOpen, isFrozen }: Moment): void {
  const { number, source, beacon, commits, voidedAt, voidReason } = attempt;
  const name = `tries ${number}`;
  if (number === 1) add('tries', deciderOf(attempt));
  // The time of the round is part of the fact, because it says whether the round was due before the entries were frozen.
  add(name, `${deciderOf(attempt)} ${beacon?.at ?? ''}`, earlyIf(isUndecided(attempt, nowMs) || (source === 'platform' && areOpen)));
  const areSealed = commits.every(({ revealedAt }) => revealedAt === null);
  for (const [at, { commit, revealedAt }] of commits.entries()) {
    add(`${name} seal ${at}`, commit, earlyIf(areSealed));
    add(`${name} open ${at}`, revealedAt === null ? null : 'open');
  }
  if (voidedAt !== null) add(`${name} void`, voidReason ?? '');
  // A try that is void for one of these reasons was void when the entries were frozen, so it never ran.
  if (isFrozen) add(`${name} ran`, voidReason === 'beacon-early' || voidReason === 'frozen-late' ? 'no' : 'yes');
}

/** Makes the pin after the device has seen the draw once more. */
export function pinOf(draw: SeenDraw, nowMs: number, before: DrawPin | undefined): DrawPin {
  const facts = factsOf(draw, nowMs);
  for (const [name, first] of Object.entries(before?.sights ?? {})) {
    const isSame = facts[name]?.text === first.text;
    // The text that the device saw first stays. If it has no early time, the same text replaces it, because that may have been seen early.
    if (!isSame || first.earlyAt !== null) facts[name] = first;
  }
  return { drawId: draw.drawId, sights: facts };
}

/** Returns when the device had seen all facts of these names, where that was before anybody could know the result; null otherwise. */
export function earlySight(pin: DrawPin | null, ...names: readonly string[]): number | null {
  const times = names.map((name) => pin?.sights[name]?.earlyAt ?? null);
  return times.includes(null) ? null : Math.max(...times.map(Number));
}

/** The part of a draw that differs from what the device saw before; `draw`: the week has another draw altogether. */
export type Contradiction = 'draw' | 'commit' | 'terms' | 'rules' | 'entries' | 'tries';

/** Null where the draw is as the device saw it, or it saw nothing of it; else the name of a fact that differs, or `draw`. */
export function contradictionOf(pins: readonly DrawPin[], draw: SeenDraw): string | null {
  if (pins.some(({ drawId, sights }) => drawId !== draw.drawId && sights['terms']?.text.startsWith(`${draw.week} `) === true)) return 'draw';
  const now = factsOf(draw, 0);
  const before = pins.find(({ drawId }) => drawId === draw.drawId)?.sights ?? {};
  return Object.keys(before).find((name) => before[name]?.text !== now[name]?.text) ?? null;
}
