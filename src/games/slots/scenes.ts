/** Cuts a round of slots into scenes, one for each spin, in order. Pure. */
import { FIRST_PAYING_COUNT } from '../../core/games/slots/line';
import { REELS } from '../../core/games/slots/theme';
import type { SlotTheme } from '../../core/games/slots/theme';
import type { SlotOutcome, SlotSpin } from '../../core/games/slots/slots';

export interface Scene {
  readonly spin: SlotSpin;
  /** The strips of symbols that the reels turn on. */
  readonly mode: 'paid' | 'free';
  /** Free spins are numbered from 1; the paid spin is 0. */
  readonly number: number;
  /** Line stakes that this scene and all before it paid. */
  readonly paidSoFar: number;
  /** The time that the result stays before the next scene starts; 0 for the last one. */
  readonly holdMs: number;
}

/** Long enough to see which lines paid. */
const HOLD_WIN_MS = 1_100;
const HOLD_BLANK_MS = 450;
/** The time for which the number of free spins is shown before the first of them starts. */
const HOLD_AWARD_MS = 2_200;

export function scenesOf(outcome: SlotOutcome): readonly Scene[] {
  const spins: readonly SlotSpin[] = [outcome, ...outcome.freeSpins];
  let paidSoFar = 0;
  return spins.map((spin, number) => {
    paidSoFar += spin.pays;
    const isLast = number === spins.length - 1;
    const holdMs = number === 0 ? HOLD_AWARD_MS : spin.pays > 0 ? HOLD_WIN_MS : HOLD_BLANK_MS;
    return { spin, mode: number === 0 ? 'paid' : 'free', number, paidSoFar, holdMs: isLast ? 0 : holdMs };
  });
}

/** The number of free spins that the player knows of after `shownCount` of them. Spins that a free spin wins are announced after it. */
export function announcedSpinCount(theme: SlotTheme, { scatters, freeSpins }: SlotOutcome, shownCount: number): number {
  const feature = theme.scatter?.freeSpins ?? null;
  const won = feature?.awards[scatters - FIRST_PAYING_COUNT] ?? 0;
  return freeSpins.slice(0, Math.min(won, shownCount)).reduce((all, spin) => all + (feature?.again?.[spin.scatters - FIRST_PAYING_COUNT] ?? 0), won);
}

/** The window before the first round: the top of each strip. */
export function restingWindow(theme: SlotTheme): readonly (readonly string[])[] {
  return theme.strips.map((strip) => strip.slice(0, 3));
}

/** The number of symbols that pass on the first reel. Each further reel turns longer, at the same speed. */
const FIRST_REEL_PASSING_SYMBOLS = 5;
const EACH_REEL_PASSING_SYMBOLS = 3;
/** A reel is first pulled back, then it streaks, and then it lands. */
const PULL_MS = 130;
const FIRST_REEL_STREAK_MS = 250;
const EACH_REEL_STREAK_MS = 150;
export const LANDING_MS = 520;

/** The time that a reel turns. It depends on its place alone, so that nothing hints at the result. */
export function turnMs(reel: number): number {
  return PULL_MS + FIRST_REEL_STREAK_MS + EACH_REEL_STREAK_MS * reel + LANDING_MS;
}

/**
 * How far a reel is pulled back, and how far it runs over its place, in heights of a symbol. The gaps show no edge, because symbols do not
 * fill their height.
 */
const PULL = 0.14;
export const OVERSHOOT = 0.11;
/** The part of the landing after which the reel has run over its place and turns back. */
const LANDED_SHARE = 0.64;

/** The movement of a reel's strip of `cells` symbols. It depends on the reel's place alone. It uses transforms and opacity. */
export function turnKeyframes(reel: number, cells: number): Keyframe[] {
  const at = (symbolsAbove: number, ms: number, easing = 'linear', opacity = 1): Keyframe => ({
    transform: `translateY(${(-100 * symbolsAbove) / cells}%)`, offset: ms / turnMs(reel), easing, opacity,
  });
  const landingAt = turnMs(reel) - LANDING_MS;
  return [
    at(cells - 3, 0, 'ease-out'),
    at(cells - 3 + PULL, PULL_MS, 'cubic-bezier(0.3, 0, 0.8, 0.8)'),
    at(3, landingAt, 'cubic-bezier(0.24, 0.5, 0.5, 1)', 0.72),
    at(-OVERSHOOT, landingAt + LANDING_MS * LANDED_SHARE, 'ease-in-out'),
    at(0, turnMs(reel)),
  ];
}

/** The time until the last reel stands. */
export const WHOLE_TURN_MS = turnMs(REELS - 1);

/**
 * The symbols of one reel for one turn, from top to bottom: the new window, the symbols that pass before it, and the old window. The strip
 * moves down by everything but the first three. The passing symbols are the real ones of the strip.
 */
export function turningReel(strip: readonly string[], stop: number, reel: number, before: readonly string[]): readonly string[] {
  const passing = FIRST_REEL_PASSING_SYMBOLS + EACH_REEL_PASSING_SYMBOLS * reel;
  const symbols = Array.from({ length: 3 + passing }, (_, at) => strip[(stop + at) % strip.length] ?? '');
  return [...symbols, ...before];
}

/** The cells that are part of a win, as `reel:row`. */
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
