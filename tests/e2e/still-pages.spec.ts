/** No page moves by itself while its first answers come, whichever of its addresses a visit begins with. */
import type { Browser } from '@playwright/test';
import { openAccount, putSession } from './support/api';
import type { Account } from './support/api';
import { expectLive, heading } from './support/frame-of-page';
import { holdRequests } from './support/hold-requests';
import { ROUTES } from './support/routes';
import type { OpenedRoute } from './support/routes';
import { watchShifts } from './support/shifts';
import { LONG_ONLINE, expect, test, useProduct } from './support/test';

useProduct();

const SCREENS = [{ width: 360, height: 660 }, { width: 1280, height: 800 }];
const MOST_SHIFT = 0.005;
/** A longer name takes a second line on a phone when it comes. */
const NAMED = { firstname: 'Ada', lastname: 'Obi' };

/** Opens an address with nothing kept on the device but the session, and holds every answer until the page has drawn its heading. */
async function expectStill(browser: Browser, route: OpenedRoute, account: Account | null): Promise<void> {
  for (const viewport of SCREENS) {
    const context = await browser.newContext({ viewport, serviceWorkers: 'block' });
    const page = await context.newPage();
    const shifts = await watchShifts(page);
    if (account !== null) await putSession(page, account);
    const letGo = await holdRequests(context, '**/api/**', (held) => held.continue());
    await page.goto(route.path);
    await expect(heading(page).first(), route.path).toBeVisible();
    letGo();
    await expect(heading(page), route.path).toHaveText(route.heading);
    await expect(page.locator('[aria-busy="true"]'), route.path).toHaveCount(0);
    if (account !== null) await expectLive(page);
    const { sum, moved } = await shifts();
    expect.soft(sum, `${route.path} at ${viewport.width}: ${moved.join('; ')}`).toBeLessThanOrEqual(MOST_SHIFT);
    await context.close();
  }
}

test('no page of everybody moves when its first answers come', LONG_ONLINE, async ({ browser }) => {
  for (const route of ROUTES.filter(({ who }) => who === 'all')) await expectStill(browser, route, null);
});

/**
 * Whether a player can claim an offer, only the platform knows. Until it has said so its terms stand under the words of one who can, because
 * they are to be read at once; the answer moves them on a device that keeps nothing of the player.
 */
const MOVES_FOR_PLAYERS = /^\/promo\//;

test('no page of a player moves when its first answers come', LONG_ONLINE, async ({ browser, context }) => {
  const account = await openAccount(context, { naira: 5_000, person: NAMED });
  const routes = ROUTES.filter(({ who, path }) => (who === 'player' || who === 'all') && !MOVES_FOR_PLAYERS.test(path));
  for (const route of routes) await expectStill(browser, route, account);
});

test('no page of a player who has confirmed nothing yet moves when its first answers come', LONG_ONLINE, async ({ browser, context }) => {
  const account = await openAccount(context, { activated: false, person: NAMED });
  for (const route of ROUTES.filter(({ path }) => ['/profile', '/tempheaderprofile', '/deposit'].includes(path))) await expectStill(browser, route, account);
});
