/** A phone that is shared, or runs an older build than it did: what it keeps and shows then. */
import type { BrowserContext, Page } from '@playwright/test';
import type { Rule } from '../support/faults/rules';
import { call, openAccount } from './support/api';
import type { Account } from './support/api';
import { amountField, card, methodChoice, openForm, payButton } from './support/deposit';
import { signInWith } from './support/forms';
import { chip, expectLive, heading } from './support/frame-of-page';
import { settleIn, useBrokenSite } from './support/network';
import { recordsIn } from './support/storage';
import { LONG, POLL_LIMIT_MS, expect, test } from './support/test';

const { network, product, cutOff, bringBack } = useBrokenSite();

/** The answers that the pages of the player's lists ask for. */
const LISTS = ['protection', 'transactions', 'rounds', 'details', 'bonuses', 'sessions', 'withdrawals'];
const OPERATIONS = /\/operations\//;
const EXCLUSIONS = /\/exclusions$/;

async function signInHere(page: Page, account: Account): Promise<void> {
  await page.goto('/sign-in');
  await signInWith(page.locator('main'), account);
  await expectLive(page);
}

async function protectionOf(context: BrowserContext, { userId, sessionId }: Account): Promise<string> {
  return JSON.stringify(await call(context, 'GET', `/player/${userId}/protection`, { sessionId }));
}

// `npm test` has tests/unit/outbox/conformance.test.ts: it waits for its player; protection.spec.ts asks for one offline.
test('a break that was asked for offline is not lost because somebody else signs in first on a shared phone', LONG, async ({ page, context, browser }) => {
  const ada = await settleIn(page, 0);
  const elsewhere = await browser.newContext({ baseURL: product().url });
  const bola = await openAccount(elsewhere);
  await cutOff(context);
  await page.goto('/self-exclusion');
  await page.getByText('24 hours', { exact: true }).click();
  await page.getByRole('button', { name: 'Take the break' }).click();
  await page.getByRole('dialog').getByRole('button', { name: /^Yes/ }).click();
  await expect(page.getByText('It has not reached us yet')).toBeVisible();
  await call(elsewhere, 'POST', '/auth/sign-out', { sessionId: ada.sessionId });
  await bringBack(context, { path: EXCLUSIONS, fault: 'drop' });
  await expect(page.getByText(/sent when you are online|has not reached us/i).first()).toBeVisible({ timeout: POLL_LIMIT_MS });
  await expect(chip(page)).toHaveCount(0, { timeout: POLL_LIMIT_MS });

  await signInHere(page, bola);
  expect(await recordsIn(page, 'outbox')).toEqual([]);
  expect(await protectionOf(context, { ...bola, sessionId: await sessionHere(page) })).not.toMatch(/cool-off|24-hours/);
  await page.goto('/profile');
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(chip(page)).toHaveCount(0);

  network().heal();
  await signInHere(page, ada);
  const again = { ...ada, sessionId: await sessionHere(page) };
  await expect.poll(() => protectionOf(context, again), { timeout: POLL_LIMIT_MS }).toMatch(/24-hours|cool-off/);
  // The platform has the break before its answer is back.
  await expect.poll(() => recordsIn(page, 'outbox')).toEqual([]);
  await elsewhere.close();
});

const sessionHere = (page: Page): Promise<string> => page.evaluate(() => localStorage.getItem('sessionId') ?? '');

test('an older build reads and keeps what a newer build stored: figures offline, the key of a payment and the outbox', LONG, async ({ page, context }) => {
  await settleIn(page, 500);
  await openForm(page);
  await methodChoice(page, 'bank-transfer').check();
  await amountField(page).fill('5,000');
  network().break({ method: 'POST', path: /\/deposits$/, fault: 'lose-answer' });
  network().break({ path: OPERATIONS, fault: 'drop' });
  await payButton(page).click();
  await expect(card(page).getByText('We are checking. Do not pay again.')).toBeVisible({ timeout: POLL_LIMIT_MS });
  // No tab of the app is open while the newer build upgrades the database, with a store of its own.
  await page.goto('/version.json');
  await page.evaluate(async () => {
    const [databaseInfo] = await indexedDB.databases();
    const opening = indexedDB.open(databaseInfo?.name ?? '', (databaseInfo?.version ?? 0) + 1);
    opening.onupgradeneeded = () => void opening.result.createObjectStore('vouchers').put('kept', 'v1');
    await new Promise((done) => (opening.onsuccess = done));
    opening.result.close();
  });
  await cutOff(context);
  await page.goto('/deposit');
  await expect(chip(page)).toContainText('₦500.01');
  await expect(card(page).getByText('We are checking. Do not pay again.')).toBeVisible();
  await page.goto('/profile');
  await expect(heading(page)).toHaveText('My profile');
  await expect(page.getByRole('main')).toContainText('₦500.01');
  await expect(page.getByRole('main').getByText('This browser saves nothing')).toHaveCount(0);
  await bringBack(context);
  await page.goto('/deposit');
  await expect(card(page).getByText('Waiting for your transfer')).toBeVisible({ timeout: POLL_LIMIT_MS });
  await expectLive(page);
  // Without a connection its place says that there is none.
  await expect(page.getByText('This browser saves nothing')).toHaveCount(0);
  expect(await recordsIn(page, 'vouchers')).toEqual(['kept']);
});

test('pages that stay open say how old they are once the line is cut, and are current again with it', LONG, async ({ page, context }) => {
  await settleIn(page, 300);
  const open = async (path: string): Promise<Page> => {
    const tab = await context.newPage();
    await tab.goto(path);
    await expect(heading(tab)).toBeVisible();
    return tab;
  };
  const paths = ['/self-exclusion', '/transactions-history', '/games-history', '/edit-profile', '/bonuses', '/users-sessions'];
  const tabs = await Promise.all(paths.map(open));
  // Nothing was withdrawn yet, so this page shows no figure but the balance.
  const withdraw = await open('/withdraw');
  const balanceAge = withdraw.locator('main').getByText('Balance as of');
  await expect(balanceAge).toHaveCount(0);
  for (const tab of [...tabs, withdraw]) await expect(tab.locator('main [aria-busy="true"]')).toHaveCount(0);
  for (const [n, tab] of tabs.entries()) await expect(tab.locator('main').getByText('Saved copy').filter({ visible: true }), paths[n]).toHaveCount(0);
  await cutOff(context);
  for (const [n, tab] of tabs.entries()) {
    await expect(tab.locator('main').getByText('Saved copy').filter({ visible: true }), paths[n]).toBeVisible({ timeout: POLL_LIMIT_MS });
  }
  await expect(balanceAge).toBeVisible({ timeout: POLL_LIMIT_MS });
  // The first answer that each page asks for is lost as soon as the line is back.
  const from = network().requests.length;
  await bringBack(context, ...LISTS.map((name): Rule => ({ method: 'GET', path: new RegExp(`/${name}(\\?|$)`), fault: 'bad-gateway', times: 1 })));
  for (const [n, tab] of tabs.entries()) {
    await expect(tab.locator('main').getByText('Saved copy').filter({ visible: true }), paths[n]).toHaveCount(0, { timeout: POLL_LIMIT_MS });
  }
  await expect(balanceAge).toHaveCount(0, { timeout: POLL_LIMIT_MS });
  expect(network().requests.slice(from).filter(({ fault }) => fault === 'bad-gateway')).toHaveLength(LISTS.length);
});
