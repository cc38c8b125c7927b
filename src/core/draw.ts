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

/**
 * The entries that win, first place first: as many as there are places, or all where there are fewer. Throws a RangeError
 * for a malformed seed, and for an entry that is there twice.
 */
export function drawWinners(seed: string, entryIds: readonly string[], places: number): string[] {
  const pool = sortedEntries(entryIds);
  if (new Set(pool).size < pool.length) throw new RangeError('an entry is in a draw once');
  const draws = drawsFrom({ serverSeed: seed, clientSeed: drawClientSeed(pool), nonce: 0 });
  return Array.from({ length: Math.min(places, pool.length) }, () => pool.splice(draws.below(pool.length), 1)).flat();
}

/** The published proof of a draw that is over. */
export interface DrawProof {
  readonly seed: string;
  readonly entryIds: readonly string[];
  readonly prizes: readonly number[];
}

/** The published result: the commit from before the draw, and the winners. */
export interface PublishedDraw {
  readonly commit: string;
  readonly winners: readonly { readonly place: number; readonly entryId: string }[];
}

/** `commit`: the seed is not the one that was committed to; `winners`: others win by it. */
export type DrawCheck = 'right' | 'commit' | 'winners';

/** Works a draw out again. A proof that is malformed is not right: `commit`. */
export function checkDraw({ seed, entryIds, prizes }: DrawProof, published: PublishedDraw): DrawCheck {
  let winners: readonly string[];
  try {
    if (commitOf(seed) !== published.commit) return 'commit';
    winners = drawWinners(seed, entryIds, prizes.length);
  } catch {
    return 'commit';
  }
  const isSame = winners.length === published.winners.length && published.winners.every(({ place, entryId }) => winners[place - 1] === entryId);
  return isSame ? 'right' : 'winners';
}
