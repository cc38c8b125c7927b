/** The 5×3 slots engine: five uniform stops, lines, a wild, scatters with free spins; a theme says which of them it has. */
import * as z from '../../zod';
import type { Draws } from '../../fairness/draws';
import { kobo, multiplyFloor } from '../../money';
import type { Kobo } from '../../money';
import type { GameEngine } from '../engine';
import { refuseUnplayable } from '../engine';
import { entryForCount, readRuns } from './line';
import { REELS, ROWS } from './theme';
import type { FreeSpins, SlotTheme } from './theme';

const count = z.int().check(z.nonnegative());

const lineWin = z.strictObject({
  /** Index into the theme's lines. */
  line: count,
  symbol: z.string(),
  /** How many in a row, wilds included. */
  count,
  /** In line stakes, a wild's multiplier applied, that of free spins not yet. */
  pays: count,
  /** The reel on which the run starts; missing for 0, the first. */
  from: z.optional(count),
});

const spin = z.strictObject({
  /** Where each reel stopped: the strip index of the top row. */
  stops: z.array(count).check(z.length(REELS)),
  /** The symbols on the screen: five reels of three, top to bottom. */
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

/** The window as the lines are read: where wilds expand, a reel that shows one is wild from top to bottom. */
export function expandWilds(theme: SlotTheme, window: readonly (readonly string[])[]): readonly (readonly string[])[] {
  const { wild } = theme;
  if (theme.wildExpands === undefined || wild === null) return window;
  return window.map((column) => (column.includes(wild) ? column.map(() => wild) : column));
}

/** The multiplier of a free spin's line pays; `number` counts the free spins of a round from 0. */
export function freeMultiplier(feature: FreeSpins, number: number): number {
  return feature.multiplier + (feature.climbs === undefined ? 0 : number);
}

/** Reads the pays of five stops on the theme's strips (or on others, in the free spin `number`). Pure. */
export function readSpin(theme: SlotTheme, stops: readonly number[], mode: 'paid' | 'free' = 'paid', number = 0): SlotSpin {
  const free = mode === 'free' ? (theme.scatter?.freeSpins ?? null) : null;
  const strips = free?.strips ?? theme.strips;
  const window = strips.map((strip, reel) => reelWindow(strip, stops[reel] ?? 0));
  const readableWindow = expandWilds(theme, window);
  const wins = theme.lines.flatMap((rows, line) =>
    readRuns(theme, readableWindow.map((column, reel) => column[rows[reel] ?? 0] ?? '')).map((hit) => ({ line, ...hit })),
  );
  const scatters = window.flat().filter((symbol) => symbol === theme.scatter?.symbol).length;
  const scatterPays = free ? 0 : entryForCount(theme.scatter?.pays, scatters);
  const linePays = wins.reduce((sum, win) => sum + win.pays, 0);
  const pays = linePays * (free ? freeMultiplier(free, number) : 1) + scatterPays;
  return { stops: [...stops], window, wins, scatters, scatterPays, pays };
}

function drawStops(strips: readonly (readonly string[])[], draws: Draws): number[] {
  return strips.map((strip) => draws.below(strip.length));
}

/** All free spins of a round, those won by free spins last. */
function playFreeSpins(theme: SlotTheme, feature: FreeSpins, won: number, draws: Draws): SlotSpin[] {
  const spins: SlotSpin[] = [];
  let all = won;
  for (let number = 0; number < all; number += 1) {
    const spin = readSpin(theme, drawStops(feature.strips, draws), 'free', number);
    spins.push(spin);
    if (number < won) all += entryForCount(feature.again, spin.scatters);
  }
  return spins;
}

/** One round: five draws for the paid spin, then five for each free spin, in the order of the reels. Pure. */
export function playSlots(theme: SlotTheme, draws: Draws): SlotOutcome {
  const paidSpin = readSpin(theme, drawStops(theme.strips, draws));
  const feature = theme.scatter?.freeSpins ?? null;
  const freeSpins = feature ? playFreeSpins(theme, feature, entryForCount(feature.awards, paidSpin.scatters), draws) : [];
  const total = freeSpins.reduce((sum, spin) => sum + spin.pays, paidSpin.pays);
  return { ...paidSpin, freeSpins, total, lines: theme.lines.length };
}

/**
 * The engine of a theme. The stake is divided evenly over the lines, hence the step of one kobo a line. `maxRoundWin`: of the rules of
 * an earlier version.
 */
export function slotsEngine(theme: SlotTheme, maxRoundWin?: Kobo): GameEngine<SlotBet, SlotOutcome> {
  const stakeStep = kobo(theme.lines.length);
  return {
    gameId: theme.gameId,
    kind: 'slots',
    rtp: theme.rtp,
    maxWin: theme.maxWin,
    maxRoundWin,
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
