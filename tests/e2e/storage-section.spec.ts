/** "Data and storage" in the profile: what it says is what is there, and what it deletes is gone. */
import type { Page } from '@playwright/test';
import { openAccount, putSession } from './support/api';
import { amountField, payButton } from './support/deposit';
import { chooseMode, shownResult, spin } from './support/game';
import { expectLive, expectReadyOffline, heading } from './support/frame-of-page';
import { useBrokenSite } from './support/network';
import { LONG, ONLINE, POLL_LIMIT_MS, expect, ignoreWorkerRequests, test } from './support/test';

ignoreWorkerRequests();
const { network } = useBrokenSite();

const section = (page: Page) => page.getByRole('region', { name: 'Data and storage' });
/** One line of what is kept: its count and age, and its size. */
const line = (page: Page, part: string) => section(page).locator('.kept > div').filter({ hasText: part });

async function openSection(page: Page): Promise<void> {
  await page.goto('/profile');
  await expect(heading(page)).toHaveText('My profile');
  await section(page).scrollIntoViewIfNeeded();
  await expect(line(page, 'App files')).toContainText(/\d+ files · .*\d [KM]B/);
}

async function clear(page: Page, button: string): Promise<void> {
  await section(page).getByRole('button', { name: button }).click();
  const dialog = page.getByRole('dialog', { name: button });
  await expect(dialog.getByText('This is deleted')).toBeVisible();
  await expect(dialog.getByText('This stays')).toBeVisible();
  await dialog.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(dialog).toHaveCount(0);
}

test('the profile lists what is stored, and deletes everything except money in progress', async ({ page, context }) => {
  const account = await openAccount(context, { naira: 1000 });
  await putSession(page, account);
  await page.goto('/');
  await expectReadyOffline(page);
  await page.goto('/games');
  await expect.poll(() => page.evaluate(() => caches.has('ayo-media'))).toBe(true);
  await page.goto('/game/adire-gold');
  await chooseMode(page, 'money');
  await spin(page);
  await shownResult(page);
  await page.goto('/games-history');
  await expect(page.locator('main').getByText('Adire Gold').filter({ visible: true }).first()).toBeVisible();

  // A deposit of which nothing is known stays under way.
  await page.goto('/deposit');
  await amountField(page).fill('700');
  network().break({ method: 'POST', path: /\/deposits$/, fault: 'lose-answer' });
  network().break({ method: 'GET', path: /\/operations\//, fault: 'drop' });
  await payButton(page).click();
  await expect(page.getByText('We are checking. Do not pay again.').first()).toBeVisible();

  await openSection(page);
  await expectLive(page);
  await expect(line(page, 'Game art')).toContainText(/\d+ pictures? · /);
  await expect(line(page, 'Last known figures')).toContainText(/\d answers · /);
  await expect(line(page, 'Histories')).toContainText(/\d+ lists? · /);
  await expect(line(page, 'Receipts of rounds')).toContainText('1 round · ');
  await expect(line(page, 'Payments and rounds sent')).toContainText(/2 payments and rounds · .* · 1 in progress/);
  await expect(line(page, 'Space used on this device')).toContainText(/about .* [KM]B/);
  await expect(line(page, 'In the background')).toContainText(/\d B|[KM]B/);

  await clear(page, 'Delete game art');
  await expect(line(page, 'Game art')).toContainText('none');
  await expect(line(page, 'Receipts of rounds')).toContainText('1 round · ');
  await clear(page, 'Delete figures and histories');
  await expect(line(page, 'Histories')).toContainText('none');

  const button = section(page).getByRole('button', { name: 'Delete all except money in progress' });
  await button.click();
  await expect(page.getByRole('dialog').getByText('1 payment or round is in progress now. It stays.')).toBeVisible();
  await page.getByRole('dialog').getByRole('button', { name: 'Keep it' }).last().click();
  await expect(button).toBeFocused();
  await expect(line(page, 'Receipts of rounds')).toContainText('1 round · ');
  await clear(page, 'Delete all except money in progress');
  await expect(line(page, 'Receipts of rounds')).toContainText('none');
  await expect(line(page, 'Payments and rounds sent')).toContainText(/1 payment or round · .* · 1 in progress/);
  await expect(line(page, 'App files')).toContainText(/\d+ files/);

  // The session is not touched, and the payment is followed to its end.
  network().heal();
  await page.goto('/deposit');
  await expect(page.getByText('Waiting for you to pay').first()).toBeVisible({ timeout: POLL_LIMIT_MS });
});

test('the switch takes the app off the device and brings it back', LONG, async ({ page, context }) => {
  const account = await openAccount(context);
  await putSession(page, account);
  await page.goto('/');
  await expectReadyOffline(page);
  await openSection(page);
  const offlineUse = section(page).getByRole('switch', { name: 'Keep the app on this device for offline use' });
  await expect(offlineUse).toBeChecked();
  await offlineUse.click();
  await expect(offlineUse).not.toBeChecked();
  await expect(line(page, 'App files')).toContainText('none');
  await page.reload();
  await section(page).scrollIntoViewIfNeeded();
  await expect(offlineUse).not.toBeChecked();
  await offlineUse.click();
  await expect(line(page, 'App files')).toContainText(/\d+ files/, { timeout: POLL_LIMIT_MS });
});

test('a phone that saves data shows what it does not load, and has no app files before the player said yes', LONG, async ({ page, context }) => {
  await context.addInitScript(() => {
    Object.defineProperty(Navigator.prototype, 'connection', { value: { saveData: true }, configurable: true });
  });
  const account = await openAccount(context);
  await putSession(page, account);
  await page.goto('/games');
  await expectLive(page);
  await expect(page.locator('main img').first()).toHaveAttribute('loading', 'lazy');
  await page.goto('/profile');
  await section(page).scrollIntoViewIfNeeded();
  await expect(section(page).getByText('Your phone is set to save data.')).toBeVisible();
  await expect(section(page).getByRole('switch')).not.toBeChecked();
  await expect(line(page, 'App files')).toContainText('none');
});

test('the browser is asked to keep the data, and its answer is shown', ONLINE, async ({ page, context }) => {
  await context.addInitScript(() => {
    StorageManager.prototype.persist = () => Promise.resolve(false);
    StorageManager.prototype.persisted = () => Promise.resolve(false);
  });
  await putSession(page, await openAccount(context));
  await page.goto('/profile');
  await section(page).scrollIntoViewIfNeeded();
  await expect(section(page).getByText('Your browser may delete this')).toBeVisible();
  await section(page).getByRole('button', { name: 'Ask it to keep this' }).click();
  await expect(section(page).getByText('Your browser said no.')).toBeVisible();
});

test('the focused element stays in sight when the figures come in above it', ONLINE, async ({ page, context }) => {
  await context.addInitScript(() => {
    const isAwaited = new Promise((resolve) => addEventListener('count-now', resolve));
    const { estimate } = StorageManager.prototype;
    StorageManager.prototype.estimate = async function held(this: StorageManager) {
      await isAwaited;
      return estimate.call(this);
    };
  });
  await putSession(page, await openAccount(context));
  await page.goto('/profile');
  await section(page).getByRole('switch').focus();
  await page.keyboard.press('Tab');
  const next = page.getByRole('contentinfo').getByRole('link').first();
  await expect(next).toBeFocused();
  await expect(next).toBeInViewport({ ratio: 1 });
  await page.evaluate(() => dispatchEvent(new Event('count-now')));
  await expect(line(page, 'App files')).toBeVisible();
  await expect(next).toBeFocused();
  await expect(next).toBeInViewport({ ratio: 1 });
});

test('without any storage the section says so and still works', ONLINE, async ({ page, context }) => {
  await context.addInitScript(() => {
    for (const name of ['indexedDB', 'caches']) Object.defineProperty(globalThis, name, { value: undefined });
    Object.defineProperty(Navigator.prototype, 'storage', { value: undefined });
  });
  await putSession(page, await openAccount(context));
  await page.goto('/profile');
  await section(page).scrollIntoViewIfNeeded();
  await expect(section(page).getByText('Nothing is saved')).toBeVisible();
  await expect(section(page).getByText('This browser does not say how much space it uses.')).toBeVisible();
  await expect(section(page).getByRole('button', { name: 'Ask it to keep this' })).toHaveCount(0);
});
