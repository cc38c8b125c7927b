/** Checks that the tries to draw follow one another as they may: every one before the last is void, for a reason that is true. Pure. */
import type { VoidReason } from './draw-kinds';
import { MINUTE_MS } from './time';
import { entryOf } from './words/is-key-of';

/** A try to draw, as it was named, and as it ended. */
export interface NamedAttempt {
  readonly number: number;
  readonly source: string;
  readonly namedAt: string;
  readonly beacon: { readonly chain: string; readonly round: number; readonly at: string } | null;
  readonly until: string | null;
  readonly commits: readonly { readonly commit: string; readonly revealedAt: string | null }[];
  readonly voidedAt: string | null;
  readonly voidReason: string | null;
}

/** The clocks of several processes agree no better than this. */
const CLOCK_MS = MINUTE_MS;

const isBefore = (earlier: string | null | undefined, later: string | null | undefined): boolean => Date.parse(earlier ?? '') <= Date.parse(later ?? '') + CLOCK_MS;

/** Says for each reason whether it is true of a try that is void for it, as far as that can be seen from outside. */
const REASON_CHECKS: Readonly<Record<VoidReason, (attempt: NamedAttempt, frozenAt: string | null | undefined) => boolean>> = {
  'beacon-away': ({ beacon, until, voidedAt }) => isBefore(beacon?.at, until) && isBefore(until, voidedAt),
  // Both are known when the entries are frozen, and not later.
  'beacon-early': ({ beacon, voidedAt }, frozenAt) => beacon !== null && isBefore(voidedAt, frozenAt),
  // Frozen less than a minute before the round was due counts as late.
  'frozen-late': ({ beacon, voidedAt }, frozenAt) => isBefore(beacon?.at, frozenAt) && isBefore(voidedAt, frozenAt),
  'not-revealed': ({ source, commits, until, voidedAt }) =>
    source === 'admins' && commits.some(({ revealedAt }) => revealedAt === null) && isBefore(until, voidedAt),
};

/** `unknown`: a reason that this version of the app does not know. */
export function checkTries(attempts: readonly NamedAttempt[], frozenAt: string | null | undefined): 'right' | 'unknown' | 'tries' {
  for (const [at, attempt] of attempts.entries()) {
    const { number, namedAt, beacon, voidedAt, voidReason } = attempt;
    const previous = attempts[at - 1];
    const isInOrder = number === at + 1 && (previous === undefined || isBefore(previous.voidedAt, namedAt));
    const isNamedBefore = beacon === null || Date.parse(namedAt) < Date.parse(beacon.at);
    if (!isInOrder || !isNamedBefore || (voidedAt === null) !== (at === attempts.length - 1)) return 'tries';
    if (voidedAt === null) continue;
    const checkReason = entryOf(REASON_CHECKS, voidReason ?? '');
    if (checkReason === undefined) return voidReason === null ? 'tries' : 'unknown';
    if (!checkReason(attempt, frozenAt)) return 'tries';
  }
  return 'right';
}
