/**
 * Back from the payment page through the browser's back/forward cache, in a Chromium that has one (see `startOwnChromium`): the
 * page comes back as it was left, which may be long ago and another player's.
 */
import type { Page } from '@playwright/test';
import { amountField, payButton } from './support/deposit';
import { chip, expectLive, expectReadyOffline } from './support/frame-of-page';
import { goBackInHistory, startOwnChromium } from './support/own-chromium';
import type { OwnChromium } from './support/own-chromium';
import { openFor, scriptedPlayer, signInElsewhere, useScripted } from './support/scripted';
import type { ScriptedPlayer } from './support/scripted';
import { LONG, expect, ignoreWorkerRequests, test } from './support/test';

ignoreWorkerRequests();

const { platform, product } = useScripted();

// Playwright's trace and pictures run scripts in the page, which throw the page out of the cache.
test.use({ trace: 'off', screenshot: 'off' });

let own: OwnChromium;
test.beforeAll(async () => {
  own = await startOwnChromium();
});
test.afterAll(() => own.close());

type Returning = Window & { readonly left: true | undefined; readonly foundTraces: string[] };

/**
 * The deposit page of a player, left for a page of somebody else's. `traces`: looked for in every frame, and at every
 * change, from the moment in which the page is shown again.
 */
async function leaveForPayment(player: ScriptedPlayer, traces: readonly string[] = []): Promise<Page> {
  const page = await own.context.newPage();
  await openFor(page, { platform: platform(), site: product().url, player, path: '/deposit' });
  // A service worker that takes charge throws what it finds out of the cache.
  await expectReadyOffline(page);
  await amountField(page).fill('2500');
  await expect(payButton(page)).not.toHaveAttribute('aria-busy');
  await page.evaluate((wanted) => {
    const foundTraces: string[] = [];
    Object.assign(window, { left: true, foundTraces });
    const look = () => foundTraces.push(...wanted.filter((trace) => document.body.innerText.includes(trace)));
    addEventListener('pageshow', () => {
      look();
      // A browser may paint the page as it was kept before any script of it runs.
      if (getComputedStyle(document.body).visibility !== 'hidden') foundTraces.push('the page was kept in sight');
      new MutationObserver(look).observe(document, { childList: true, subtree: true, characterData: true, attributes: true });
      const eachFrame = () => {
        look();
        requestAnimationFrame(eachFrame);
      };
      requestAnimationFrame(eachFrame);
    }, { capture: true });
  }, traces);
  await page.goto(`${platform().url}/openapi.json`);
  return page;
}

/** A browser may throw a kept page out for reasons of its own; then the whole of it is done again. */
const MAX_TRIES = 5;

/** Leaves, lets `meanwhile` happen, and comes back to the page itself, not to a new one of the same address. */
async function throughCache(player: ScriptedPlayer, traces: readonly string[], meanwhile: (page: Page) => Promise<void>): Promise<Page> {
  const reasons: string[] = [];
  for (let tries = 1; tries <= MAX_TRIES; tries += 1) {
    const page = await leaveForPayment(player, traces);
    await meanwhile(page);
    reasons.push(...(await goBackInHistory(page)));
    if (await page.evaluate(() => (window as unknown as Returning).left ?? false)) return page;
    await page.close();
    platform().delay = () => 0;
  }
  throw new Error(`The browser kept no page: ${reasons.join('; ')}`);
}

test('A-21: back from the payment page, no money moves before session and balance were read anew', LONG, async () => {
  const player = scriptedPlayer(1_110.5);
  const isRead = (name: string) => name === 'balance' || name === 'profile';
  let before = 0;
  const page = await throughCache(player, [], async () => {
    player.real += 2_500;
    before = platform().of('balance').length;
    platform().delay = ({ name }) => (isRead(name) ? 3_000 : 0);
  });
  await expect(payButton(page)).toHaveText(/One moment/);
  await expect(amountField(page)).toHaveValue(/^2,?500$/);
  await expect.poll(() => platform().of('balance').length).toBeGreaterThan(before);
  await page.keyboard.press('Enter');
  await payButton(page).click({ force: true });
  await expect(payButton(page)).toHaveText(/2,500/);
  // At the very moment in which it may be pressed, the figure is of now.
  expect(await chip(page).textContent()).toContain(player.real.toLocaleString('en-NG', { minimumFractionDigits: 2 }));
  expect(platform().calls.filter(({ method, name }) => method === 'POST' && name === 'deposits')).toEqual([]);
  await page.close();
});

// `npm test` has page-cache-money.spec.ts for for what B may see of A.
test('A-21: when another player has signed in meanwhile, nothing of the first one is shown, not for one frame', LONG, async () => {
  const [a, b] = [scriptedPlayer(91_237.75), scriptedPlayer(412.25)];
  platform().addPlayer(b);
  const elsewhere = await own.context.newPage();
  const page = await throughCache(a, ['91,237', a.username], async (leftPage) => {
    await signInElsewhere(elsewhere, product().url, b);
    // The app opens for the new player, as it does at a sign-in, and the device's store is theirs from then on.
    await elsewhere.bringToFront();
    await elsewhere.goto(product().url);
    await expectLive(elsewhere);
    await leftPage.bringToFront();
  });
  await expectLive(page);
  await expect(chip(page)).toContainText('₦412.25');
  await expect(amountField(page)).toHaveValue('');
  await expect(page.locator('body')).toBeVisible();
  expect(await page.evaluate(() => (window as unknown as Returning).foundTraces)).toEqual([]);
  for (const tab of [page, elsewhere]) await tab.close();
});
