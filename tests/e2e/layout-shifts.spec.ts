/** Pages whose middle is waited for: what follows it is not pushed about when it comes. */
import type { Page } from '@playwright/test';
import { openAccount, putSession } from './support/api';
import { expectLive, expectReadyOffline, heading } from './support/frame-of-page';
import { holdRequests } from './support/hold-requests';
import { isLong, sample } from './support/sample';
import { watchShifts } from './support/layout-shifts';
import { LONG, POLL_LIMIT_MS, expect, test, useProduct } from './support/test';
import { goWithin } from './support/versions';
import { HOLDER, proveIdentity } from './support/withdraw';

const product = useProduct();

test.use({ viewport: { width: 412, height: 823 } });
/** As speed is measured. A slowed page takes the time of a core, so the ordinary run slows it less. */
const CPU_SLOWDOWN = isLong ? 4 : 2;
/** The share of the screen that may shift. These pages had 0.15 to 0.24 before they waited for their answers. */
const MOST = 0.005;

/** Each with the button that has come when all has, and a way that stands last in it. */
const PAGES = [
  { path: '/withdraw', button: 'Look up the name', last: 'How withdrawing works' },
  { path: '/deposit', button: /^Deposit|^Get the/, last: 'Limits and breaks' },
  { path: '/edit-profile', button: 'Save', last: 'Change my e-mail' },
] as const;

/** A page of its own, slowed; what `open` does on it moves nothing. */
async function expectStill(page: Page, { button, last }: (typeof PAGES)[number], open: (slow: Page) => Promise<unknown>): Promise<void> {
  const slow = await page.context().newPage();
  const shifts = await watchShifts(slow);
  await (await page.context().newCDPSession(slow)).send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
  await open(slow);
  await expect(slow.locator('main').getByRole('button', { name: button }).first()).toBeVisible({ timeout: POLL_LIMIT_MS });
  await expect(slow.locator('main').getByText(last)).toBeVisible();
  const { sum, moved } = await shifts();
  expect(sum, `${slow.url()}: ${moved.join('; ')}`).toBeLessThanOrEqual(MOST);
  await slow.close();
}

test('nothing moves on the way into a page with a form, with a connection, from another page, and without one', LONG, async ({ page, context }) => {
  const account = await openAccount(context, { naira: 5_000, person: HOLDER });
  await proveIdentity(context, account);
  await putSession(page, account);
  await page.goto('/');
  await expectLive(page);
  await expectReadyOffline(page);
  for (const each of sample(PAGES, 2)) await expectStill(page, each, (slow) => slow.goto(each.path));
  for (const each of sample(PAGES, 3)) {
    await expectStill(page, each, async (slow) => {
      await slow.goto('/help');
      await expect(heading(slow)).toHaveText('Help');
      await goWithin(slow, each.path);
    });
  }
  // The browser's word alone lets a new worker's first question through, and a network that comes and goes does move things.
  await context.setOffline(true);
  await product().stop();
  try {
    for (const each of sample(PAGES, 3)) await expectStill(page, each, (slow) => slow.goto(each.path));
  } finally {
    await product().start();
  }
});

test('nothing moves when the headings’ own font comes in after the page, on phones and large screens', LONG, async ({ browser }) => {
  for (const width of sample([320, 360, 412, 768, 1280], 2)) {
    const context = await browser.newContext({ viewport: { width, height: 823 }, serviceWorkers: 'block' });
    const release = await holdRequests(context, '**/*.woff2', (route) => route.continue());
    const page = await context.newPage();
    const shifts = await watchShifts(page);
    await page.goto(product().url, { waitUntil: 'commit' });
    await expect(page.getByRole('heading', { level: 2, name: 'Start here' })).toBeVisible();
    await expect(page.locator('.tile-link').first()).toBeVisible();
    const font = () => page.evaluate(() => [...document.fonts].find(({ family }) => family.includes('Grotesque'))?.status);
    await expect.poll(font).toBe('loading');
    release();
    await expect.poll(font).toBe('loaded');
    const { sum, moved } = await shifts();
    expect.soft(sum, `${width}: ${moved.join('; ')}`).toBeLessThanOrEqual(MOST);
    await context.close();
  }
});

// `npm test` has lobby.spec.ts with the first answers that come late, and before-scripts.spec.ts with the text that the app takes over.
test('nothing moves when the lobby’s document comes in pieces and each piece is drawn, for guests and players, on phones and large screens', LONG, async ({ browser }) => {
  for (const [width, who] of [[360, 'guest'], [1280, 'guest'], [360, 'player'], [1280, 'player']] as const) {
    const context = await browser.newContext({ viewport: { width, height: 660 }, serviceWorkers: 'block' });
    const page = await context.newPage();
    if (who === 'player') await openAccount(context);
    const shifts = await watchShifts(page);
    // Without the scripts, because only the drawing of the document is at issue, and without the policy, which forbids writing it.
    const markup = (await (await context.request.get(product().url)).text()).replaceAll(/<script[^]*?<\/script>/g, '');
    // The font comes in another test, at a time that is known there.
    await page.route('**/*.woff2', (route) => route.abort());
    await page.route('**/empty', (route) => route.fulfill({ contentType: 'text/html', body: '<!doctype html>' }));
    await page.goto(`${product().url}/empty`);
    const tags = [...markup.matchAll(/</g)].map(({ index }) => index).filter((at) => at > markup.indexOf('<body'));
    // The bars and the strip hold one element beside another; the tiles are many of a kind.
    const isWithin = (at: number, from: string, to: string) => {
      const start = markup.indexOf(from);
      return start !== -1 && at > start && at < markup.indexOf(to, start);
    };
    const isCut = (at: number) => isWithin(at, '<header', '</header>') || isWithin(at, 'class="hero"', '</section>') || isWithin(at, 'class="bottom-bar', '</nav>');
    const others = sample(tags.filter((at) => !isCut(at)), 40);
    const cuts = tags.filter((at) => isCut(at) || others.includes(at));
    const pieces = [0, ...cuts].map((at, count) => markup.slice(at, cuts[count]));
    await page.evaluate(async (parts) => {
      document.open();
      for (const part of parts) {
        document.write(part); // oxlint-disable-line typescript/no-deprecated -- the one way to give the browser's own parser a document in pieces
        // A browser draws nothing of a document before the style sheets in its head, but has no such rule for one that a script writes.
        const sheets = [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')].filter(({ sheet, disabled }) => sheet === null && !disabled);
        await Promise.all(sheets.map((link) => new Promise((done) => { link.onload = done; link.onerror = done; })));
        await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
      }
      document.close();
    }, pieces);
    await expect(page.getByRole('navigation', { name: 'Main menu' }).getByRole('link')).toHaveCount(5);
    await expect(page.locator('.balance-chip')).toHaveCount(who === 'player' ? 1 : 0);
    const { sum, moved } = await shifts();
    expect.soft(sum, `${who}, ${width}: ${moved.join('; ')}`).toBeLessThanOrEqual(MOST);
    await context.close();
  }
});
