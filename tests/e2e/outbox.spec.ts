import type { BrowserContext, Page, Request } from '@playwright/test';
import { listConsents } from '../../src/core/contract/consents';
import { profile } from '../../src/core/contract/player';
import { call, enterAsPlayer } from './support/api';
import type { Account } from './support/api';
import { chip, expectLive, expectReadyOffline, heading } from './support/frame-of-page';
import { useBrokenSite } from './support/network';
import { tracesOf } from './support/people';
import { keptBy } from './support/storage';
import { LONG, POLL_LIMIT_MS, expect, test } from './support/test';

const { product, cutOff, bringBack } = useBrokenSite();

/** Three times the 30 s within which the platform must know. */
const TOLD_LIMIT_MS = 90_000;

const SMS = 'News about games and the site, by SMS';
const OFFERS = 'Offers and promotions, by e-mail';

async function enter(page: Page): Promise<Account> {
  const account = await enterAsPlayer(page);
  await expectLive(page);
  await expectReadyOffline(page);
  return account;
}

async function openProfile(page: Page): Promise<void> {
  await page.goto('/profile');
  await expect(heading(page)).toHaveText('My profile');
}

const consentsOf = async (page: Page, { sessionId, userId }: Account) =>
  profile.parse(await call(page.context(), 'GET', `/player/${userId}/profile`, { sessionId })).consents;

const isConsent = (request: Request): boolean => request.method() !== 'GET' && request.url().includes('/consent');

/** Asks the platform itself whether the session is over, past the network that the test breaks. */
const isOver = async (context: BrowserContext, { sessionId, userId }: Account): Promise<boolean> => {
  const answer = await context.request.get(`${product().url}/api/v1/player/${userId}/profile`, { headers: { 'x-sessionid': sessionId } });
  return answer.status() === 401;
};

test('A-25: a sign-out offline clears the device at once, and reaches the platform with the next connection', async ({ page, context }) => {
  const account = await enter(page);
  await openProfile(page);
  await cutOff(context);
  await expect(page.getByText('You are offline. You are signed out on this device at once')).toBeVisible({ timeout: POLL_LIMIT_MS });
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page.getByText('You are signed out here. We end the session when you are online.')).toBeVisible();
  await expect(chip(page)).toHaveCount(0);
  const { local, rest } = await keptBy(page);
  expect(Object.keys(local)).not.toContain('sessionId');
  const withoutCookies = `${JSON.stringify(local)} ${rest.slice(0, rest.lastIndexOf('\n'))}`;
  for (const trace of [...tracesOf(account), account.sessionId, account.userId]) expect(withoutCookies).not.toContain(trace);

  await bringBack(context);
  await expect(page.getByText('You are now fully signed out.')).toBeVisible({ timeout: TOLD_LIMIT_MS });
  expect(await isOver(context, account)).toBe(true);
});

test('A-25: a waiting sign-out is sent by the next visit, too, when the page was closed meanwhile', LONG, async ({ page, context }) => {
  const account = await enter(page);
  await openProfile(page);
  await cutOff(context);
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(chip(page)).toHaveCount(0);
  await page.close();
  expect(await isOver(context, account)).toBe(false);
  await bringBack(context);
  const later = await context.newPage();
  await later.goto('/');
  await expect.poll(() => isOver(context, account), { timeout: TOLD_LIMIT_MS }).toBe(true);
});

test('A-26: consents chosen offline wait where the player sees them, can be taken back, and reach the platform once', async ({ page, context }) => {
  const account = await enter(page);
  await openProfile(page);
  // A consent that was tried without a connection never left the device, and each further try has the same key.
  const keys = new Set<string | undefined>();
  const answered: string[] = [];
  context.on('request', (request) => {
    if (isConsent(request)) keys.add(request.headers()['idempotency-key']);
  });
  context.on('response', (response) => {
    if (isConsent(response.request())) answered.push(`${response.request().method()} ${response.status()}`);
  });
  await cutOff(context);
  const sms = page.getByRole('switch', { name: SMS });
  const offers = page.getByRole('switch', { name: OFFERS });
  for (const choice of [sms, offers]) await choice.check();
  await expect(page.getByText('2 changes will be sent when you are online')).toBeVisible({ timeout: POLL_LIMIT_MS });
  await expect(sms).toHaveAccessibleDescription('Will be sent when you are online.');
  await page.getByRole('button', { name: `Undo: Agree to: ${OFFERS}` }).click();
  await expect(offers).not.toBeChecked();
  await expect(page.getByText('1 change will be sent when you are online')).toBeVisible();

  await page.reload();
  await expect(page.getByText('1 change will be sent when you are online')).toBeVisible({ timeout: POLL_LIMIT_MS });
  await expect(sms).toBeChecked();
  await expect(page.getByText('One change has not been sent yet. Signing out deletes it.')).toBeVisible();

  expect(answered).toEqual([]);
  keys.clear();
  await bringBack(context);
  await expect.poll(async () => (await consentsOf(page, account))?.['sms'], { timeout: POLL_LIMIT_MS }).toBe(true);
  await expect(page.getByText(/will be sent when you are online/)).toHaveCount(0, { timeout: POLL_LIMIT_MS });
  await expect(sms).toBeChecked();
  expect(await consentsOf(page, account)).toMatchObject({ emailmarketing: false });
  expect(answered).toEqual(['POST 200']);
  expect(keys.size).toBe(1);
  const { items } = listConsents.answer.parse(await call(context, 'GET', `/player/${account.userId}/consents`, { sessionId: account.sessionId }));
  expect(items.map(({ tagCode, status }) => [tagCode, status])).toEqual([['sms', 'Accepted']]);
});

test('the receipts of consents stand on the profile: given and taken back, with day and wording, offline with their age', LONG, async ({ page }) => {
  await enter(page);
  await openProfile(page);
  const sms = page.getByRole('switch', { name: SMS });
  await sms.check();
  await expect(sms).toHaveAccessibleDescription(/^Given on \d+ \w+ \d{4}, wording \d{4}-\d\d$/, { timeout: POLL_LIMIT_MS });
  await sms.uncheck();
  await expect(sms).toHaveAccessibleDescription(/^Withdrawn on/, { timeout: POLL_LIMIT_MS });
  await page.getByText('Earlier choices').click();
  const entries = page.locator('.consent-history li');
  // The newest stands beside the switch, and is not listed again.
  await expect(entries).toHaveCount(1);
  await expect(entries).toContainText(SMS);
  await expect(entries).toContainText('Given on');

  await cutOff(page.context());
  await page.reload();
  await page.getByText('Earlier choices').click();
  await expect(entries).toHaveCount(1, { timeout: POLL_LIMIT_MS });
  await expect(sms).toHaveAccessibleDescription(/^Withdrawn on/);
  await expect(page.locator('.consent-fold')).toContainText('Saved copy, ');
});
