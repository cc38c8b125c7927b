/** Keeps what a device saw of a draw before it was over, so that nothing of it can be put differently afterwards. Pure. */
import * as z from 'zod/mini';
import type { PublishedDraw } from './draw-check';
import type { NamedAttempt } from './draw-tries';

/** What the device saw first, and the epoch ms at which it saw that before anybody could know the result; null where it did not. */
const sight = z.object({ text: z.string(), earlyAt: z.nullable(z.number()) });

/** What the device saw of a draw, by what it is; the first word is a `Contradiction`. */
export const drawPin = z.object({ drawId: z.string(), sights: z.record(z.string(), sight) });
export type DrawPin = z.infer<typeof drawPin>;
type Sights = DrawPin['sights'];

/** The form in which the app's version before kept it: of the tries the first one alone, and of the rest no more than commit and entries. */
export const formerPin = z.object({
  drawId: z.string(),
  commit: z.string(),
  named: z.nullable(z.string()),
  entriesHash: z.nullable(z.string()),
  hashSeenAt: z.nullable(z.number()),
  isHashEarly: z.boolean(),
});

export function pinOfFormer({ drawId, commit, named, entriesHash, hashSeenAt, isHashEarly }: z.infer<typeof formerPin>): DrawPin {
  const sights = sightsBy((add) => {
    add('commit', commit);
    add('entries', entriesHash, isHashEarly ? hashSeenAt : null);
    add('tries', named);
  });
  return { drawId, sights };
}

/** An entry that a player of this device had in a draw. */
export const keptEntry = z.object({
  drawId: z.string(),
  entryId: z.string(),
  /** Tells whose it is to whoever knows the player's id, and to nobody else. */
  of: z.string(),
});

export interface SeenDraw extends PublishedDraw {
  readonly week: string;
  readonly drawnAt: string | null;
}

/** Whether nobody can know what decides by this try, at `nowMs`. The platform's own seed is known to the platform all the time. */
function isUndecided(attempt: NamedAttempt | undefined, nowMs: number): boolean {
  if (attempt === undefined || attempt.voidedAt !== null) return false;
  const { source, beacon, commits } = attempt;
  if (source === 'beacon') return beacon !== null && nowMs < Date.parse(beacon.at);
  return source === 'admins' && (commits.length < 2 || commits.some(({ revealedAt }) => revealedAt === null));
}

type Add = (what: string, text: string | null, earlyAt?: number | null) => void;

function sightsBy(addAll: (add: Add) => void): Sights {
  const sights: Sights = {};
  addAll((what, text, earlyAt = null) => {
    if (text !== null) sights[what] = { text, earlyAt };
  });
  return sights;
}

const nameOf = ({ source, beacon }: NamedAttempt): string => `${source} ${beacon?.chain ?? ''} ${beacon?.round ?? ''}`;

/** Lists all that a device can see of a draw. On an honest platform nothing of it changes or goes; more of it comes. */
function sightsOf(draw: SeenDraw, nowMs: number): Sights {
  const { week, closesAt, commit, prizes, rules = 1, entriesHash = null, frozenAt = null, attempts = [], drawnAt } = draw;
  const earlyIf = (isEarly: boolean): number | null => (isEarly && drawnAt === null ? nowMs : null);
  // While entries are open, nobody knows among which the platform's seed decides.
  const areOpen = entriesHash === null && nowMs < Date.parse(closesAt);
  return sightsBy((add) => {
    add('commit', commit, earlyIf(areOpen));
    add('terms', `${week} ${closesAt} ${prizes.join()}`, earlyIf(areOpen));
    add('terms frozen', frozenAt);
    // A draw that ran when the platform was upgraded went on by the next rule, so the first one is not noted.
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
  const what = `tries ${number}`;
  if (number === 1) add('tries', nameOf(attempt));
  // The moment of a round says whether it was due before the entries were frozen.
  add(what, `${nameOf(attempt)} ${beacon?.at ?? ''}`, earlyIf(isUndecided(attempt, nowMs) || (source === 'platform' && areOpen)));
  const areSealed = commits.every(({ revealedAt }) => revealedAt === null);
  for (const [at, { commit, revealedAt }] of commits.entries()) {
    add(`${what} seal ${at}`, commit, earlyIf(areSealed));
    add(`${what} open ${at}`, revealedAt === null ? null : 'open');
  }
  if (voidedAt !== null) add(`${what} void`, voidReason ?? '');
  // What is void for how things stood when the entries were frozen did not run after that.
  if (isFrozen) add(`${what} ran`, voidReason === 'beacon-early' || voidReason === 'frozen-late' ? 'no' : 'yes');
}

/** Makes the pin after the device has seen the draw once more. What it saw first stays. */
export function pinOf(draw: SeenDraw, nowMs: number, before: DrawPin | undefined): DrawPin {
  const sights = sightsOf(draw, nowMs);
  for (const [what, first] of Object.entries(before?.sights ?? {})) {
    const isSame = sights[what]?.text === first.text;
    if (!isSame || first.earlyAt !== null) sights[what] = first;
  }
  return { drawId: draw.drawId, sights };
}

/** Returns when the device had seen all of these facts, where that was before anybody could know the result; null otherwise. */
export function earlySight(pin: DrawPin | null, ...facts: readonly string[]): number | null {
  const times = facts.map((fact) => pin?.sights[fact]?.earlyAt ?? null);
  return times.includes(null) ? null : Math.max(...times.map(Number));
}

/** The part of a draw that differs from what the device saw before; `draw`: the week has another draw altogether. */
export type Contradiction = 'draw' | 'commit' | 'terms' | 'rules' | 'entries' | 'tries';

/** Null where the draw is as the device saw it, or it saw nothing of it; else a `Contradiction`, perhaps with more words behind it. */
export function contradictionOf(pins: readonly DrawPin[], draw: SeenDraw): string | null {
  if (pins.some(({ drawId, sights }) => drawId !== draw.drawId && sights['terms']?.text.startsWith(`${draw.week} `) === true)) return 'draw';
  const now = sightsOf(draw, 0);
  const before = pins.find(({ drawId }) => drawId === draw.drawId)?.sights ?? {};
  return Object.keys(before).find((what) => before[what]?.text !== now[what]?.text) ?? null;
}
