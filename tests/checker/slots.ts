/** Slots, as their par sheets describe them. */
import type { CheckedResult, CheckedRound, Draw } from './round';

type Triple = readonly number[];

interface Parameters {
  readonly wild: string | null;
  readonly wildMultiplier?: number;
  readonly wildExpands?: boolean;
  readonly runs: 'left' | 'both-ways' | 'anywhere';
  readonly strips: readonly (readonly string[])[];
  readonly lines: readonly (readonly number[])[];
  readonly pays: readonly { readonly symbol: string; readonly pays: Triple }[];
  readonly scatter: {
    readonly symbol: string;
    readonly pays: Triple;
    readonly freeSpins: {
      readonly awards: Triple;
      readonly multiplier: number;
      readonly climbs?: boolean;
      readonly again?: Triple;
      readonly strips: readonly (readonly string[])[];
    } | null;
  } | null;
}

const ROWS = [0, 1, 2];
const REELS = 5;

/** A row of the tables has an entry each for 3, 4 and 5. */
const entry = (row: Triple | undefined, count: number): number => row?.[count - 3] ?? 0;

interface Run {
  readonly count: number;
  readonly pays: number;
}

/** The run from the first of the symbols on. */
function runFrom(symbols: readonly string[], rules: Parameters): Run {
  const { wild, wildMultiplier = 1, scatter, pays } = rules;
  const payOf = (symbol: string, count: number) => entry(pays.find((row) => row.symbol === symbol)?.pays, count);
  let leading = 0;
  while (leading < symbols.length && symbols[leading] === wild) leading += 1;
  const wildRun: Run = { count: leading, pays: wild === null ? 0 : payOf(wild, leading) };
  const symbol = symbols[leading];
  if (symbol === undefined || symbol === scatter?.symbol) return wildRun;
  let end = leading;
  while (end < symbols.length && (symbols[end] === symbol || symbols[end] === wild)) end += 1;
  const hasWild = symbols.slice(0, end).includes(wild ?? '');
  const run: Run = { count: end, pays: payOf(symbol, end) * (hasWild ? wildMultiplier : 1) };
  return wildRun.pays > run.pays ? wildRun : run;
}

/** Returns what one line pays, in line stakes. */
function linePays(symbols: readonly string[], rules: Parameters): number {
  const left = runFrom(symbols, rules);
  if (rules.runs === 'left') return left.pays;
  if (rules.runs === 'anywhere') return Math.max(...[0, 1, 2].map((from) => runFrom(symbols.slice(from), rules).pays));
  const right = runFrom(symbols.toReversed(), rules);
  const paid = [left, right].filter(({ pays }) => pays > 0);
  if (paid.some(({ count }) => count === REELS)) return Math.max(left.pays, right.pays);
  return left.pays + right.pays;
}

interface Spin {
  readonly stops: readonly number[];
  readonly linePays: number;
  readonly scatters: number;
}

function spin(rules: Parameters, strips: readonly (readonly string[])[], draw: Draw): Spin {
  const stops = strips.map((strip) => draw(strip.length));
  const shown = strips.map((strip, reel) => ROWS.map((row) => strip[((stops[reel] ?? 0) + row) % strip.length] ?? ''));
  const { wild, scatter } = rules;
  const read = shown.map((column) => (rules.wildExpands === true && wild !== null && column.includes(wild) ? ROWS.map(() => wild) : column));
  const pays = rules.lines.map((line) => linePays(line.map((row, reel) => read[reel]?.[row] ?? ''), rules));
  return {
    stops,
    linePays: pays.reduce((sum, each) => sum + each, 0),
    scatters: shown.flat().filter((symbol) => symbol === scatter?.symbol).length,
  };
}

export function checkSlots(parameters: Readonly<Record<string, unknown>>, { stake }: CheckedRound, draw: Draw): CheckedResult {
  const rules = parameters as unknown as Parameters;
  const paid = spin(rules, rules.strips, draw);
  let total = paid.linePays + entry(rules.scatter?.pays, paid.scatters);
  const shown = [paid.stops];
  const free = rules.scatter?.freeSpins ?? null;
  if (free !== null) {
    const first = entry(free.awards, paid.scatters);
    let all = first;
    for (let number = 0; number < all; number += 1) {
      const one = spin(rules, free.strips, draw);
      total += one.linePays * (free.multiplier + (free.climbs === true ? number : 0));
      if (number < first) all += entry(free.again, one.scatters);
      shown.push(one.stops);
    }
  }
  return { win: (BigInt(stake) * BigInt(total)) / BigInt(rules.lines.length), staked: BigInt(stake), shown };
}
