/** The 5×3 slots engine: five uniform stops, lines from left to right, a wild, scatters with free spins. */
import * as z from 'zod/mini';
import type { Draws } from '../../fairness/draws';
import { kobo, multiplyFloor } from '../../money';
import type { GameEngine } from '../engine';
import { refuseUnplayable } from '../engine';
import { FIRST_PAYING_COUNT, readLine } from './line';
import { REELS, ROWS } from './theme';
import type { LinePays, SlotTheme } from './theme';

const count = z.int().check(z.nonnegative());

const lineWin = z.strictObject({
  /** Index into the theme's lines. */
  line: count,
  symbol: z.string(),
  /** How many from the left, wilds included. */
  count,
  /** In line stakes, the free-spin multiplier not yet applied. */
  pays: count,
});

const spin = z.strictObject({
  /** Where each reel stopped: the strip index of the top row. */
  stops: z.array(count).check(z.length(REELS)),
  /** What is seen: five reels of three symbols, top to bottom. */
  window: z.array(z.array(z.string()).check(z.length(ROWS))).check(z.length(REELS)),
  wins: z.array(lineWin),
  /** Scatters in the window, and what they pay in line stakes (always 0 in free spins). */
  scatters: count,
  scatterPays: count,
  /** All that this spin pays, in line stakes, multiplier applied: the sum of `total` is over these. */
  pays: count,
});

/** The paid spin, the free spins that it won, and what all of them pay together. */
export const slotOutcome = z.strictObject({
  ...spin.shape,
  /** In the order in which they are shown; empty when none were won. */
  freeSpins: z.array(spin),
  /** In line stakes: win = ⌊stake × total ÷ lines⌋. */
  total: count,
  /** Number of lines the stake was divided over. */
  lines: count,
});

export type SlotLineWin = z.infer<typeof lineWin>;
export type SlotSpin = z.infer<typeof spin>;
export type SlotOutcome = z.infer<typeof slotOutcome>;

/** All lines are always played: there is nothing to choose. */
export const slotBet = z.strictObject({});
export type SlotBet = z.infer<typeof slotBet>;

/** The three symbols that a reel shows when it stops at `stop`, top to bottom; strips are rings. */
export function reelWindow(strip: readonly string[], stop: number): string[] {
  return Array.from({ length: ROWS }, (_, row) => strip[(stop + row) % strip.length] ?? '');
}

function byCount(pays: LinePays | undefined, found: number): number {
  return pays?.[found - FIRST_PAYING_COUNT] ?? 0;
}

/** What five stops on the theme's strips (or on others, in free spins) pay. Pure. */
export function readSpin(theme: SlotTheme, stops: readonly number[], mode: 'paid' | 'free' = 'paid'): SlotSpin {
  const free = mode === 'free' ? theme.scatter?.freeSpins : undefined;
  const strips = free?.strips ?? theme.strips;
  const window = strips.map((strip, reel) => reelWindow(strip, stops[reel] ?? 0));
  const wins = theme.lines.flatMap((rows, line) => {
    const hit = readLine(theme, window.map((column, reel) => column[rows[reel] ?? 0] ?? ''));
    return hit ? [{ line, ...hit }] : [];
  });
  const scatters = window.flat().filter((symbol) => symbol === theme.scatter?.symbol).length;
  const scatterPays = free ? 0 : byCount(theme.scatter?.pays, scatters);
  const linePays = wins.reduce((sum, win) => sum + win.pays, 0);
  const pays = linePays * (free?.multiplier ?? 1) + scatterPays;
  return { stops: [...stops], window, wins, scatters, scatterPays, pays };
}

function drawStops(strips: readonly (readonly string[])[], draws: Draws): number[] {
  return strips.map((strip) => draws.below(strip.length));
}

/** One round: five draws for the paid spin, then five for each free spin, in the order of the reels. Pure. */
export function playSlots(theme: SlotTheme, draws: Draws): SlotOutcome {
  const paid = readSpin(theme, drawStops(theme.strips, draws));
  const feature = theme.scatter?.freeSpins;
  const freeSpins = Array.from({ length: byCount(feature?.awards, paid.scatters) }, () =>
    readSpin(theme, drawStops(feature?.strips ?? [], draws), 'free'),
  );
  const total = freeSpins.reduce((sum, spun) => sum + spun.pays, paid.pays);
  return { ...paid, freeSpins, total, lines: theme.lines.length };
}

/** The engine of a theme. The stake is divided evenly over the lines, hence the step of one kobo a line. */
export function slotsEngine(theme: SlotTheme): GameEngine<SlotBet, SlotOutcome> {
  const stakeStep = kobo(theme.lines.length);
  return {
    gameId: theme.gameId,
    kind: 'slots',
    rtp: theme.rtp,
    maxWin: theme.maxWin,
    stakeStep,
    betSchema: slotBet,
    outcomeSchema: slotOutcome,
    play({ stake, draws }) {
      refuseUnplayable(stakeStep, stake);
      const outcome = playSlots(theme, draws);
      return { outcome, win: multiplyFloor(stake, outcome.total, outcome.lines) };
    },
  };
}
