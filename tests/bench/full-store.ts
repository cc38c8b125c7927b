/** The start on a device that holds a long day of play: the page must not block while it reads its store. */
import type { Page } from '@playwright/test';
import { newSignedInVisitor } from './signed-in';
import type { Stage } from './stage';
import { isAbove, formatMilliseconds, timeLine } from './table';
import type { Table } from './table';
import { CPU_SLOWDOWN, readVisit, slowPage } from './visit';

const ROUNDS = 2_000;
const RUNS = 5;
/** The greatest difference between two starts of a device, in ms, that counts as chance. */
const MOST_MORE_MS = 50;

/** Writes ended rounds of the day, as the app itself stores them. */
async function fillStore(page: Page, userId: string): Promise<void> {
  await page.evaluate(async ([rounds, player]) => {
    const [databaseInfo] = await indexedDB.databases();
    const opening = indexedDB.open(databaseInfo?.name ?? '');
    await new Promise((done) => (opening.onsuccess = done));
    const writing = opening.result.transaction('intents', 'readwrite');
    for (let nth = 1; nth <= rounds; nth += 1) {
      const at = Date.now() - nth * 10_000;
      writing.objectStore('intents').put({
        key: nth.toString(16).padStart(48, '0'), kind: 'round', userId: player, gameId: 'adire-gold', body: { stake: 50, currency: 'NGN', bet: { lines: 20 } },
        state: 'confirmed', at, sentAt: at, refusal: null,
        answer: {
          roundId: `r${nth}`, gameId: 'adire-gold', stake: 50, currency: 'NGN', outcome: { grid: Array.from({ length: 15 }, (_, cell) => cell) }, win: 0,
          balance: 50, version: nth, fairness: { commit: 'c', clientSeed: 's', nonce: nth }, at: new Date(at).toISOString(),
        },
      });
    }
    await new Promise((done) => (writing.oncomplete = done));
    opening.result.close();
  }, [ROUNDS, userId] as const);
}

/** Returns the blocking time of a start in ms: the least of several, since other work of the machine only adds to it. */
async function blockingTimeOfStarts(visitor: Awaited<ReturnType<typeof newSignedInVisitor>>, origin: string): Promise<number> {
  const blocking: number[] = [];
  for (let run = 0; run < RUNS; run += 1) {
    const page = await slowPage(visitor);
    await page.goto(origin);
    blocking.push((await readVisit(page)).tbt);
    await page.close();
  }
  return Math.min(...blocking);
}

export async function measureFullStore({ browser, product, player }: Stage): Promise<Table> {
  const session = await player();
  const visitor = await newSignedInVisitor(browser, product.url, session);
  try {
    const first = await visitor.newPage();
    await first.goto(product.url);
    // The service worker's installation ends before the measurement, because it is not part of a start.
    await first.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
    await readVisit(first);
    const without = await blockingTimeOfStarts(visitor, product.url);
    await fillStore(first, session.userId);
    await first.close();
    const withRounds = await blockingTimeOfStarts(visitor, product.url);
    const text = `${formatMilliseconds(withRounds)}, ${formatMilliseconds(without)} without`;
    const isOver = isAbove(withRounds - without, MOST_MORE_MS);
    return [
      `The start with ${ROUNDS} ended rounds on the device, processor slowed ${CPU_SLOWDOWN} ×, the least of ${RUNS}`,
      [timeLine('long tasks beyond 50 ms each, in all', text, `≤ ${formatMilliseconds(MOST_MORE_MS)} more`, isOver)],
    ];
  } finally {
    await visitor.close();
  }
}
