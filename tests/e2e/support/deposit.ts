/** Pays in, on our deposit page and on the payment simulator's. */
import type { BrowserContext, Locator, Page } from '@playwright/test';
import type { DepositMethod } from '../../../src/core/contract/cashier';
import { inKobo, moneyOf } from './api';
import type { Account } from './api';
import { POLL_LIMIT_MS, expect } from './test';

export const amountField = (page: Page): Locator => page.getByLabel('Amount', { exact: true });
export const payButton = (page: Page): Locator => page.locator('main form button[type="submit"]');
/** The newest deposit, which is the first in the list. */
export const card = (page: Page): Locator => page.locator('.money-card').first();

const NAMES: Readonly<Record<DepositMethod, string>> = {
  'mobile-money': 'Mobile money', 'bank-transfer': 'Bank transfer', ussd: 'USSD', card: 'Card',
};

/** Finds the radio button of a method by its name in the form. */
export const methodChoice = (page: Page, method: DepositMethod): Locator =>
  page.getByRole('radio', { name: new RegExp(`^${NAMES[method]}`) });

/** Opens the deposit page and waits until all methods can be chosen. */
export async function openForm(page: Page): Promise<void> {
  await page.goto('/deposit');
  await expect(methodChoice(page, 'card')).toBeVisible();
}

export async function expectPaid(page: Page): Promise<void> {
  await expect(page.getByRole('article', { name: 'It is on your balance' })).toBeVisible({ timeout: POLL_LIMIT_MS });
}

/** Types an amount as a player does, and goes from the deposit page to the simulator's. */
export async function goToPay(page: Page, typed: string): Promise<void> {
  await amountField(page).fill(typed);
  await payButton(page).click();
  await page.waitForURL('**/api/simulator/checkout/**');
  await expect(page.getByText('no real money')).toBeVisible();
}

/** Pays on the simulator's page and comes back to ours. */
export async function payAtSimulator(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Pay ₦/ }).click();
  await page.waitForURL('**/deposit?deposit=*');
}

/** Pays as the payer's bank or phone does, in a tab of its own that is opened from the deposit and closed after that. */
export async function playPayer(page: Page): Promise<void> {
  const opened = page.waitForEvent('popup');
  await card(page).getByRole('link', { name: 'act as the payer' }).click();
  const bank = await opened;
  await bank.getByRole('button', { name: /^Pay ₦/ }).click();
  await expect(bank.getByText('The money is on its way')).toBeVisible();
  await bank.close();
}

/** Expects that the ledger has this amount once, from one deposit, and nothing else. */
export async function expectCreditedOnce(context: BrowserContext, account: Account, naira: number): Promise<void> {
  await expect.poll(async () => (await moneyOf(context, account)).real, { timeout: POLL_LIMIT_MS }).toBe(inKobo(naira));
  const { transactions, deposits } = await moneyOf(context, account);
  expect(deposits.map(({ amount, state }) => ({ amount, state }))).toEqual([{ amount: naira, state: 'success' }]);
  expect(transactions.map(({ kind, amount }) => ({ kind, amount }))).toEqual([{ kind: 'deposit', amount: naira }]);
}
