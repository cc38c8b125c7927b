/** What a device saw of a draw before it was over, so that nothing of it can be put differently afterwards. Pure. */
import type { NamedAttempt, PublishedDraw } from './draw-check';

export interface DrawPin {
  readonly drawId: string;
  readonly commit: string;
  /** What the first try named; null where nothing was named yet. */
  readonly named: string | null;
  readonly entriesHash: string | null;
  /** Epoch ms at which the device saw the entries' hash first; null before. */
  readonly hashSeenAt: number | null;
  /** The device saw it before what decided the draw was known to anybody. */
  readonly isHashEarly: boolean;
}

export interface SeenDraw extends PublishedDraw {
  readonly drawnAt: string | null;
}

function namedOf(attempts: readonly NamedAttempt[] = []): string | null {
  const [first] = attempts;
  return first === undefined ? null : `${first.source} ${first.beacon?.chain ?? ''} ${first.beacon?.round ?? ''}`;
}

/** Whether nobody can know what decides, at `nowMs`. The platform's own seed is known to the platform all the time. */
function isUndecided({ drawnAt, attempts = [] }: SeenDraw, nowMs: number): boolean {
  const attempt = attempts.at(-1);
  if (drawnAt !== null || attempt === undefined) return false;
  if (attempt.source === 'beacon') return attempt.beacon !== null && nowMs < Date.parse(attempt.beacon.at);
  return attempt.source === 'admins' && (attempt.commits.length < 2 || attempt.commits.some(({ revealedAt }) => revealedAt === null));
}

/** The pin after the device has seen the draw once more: whatever it saw first stays. */
export function pinOf(draw: SeenDraw, nowMs: number, before: DrawPin | undefined): DrawPin {
  const { drawId, entriesHash = null } = draw;
  const isFirstHash = (before?.entriesHash ?? null) === null && entriesHash !== null;
  return {
    drawId,
    commit: before?.commit ?? draw.commit,
    named: before?.named ?? namedOf(draw.attempts),
    entriesHash: before?.entriesHash ?? entriesHash,
    hashSeenAt: isFirstHash ? nowMs : (before?.hashSeenAt ?? null),
    isHashEarly: isFirstHash ? isUndecided(draw, nowMs) : (before?.isHashEarly ?? false),
  };
}

/** Whether the draw is another one now than the device saw before. */
export function contradicts(pin: DrawPin, { commit, entriesHash = null, attempts }: PublishedDraw): boolean {
  const isOther = (before: string | null, now: string | null) => before !== null && before !== now;
  return pin.commit !== commit || isOther(pin.entriesHash, entriesHash) || isOther(pin.named, namedOf(attempts));
}
