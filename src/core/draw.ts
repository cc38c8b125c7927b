/**
 * Draws the winners from the seed and the entries alone, so that anybody can work the result out again.
 *
 * - Seed: 64 lower-case hexadecimal characters, made before anybody could enter. Commit, shown from then on: SHA-256 of
 *   those characters, as hexadecimal, as for games (fairness/draws.ts).
 * - Entries: ids of ASCII characters, sorted by their codes.
 * - Client seed: SHA-256, as hexadecimal, of the sorted ids joined by line feeds. With it every entry has its part in the
 *   bytes, and whoever knows the seed can't choose a winner without knowing who will enter.
 * - Draws: those of a bet with that client seed and nonce 0. For each place, first place first, an integer below the number
 *   of entries that are left; the entry at that position wins and leaves, the others move up.
 * - Passed over: an entry whose account may not win at that moment is drawn and leaves like any other, but takes no place;
 *   the next one that is drawn takes it. The entries and the order in which they are drawn stay the same whoever may win.
 */
import { asciiBytes, hexOf } from './fairness/ascii';
import { commitOf, drawsFrom } from './fairness/draws';
import { sha256 } from './fairness/sha256';

/** The entries in the order in which they are drawn from. */
export function sortedEntries(entryIds: readonly string[]): string[] {
  return [...entryIds].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));
}

/** Makes 64 hexadecimal characters from the entries, in any order. */
export function drawClientSeed(entryIds: readonly string[]): string {
  return hexOf(sha256(asciiBytes(sortedEntries(entryIds).join('\n'))));
}

/** What comes out of a draw. */
export interface Drawn {
  /** First place first: as many as there are places, or all that may win where there are fewer. */
  readonly winners: readonly string[];
  /** What was drawn before the last place was taken and may not win, in the order in which it was drawn. */
  readonly passedOver: readonly string[];
}

/** Draws until every place is taken. Throws a RangeError for a malformed seed, and for an entry that is there twice. */
export function drawPlaces(seed: string, entryIds: readonly string[], places: number, mayWin: (entryId: string) => boolean): Drawn {
  const pool = sortedEntries(entryIds);
  if (new Set(pool).size < pool.length) throw new RangeError('an entry is in a draw once');
  const draws = drawsFrom({ serverSeed: seed, clientSeed: drawClientSeed(pool), nonce: 0 });
  const winners: string[] = [];
  const passedOver: string[] = [];
  while (winners.length < places && pool.length > 0) {
    for (const entryId of pool.splice(draws.below(pool.length), 1)) (mayWin(entryId) ? winners : passedOver).push(entryId);
  }
  return { winners, passedOver };
}

/** The entries that win where every account may win. Throws as `drawPlaces`. */
export function drawWinners(seed: string, entryIds: readonly string[], places: number): readonly string[] {
  return drawPlaces(seed, entryIds, places, () => true).winners;
}

/** The published proof of a draw that is over. */
export interface DrawProof {
  readonly seed: string;
  readonly entryIds: readonly string[];
  readonly prizes: readonly number[];
  /** The entries that were drawn and passed over; a platform that passes none over may leave it out. */
  readonly passedOver?: readonly string[] | undefined;
}

/** The published result: the commit from before the draw, and the winners. */
export interface PublishedDraw {
  readonly commit: string;
  readonly winners: readonly { readonly place: number; readonly entryId: string }[];
}

/** `commit`: the seed is not the one that was committed to; `winners`: others win by it, or others were passed over. */
export type DrawCheck = 'right' | 'commit' | 'winners';

/** Works a draw out again. A proof that is malformed is not right: `commit`. */
export function checkDraw({ seed, entryIds, prizes, passedOver = [] }: DrawProof, published: PublishedDraw): DrawCheck {
  const cannotWin = new Set(passedOver);
  let drawn: Drawn;
  try {
    if (commitOf(seed) !== published.commit) return 'commit';
    drawn = drawPlaces(seed, entryIds, prizes.length, (entryId) => !cannotWin.has(entryId));
  } catch {
    return 'commit';
  }
  const { winners } = drawn;
  // Whatever is said to be passed over was drawn before the last place was taken.
  if (drawn.passedOver.length !== passedOver.length) return 'winners';
  const isSame = winners.length === published.winners.length && published.winners.every(({ place, entryId }) => winners[place - 1] === entryId);
  return isSame ? 'right' : 'winners';
}
