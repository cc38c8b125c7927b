/** The frame around every page, as a player meets it. */
import type { Locator, Page } from '@playwright/test';
import { INSTALL_LIMIT_MS, POLL_LIMIT_MS, expect } from './test';
import { findFileOf } from '../../support/built-files';

export const chip = (page: Page): Locator => page.getByTestId('balance-chip');
export const heading = (page: Page): Locator => page.locator('main h1');
export const topBar = (page: Page): Locator => page.locator('header.top-bar');

/** Expects a live balance, at the latest with the next poll. */
export async function expectLive(page: Page): Promise<void> {
  await expect(chip(page).locator('.balance-dot')).toHaveAttribute('data-source', 'live', { timeout: POLL_LIMIT_MS });
}

/** Expects the balance with its age, and not as live. */
export async function expectDated(page: Page, amount: string | RegExp): Promise<void> {
  await expect(chip(page)).toContainText(amount);
  await expect(chip(page).locator('.balance-dot')).toHaveAttribute('data-source', 'dated', { timeout: POLL_LIMIT_MS });
  await expect(chip(page).locator('time.balance-age')).toHaveText(/^(just now|\d+ min ago|as of .+)$/);
}

/** Expects the last good balance with its age, because the platform answers and its answer can't be read. */
export async function expectUnread(page: Page, amount: string | RegExp): Promise<void> {
  await expect(chip(page)).toContainText(amount);
  await expect(chip(page).locator('.balance-dot')).toHaveAttribute('data-source', 'unread', { timeout: POLL_LIMIT_MS });
}

/** Waits until the service worker controls the page, so that every chunk and content page is on the device. */
export async function expectReadyOffline(page: Page): Promise<void> {
  const isInCharge = () =>
    page.evaluate(() => navigator.serviceWorker.controller?.state === 'activated');
  await expect.poll(isInCharge, { timeout: INSTALL_LIMIT_MS }).toBe(true);
}

/** Signs out as a player does: on the profile. */
export async function signOut(page: Page): Promise<void> {
  await page.goto('/profile');
  // Presses by keyboard, because a line that comes in above could move the button away from a click.
  await page.getByRole('button', { name: 'Sign out' }).press('Enter');
  await expect(chip(page)).toHaveCount(0);
}

/** `₦5,000.00`, `-₦10.00`, `+₦3.50` → kobo. Throws for what is no amount. */
export function koboIn(text: string): number {
  const found = /([-−+])?\s*₦\s?([\d,]+)\.(\d{2})/u.exec(text);
  if (found === null) throw new Error(`There is no amount in ${JSON.stringify(text)}.`);
  const [, sign, whole = '', kobo = ''] = found;
  const amount = Number(whole.replaceAll(',', '')) * 100 + Number(kobo);
  return sign === '-' || sign === '−' ? -amount : amount;
}

/** The balance that the chip shows, kobo; NaN while it shows none, so that a poll goes on. */
export async function balanceShown(page: Page): Promise<number> {
  const text = await chip(page).innerText();
  return text.includes('₦') && /\d/.test(text) ? koboIn(text) : Number.NaN;
}

/** Waits until the page has the file of the build that holds a module. */
export async function untilLoaded(page: Page, source: string): Promise<void> {
  const isHere = (path: string) => performance.getEntriesByType('resource').some(({ name }) => name.endsWith(path));
  await page.waitForFunction(isHere, await findFileOf(source));
}
