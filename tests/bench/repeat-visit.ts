/** Coming back: with the network cut and with a network that lets nothing through, by several addresses. */
import type { BrowserContext } from '@playwright/test';
import { SLOW_4G } from './net/pacing-proxy';
import type { TlsFront } from './net/tls-front';
import { behind } from './stage';
import type { Stage } from './stage';
import { milliseconds, timeLine, times } from './table';
import type { Line } from './table';
import { CPU_SLOWDOWN, median, newVisitor, readVisit, slowPage } from './visit';
import type { Visit } from './visit';

const RUNS = 3;
/** How the cheapest phones are, beside the processor that everything else is measured with. */
const CHEAPEST_PHONE = 12;
const ROUTES = ['/', '/game/adire-gold', '/help', '/terms', '/bank-codes'];
const LOST = [['cut', 'no network'], ['silent', 'lie-fi']] as const;

async function untilReady(visitor: BrowserContext, origin: string): Promise<void> {
  const page = await visitor.newPage();
  await page.goto(origin);
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await page.close();
}

async function visits(visitor: BrowserContext, address: string, slowdown: number): Promise<Visit[]> {
  const results: Visit[] = [];
  for (let run = 0; run < RUNS; run += 1) {
    const page = await slowPage(visitor, slowdown);
    await page.goto(address, { waitUntil: 'commit' });
    results.push(await readVisit(page));
    await page.close();
  }
  return results;
}

interface Measured {
  readonly name: string;
  readonly fcp: number;
  readonly lcp: number;
}

async function measure({ browser }: Stage, front: TlsFront, routes: readonly string[]): Promise<Measured[]> {
  return behind(front, SLOW_4G, async (origin, proxy) => {
    const visitor = await newVisitor(browser);
    const results: Measured[] = [];
    try {
      await untilReady(visitor, origin);
      const look = async (name: string, route: string, slowdown: number) => {
        const seen = await visits(visitor, origin + route, slowdown);
        results.push({ name, fcp: median(seen.map(({ fcp }) => fcp)), lcp: median(seen.map(({ lcp }) => lcp)) });
      };
      for (const [state, words] of LOST) {
        proxy.become(state);
        for (const route of routes) await look(`${words}, ${route}`, route, CPU_SLOWDOWN);
      }
      proxy.become('cut');
      await look(`no network, /, ${CHEAPEST_PHONE} ×`, '/', CHEAPEST_PHONE);
    } finally {
      await visitor.close();
    }
    return results;
  });
}

/** Ratios to the hello app of the same stack in the same run. */
const BUDGETS = { fcp: 1, lcp: 1.5, fcpCheapest: 1.3 } as const;

export async function measureRepeatVisits(stage: Stage): Promise<readonly Line[]> {
  const hello = await measure(stage, stage.fronts.hello, ['/']);
  const product = await measure(stage, stage.fronts.product, ROUTES);
  const helloLike = (name: string) => hello.find((each) => each.name === name.replace(/\/[^,]*/, '/')) ?? { fcp: Number.NaN, lcp: Number.NaN };
  return product.map(({ name, fcp, lcp }) => {
    const beside = helloLike(name);
    const isCheapest = name.endsWith('×');
    const value = `FCP ${milliseconds(fcp)} (${times(fcp / beside.fcp)}), LCP ${milliseconds(lcp)} (${times(lcp / beside.lcp)})`;
    const budget = isCheapest ? `FCP ≤ ${times(BUDGETS.fcpCheapest)}` : `FCP ≤ ${times(BUDGETS.fcp)}, LCP ≤ ${times(BUDGETS.lcp)}`;
    return timeLine(name, value, budget);
  });
}
