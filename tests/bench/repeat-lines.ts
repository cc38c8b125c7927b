/** The lines of repeat visits beside those of the hello app, which has the same stack, network and run. */
import { isAbove, formatMilliseconds, timeLine, formatRatio } from './table';
import type { Line } from './table';

/** The figures of one address in one state of the network: milliseconds, and `cls` without a unit. */
export interface ReturnVisit {
  readonly state: string;
  readonly path: string;
  /** Medians. */
  readonly fcp: number;
  readonly lcp: number;
  /** The worst values. */
  readonly cls: number;
  readonly tbt: number;
}

type Paint = Pick<ReturnVisit, 'fcp' | 'lcp'>;

const BUDGETS = { fcp: 1, lcp: 1.5, fcpCheapest: 1.3, cls: 0.005, tbtMs: 50 } as const;
/** The number of addresses that one line names at most. */
const MAX_NAMED = 5;
const NOT_MEASURED: Paint = { fcp: Number.NaN, lcp: Number.NaN };

function ratiosOf({ fcp, lcp }: Paint, hello: Paint = NOT_MEASURED): { readonly fcp: number; readonly lcp: number; readonly text: string } {
  const ratios = { fcp: fcp / hello.fcp, lcp: lcp / hello.lcp };
  const metricText = (name: string, ms: number, ratio: number, floor: number) => `${name} ${formatMilliseconds(ms)} (${formatRatio(ratio)} ${formatMilliseconds(floor)})`;
  return { ...ratios, text: `${metricText('FCP', fcp, ratios.fcp, hello.fcp)}, ${metricText('LCP', lcp, ratios.lcp, hello.lcp)}` };
}

const BUDGET_TEXT = `FCP ≤ ${formatRatio(BUDGETS.fcp)}, LCP ≤ ${formatRatio(BUDGETS.lcp)}`;
const isOver = (ratio: Paint): boolean => isAbove(ratio.fcp, BUDGETS.fcp) || isAbove(ratio.lcp, BUDGETS.lcp);

export function singleLine(visits: ReturnVisit, hello: Paint | undefined): Line {
  const ratios = ratiosOf(visits, hello);
  return timeLine(`${visits.state}, ${visits.path}`, ratios.text, BUDGET_TEXT, isOver(ratios));
}

export function cheapestLine(visits: ReturnVisit, hello: Paint | undefined): Line {
  const ratios = ratiosOf(visits, hello);
  return timeLine(`${visits.state}, ${visits.path}`, ratios.text, `FCP ≤ ${formatRatio(BUDGETS.fcpCheapest)}`, isAbove(ratios.fcp, BUDGETS.fcpCheapest));
}

const worstOf = (visits: readonly ReturnVisit[], key: 'fcp' | 'lcp' | 'cls' | 'tbt'): ReturnVisit | undefined => visits.toSorted((a, b) => b[key] - a[key])[0];

/**
 * Makes the line of all addresses of one network state, opened once each: how many exceed the budget, and the slowest of them.
 */
export function worstLine(visits: readonly ReturnVisit[], hello: Paint | undefined): Line {
  const [fcp, lcp] = [worstOf(visits, 'fcp'), worstOf(visits, 'lcp')];
  const { text } = ratiosOf({ fcp: fcp?.fcp ?? Number.NaN, lcp: lcp?.lcp ?? Number.NaN }, hello);
  const over = visits.filter((each) => isOver(ratiosOf(each, hello))).length;
  const name = `${visits[0]?.state ?? ''}, every address once (${visits.length}): the slowest are ${fcp?.path ?? '?'} and ${lcp?.path ?? '?'}`;
  return timeLine(name, `${text}; ${over} over`, BUDGET_TEXT, over > 0);
}

export function clsLine(visits: readonly ReturnVisit[]): Line {
  const worst = worstOf(visits, 'cls');
  const value = worst?.cls ?? Number.NaN;
  const over = [...new Set(visits.filter(({ cls }) => isAbove(cls, BUDGETS.cls)).map(({ path }) => path))];
  const others = over.length > MAX_NAMED ? ` and ${over.length - MAX_NAMED} more` : '';
  const namesText = over.length === 0 ? '' : `; over: ${over.slice(0, MAX_NAMED).join(', ')}${others}`;
  const name = `CLS, the worst of all these (${worst?.state ?? '?'}, ${worst?.path ?? '?'})`;
  return timeLine(name, `${value.toFixed(4)}${namesText}`, `≤ ${BUDGETS.cls}`, isAbove(value, BUDGETS.cls));
}

/** Makes the line of blocking times; `runs` is the number of visits of each address that is measured one by one. */
export function tbtLine(visits: readonly ReturnVisit[], runs: number): Line {
  const worst = worstOf(visits, 'tbt');
  const value = worst?.tbt ?? Number.NaN;
  const name = `TBT, the worst of all these, of up to ${runs} runs (${worst?.path ?? '?'})`;
  return timeLine(name, formatMilliseconds(value), `≤ ${formatMilliseconds(BUDGETS.tbtMs)}`, isAbove(value, BUDGETS.tbtMs));
}
