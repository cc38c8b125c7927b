/** A game of another provider, on another origin: its size first, one token, its messages, its money, and its end. */
import type { Page } from '@playwright/test';
import { startProvider } from '../support/frame-provider/server';
import type { ProviderServer } from '../support/frame-provider/server';
import { call, inKobo, moneyOf, openAccount, putSession } from './support/api';
import { balanceShown, expectLive } from './support/frame-of-page';
import { spinButton } from './support/game';
import { LONG, LONG_ONLINE, ONLINE, POLL_LIMIT_MS, expect, test, useOwnProduct } from './support/test';

let provider: ProviderServer;
const product = useOwnProduct(async () => {
  provider = await startProvider();
  return { GAME_PROVIDERS: JSON.stringify([provider.provider]) };
});
test.afterAll(() => provider.close());

test('rows 29 and 31: a framed game loads on request, only its own messages count, it pays in its frame, and it closes for a break', ONLINE, async ({ page, context }) => {
  provider.platformUrl = product().url;
  const account = await openAccount(context, { naira: 1_000 });
  await putSession(page, account);
  await page.goto('/category/slots');
  await expectLive(page);
  const tile = page.getByRole('link', { name: /Lucky Drum/ }).first();
  await expect(page.locator('main')).toContainText('Drumhouse');
  await tile.click();
  const load = page.getByRole('button', { name: /^Load the game \(640/ });
  await expect(load).toBeVisible();
  expect(provider.requests).toEqual([]);

  // It says that it can't go on: its frame goes, and the game can be had again.
  provider.mode = 'error';
  await load.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByText('The game could not continue')).toBeVisible();
  const frame = page.locator('iframe');
  await expect(frame).toHaveCount(0);

  provider.mode = 'play';
  await load.press('Enter');
  const inside = page.frameLocator('iframe');
  await expect(inside.getByText('You have ₦1000.01')).toBeVisible();
  expect(await frame.evaluate((element: HTMLIFrameElement) => [element.getAttribute('sandbox'), element.getAttribute('allow'), element.referrerPolicy, element.title]))
    .toEqual(['allow-scripts allow-same-origin', '', 'no-referrer', 'Lucky Drum by Drumhouse']);
  for (const { headers, url } of provider.requests.filter((each) => each.url.startsWith('/play/'))) {
    expect([url, headers.referer, headers.cookie]).toEqual(['/play/lucky-drum', undefined, undefined]);
  }
  // Nothing that the game or this page itself has said until now was "ready".
  await page.evaluate(() => window.postMessage(JSON.stringify({ ayo: 1, type: 'ready' }), '*'));
  await expect(page.getByText('The game is loading, 42%')).toBeVisible();

  await inside.getByRole('button', { name: 'Begin' }).press('Enter');
  await expect(page.getByText('The game is loading')).toHaveCount(0);
  await expect(frame).toBeFocused();
  const strike = inside.getByRole('button', { name: /^Strike/ });
  const answered = (status: number) => page.waitForResponse((response) => response.url().endsWith('/round') && response.status() === status);
  // Both within one cycle, however slow this machine is.
  const both = Promise.all([answered(200), answered(429)]);
  await strike.press('Enter');
  await strike.press('Enter');
  await both;
  const session = page.locator('.session');
  await expect(session).toContainText(/[-−]₦70\.00/);
  await expect.poll(() => balanceShown(page)).toBe(inKobo(930.01));
  expect((await moneyOf(context, account)).transactions.map(({ kind, amount }) => [kind, amount]).slice(0, 2)).toEqual([['win', 30], ['stake', -100]]);

  // After a visit to the deposit page the frame is gone, and nothing is loaded before the player agrees again.
  await inside.getByRole('button', { name: 'Pay in' }).press('Enter');
  await expect(page).toHaveURL(/\/deposit$/);
  await expect.poll(() => provider.notices.at(-1)?.['reason']).toBe('left');
  await page.goBack();
  await load.press('Enter');
  await inside.getByRole('button', { name: 'Begin' }).press('Enter');
  await call(context, 'POST', `/player/${account.userId}/exclusions`, {
    sessionId: account.sessionId, key: `e2e-${crypto.randomUUID()}`, body: { length: '24-hours' },
  });
  await expect(frame).toHaveCount(0, { timeout: 15_000 });
  await expect.poll(() => provider.notices.at(-1)?.['reason']).toBe('protected');
  const path = `/player/${account.userId}/games/lucky-drum/launches`;
  await expect(call(context, 'POST', path, { sessionId: account.sessionId })).rejects.toThrow(/cool-off/);
});

/** The parts of a framed game on a phone: its figures, the provider's page, and the buttons below it. */
const PARTS = ['.game-head', '.session', '.framed-stage', '.framed-frame', '.framed-ways'] as const;
const TARGET_PX = 44;
/** A lower frame would show nothing that can be played. */
const LEAST_FRAME_PX = 192;

/** Says which parts of a framed game are cut, lie over one another, or are too small to press. */
function problemsOf(page: Page): Promise<string[]> {
  return page.evaluate(([parts, target, least]) => {
    const found: string[] = [];
    if (scrollY !== 0) found.push(`the page is scrolled by ${scrollY}`);
    if (document.documentElement.scrollWidth > innerWidth) found.push('the page is wider than the screen');
    const status = document.querySelector('.status:has(.connection-pill)') ? ['.status'] : [];
    const boxes = [...parts, ...status].map((selector) => [selector, document.querySelector(selector)?.getBoundingClientRect()] as const);
    for (const [selector, box] of boxes) {
      if (box === undefined || box.height === 0) found.push(`${selector} is not there`);
      else if (box.top < 0 || box.left < 0 || Math.round(box.bottom) > innerHeight || Math.round(box.right) > innerWidth) found.push(`${selector} is cut`);
    }
    const inOrder = boxes.filter(([selector]) => selector !== '.framed-frame');
    for (const [at, [selector, box]] of inOrder.entries()) {
      const below = inOrder[at + 1];
      if (box !== undefined && below?.[1] !== undefined && below[1].top < box.bottom - 1) found.push(`${selector} lies over ${below[0]}`);
    }
    const frame = document.querySelector('.framed-frame');
    if (frame !== null && frame.clientHeight < least) found.push(`the game has ${frame.clientHeight} px`);
    for (const { className, offsetWidth, offsetHeight } of document.querySelectorAll<HTMLElement>(':is(.game-head, .framed-ways) :is(a, button)')) {
      if (Math.min(offsetWidth, offsetHeight) < target) found.push(`${className} has ${offsetWidth} x ${offsetHeight} px`);
    }
    return found;
  }, [PARTS, TARGET_PX, LEAST_FRAME_PX] as const);
}

// `npm test` has game-screen.spec.ts at this size, and rows 29 and 31 above.
test('on a phone of 320 × 560 a framed game, its figures and its buttons are one screen, also when the connection goes', LONG_ONLINE, async ({ page, context }) => {
  provider.platformUrl = product().url;
  provider.mode = 'play';
  await page.setViewportSize({ width: 320, height: 560 });
  await putSession(page, await openAccount(context, { naira: 1_000 }));
  await page.goto('/game/lucky-drum');
  await page.getByRole('button', { name: /^Load the game/ }).press('Enter');
  const inside = page.frameLocator('iframe');
  await expect(page.getByText('The game is loading, 42%')).toBeVisible();
  await expect.poll(() => problemsOf(page)).toEqual([]);
  await inside.getByRole('button', { name: 'Begin' }).press('Enter');
  await inside.getByLabel('With both hands').check();
  await inside.getByRole('button', { name: /^Strike/ }).press('Enter');
  await expect(page.locator('.session')).toContainText(/[-−]₦70\.00/);
  expect(await problemsOf(page)).toEqual([]);

  await context.setOffline(true);
  await expect(page.locator('.connection-pill')).toBeVisible({ timeout: POLL_LIMIT_MS });
  await expect(page.getByText('Nothing is staked until it is back.')).toBeVisible();
  await expect.poll(() => problemsOf(page)).toEqual([]);
});

test('an unfinished round is announced over a framed game, hides no other game’s stage, and stays the only one', LONG_ONLINE, async ({ page, context }) => {
  provider.platformUrl = product().url;
  const account = await openAccount(context, { naira: 1_000 });
  await call(context, 'POST', `/player/${account.userId}/games/mines/rounds`, {
    sessionId: account.sessionId, key: `e2e-${crypto.randomUUID()}`, body: { stake: 100, currency: 'NGN', bet: { mines: 3 } },
  });
  await page.setViewportSize({ width: 360, height: 640 });
  await putSession(page, account);
  await page.goto('/game/lucky-drum');
  const notice = page.locator('.notice', { hasText: 'Your round of Mines is not finished' });
  await expect(notice).toContainText('You staked ₦100.00.');

  await page.goto('/game/dice');
  await expect(notice).toBeVisible();
  await expect(spinButton(page)).toHaveAttribute('data-kind', 'ready');
  await spinButton(page).click();
  await expect(page.locator('.stage')).toBeInViewport({ ratio: 0.9 });
  const refusal = page.getByRole('status').filter({ hasText: 'Finish your open round first.' });
  await expect(refusal).toContainText('Nothing was taken.');
  await expect(refusal.getByRole('link', { name: 'Continue that round' })).toHaveAttribute('href', '/game/mines');
  expect((await moneyOf(context, account)).rounds).toEqual([]);
  await notice.getByRole('link', { name: 'Continue', exact: true }).click();
  await expect(page).toHaveURL(/\/game\/mines$/);
});

test('a round of a framed game is watched again in the history, as its provider showed it, and nothing is staked by that', LONG, async ({ page, context, browser }) => {
  provider.platformUrl = product().url;
  provider.mode = 'play';
  const account = await openAccount(context, { naira: 1_000 });
  await putSession(page, account);
  await page.goto('/game/lucky-drum');
  await expectLive(page);
  await page.getByRole('button', { name: /^Load the game/ }).press('Enter');
  const inside = page.frameLocator('iframe');
  await inside.getByRole('button', { name: 'Begin' }).press('Enter');
  await inside.getByLabel('With both hands').check();
  await inside.getByRole('button', { name: /^Strike/ }).press('Enter');
  await expect(inside.getByText('You have ₦930.01')).toBeVisible();
  const beats = await inside.locator('#beats').innerText();
  expect(beats).toMatch(/^Both hands: (tum|tak|ki)/);

  await page.goto('/games-history');
  await expectLive(page);
  const requestsBefore = provider.requests.length;
  await page.locator('.row-toggle, .history-card > summary').first().click();
  const show = page.getByRole('button', { name: 'Show the round' });
  await show.click();
  const dialog = page.getByRole('dialog');
  const watch = dialog.getByRole('button', { name: 'Watch at Drumhouse' });
  await expect(watch).toBeEnabled();
  await expect(dialog).toContainText(/loading it takes about 640.KB/);
  expect(provider.requests.length).toBe(requestsBefore);

  // Without a connection the page says so, and keeps the stored figures.
  await context.setOffline(true);
  await expect(watch).toBeDisabled();
  await expect(dialog).toContainText('You need to be online for this.');
  await expect(dialog).toContainText('Stake ₦100.00. ₦30.00 came back.');
  await context.setOffline(false);
  await expect(watch).toBeEnabled({ timeout: 20_000 });

  // The provider has nothing to show; the page says so, and the player asks again.
  provider.mode = 'error';
  await watch.press('Enter');
  await expect(dialog).toContainText('We could not show the round');
  provider.mode = 'play';
  await watch.press('Enter');
  const again = dialog.frameLocator('iframe');
  await expect(again.locator('#beats')).toHaveText(beats);
  await expect(again.locator('#told')).toHaveText('Staked ₦100, ₦30 came back');
  // The frame is ready, and the page has not followed its wish to open another page.
  await expect(dialog.getByText('The game is loading')).toHaveCount(0);
  await expect(page).toHaveURL(/\/games-history$/);
  await expect(again.getByRole('button')).toHaveCount(0);
  await expect(dialog).toContainText('Balance before ₦1,000.01, after it ₦930.01.');
  const frame = dialog.locator('iframe');
  expect(await frame.evaluate((element: HTMLIFrameElement) => [element.getAttribute('sandbox'), element.getAttribute('allow'), element.referrerPolicy, element.title]))
    .toEqual(['allow-scripts allow-same-origin', '', 'no-referrer', 'Lucky Drum by Drumhouse']);
  const newRequests = provider.requests.slice(requestsBefore);
  expect(newRequests.map(({ url }) => url).filter((url) => url !== '/game.js')).toEqual(['/play/lucky-drum', '/play/lucky-drum', '/replay']);
  for (const { headers, url } of newRequests.filter((each) => each.url.startsWith('/play/'))) expect([url, headers.referer, headers.cookie]).toEqual(['/play/lucky-drum', undefined, undefined]);
  expect((await moneyOf(context, account)).transactions.filter(({ kind }) => kind === 'stake')).toHaveLength(1);

  // The same link is no good once it is too old.
  const src = await frame.getAttribute('src');
  provider.now = () => Date.now() + 301_000;
  const late = await page.request.post(`${provider.origin}/replay`, { data: JSON.stringify({ link: new URL(src ?? '').hash }) });
  provider.now = Date.now;
  expect(late.status()).toBe(403);
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(show).toBeFocused();

  // A device that never had a game of another provider, and has no connection now.
  const other = await browser.newContext();
  const there = await other.newPage();
  await putSession(there, account);
  await there.goto(`${product().url}/games-history`);
  await expectLive(there);
  await other.setOffline(true);
  await there.locator('.row-toggle, .history-card > summary').first().click();
  await there.getByRole('button', { name: 'Show the round' }).click();
  await expect(there.getByRole('dialog')).toContainText('Drumhouse shows this round, which needs a connection.');
  await expect(there.getByRole('dialog')).toContainText('₦30.00 came back');
  await other.setOffline(false);
  await expect(there.getByRole('button', { name: 'Watch at Drumhouse' })).toBeEnabled({ timeout: 20_000 });
  await other.close();
});
