/** The first visit of `/` on two slow networks, the floor beside it in the same run; then the second visit's bytes. */
import type { Exchange } from './net/tls-front';
import { FLAKY_3G, SLOW_4G } from './net/pacing-proxy';
import type { Network } from './net/pacing-proxy';
import { behind } from './stage';
import type { Stage } from './stage';
import { bytesLine, isAbove, milliseconds, timeLine, times } from './table';
import type { Line, Table } from './table';
import { median, newVisitor, readVisit, slowPage } from './visit';
import type { Visit } from './visit';

const RUNS = 3;
/** A device that is not ready for offline use by then is said to be not ready. */
const READY_LIMIT_MS = 60_000;
/** After this long without a request a visit is over. */
const SETTLED_MS = 3_000;

/** Nothing of a page says that it will ask for nothing more. */
const settled = (network: Network) => new Promise((done) => setTimeout(done, SETTLED_MS + 4 * network.roundTripMs));

interface Product extends Visit {
  /** From the start of the navigation until the service worker has everything. */
  readonly ready: number;
  /** Bytes before the service worker's own. */
  readonly bytes: number;
  readonly repeatBytes: number;
  readonly repeat: readonly Exchange[];
}

/** Bodies. Header lines repeat, and HTTP/2 sends a repeated line as one byte. */
const bytesOf = (exchanges: readonly Exchange[]): number => exchanges.reduce((sum, { bodyBytes }) => sum + bodyBytes, 0);
/** Where there are no bodies the header lines are what is left; counted as they are written, which is too much. */
const bytesWithHeaders = (exchanges: readonly Exchange[]): number =>
  exchanges.reduce((sum, { bodyBytes, headerBytes }) => sum + bodyBytes + headerBytes, 0);

async function visitFloor({ browser, fronts }: Stage, network: Network): Promise<Visit> {
  return behind(fronts.floor, network, async (origin) => {
    const visitor = await newVisitor(browser);
    try {
      const page = await slowPage(visitor);
      await page.goto(origin, { waitUntil: 'commit' });
      return await readVisit(page);
    } finally {
      await visitor.close();
    }
  });
}

async function visitProduct({ browser, fronts }: Stage, network: Network): Promise<Product> {
  return behind(fronts.product, network, async (origin) => {
    const visitor = await newVisitor(browser);
    try {
      const page = await slowPage(visitor);
      fronts.product.exchanges.length = 0;
      await page.goto(origin, { waitUntil: 'commit' });
      const visit = await readVisit(page);
      const ready = await page.evaluate((limitMs) => Promise.race([
        navigator.serviceWorker.ready.then(() => performance.now()),
        new Promise<number>((done) => setTimeout(done, limitMs, Number.NaN)),
      ]), READY_LIMIT_MS);
      const bytes = bytesOf(fronts.product.exchanges.filter(({ byServiceWorker }) => !byServiceWorker));
      // What it asks for once more, to be kept, belongs to this visit.
      await settled(network);
      await page.close();

      fronts.product.exchanges.length = 0;
      const again = await slowPage(visitor);
      await again.goto(origin);
      await settled(network);
      const repeat = [...fronts.product.exchanges];
      return { ...visit, ready, bytes, repeat, repeatBytes: bytesWithHeaders(repeat) };
    } finally {
      await visitor.close();
    }
  });
}

/** Budgets as in the table of performance goals: times are ratios to the floor. */
const RATIOS = { fcp: 1.15, lcp: 1.4, tti: 3 } as const;
const READY_BUDGET_MS = new Map([[SLOW_4G, 4_000], [FLAKY_3G, 12_000]]);
const TBT_BUDGET_MS = 50;
const CLS_BUDGET = 0.005;

function linesOf(network: Network, floor: readonly Visit[], product: readonly Product[], budgets: Readonly<Record<string, number>>): Line[] {
  const of = (key: 'fcp' | 'lcp' | 'tti') => {
    const [low, own] = [median(floor.map((visit) => visit[key])), median(product.map((visit) => visit[key]))];
    const value = `${milliseconds(own)}, ${times(own / low)} the floor's ${milliseconds(low)}`;
    return timeLine(key.toUpperCase(), value, `≤ ${times(RATIOS[key])}`, isAbove(own / low, RATIOS[key]));
  };
  const one = (key: 'tbt' | 'cls' | 'ready' | 'bytes' | 'repeatBytes') => median(product.map((visit) => visit[key]));
  const [ready, readyBudget] = [one('ready'), READY_BUDGET_MS.get(network) ?? Number.NaN];
  const [tbt, cls] = [one('tbt'), one('cls')];
  return [
    of('fcp'),
    of('lcp'),
    of('tti'),
    timeLine('TBT', milliseconds(tbt), `≤ ${milliseconds(TBT_BUDGET_MS)}`, isAbove(tbt, TBT_BUDGET_MS)),
    timeLine('CLS', cls.toFixed(4), `≤ ${CLS_BUDGET}`, isAbove(cls, CLS_BUDGET)),
    timeLine(
      'ready for offline use',
      Number.isNaN(ready) ? `not after ${READY_LIMIT_MS / 1000} s` : milliseconds(ready),
      `≤ ${milliseconds(readyBudget)}`,
      isAbove(ready, readyBudget),
    ),
    bytesLine('first visit, before the precache, bodies', one('bytes'), budgets['firstVisit'] ?? null),
    bytesLine('second visit, before the polls, with headers', one('repeatBytes'), budgets['repeatVisit'] ?? null),
  ];
}

/** What the second visit asked for: the reader who finds it too heavy wants to know. */
function tellRepeat([first]: readonly Product[]): void {
  for (const { path, status, bodyBytes, headerBytes } of first?.repeat ?? []) {
    console.log(`    second visit: ${status} ${path}  ${bodyBytes} + ${headerBytes} bytes of header`);
  }
}

/** `runs`: how often each network is gone through. */
export async function measureFirstVisits(stage: Stage, budgets: Readonly<Record<string, number>>, runs = RUNS): Promise<readonly Table[]> {
  const tables: Table[] = [];
  for (const network of [SLOW_4G, FLAKY_3G]) {
    const floor: Visit[] = [];
    const product: Product[] = [];
    // In turn: what else the machine does meanwhile slows both.
    for (let run = 0; run < runs; run += 1) {
      floor.push(await visitFloor(stage, network));
      product.push(await visitProduct(stage, network));
    }
    const title = `First visit of /, ${network.name}, processor slowed 4 ×, median of ${runs} (largest: ${product[0]?.largest ?? '?'})`;
    tables.push([title, linesOf(network, floor, product, budgets)]);
    tellRepeat(product);
  }
  return tables;
}
