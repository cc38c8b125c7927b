/**
 * Counts every combination of stops of five reels by what it pays: exact, no sampling. Tens of millions of combinations
 * take a fraction of a second, because a branch is left as soon as no line can grow any more. Lines are read here by a
 * small state machine, apart from the engine's `readLine`; the tests hold the two against each other.
 */
import { linePay } from './line';
import { reelWindow } from './slots';
import { REELS, ROWS } from './theme';
import type { SlotTheme } from './theme';

/** How many of all combinations of stops pay so much on the lines (in line stakes) and show so many scatters. */
export interface SpinCount {
  readonly linePays: number;
  readonly scatters: number;
  readonly combinations: bigint;
}

interface Face {
  /** Indices into the theme's symbols, top to bottom. */
  readonly symbols: readonly number[];
  readonly scatters: number;
  /** Stops that show these three symbols. */
  readonly stops: number;
}

const MOST_SCATTERS = REELS * ROWS;
/** A line's state: `target × WILD_STATES + wilds`; target 0 = only wilds so far, else 1 + its symbol's index. */
const WILD_STATES = REELS + 1;

function facesOf(theme: SlotTheme, strip: readonly string[]): Face[] {
  const faces = new Map<string, Face>();
  for (const stop of strip.keys()) {
    const shown = reelWindow(strip, stop);
    const symbols = shown.map((symbol) => theme.symbols.indexOf(symbol));
    const scatters = shown.filter((symbol) => symbol === theme.scatter?.symbol).length;
    const name = symbols.join();
    faces.set(name, { symbols, scatters, stops: (faces.get(name)?.stops ?? 0) + 1 });
  }
  return [...faces.values()];
}

/** `tails[reel][n]`: combinations of the reels from `reel` on that show n scatters together. */
function scatterTails(reels: readonly (readonly Face[])[]): number[][] {
  const tails: number[][] = [[1]];
  for (const faces of reels.toReversed()) {
    const after = tails[0] ?? [];
    const here = Array.from({ length: after.length + ROWS }, () => 0);
    for (const face of faces) {
      for (const [later, ways] of after.entries()) {
        const n = later + face.scatters;
        here[n] = (here[n] ?? 0) + ways * face.stops;
      }
    }
    tails.unshift(here);
  }
  return tails;
}

/** Pay of a line that ended in `state` after `count` symbols: `table[state × WILD_STATES + count]`. */
function settleTable(theme: SlotTheme): Int32Array {
  const targets = [null, ...theme.symbols];
  const table = new Int32Array(targets.length * WILD_STATES * WILD_STATES);
  for (const [target, symbol] of targets.entries()) {
    for (let wilds = 0; wilds <= REELS; wilds += 1) {
      for (let count = wilds; count <= REELS; count += 1) {
        const run = symbol === null ? 0 : linePay(theme, symbol, count);
        const state = target * WILD_STATES + wilds;
        table[state * WILD_STATES + count] = Math.max(run, linePay(theme, theme.wild, wilds));
      }
    }
  }
  return table;
}

/**
 * Counts every combination of stops of `strips` under the theme's lines and pays. Throws a RangeError where there are
 * more combinations than a double counts exactly, or a strip shows a symbol the theme doesn't have.
 */
export function countSpins(theme: SlotTheme, strips: readonly (readonly string[])[]): SpinCount[] {
  const { lines, symbols } = theme;
  if (strips.length !== REELS || strips.flat().some((symbol) => !symbols.includes(symbol))) throw new RangeError('bad strips');
  const cycle = strips.reduce((product, strip) => product * strip.length, 1);
  if (!Number.isSafeInteger(cycle)) throw new RangeError('too many combinations to count');

  const reels = strips.map((strip) => facesOf(theme, strip));
  const tails = scatterTails(reels);
  const settled = settleTable(theme);
  const wild = symbols.indexOf(theme.wild);
  const scatter = theme.scatter === null ? -1 : symbols.indexOf(theme.scatter.symbol);
  const mostPaid = lines.length * settled.reduce((most, pays) => Math.max(most, pays), 0);
  const found = new Float64Array((mostPaid + 1) * (MOST_SCATTERS + 1));
  const add = (paid: number, scatters: number, ways: number): void => {
    const slot = paid * (MOST_SCATTERS + 1) + scatters;
    found[slot] = (found[slot] ?? 0) + ways;
  };

  // One row of line numbers and states per reel, written again and again: no garbage in the inner loop.
  const openLines = Array.from({ length: REELS + 1 }, () => new Int32Array(lines.length));
  const states = Array.from({ length: REELS + 1 }, () => new Int32Array(lines.length));
  openLines[0]?.set([...lines.keys()]);

  const walk = (reel: number, open: number, paid: number, scatters: number, ways: number): void => {
    const [lineOf, stateOf] = [openLines[reel], states[reel]];
    const [nextLine, nextState] = [openLines[reel + 1], states[reel + 1]];
    if (!lineOf || !stateOf) return;
    if (!nextLine || !nextState) {
      let total = paid;
      for (let i = 0; i < open; i += 1) total += settled[(stateOf[i] ?? 0) * WILD_STATES + reel] ?? 0;
      add(total, scatters, ways);
      return;
    }
    if (open === 0) {
      // Nothing on the remaining reels can pay on a line any more: only their scatters still matter.
      (tails[reel] ?? []).forEach((tail, more) => tail > 0 && add(paid, scatters + more, ways * tail));
      return;
    }
    for (const face of reels[reel] ?? []) {
      let still = 0;
      let now = paid;
      for (let i = 0; i < open; i += 1) {
        const line = lineOf[i] ?? 0;
        const state = stateOf[i] ?? 0;
        const symbol = face.symbols[lines[line]?.[reel] ?? 0] ?? 0;
        const onlyWilds = state < WILD_STATES;
        let next = -1;
        if (symbol === wild) next = onlyWilds ? state + 1 : state;
        else if (symbol !== scatter && onlyWilds) next = (symbol + 1) * WILD_STATES + state;
        else if (symbol !== scatter && Math.floor(state / WILD_STATES) === symbol + 1) next = state;
        if (next < 0) {
          now += settled[state * WILD_STATES + reel] ?? 0;
          continue;
        }
        nextLine[still] = line;
        nextState[still] = next;
        still += 1;
      }
      walk(reel + 1, still, now, scatters + face.scatters, ways * face.stops);
    }
  };
  walk(0, lines.length, 0, 0, 1);

  const counts: SpinCount[] = [];
  for (const [slot, ways] of found.entries()) {
    if (ways === 0) continue;
    const linePays = Math.floor(slot / (MOST_SCATTERS + 1));
    counts.push({ linePays, scatters: slot % (MOST_SCATTERS + 1), combinations: BigInt(ways) });
  }
  return counts;
}
