/** No page moves by itself while its first answers come, whichever of its addresses a visit begins with. */
import type { Browser, Page } from '@playwright/test';
import { openAccount, putSession } from './support/api';
import type { Account } from './support/api';
import { expectLive, heading } from './support/frame-of-page';
import { holdRequests } from './support/hold-requests';
import { ROUTES } from './support/routes';
import type { OpenedRoute } from './support/routes';
import { watchShifts } from './support/layout-shifts';
import { LONG_ONLINE, expect, test, useProduct } from './support/test';

useProduct();

const SCREENS = [{ width: 360, height: 660 }, { width: 1280, height: 800 }];
const MOST_SHIFT = 0.005;
/** A longer name takes a second line on a phone when it comes. */
const NAMED = { firstname: 'Ada', lastname: 'Obi' };

/** A call whose answer comes after those of the others, by the ends of their addresses. */
interface Order {
  readonly last: string;
  readonly others: readonly string[];
}

/** Lets all answers but the last go, and that one when the others have been drawn. */
async function letGoInOrder(page: Page, { others }: Order, letGo: () => void, letLastGo: () => void): Promise<void> {
  const answers = others.map((name) => page.waitForResponse((response) => new URL(response.url()).pathname.endsWith(`/${name}`)));
  letGo();
  await Promise.all(answers);
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
  letLastGo();
}

/** Opens an address with nothing kept on the device but the session, and holds every answer until the page has drawn its heading. */
async function expectStill(browser: Browser, route: OpenedRoute, account: Account | null, order: Order | null = null): Promise<void> {
  for (const viewport of SCREENS) {
    const context = await browser.newContext({ viewport, serviceWorkers: 'block' });
    const page = await context.newPage();
    const shifts = await watchShifts(page);
    if (account !== null) await putSession(page, account);
    const letGo = await holdRequests(context, '**/api/**', (held) => held.continue());
    const letLastGo = order === null ? letGo : await holdRequests(context, `**/api/**/${order.last}*`, (held) => held.continue());
    await page.goto(route.path);
    await expect(heading(page).first(), route.path).toBeVisible();
    if (order === null) letGo();
    else await letGoInOrder(page, order, letGo, letLastGo);
    const where = `${route.path} at ${viewport.width}${order === null ? '' : `, ${order.last} last`}`;
    await expect(heading(page), where).toHaveText(route.heading);
    await expect(page.locator('[aria-busy="true"]'), where).toHaveCount(0);
    if (account !== null) await expectLive(page);
    const { sum, moved } = await shifts();
    expect.soft(sum, `${where}: ${moved.join('; ')}`).toBeLessThanOrEqual(MOST_SHIFT);
    await context.close();
  }
}

test('no page that everybody may open moves when its first answers come', LONG_ONLINE, async ({ browser }) => {
  for (const route of ROUTES.filter(({ who }) => who === 'all')) await expectStill(browser, route, null);
});

test('no page of a player moves when its first answers come', LONG_ONLINE, async ({ browser, context }) => {
  const account = await openAccount(context, { naira: 5_000, person: NAMED });
  for (const route of ROUTES.filter(({ who }) => who === 'player' || who === 'all')) await expectStill(browser, route, account);
});

// `npm test` has storage-section.spec.ts and lobby.spec.ts, in which late answers move nothing.
test('no page of a player who has confirmed nothing yet moves when its first answers come', LONG_ONLINE, async ({ browser, context }) => {
  const account = await openAccount(context, { activated: false, person: NAMED });
  for (const route of ROUTES.filter(({ path }) => ['/profile', '/tempheaderprofile', '/deposit'].includes(path))) {
    await expectStill(browser, route, account, route.path === '/profile' ? { last: 'account', others: ['profile'] } : null);
  }
});

/** These pages draw something before each of these answers, and the answer must not push it away when it comes. */
const CALLS = [
  { path: '/profile', names: ['account', 'profile'] },
  { path: '/deposit', names: ['account', 'profile', 'protection', 'deposits', 'deposit-options'] },
] as const;

for (const { path, names } of CALLS) {
  test(`${path} of such a player does not move whichever of its answers comes last`, LONG_ONLINE, async ({ browser, context }) => {
    const account = await openAccount(context, { activated: false, person: NAMED });
    for (const route of ROUTES.filter((each) => each.path === path)) {
      for (const last of names) await expectStill(browser, route, account, { last, others: names.filter((name) => name !== last) });
    }
  });
}
