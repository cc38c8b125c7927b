/** What coming back is held against: the hello app of the same stack, in the same state of the network, in the same run. */
import { isAbove, milliseconds, timeLine, times } from './table';
import type { Line } from './table';

/** One address in one state of the network; milliseconds, `cls` without a unit. */
export interface Returned {
  readonly state: string;
  readonly path: string;
  /** Medians. */
  readonly fcp: number;
  readonly lcp: number;
  /** The worst. */
  readonly cls: number;
  readonly tbt: number;
}

type Paint = Pick<Returned, 'fcp' | 'lcp'>;

const BUDGETS = { fcp: 1, lcp: 1.5, fcpCheapest: 1.3, cls: 0.005, tbtMs: 50 } as const;
/** Addresses that one line names. */
const MOST_NAMED = 5;
const NOT_MEASURED: Paint = { fcp: Number.NaN, lcp: Number.NaN };

function ratiosOf({ fcp, lcp }: Paint, hello: Paint = NOT_MEASURED): { readonly fcp: number; readonly lcp: number; readonly text: string } {
  const ratios = { fcp: fcp / hello.fcp, lcp: lcp / hello.lcp };
  const one = (name: string, ms: number, ratio: number, floor: number) => `${name} ${milliseconds(ms)} (${times(ratio)} ${milliseconds(floor)})`;
  return { ...ratios, text: `${one('FCP', fcp, ratios.fcp, hello.fcp)}, ${one('LCP', lcp, ratios.lcp, hello.lcp)}` };
}

const BOTH = `FCP ≤ ${times(BUDGETS.fcp)}, LCP ≤ ${times(BUDGETS.lcp)}`;
const isOver = (ratio: Paint): boolean => isAbove(ratio.fcp, BUDGETS.fcp) || isAbove(ratio.lcp, BUDGETS.lcp);

export function singleLine(seen: Returned, hello: Paint | undefined): Line {
  const ratios = ratiosOf(seen, hello);
  return timeLine(`${seen.state}, ${seen.path}`, ratios.text, BOTH, isOver(ratios));
}

export function cheapestLine(seen: Returned, hello: Paint | undefined): Line {
  const ratios = ratiosOf(seen, hello);
  return timeLine(`${seen.state}, ${seen.path}`, ratios.text, `FCP ≤ ${times(BUDGETS.fcpCheapest)}`, isAbove(ratios.fcp, BUDGETS.fcpCheapest));
}

const worstOf = (seen: readonly Returned[], key: 'fcp' | 'lcp' | 'cls' | 'tbt'): Returned | undefined => seen.toSorted((a, b) => b[key] - a[key])[0];

/** All addresses of one state of the network, once each: how many are over, and the slowest of them. */
export function worstLine(seen: readonly Returned[], hello: Paint | undefined): Line {
  const [fcp, lcp] = [worstOf(seen, 'fcp'), worstOf(seen, 'lcp')];
  const { text } = ratiosOf({ fcp: fcp?.fcp ?? Number.NaN, lcp: lcp?.lcp ?? Number.NaN }, hello);
  const over = seen.filter((each) => isOver(ratiosOf(each, hello))).length;
  const name = `${seen[0]?.state ?? ''}, every address once (${seen.length}): the slowest are ${fcp?.path ?? '?'} and ${lcp?.path ?? '?'}`;
  return timeLine(name, `${text}; ${over} over`, BOTH, over > 0);
}

export function clsLine(seen: readonly Returned[]): Line {
  const worst = worstOf(seen, 'cls');
  const value = worst?.cls ?? Number.NaN;
  const over = [...new Set(seen.filter(({ cls }) => isAbove(cls, BUDGETS.cls)).map(({ path }) => path))];
  const others = over.length > MOST_NAMED ? ` and ${over.length - MOST_NAMED} more` : '';
  const named = over.length === 0 ? '' : `; over: ${over.slice(0, MOST_NAMED).join(', ')}${others}`;
  const name = `CLS, the worst of all these (${worst?.state ?? '?'}, ${worst?.path ?? '?'})`;
  return timeLine(name, `${value.toFixed(4)}${named}`, `≤ ${BUDGETS.cls}`, isAbove(value, BUDGETS.cls));
}

/** `runs`: how often each of the addresses was opened that are measured one by one. */
export function tbtLine(seen: readonly Returned[], runs: number): Line {
  const worst = worstOf(seen, 'tbt');
  const value = worst?.tbt ?? Number.NaN;
  const name = `TBT, the worst of all these, of up to ${runs} runs (${worst?.path ?? '?'})`;
  return timeLine(name, milliseconds(value), `≤ ${milliseconds(BUDGETS.tbtMs)}`, isAbove(value, BUDGETS.tbtMs));
}
