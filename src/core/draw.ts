/**
 * Draws the winners, so that anybody can work the result out again. Rule 2 is today's; earlier draws were held by rule 1.
 *
 * - Seed: 64 lower-case hexadecimal characters. Commit, shown from before anybody can enter: SHA-256 of those characters, as
 *   hexadecimal, as for games (fairness/draws.ts).
 * - Entries: ids of ASCII characters without spaces, sorted by their codes.
 * - Draws: those of a bet with a server seed, a client seed (both below) and nonce 0. For each place, first place first, an integer
 *   below the number of entries that are left; the entry at that position leaves, and the others move up. An entry that can't win
 *   takes no place; the next entry that is drawn takes it. So who can win changes neither the entries nor the order in which they
 *   are drawn.
 *
 * Rule 1. Client seed: SHA-256, as hexadecimal, of the sorted ids joined by line feeds. Server seed: the seed. Who could win was
 * a fact of the moment of the drawing.
 *
 * Rule 2. The list of entries, frozen at the closing: a line for each, its id, and behind a space why it can't win (one of
 * `ENTRY_BARS`) where it could not then. Entries' hash, published at the closing, and client seed: SHA-256, as hexadecimal, of the
 * lines in the order of the ids, joined by line feeds. Server seed: SHA-256, as hexadecimal, of these lines, joined by line feeds:
 *
 *     ayo draw 2
 *     the id of the draw
 *     the seed
 *     the entries' hash
 *     what decides it: `platform`; or `beacon CHAIN ROUND RANDOMNESS`; or `admins SECRET SECRET`
 *
 * The source that decides is named before the closing, and nobody knows its result then. Beacon: the randomness is SHA-256 of the bytes of
 * the round's signature, as hexadecimal. Secrets: 32 hexadecimal characters each, in the order of their commits, which are SHA-256 of
 * the characters.
 */
import type { DrawSource, EntryBar } from './draw-kinds';
import { asciiBytes, hexOf } from './fairness/ascii';
import { drawsFrom } from './fairness/draws';
import { sha256 } from './fairness/sha256';

const sha256Hex = (text: string): string => hexOf(sha256(asciiBytes(text)));

/** The entries in the order in which they are drawn from. */
export function sortedEntries(entryIds: readonly string[]): string[] {
  return [...entryIds].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));
}

/** Why entries can't win, by their ids. */
export type Bars = Readonly<Record<string, EntryBar | (string & {})>>;

/** Makes 64 hexadecimal characters from the entries, in any order; by rule 1 without bars. */
export function hashEntries(entryIds: readonly string[], bars: Bars = {}): string {
  const lines = sortedEntries(entryIds).map((entryId) => (Object.hasOwn(bars, entryId) ? `${entryId} ${bars[entryId] ?? ''}` : entryId));
  return sha256Hex(lines.join('\n'));
}

/** The result of a draw. */
export interface DrawResult {
  /** First place first: as many as there are places, or all that can win where there are fewer. */
  readonly winners: readonly string[];
  /** The entries that were drawn before the last place was taken and can't win, in the order in which they were drawn. */
  readonly passedOver: readonly string[];
}

interface Pool {
  readonly serverSeed: string;
  readonly clientSeed: string;
  readonly entryIds: readonly string[];
  readonly places: number;
  readonly canWin: (entryId: string) => boolean;
}

/** Draws until every place is taken. Throws a RangeError for a malformed seed, and for an entry that is there twice. */
export function drawPlaces({ serverSeed, clientSeed, entryIds, places, canWin }: Pool): DrawResult {
  const pool = sortedEntries(entryIds);
  if (new Set(pool).size < pool.length) throw new RangeError('an entry is in the draw twice');
  const draws = drawsFrom({ serverSeed, clientSeed, nonce: 0 });
  const winners: string[] = [];
  const passedOver: string[] = [];
  while (winners.length < places && pool.length > 0) {
    for (const entryId of pool.splice(draws.below(pool.length), 1)) (canWin(entryId) ? winners : passedOver).push(entryId);
  }
  return { winners, passedOver };
}

/** Draws by rule 1. Throws as `drawPlaces` does. */
export function drawByRule1(seed: string, entryIds: readonly string[], places: number, canWin: Pool['canWin'] = () => true): DrawResult {
  return drawPlaces({ serverSeed: seed, clientSeed: hashEntries(entryIds), entryIds, places, canWin });
}

/** The decision of a draw: the part of its result that comes neither from its seed nor from its entries. */
export type Decision =
  | { readonly source: Extract<DrawSource, 'platform'> }
  | { readonly source: Extract<DrawSource, 'beacon'>; readonly chain: string; readonly round: number; readonly randomness: string }
  | { readonly source: Extract<DrawSource, 'admins'>; readonly secrets: readonly [string, string] };

function decisionLine(decision: Decision): string {
  switch (decision.source) {
    case 'platform':
      return 'platform';
    case 'beacon':
      return `beacon ${decision.chain} ${decision.round} ${decision.randomness}`;
    case 'admins':
      return `admins ${decision.secrets.join(' ')}`;
  }
}

/** A draw of rule 2, with all that it follows from. */
export interface FrozenDraw {
  readonly drawId: string;
  readonly seed: string;
  readonly entryIds: readonly string[];
  readonly bars: Bars;
  readonly places: number;
  readonly decision: Decision;
}

/** Draws by rule 2. Throws as `drawPlaces` does. */
export function drawByRule2({ drawId, seed, entryIds, bars, places, decision }: FrozenDraw): DrawResult {
  const entriesHash = hashEntries(entryIds, bars);
  const serverSeed = sha256Hex(['ayo draw 2', drawId, seed, entriesHash, decisionLine(decision)].join('\n'));
  return drawPlaces({ serverSeed, clientSeed: entriesHash, entryIds, places, canWin: (entryId) => !Object.hasOwn(bars, entryId) });
}

const HEX_BYTES = /^(?:[0-9a-f]{2})+$/;

/** The randomness of a beacon's round: SHA-256 of its signature. Null for a signature that is not in hexadecimal. */
export function randomnessOf(signature: string): string | null {
  if (!HEX_BYTES.test(signature)) return null;
  const bytes = new Uint8Array(signature.length / 2);
  for (let i = 0; i < bytes.length; i += 1) bytes[i] = Number.parseInt(signature.slice(2 * i, 2 * i + 2), 16);
  return hexOf(sha256(bytes));
}
