/** Films one practice round of each game on a phone, and chooses frames of it. */
import type { Browser, Page } from '@playwright/test';
import { pause } from './camera';
import type { Size } from './camera';

export interface Frame {
  /** Milliseconds since the round was started. */
  readonly at: number;
  readonly jpeg: Buffer;
}

export const STRIP_FRAMES = 8;
const SIZE: Size = { width: 360, height: 660 };
const ROUND_LIMIT_MS = 30_000;
/** The strip goes on this long after the result is shown, because the win is still being celebrated. */
const AFTER_MS = 1_500;

const ready = (page: Page) => page.locator('button.spin[data-kind="ready"]');
const result = (page: Page) => page.locator('.result-text').filter({ hasText: /^(Last round: )?(No win|Won .+|.+ came back)$/ });
const closedCell = (page: Page) => page.locator('.mines-cell[data-cell="closed"]:not([aria-disabled])');
const move = (page: Page, name: RegExp) => page.getByRole('button', { name }).and(page.locator('.act:not([aria-disabled])'));

/** Ends a round of several steps: in mines it opens one cell and cashes out, in blackjack it stands. Then waits for the result. */
async function finish(page: Page, gameId: string): Promise<void> {
  if (gameId === 'mines') {
    await closedCell(page).nth(6).click();
    await move(page, /./).or(result(page)).first().waitFor();
    if (!(await result(page).isVisible())) await move(page, /./).first().click();
  }
  if (gameId === 'blackjack') {
    await move(page, /^Stand/).or(result(page)).first().waitFor();
    if (!(await result(page).isVisible())) await move(page, /^Stand/).click();
  }
  await result(page).waitFor();
}

/** Chooses the frame that was on the screen at each of evenly distributed times. A screen that does not change sends none. */
export function chooseFrames(film: readonly Frame[], from: number, to: number, count = STRIP_FRAMES): Frame[] {
  return Array.from({ length: count }, (_, step) => from + ((to - from) * step) / (count - 1)).flatMap((time) => {
    const shown = film.findLast(({ at }) => at <= time) ?? film[0];
    return shown === undefined ? [] : [{ at: Math.round(time - from), jpeg: shown.jpeg }];
  });
}

/** Plays one round and returns its frames. */
export async function takeStrip(browser: Browser, url: string, gameId: string): Promise<Frame[]> {
  const context = await browser.newContext({ viewport: SIZE, colorScheme: 'dark' });
  try {
    const page = await context.newPage();
    page.setDefaultTimeout(ROUND_LIMIT_MS);
    await page.goto(`${url}/game/${gameId}`);
    if (gameId === 'roulette') {
      for (const bet of [/^Number 17/, /^Red/, /^Dozen 1–/]) await page.getByRole('button', { name: bet }).click();
    }
    await ready(page).waitFor();
    // The first visit's message would lie over the round.
    await page.locator('.toast').first().waitFor({ timeout: 3_000 }).then(() => page.locator('.toast button').last().click(), () => undefined);
    const film: Frame[] = [];
    const cdp = await context.newCDPSession(page);
    cdp.on('Page.screencastFrame', ({ data, metadata, sessionId }) => {
      film.push({ at: (metadata.timestamp ?? 0) * 1_000, jpeg: Buffer.from(data, 'base64') });
      void cdp.send('Page.screencastFrameAck', { sessionId });
    });
    await cdp.send('Page.startScreencast', { format: 'jpeg', quality: 90, everyNthFrame: 1 });
    await pause(200);
    const from = Date.now();
    await ready(page).click();
    await finish(page, gameId);
    await pause(AFTER_MS);
    const to = Date.now();
    await cdp.send('Page.stopScreencast');
    if (film.length < 2) throw new Error('The film has no frames.');
    return chooseFrames(film, from, to);
  } finally {
    await context.close();
  }
}
