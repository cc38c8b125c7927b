/** Row 34 of what must be refused: who has not agreed, or does no longer, is never told to the advertising partner. */
import { createHash } from 'node:crypto';
import type { Page } from '@playwright/test';
import { startPixelServer } from '../support/pixel-server';
import type { PixelServer } from '../support/pixel-server';
import { call, openAccount, putSession } from './support/api';
import type { Account } from './support/api';
import { expectLive, expectReadyOffline, heading } from './support/frame-of-page';
import { storedAt } from './support/snapshots';
import { recordsIn } from './support/storage';
import { LONG, LONG_ONLINE, ONLINE, POLL_LIMIT_MS, expect, test, useOwnProduct } from './support/test';

let pixel: PixelServer;
useOwnProduct(async () => {
  pixel = await startPixelServer();
  return { PIXEL_URL: pixel.url };
});

test.beforeEach(() => pixel.reset());
test.afterAll(() => pixel.close());

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

/** Goes there as a player does, without loading the document anew. */
async function follow(page: Page, link: 'Help' | 'Terms' | 'Privacy' | 'About us' | 'Bank codes'): Promise<void> {
  await page.getByRole('contentinfo').getByRole('link', { name: link, exact: true }).click();
  await expect(heading(page)).toBeVisible();
  await expect(page).toHaveTitle(new RegExp(link, 'i'));
}

async function consent(page: Page, { userId, sessionId }: Account, choice: 'give' | 'withdraw'): Promise<void> {
  const path = `/player/${userId}/consent`;
  if (choice === 'withdraw') await call(page.context(), 'DELETE', `${path}/3rdparty`, { sessionId });
  else await call(page.context(), 'POST', path, { sessionId, body: { items: [{ tagCode: '3rdparty', status: 'Accepted' }] } });
}

async function enter(page: Page, options: { agreed: boolean }): Promise<Account> {
  const account = await openAccount(page.context());
  if (options.agreed) await consent(page, account, 'give');
  await putSession(page, account);
  await page.goto('/');
  await expectLive(page);
  return account;
}

/** On the profile; then another page is opened, on which the platform itself has said that it knows. */
async function giveAgain(page: Page): Promise<void> {
  const posted = page.waitForResponse((response) => response.request().method() === 'POST' && response.url().endsWith('/consent'));
  await page.getByRole('switch', { name: /^Advertising/ }).check();
  await posted;
  await page.goto('/bank-codes');
  await expectLive(page);
}

const pageViews = (page: Page) =>
  page.evaluate(() => (window as unknown as { dataLayer: Record<string, unknown>[] }).dataLayer);

/** Everything the browser asks for from now on, as text. */
function requestsOf(page: Page): readonly string[] {
  const texts: string[] = [];
  page.context().on('request', (request) => {
    texts.push(`${request.method()} ${request.url()} ${JSON.stringify(request.headers())} ${request.postData() ?? ''}`);
  });
  return texts;
}

test('row 34: a guest’s page views reach the data layer, and no pixel', LONG_ONLINE, async ({ page }) => {
  await page.goto('/');
  await follow(page, 'Help');
  await follow(page, 'Terms');
  const views = await pageViews(page);
  const [first] = views;
  expect(views.map(({ path, routeName }) => [path, routeName])).toEqual([['/', 'games'], ['/help', 'help'], ['/terms', 'terms']]);
  expect(Number(first?.['pageLoadTimestamp'])).toBeGreaterThan(Date.parse('2020-01-01'));
  // Signing in does not bring what was seen before: the first word to the pixel is of a page opened after it.
  const account = await openAccount(page.context());
  await consent(page, account, 'give');
  await page.evaluate(({ userId, sessionId }) => {
    localStorage.setItem('userId', userId);
    localStorage.setItem('sessionId', sessionId);
    window.dispatchEvent(new StorageEvent('storage', { key: 'sessionId' }));
  }, { userId: account.userId, sessionId: account.sessionId });
  await expectLive(page);
  await follow(page, 'Privacy');
  await expect.poll(() => pixel.paths(), { timeout: POLL_LIMIT_MS }).toEqual(['/privacy']);
});

// `npm test` has tests/unit/bridge/pixel-queue.test.ts.
test('row 34: nothing is sent about a player who has not agreed, not even when they agree later', LONG_ONLINE, async ({ page }) => {
  await enter(page, { agreed: false });
  await follow(page, 'Help');
  await page.goto('/profile');
  const agree = page.getByRole('switch', { name: /^Advertising/ });
  await expect(agree).not.toBeChecked();
  expect(pixel.requests).toEqual([]);
  await giveAgain(page);
  await follow(page, 'Terms');
  await expect.poll(() => pixel.paths(), { timeout: POLL_LIMIT_MS }).toContain('/terms');
  expect(pixel.paths().filter((path) => path === '/' || path === '/help' || path === '/profile')).toEqual([]);
});

test('row 34: with consent each page view is sent once: naira, the scrambled e-mail, nothing of the session', ONLINE, async ({ page, context }) => {
  const requests = requestsOf(page);
  const account = await enter(page, { agreed: true });
  await expect.poll(() => pixel.paths(), { timeout: POLL_LIMIT_MS }).toEqual(['/']);
  await follow(page, 'Help');
  await follow(page, 'Terms');
  await expect.poll(() => pixel.paths(), { timeout: POLL_LIMIT_MS }).toEqual(['/', '/help', '/terms']);
  for (const { method, parameters, headers, body } of pixel.requests) {
    expect(method).toBe('GET');
    expect(body).toBe('');
    expect(parameters).toEqual({
      account: '7', event: 'page_view', path: parameters['path'], route: parameters['route'], loaded: expect.stringMatching(/^\d{13}$/),
      currency: 'NGN', email_sha256: sha256(account.email.toLowerCase()),
    });
    for (const name of ['cookie', 'referer', 'origin', 'authorization', 'x-sessionid', 'x-xsrf-token']) expect(headers[name], name).toBeUndefined();
  }
  const token = (await context.cookies()).find(({ name }) => name === 'XSRF-TOKEN')?.value ?? 'none';
  const text = JSON.stringify(pixel.requests);
  for (const secret of [account.email, encodeURIComponent(account.email), account.userId, account.sessionId, account.username, token]) {
    expect(text).not.toContain(secret);
  }
  // No request of the browser, to whomever, has the e-mail in clear.
  expect(requests.length).toBeGreaterThan(5);
  expect(requests.filter((request) => decodeURIComponent(request).includes(account.email))).toEqual([]);
  // No script of another site runs on the page.
  const scripts = await page.evaluate(() =>
    [...document.scripts].filter(({ type }) => type !== 'importmap').map(({ src }) => new URL(src).origin === location.origin),
  );
  expect(scripts).not.toContain(false);
});

// `npm test` has tests/unit/bridge/pixel-queue.test.ts.
test('row 34: a consent withdrawn on this device stops it at once, and nothing is sent or posted again', LONG_ONLINE, async ({ page }) => {
  const requests = requestsOf(page);
  await enter(page, { agreed: true });
  await expect.poll(() => pixel.paths(), { timeout: POLL_LIMIT_MS }).toEqual(['/']);
  await page.goto('/profile');
  await expect.poll(() => pixel.paths(), { timeout: POLL_LIMIT_MS }).toEqual(['/', '/profile']);
  const agree = page.getByRole('switch', { name: /^Advertising/ });
  await agree.uncheck();
  await follow(page, 'Help');
  await follow(page, 'Terms');
  await expect.poll(() => requests.some((request) => /^DELETE .*3rdparty/.test(request))).toBe(true);
  // A later page view, given again, comes alone: proof that those before it are gone for good.
  await page.goto('/profile');
  await expect(agree).not.toBeChecked();
  expect(requests.filter((request) => /^POST .*\/consent/.test(request))).toEqual([]);
  await giveAgain(page);
  await follow(page, 'Privacy');
  await expect.poll(() => pixel.paths(), { timeout: POLL_LIMIT_MS }).toContain('/privacy');
  expect(pixel.paths().filter((path) => path !== '/bank-codes')).toEqual(['/', '/profile', '/privacy']);
});

/** The time of one poll, and some more for the request. */
const TRUSTED_MS = POLL_LIMIT_MS / 3 + 2_000;
const isProfile = (snapshot: unknown) => (snapshot as { readonly kind?: string }).kind === 'profile';

test('row 34: a consent withdrawn on another device stops it within one poll', LONG, async ({ page }) => {
  const account = await enter(page, { agreed: true });
  await expect.poll(() => pixel.paths(), { timeout: POLL_LIMIT_MS }).toEqual(['/']);
  await consent(page, account, 'withdraw');
  await expectReadyOffline(page);
  // The device trusts the platform's answer for one poll, and the first install has asked once more.
  const age = async () => Date.now() - ((await storedAt(page))['profile'] ?? Number.NaN);
  await expect.poll(age, { timeout: POLL_LIMIT_MS }).toBeGreaterThan(TRUSTED_MS);
  await follow(page, 'Help');
  // Asked because of it, or a moment before: what the device knows by now is that it was taken back.
  const stillAgrees = async () => JSON.stringify((await recordsIn(page, 'snapshots'))?.filter(isProfile)).includes('"3rdparty":true');
  await expect.poll(stillAgrees, { timeout: POLL_LIMIT_MS }).toBe(false);
  await follow(page, 'Terms');
  await consent(page, account, 'give');
  await page.goto('/bank-codes');
  await expectLive(page);
  await follow(page, 'Privacy');
  await expect.poll(() => pixel.paths(), { timeout: POLL_LIMIT_MS }).toContain('/privacy');
  expect(pixel.paths().filter((path) => path !== '/bank-codes')).toEqual(['/', '/privacy']);
});

test('row 34: without a connection a page view waits in memory, is sent when there is one, and ends with the visit', LONG, async ({ page, context }) => {
  await enter(page, { agreed: true });
  await expect.poll(() => pixel.paths(), { timeout: POLL_LIMIT_MS }).toEqual(['/']);
  for (const link of ['Help', 'Terms', 'Privacy', 'About us'] as const) await follow(page, link);
  await expect.poll(() => pixel.paths(), { timeout: POLL_LIMIT_MS }).toEqual(['/', '/help', '/terms', '/privacy', '/about-us']);
  pixel.reset();
  await context.setOffline(true);
  await follow(page, 'Terms');
  await follow(page, 'Help');
  expect(pixel.requests).toEqual([]);
  await context.setOffline(false);
  await expect.poll(() => pixel.paths(), { timeout: POLL_LIMIT_MS }).toEqual(['/terms', '/help']);
  pixel.reset();
  await context.setOffline(true);
  await follow(page, 'Privacy');
  const stored = await page.evaluate(() => JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage)]));
  expect(stored).not.toContain('/privacy');
  await context.setOffline(false);
  await page.close();
  const next = await context.newPage();
  await next.goto('/about-us');
  await expect.poll(() => pixel.paths(), { timeout: POLL_LIMIT_MS }).toContain('/about-us');
});
