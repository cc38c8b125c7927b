/** Coming back: with the network cut and with a network that lets nothing through, by every address. */
import type { BrowserContext } from '@playwright/test';
import { SLOW_4G } from './net/pacing-proxy';
import type { TlsFront } from './net/tls-front';
import { EVERY, QUICK_SINGLE, SINGLE } from './pages';
import type { Opened } from './pages';
import { cheapestLine, clsLine, singleLine, tbtLine, worstLine } from './repeat-lines';
import type { Returned } from './repeat-lines';
import { signedIn } from './signed-in';
import { behind } from './stage';
import type { Stage } from './stage';
import type { Line, Table } from './table';
import { CPU_SLOWDOWN, median, newVisitor, readVisit, slowPage } from './visit';
import type { Visit } from './visit';

const RUNS = 3;
/** How the cheapest phones are, beside the processor that everything else is measured with. */
const CHEAPEST_PHONE = 12;
const LOST = [['cut', 'no network'], ['silent', 'lie-fi']] as const;
/** What a player's first pages ask for, to be kept, has come by then. */
const KEPT_MS = 6_000;

async function untilReady(visitor: BrowserContext, origin: string, settleMs: number): Promise<void> {
  const page = await visitor.newPage();
  await page.goto(origin);
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await new Promise((done) => setTimeout(done, settleMs));
  await page.close();
}

async function visits(visitor: BrowserContext, address: string, slowdown: number, runs: number): Promise<Visit[]> {
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
  readonly states: readonly (typeof LOST)[number][];
  readonly runs: number;
  /** Whether `/` is also opened on the cheapest phone. */
  readonly isCheapest: boolean;
}

interface Seen {
  readonly single: Returned[];
  readonly once: Returned[];
  readonly cheapest: Returned[];
}

/** One browser that comes back again and again. */
async function comeBack(front: TlsFront, plan: Plan, settleMs: number, open: (origin: string) => Promise<BrowserContext>): Promise<Seen> {
  return behind(front, SLOW_4G, async (origin, proxy) => {
    const visitor = await open(origin);
    const seen: Seen = { single: [], once: [], cheapest: [] };
    try {
      await untilReady(visitor, origin, settleMs);
      const look = async (list: Returned[], state: string, path: string, slowdown: number, runs: number) => {
        const all = await visits(visitor, origin + path, slowdown, runs);
        const of = (key: 'fcp' | 'lcp') => median(all.map((visit) => visit[key]));
        const worst = (key: 'cls' | 'tbt') => Math.max(...all.map((visit) => visit[key]));
        list.push({ state, path, fcp: of('fcp'), lcp: of('lcp'), cls: worst('cls'), tbt: worst('tbt') });
      };
      for (const [state, words] of plan.states) {
        proxy.become(state);
        for (const path of plan.single) await look(seen.single, words, path, CPU_SLOWDOWN, plan.runs);
        for (const path of plan.once) await look(seen.once, words, path, CPU_SLOWDOWN, 1);
      }
      if (plan.isCheapest) {
        proxy.become('cut');
        await look(seen.cheapest, `no network, ${CHEAPEST_PHONE} × slower`, '/', CHEAPEST_PHONE, plan.runs);
      }
    } finally {
      await visitor.close();
    }
    return seen;
  });
}

const pathsOf = (list: readonly Opened[], who: Opened['who']): readonly string[] =>
  list.filter((each) => each.who === who).map(({ path }) => path);

function linesOf(hello: Seen, seen: readonly Seen[], runs: number): readonly Line[] {
  const helloIn = (state: string) => hello.single.find((each) => each.state === state);
  const all = (key: keyof Seen) => seen.flatMap((each) => each[key]);
  const worst = LOST.flatMap(([, state]) => {
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

/** `isQuick`: few addresses, once each, with the network cut. */
export async function measureRepeatVisits({ browser, fronts, player }: Stage, isQuick: boolean): Promise<Table> {
  const runs = isQuick ? 1 : RUNS;
  const states = isQuick ? LOST.slice(0, 1) : LOST;
  const [single, once] = [isQuick ? QUICK_SINGLE : SINGLE, isQuick ? [] : EVERY];
  const common = { states, runs };
  const hello = await comeBack(fronts.hello, { ...common, single: ['/'], once: [], isCheapest: true }, 0, () => newVisitor(browser));
  const guest = await comeBack(
    fronts.product, { ...common, single: pathsOf(single, 'guest'), once: pathsOf(once, 'guest'), isCheapest: true }, 0, () => newVisitor(browser),
  );
  const seen = [guest];
  if (!isQuick) {
    const session = await player();
    const plan = { ...common, single: pathsOf(single, 'player'), once: pathsOf(once, 'player'), isCheapest: false };
    seen.push(await comeBack(fronts.product, plan, KEPT_MS, (origin) => signedIn(browser, origin, session)));
  }
  const title = `Coming back, beside the hello app of this stack (FCP and LCP, × the hello’s), processor slowed ${CPU_SLOWDOWN} ×, median of ${runs}`;
  return [title, linesOf(hello, seen, runs)];
}
