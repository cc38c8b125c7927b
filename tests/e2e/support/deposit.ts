/** Paying in: our page, and the payment simulator's. */
import type { Locator, Page } from '@playwright/test';
import { expect } from './test';

export const amountField = (page: Page): Locator => page.getByLabel('Amount', { exact: true });
export const payButton = (page: Page): Locator => page.locator('main form button[type="submit"]');

/** From the deposit page to the simulator's, with an amount as a player types it. */
export async function goToPay(page: Page, typed: string): Promise<void> {
  await amountField(page).fill(typed);
  await payButton(page).click();
  await page.waitForURL('**/api/simulator/checkout/**');
  await expect(page.getByText('no real money')).toBeVisible();
}

/** Pays on the simulator's page and comes back to ours. */
export async function payThere(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Pay ₦/ }).click();
  await page.waitForURL('**/deposit?deposit=*');
}
