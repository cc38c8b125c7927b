/** A round of slots as what is seen of it: one scene for each spin, in order. Pure. */
import { FIRST_PAYING_COUNT } from '../../core/games/slots/line';
import { REELS } from '../../core/games/slots/theme';
import type { SlotTheme } from '../../core/games/slots/theme';
import type { SlotOutcome, SlotSpin } from '../../core/games/slots/slots';

export interface Scene {
  readonly spin: SlotSpin;
  /** The strips that the reels turn on. */
  readonly mode: 'paid' | 'free';
  /** Free spins are numbered from 1; the paid spin is 0. */
  readonly number: number;
  /** Line stakes paid by this scene and all before it. */
  readonly paidSoFar: number;
  /** How long the result stays before the next scene starts; 0 for the last one. */
  readonly holdMs: number;
}

/** Long enough to see which lines paid. */
const HOLD_WIN_MS = 1_100;
const HOLD_BLANK_MS = 450;
/** Free spins that were won are told before the first of them starts. */
const HOLD_AWARD_MS = 2_200;

export function scenesOf(outcome: SlotOutcome): readonly Scene[] {
  const spins: readonly SlotSpin[] = [outcome, ...outcome.freeSpins];
  let paidSoFar = 0;
  return spins.map((spin, number) => {
    paidSoFar += spin.pays;
    const isLast = number === spins.length - 1;
    const held = number === 0 ? HOLD_AWARD_MS : spin.pays > 0 ? HOLD_WIN_MS : HOLD_BLANK_MS;
    return { spin, mode: number === 0 ? 'paid' : 'free', number, paidSoFar, holdMs: isLast ? 0 : held };
  });
}

/**
 * How many free spins the player knows of when `seen` of them have been shown: those that a free spin wins are told after
 * it, not before.
 */
export function spinsKnown(theme: SlotTheme, { scatters, freeSpins }: SlotOutcome, seen: number): number {
  const feature = theme.scatter?.freeSpins ?? null;
  const won = feature?.awards[scatters - FIRST_PAYING_COUNT] ?? 0;
  return freeSpins.slice(0, Math.min(won, seen)).reduce((all, spin) => all + (feature?.again?.[spin.scatters - FIRST_PAYING_COUNT] ?? 0), won);
}

/** The window that is drawn when nothing was played yet: the top of each strip. */
export function restingWindow(theme: SlotTheme): readonly (readonly string[])[] {
  return theme.strips.map((strip) => strip.slice(0, 3));
}

/** Symbols that pass on the first reel; each further one turns longer. */
const FIRST_PASSING = 6;
const MORE_PASSING = 3;
const FIRST_TURN_MS = 620;
const MORE_TURN_MS = 200;

/** How long a reel turns; the same for every result, so that nothing hints at what comes. */
export function turnMs(reel: number): number {
  return FIRST_TURN_MS + MORE_TURN_MS * reel;
}

/** Until the last reel stands. */
export const WHOLE_TURN_MS = turnMs(REELS - 1);

/**
 * The symbols of one reel for one turn, top to bottom: the new window, what passes before it comes, the window that was
 * there. It moves down by everything but the first three. What passes is what really lies below on the strip.
 */
export function turningReel(strip: readonly string[], stop: number, reel: number, before: readonly string[]): readonly string[] {
  const passing = FIRST_PASSING + MORE_PASSING * reel;
  const symbols = Array.from({ length: 3 + passing }, (_, at) => strip[(stop + at) % strip.length] ?? '');
  return [...symbols, ...before];
}

/** Cells that are part of what paid, as `reel:row`. */
export function paidCells(theme: SlotTheme, spin: SlotSpin): ReadonlySet<string> {
  const cells = new Set<string>();
  for (const { line, count, from = 0 } of spin.wins) {
    for (let reel = from; reel < from + count; reel += 1) cells.add(`${reel}:${theme.lines[line]?.[reel] ?? 0}`);
  }
  if (spin.scatterPays > 0) {
    spin.window.forEach((column, reel) => {
      column.forEach((symbol, row) => {
        if (symbol === theme.scatter?.symbol) cells.add(`${reel}:${row}`);
      });
    });
  }
  return cells;
}
