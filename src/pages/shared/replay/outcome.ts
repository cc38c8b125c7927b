import { formatNaira, nairaToKobo } from '../../../core/money';
import type { Kobo } from '../../../core/money';
import type { RoundHistoryItem } from '../../../core/contract/games';
import { words } from './words';

type Fields = Readonly<Record<string, unknown>>;

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null;
}

function countOf(value: unknown): number | null {
  return Array.isArray(value) ? value.length : null;
}

/**
 * Describes a round's outcome in a few words, from the parts that this version understands, because games may be newer than this page. It
 * is empty when this version understands none.
 */
export function outcomeWords({ outcome, stake, win }: Pick<RoundHistoryItem, 'outcome' | 'stake' | 'win'>): string {
  const parts: string[] = [];
  if (isFields(outcome)) {
    const lines = countOf(outcome['wins']);
    const free = countOf(outcome['freeSpins']);
    // Only slots have both members; wins of other games are no lines.
    if (lines !== null && free !== null) parts.push(words.outcome.lines(lines));
    if (free !== null && free > 0) parts.push(words.outcome.freeSpins(free));
  }
  const times = multipleOf(stake, win);
  if (times !== null) parts.push(words.outcome.multiple(times));
  const text = parts.join(', ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Puts the result of a round into words that do not exaggerate it: getting at most the stake back is no win. */
export function roundResultWords(stake: Kobo, win: Kobo): string {
  if (win === 0) return words.noWin;
  return (win > stake ? words.won : words.cameBack)(formatNaira(win));
}

/** The multiple of the stake that came back, cut after two decimals; null for nothing. */
function multipleOf(stake: number, win: number): string | null {
  const staked = nairaToKobo(stake);
  const won = nairaToKobo(win);
  if (staked === null || won === null || staked <= 0 || won <= 0) return null;
  return String(Math.floor((won * 100) / staked) / 100);
}

/** The symbols in the window, row by row; null where the outcome has none. */
export function windowRows(outcome: unknown): readonly (readonly string[])[] | null {
  if (!isFields(outcome) || !Array.isArray(outcome['window'])) return null;
  const reels = outcome['window'].map((reel: unknown) => (Array.isArray(reel) ? reel.map(String) : []));
  const rows = Math.max(0, ...reels.map((reel) => reel.length));
  if (rows === 0) return null;
  return Array.from({ length: rows }, (_, row) => reels.map((reel) => reel[row] ?? ''));
}
