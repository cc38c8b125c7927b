/** Withdraws money: on our page, and by calls beside it. */
import { fileURLToPath } from 'node:url';
import type { BrowserContext, Locator, Page } from '@playwright/test';
import { listWithdrawals } from '../../../src/core/contract/withdrawals';
import type { Withdrawal } from '../../../src/core/contract/withdrawals';
import * as z from 'zod/mini';
import type { AdminCredentials } from '../../support/first-admins';
import { call, inKobo, moneyOf } from './api';
import type { Account } from './api';
import { expect } from './test';

/** Places without a turnover rule, for tests of the steps after it. */
export const NO_TURNOVER = { PLACES_FILE: fileURLToPath(new URL('../../support/no-turnover.json', import.meta.url)) };

/** The name that the simulated bank has for numbers with 4 and 0 in the seventh and eighth place. */
export const HOLDER = { firstname: 'Ngozi', lastname: 'Obi' };
/** Zenith Bank; the check digit does not fit there, which is a warning and no more. */
export const NUMBER = '0123454012';
/** The simulated bank refuses money for this account number. */
export const REFUSING_NUMBER = '0123454002';
export const ZENITH = '057';

export const bankField = (page: Page): Locator => page.getByRole('combobox', { name: 'Bank or wallet' });
export const numberField = (page: Page): Locator => page.getByLabel('Account number', { exact: true });
export const amountField = (page: Page): Locator => page.getByLabel('Amount', { exact: true });
export const sendButton = (page: Page): Locator => page.getByRole('button', { name: /^Withdraw ₦/ });

/** Goes from the choice of a saved account to the last button. */
export async function chooseAndGoOn(page: Page, lastFour: string, amount: string): Promise<void> {
  await page.getByRole('list', { name: 'Your bank accounts' }).getByRole('button', { name: `•••• ${lastFour}` }).first().click();
  await amountField(page).fill(amount);
  await page.getByRole('button', { name: 'Continue', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'What happens next' })).toBeVisible();
}

/** Kept over the whole file, so that a player has one number and no two players have the same. */
const ninByUser = new Map<string, string>();

/** A number of its own for each player. */
function ninOf(userId: string): string {
  const nin = ninByUser.get(userId) ?? `4${String(ninByUser.size).padStart(8, '0')}88`;
  ninByUser.set(userId, nin);
  return nin;
}

export async function proveIdentity(context: BrowserContext, { sessionId, userId }: Account): Promise<void> {
  const body = { number: ninOf(userId), consent: true, wordingVersion: '1.0' };
  await call(context, 'POST', `/player/${userId}/identity`, { sessionId, body });
}

export async function keepAccount(context: BrowserContext, { sessionId, userId }: Account, accountNumber: string): Promise<string> {
  const answer = await call(context, 'POST', `/player/${userId}/bank-accounts`, { sessionId, body: { bankCode: ZENITH, accountNumber } });
  return z.object({ bankAccountId: z.string() }).parse(answer).bankAccountId;
}

export async function withdrawalsOf(context: BrowserContext, { sessionId, userId }: Account): Promise<readonly Withdrawal[]> {
  return listWithdrawals.answer.parse(await call(context, 'GET', `/player/${userId}/withdrawals`, { sessionId })).items;
}

/** Returns the ledger's entries of one withdrawal, each as `account kobo`, in the order in which they were made. */
export async function movesOf(context: BrowserContext, account: Account, { withdrawalId }: Withdrawal): Promise<readonly string[]> {
  const { transactions } = await moneyOf(context, account);
  return transactions
    .filter(({ reference }) => reference === withdrawalId)
    .map(({ account: of, amount }) => `${of} ${inKobo(amount)}`)
    .reverse();
}

/** The admin who was printed at the start, by calls, in a context of their own. */
export async function adminSession(context: BrowserContext, { username, password, codes }: AdminCredentials): Promise<string> {
  const { sessionId } = z.object({ sessionId: z.string() }).parse(await call(context, 'POST', '/auth/sign-in', { body: { username, password } }));
  await call(context, 'POST', '/admin/second-factor/code', { sessionId, body: { code: await codes.next() } });
  return sessionId;
}

