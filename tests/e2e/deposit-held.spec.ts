/** A payment that arrives too late, past the deposit limit: it waits for the player's choice, with and without a connection. */
import type { BrowserContext, Page } from '@playwright/test';
import * as z from 'zod/mini';
import { createDeposit } from '../../src/core/contract/cashier';
import { call, inKobo, moneyOf, openAccount, putSession } from './support/api';
import type { Account } from './support/api';
import { findingsOn } from './support/axe';
import { card } from './support/deposit';
import { HOUR_MS, MINUTE_MS, useMovedClock } from './support/moved-clock';
import { LONG_ONLINE, POLL_LIMIT_MS, expect, test, useOwnProduct } from './support/test';

const clock = useMovedClock();
useOwnProduct(async () => ({ ...clock.env }));
test.use({ viewport: { width: 360, height: 660 } });

const LATE = 4_900;

/** Makes calls that the player sends to the platform beside the page. */
function platformCalls(context: BrowserContext, { userId, sessionId }: Account) {
  const ask = (method: 'POST' | 'PUT', path: string, body: unknown) =>
    call(context, method, `/player/${userId}/${path}`, { sessionId, key: `e2e-${crypto.randomUUID()}`, body });
  return {
    limit: (amount: number) => ask('PUT', 'limits/deposit/day', { amount, currency: 'NGN' }),
    start: async (amount: number) => createDeposit.answer.parse(await ask('POST', 'deposits', { method: 'bank-transfer', amount, currency: 'NGN', again: true })),
    claim: (depositId: string) => ask('POST', `deposits/${depositId}/claim`, { bankReference: 'FT26112100004711' }),
  };
}

/** The payer transfers to the account of this deposit, on the bank's page. */
async function pay(context: BrowserContext, to: string): Promise<void> {
  const bank = await context.newPage();
  await bank.goto(`/api/simulator/pay?to=${to}`);
  await bank.getByRole('button', { name: /^Pay ₦/ }).click();
  await expect(bank.getByText('The money is on its way')).toBeVisible();
  await bank.close();
}

/** After half an hour of nothing money asks for the password again: signed in anew, in the same browser. */
async function moveClock(context: BrowserContext, account: Account, ms: number): Promise<Account> {
  await clock.move(ms);
  const body = { username: account.username, password: account.password };
  const { sessionId } = z.object({ sessionId: z.string() }).parse(await call(context, 'POST', '/auth/sign-in', { body }));
  return { ...account, sessionId };
}

/** A deposit that expired, and was paid after another one had used up the day's limit. */
async function heldDeposit(page: Page): Promise<Account> {
  const context = page.context();
  const joined = await openAccount(context);
  // Midnight must not come in between.
  const hour = new Date(Date.now() + HOUR_MS).getUTCHours();
  const opened = hour >= 21 ? await moveClock(context, joined, 4 * HOUR_MS) : joined;
  const early = platformCalls(context, opened);
  await early.limit(5_000);
  const late = await early.start(LATE);
  const account = await moveClock(context, opened, 91 * MINUTE_MS);
  const { start, claim } = platformCalls(context, account);
  await expect.poll(async () => (await moneyOf(context, account)).deposits[0]?.state, { timeout: POLL_LIMIT_MS }).toBe('expired');
  const first = await start(1_000);
  await pay(context, z.object({ accountNumber: z.string() }).parse(first.next).accountNumber);
  await expect.poll(async () => (await moneyOf(context, account)).real, { timeout: POLL_LIMIT_MS }).toBe(inKobo(1_000));
  await claim(late.depositId);
  await pay(context, z.object({ accountNumber: z.string() }).parse(late.next).accountNumber);
  await putSession(page, account);
  await page.goto('/deposit');
  await expect(heldCard(page)).toBeVisible({ timeout: POLL_LIMIT_MS });
  return account;
}
const heldCard = (page: Page) => page.getByRole('article', { name: 'It arrived late and is safe. You choose where it goes.' });

test('is sent back: asked first, not without a connection, once, and the history says so', LONG_ONLINE, async ({ page, context }) => {
  const account = await heldDeposit(page);
  await expect(heldCard(page)).toContainText('₦4,900');
  await expect(heldCard(page)).toContainText('It is over your deposit limit.');
  expect.soft(await findingsOn(page), 'the choice').toEqual([]);
  await expect(page.locator('section[aria-labelledby="earlier"] li'), 'the one that was paid in time').toHaveCount(1);
  for (const size of ['200%', '']) {
    await page.evaluate((text) => document.documentElement.style.setProperty('font-size', text), size);
    expect.soft(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `nothing beside the screen, text ${size}`).toBe(true);
  }

  await context.setOffline(true);
  await expect(page.getByText('You can choose when you are online.')).toBeVisible({ timeout: POLL_LIMIT_MS });
  await page.getByRole('button', { name: 'Send it back' }).click();
  await page.getByRole('button', { name: 'Yes, send it back' }).click();
  await expect(page.getByText('We could not connect, so nothing was sent.')).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByText('You can choose when you are online.')).toBeHidden({ timeout: POLL_LIMIT_MS });

  await page.getByRole('button', { name: 'Send it back' }).click();
  const question = page.getByRole('dialog', { name: 'Send ₦4,900 back?' });
  await expect(question).toContainText('It goes back to the account or card it came from.');
  // On a narrow screen axe takes the tab bar, which is below the dialog, for something above it.
  await page.setViewportSize({ width: 1280, height: 800 });
  expect.soft(await findingsOn(page), 'the question').toEqual([]);
  await page.setViewportSize({ width: 360, height: 660 });
  await question.getByRole('button', { name: 'Yes, send it back' }).click();
  await expect(card(page).getByText('It was sent back', { exact: true })).toBeVisible({ timeout: POLL_LIMIT_MS });
  const { real, deposits, transactions } = await moneyOf(context, account);
  expect([real, deposits.map(({ state }) => state)]).toEqual([inKobo(1_000), ['success', 'sent-back']]);
  expect(transactions.map(({ kind, account: of, amount }) => [kind, of, amount])).toEqual([
    ['deposit-returned', 'suspense', -LATE], ['deposit-held', 'suspense', LATE], ['deposit', 'real', 1_000],
  ]);
  await page.goto('/transactions-history');
  await expect(page.getByText('Late deposit sent back').filter({ visible: true })).toHaveCount(1);
});

test('is put on the balance when the limit has room for it, and not before', LONG_ONLINE, async ({ page, context }) => {
  const account = await heldDeposit(page);
  await page.getByRole('button', { name: 'Put it on my balance' }).click();
  await page.getByRole('button', { name: 'Yes, put it on my balance' }).click();
  await expect(page.getByText('It was not put on your balance')).toBeVisible({ timeout: POLL_LIMIT_MS });
  await expect(page.getByText(/Your daily deposit limit is ₦5,000.00: ₦4,000.00 is left/)).toBeVisible();
  expect((await moneyOf(context, account)).real).toBe(inKobo(1_000));

  await putSession(page, await moveClock(context, account, 24 * HOUR_MS));
  await page.goto('/deposit');
  await page.getByRole('button', { name: 'Put it on my balance' }).click();
  await page.getByRole('button', { name: 'Yes, put it on my balance' }).click();
  await expect(page.getByRole('article', { name: 'It is on your balance' })).toBeVisible({ timeout: POLL_LIMIT_MS });
  await expect.poll(async () => (await moneyOf(context, account)).real, { timeout: POLL_LIMIT_MS }).toBe(inKobo(5_900));
});
