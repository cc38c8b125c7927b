/** Repeat visits to every address, with the network cut and with a network that lets nothing through. */
import type { BrowserContext } from '@playwright/test';
import { FIRST_SCREENS_CACHE, firstScreenKey } from '../../src/data/first-screens';
import { SLOW_4G } from './net/pacing-proxy';
import type { TlsFront } from './net/tls-front';
import { ALL_PAGES, QUICK_PAGES, SINGLE_PAGES } from './pages';
import type { PageVisit } from './pages';
import { cheapestLine, clsLine, singleLine, tbtLine, worstLine } from './repeat-lines';
import type { ReturnVisit } from './repeat-lines';
import { newSignedInVisitor } from './signed-in';
import { runBehindNetwork } from './stage';
import type { Stage } from './stage';
import type { Line, Table } from './table';
import { CPU_SLOWDOWN, median, newVisitor, readVisit, slowPage } from './visit';
import type { Visit } from './visit';

const RUNS = 3;
/** The slowdown of the cheapest phones; the other measurements use the processor of a phone that is less slow. */
const CHEAPEST_PHONE = 12;
const LOST_NETWORKS = [['cut', 'no network'], ['silent', 'lie-fi']] as const;
/** By then the files that a player's first pages request for later have arrived. */
const PLAYER_SETTLE_MS = 6_000;

/** The time between two looks whether a first screen is stored. */
const STORED_CHECK_MS = 250;
/** A page that has stored none by then has none. */
const STORED_DEADLINE_MS = 10_000;

async function waitUntilReady(visitor: BrowserContext, origin: string, settleMs: number): Promise<void> {
  const page = await visitor.newPage();
  await page.goto(origin);
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await new Promise((done) => setTimeout(done, settleMs));
  await page.close();
}

/** Opens the addresses until their first screens are stored, because who comes back has been there before. Some pages have none. */
async function visitBefore(visitor: BrowserContext, origin: string, paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    const page = await visitor.newPage();
    await page.goto(origin + path);
    const isStored = () => page.evaluate(
      async ({ cacheName, ending }) => (await (await caches.open(cacheName)).keys()).some(({ url }) => url.endsWith(ending)),
      { cacheName: FIRST_SCREENS_CACHE, ending: firstScreenKey('', path) },
    );
    const deadline = performance.now() + STORED_DEADLINE_MS;
    while (performance.now() < deadline && !(await isStored())) await new Promise((done) => setTimeout(done, STORED_CHECK_MS));
    await page.close();
  }
}

async function measureVisits(visitor: BrowserContext, address: string, slowdown: number, runs: number): Promise<Visit[]> {
  const results: Visit[] = [];
  for (let run = 0; run < runs; run += 1) {
    const page = await slowPage(visitor, slowdown);
    await page.goto(address, { waitUntil: 'commit' });
    results.push(await readVisit(page));
    await page.close();
  }
  return results;
}

interface Plan {
  readonly single: readonly string[];
  readonly once: readonly string[];
  /** The addresses that were opened before. */
  readonly before: readonly string[];
  readonly states: readonly (typeof LOST_NETWORKS)[number][];
  readonly runs: number;
  /** True if `/` is also opened on the cheapest phone. */
  readonly hasCheapest: boolean;
}

interface Measured {
  readonly single: ReturnVisit[];
  readonly once: ReturnVisit[];
  readonly cheapest: ReturnVisit[];
}

/** Opens the addresses in one browser, again and again. */
async function measureReturns(front: TlsFront, plan: Plan, settleMs: number, open: (origin: string) => Promise<BrowserContext>): Promise<Measured> {
  return runBehindNetwork(front, SLOW_4G, async (origin, proxy) => {
    const visitor = await open(origin);
    const measured: Measured = { single: [], once: [], cheapest: [] };
    try {
      await waitUntilReady(visitor, origin, settleMs);
      await visitBefore(visitor, origin, plan.before);
      const measure = async (list: ReturnVisit[], state: string, path: string, slowdown: number, runs: number) => {
        const all = await measureVisits(visitor, origin + path, slowdown, runs);
        const medianOf = (key: 'fcp' | 'lcp') => median(all.map((visit) => visit[key]));
        const worst = (key: 'cls' | 'tbt') => Math.max(...all.map((visit) => visit[key]));
        list.push({ state, path, fcp: medianOf('fcp'), lcp: medianOf('lcp'), cls: worst('cls'), tbt: worst('tbt') });
      };
      for (const [state, words] of plan.states) {
        proxy.setState(state);
        for (const path of plan.single) await measure(measured.single, words, path, CPU_SLOWDOWN, plan.runs);
        for (const path of plan.once) await measure(measured.once, words, path, CPU_SLOWDOWN, 1);
      }
      if (plan.hasCheapest) {
        proxy.setState('cut');
        await measure(measured.cheapest, `no network, ${CHEAPEST_PHONE} × slower`, '/', CHEAPEST_PHONE, plan.runs);
      }
    } finally {
      await visitor.close();
    }
    return measured;
  });
}

const pathsOf = (list: readonly PageVisit[], who: PageVisit['who']): readonly string[] =>
  list.filter((each) => each.who === who).map(({ path }) => path);

function linesOf(hello: Measured, measured: readonly Measured[], runs: number): readonly Line[] {
  const helloIn = (state: string) => hello.single.find((each) => each.state === state);
  const all = (key: keyof Measured) => measured.flatMap((each) => each[key]);
  const worst = LOST_NETWORKS.flatMap(([, state]) => {
    const once = all('once').filter((each) => each.state === state);
    return once.length === 0 ? [] : [worstLine(once, helloIn(state))];
  });
  return [
    ...all('single').map((each) => singleLine(each, helloIn(each.state))),
    ...all('cheapest').map((each) => cheapestLine(each, hello.cheapest[0])),
    ...worst,
    clsLine([...all('single'), ...all('once')]),
    tbtLine([...all('single'), ...all('once')], runs),
  ];
}

/** Measures repeat visits; with `isQuick` only a few addresses, once each, with the network cut. */
export async function measureRepeatVisits({ browser, fronts, player }: Stage, isQuick: boolean): Promise<Table> {
  const runs = isQuick ? 1 : RUNS;
  const states = isQuick ? LOST_NETWORKS.slice(0, 1) : LOST_NETWORKS;
  const [single, once] = [isQuick ? QUICK_PAGES : SINGLE_PAGES, isQuick ? [] : ALL_PAGES];
  const common = { states, runs, before: [] };
  const hello = await measureReturns(fronts.hello, { ...common, single: ['/'], once: [], hasCheapest: true }, 0, () => newVisitor(browser));
  const guest = await measureReturns(
    fronts.product,
    { ...common, single: pathsOf(single, 'guest'), before: [...pathsOf(single, 'guest'), ...pathsOf(once, 'guest')], once: pathsOf(once, 'guest'), hasCheapest: true },
    0, () => newVisitor(browser),
  );
  const measured = [guest];
  if (!isQuick) {
    const session = await player();
    const plan = { ...common, single: pathsOf(single, 'player'), once: pathsOf(once, 'player'), hasCheapest: false };
    measured.push(await measureReturns(fronts.product, plan, PLAYER_SETTLE_MS, (origin) => newSignedInVisitor(browser, origin, session)));
  }
  const title = `Coming back, beside the hello app of this stack (FCP and LCP, × the hello’s), processor slowed ${CPU_SLOWDOWN} ×, median of ${runs}`;
  return [title, linesOf(hello, measured, runs)];
}
