/** The first visit of `/` on two slow networks, with the floor in the same run; then the bytes of the second visit. */
import type { Exchange } from './net/tls-front';
import { FLAKY_3G, SLOW_4G } from './net/pacing-proxy';
import type { Network } from './net/pacing-proxy';
import { runBehindNetwork } from './stage';
import type { Stage } from './stage';
import { bytesLine, isAbove, formatMilliseconds, timeLine, formatRatio } from './table';
import type { Line, Table } from './table';
import { median, newVisitor, readVisit, slowPage } from './visit';
import type { Visit } from './visit';

const RUNS = 3;
/** A device that is not ready for offline use by this time counts as not ready. */
const READY_LIMIT_MS = 60_000;
/** A visit ends after this time without a request. */
const SETTLE_MS = 3_000;

/** Waits, because a page has no sign that its last request was sent. */
const waitUntilSettled = (network: Network) => new Promise((done) => setTimeout(done, SETTLE_MS + 4 * network.roundTripMs));

interface ProductVisit extends Visit {
  /** From the start of the navigation until the service worker has everything. */
  readonly ready: number;
  /** Bytes without those that the service worker requests. */
  readonly bytes: number;
  readonly repeatBytes: number;
  readonly repeat: readonly Exchange[];
}

/** Sums bodies without headers: header lines repeat, and HTTP/2 sends a repeated line as one byte. */
const bytesOf = (exchanges: readonly Exchange[]): number => exchanges.reduce((sum, { bodyBytes }) => sum + bodyBytes, 0);
/** Where there are no bodies, only header lines are left; they count as written, which is more than HTTP/2 sends. */
const bytesWithHeaders = (exchanges: readonly Exchange[]): number =>
  exchanges.reduce((sum, { bodyBytes, headerBytes }) => sum + bodyBytes + headerBytes, 0);

async function visitFloor({ browser, fronts }: Stage, network: Network): Promise<Visit> {
  return runBehindNetwork(fronts.floor, network, async (origin) => {
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

async function visitProduct({ browser, fronts }: Stage, network: Network): Promise<ProductVisit> {
  return runBehindNetwork(fronts.product, network, async (origin) => {
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
      // Files that the page requests again in order to keep them belong to this visit.
      await waitUntilSettled(network);
      await page.close();

      fronts.product.exchanges.length = 0;
      const secondPage = await slowPage(visitor);
      await secondPage.goto(origin);
      await waitUntilSettled(network);
      const repeat = [...fronts.product.exchanges];
      return { ...visit, ready, bytes, repeat, repeatBytes: bytesWithHeaders(repeat) };
    } finally {
      await visitor.close();
    }
  });
}

/** Budgets as in the table of performance goals; the limits of times are ratios to the floor. */
const RATIOS = { fcp: 1.15, lcp: 1.4, tti: 3 } as const;
const READY_BUDGET_MS = new Map([[SLOW_4G, 4_000], [FLAKY_3G, 12_000]]);
const TBT_BUDGET_MS = 50;
const CLS_BUDGET = 0.005;

function linesOf(network: Network, floor: readonly Visit[], product: readonly ProductVisit[], budgets: Readonly<Record<string, number>>): Line[] {
  const ratioLine = (key: 'fcp' | 'lcp' | 'tti') => {
    const [low, own] = [median(floor.map((visit) => visit[key])), median(product.map((visit) => visit[key]))];
    const value = `${formatMilliseconds(own)}, ${formatRatio(own / low)} the floor's ${formatMilliseconds(low)}`;
    return timeLine(key.toUpperCase(), value, `≤ ${formatRatio(RATIOS[key])}`, isAbove(own / low, RATIOS[key]));
  };
  const medianOf = (key: 'tbt' | 'cls' | 'ready' | 'bytes' | 'repeatBytes') => median(product.map((visit) => visit[key]));
  const [ready, readyBudget] = [medianOf('ready'), READY_BUDGET_MS.get(network) ?? Number.NaN];
  const [tbt, cls] = [medianOf('tbt'), medianOf('cls')];
  return [
    ratioLine('fcp'),
    ratioLine('lcp'),
    ratioLine('tti'),
    timeLine('TBT', formatMilliseconds(tbt), `≤ ${formatMilliseconds(TBT_BUDGET_MS)}`, isAbove(tbt, TBT_BUDGET_MS)),
    timeLine('CLS', cls.toFixed(4), `≤ ${CLS_BUDGET}`, isAbove(cls, CLS_BUDGET)),
    timeLine(
      'ready for offline use',
      Number.isNaN(ready) ? `not after ${READY_LIMIT_MS / 1000} s` : formatMilliseconds(ready),
      `≤ ${formatMilliseconds(readyBudget)}`,
      isAbove(ready, readyBudget),
    ),
    bytesLine('first visit, before the precache, bodies', medianOf('bytes'), budgets['firstVisit'] ?? null),
    bytesLine('second visit, before the polls, with headers', medianOf('repeatBytes'), budgets['repeatVisit'] ?? null),
  ];
}

/** Lists the requests of the second visit, for a reader who finds it too heavy. */
function printRepeat([first]: readonly ProductVisit[]): void {
  for (const { path, status, bodyBytes, headerBytes } of first?.repeat ?? []) {
    console.log(`    second visit: ${status} ${path}  ${bodyBytes} + ${headerBytes} bytes of header`);
  }
}

/** Visits on each network `runs` times. */
export async function measureFirstVisits(stage: Stage, budgets: Readonly<Record<string, number>>, runs = RUNS): Promise<readonly Table[]> {
  const tables: Table[] = [];
  for (const network of [SLOW_4G, FLAKY_3G]) {
    const floor: Visit[] = [];
    const product: ProductVisit[] = [];
    // Product and floor take turns, so that other work of the machine slows both.
    for (let run = 0; run < runs; run += 1) {
      floor.push(await visitFloor(stage, network));
      product.push(await visitProduct(stage, network));
    }
    const title = `First visit of /, ${network.name}, processor slowed 4 ×, median of ${runs} (largest: ${product[0]?.largest ?? '?'})`;
    tables.push([title, linesOf(network, floor, product, budgets)]);
    printRepeat(product);
  }
  return tables;
}
