/** A tab that is gone in the middle of money: closed by the player, or ended by the phone. */
import type { BrowserContext, Page } from '@playwright/test';
import type { Account } from './support/api';
import { inKobo, moneyOf } from './support/api';
import { amountField, payButton } from './support/deposit';
import { balanceShown, chip } from './support/frame-of-page';
import { chooseMode, shownResult, spinButton } from './support/game';
import { crash, settleIn, useBrokenSite } from './support/network';
import { LONG, POLL_LIMIT_MS, expect, ignoreWorkerRequests, longUnless, test } from './support/test';

ignoreWorkerRequests();

const MINUTE_MS = 60_000;
const DEPOSITS = /\/deposits$/;
const ROUNDS = /\/games\/adire-gold\/rounds$/;

const { network } = useBrokenSite();

const sent = (path: RegExp, from: number) =>
  network().requests.slice(from).filter((request) => request.method === 'POST' && path.test(request.path));

const ENDS: readonly (readonly [string, (page: Page) => Promise<void>])[] = [
  ['closed', (page) => page.close()],
  ['ended by the phone', crash],
];

async function expectSound(context: BrowserContext, account: Account): Promise<void> {
  const { real, transactions } = await moneyOf(context, account);
  expect(transactions.reduce((sum, { amount }) => sum + inKobo(amount), 0)).toBe(real);
}

// A deposit with one end, a round with the other.
for (const [words, end] of ENDS) {
  test(`A-34: the tab is ${words} in the middle of a deposit: the next start knows it, and there is one`, LONG, async ({ page, context }) => {
    const account = await settleIn(page, 0);
    await page.goto('/deposit');
    await amountField(page).fill('5,000');
    const from = network().requests.length;
    network().break({ method: 'POST', path: DEPOSITS, fault: 'hold-answer' });
    await payButton(page).click();
    await expect.poll(() => sent(DEPOSITS, from)[0]?.status).toBe(201);
    await end(page);
    network().heal();

    const next = await context.newPage();
    await next.goto('/deposit');
    await expect(next.getByText('Waiting for you to pay').first()).toBeVisible({ timeout: POLL_LIMIT_MS });
    expect(sent(DEPOSITS, from)).toHaveLength(1);
    const { deposits } = await moneyOf(context, account);
    expect(deposits).toHaveLength(1);
    expect(deposits[0]).toMatchObject({ amount: 5000, state: 'pending' });
    await next.getByRole('link', { name: 'Continue to pay' }).click();
    await next.getByRole('button', { name: /^Pay ₦/ }).click();
    await expect(chip(next)).toContainText('₦5,000.00', { timeout: POLL_LIMIT_MS });
    const after = await moneyOf(context, account);
    expect(after.transactions.map(({ kind, amount }) => ({ kind, amount }))).toEqual([{ kind: 'deposit', amount: 5000 }]);
    await expectSound(context, account);
  });

  test(`A-34: the tab is ${words} in the middle of a round: the next start shows its result, and there is one`, longUnless(words !== 'closed'), async ({ page, context }) => {
    const account = await settleIn(page, 1000);
    await page.goto('/game/adire-gold');
    await chooseMode(page, 'money');
    const from = network().requests.length;
    network().break({ method: 'POST', path: ROUNDS, fault: 'hold-answer' });
    await spinButton(page).click();
    await expect.poll(() => sent(ROUNDS, from)[0]?.status).toBe(201);
    await end(page);
    network().heal();

    const next = await context.newPage();
    await next.goto('/game/adire-gold');
    await expect(spinButton(next)).toHaveAttribute('data-kind', 'ready', { timeout: POLL_LIMIT_MS });
    const { rounds, transactions, real } = await moneyOf(context, account);
    expect(rounds).toHaveLength(1);
    expect(transactions.filter(({ kind }) => kind === 'stake')).toHaveLength(1);
    expect(sent(ROUNDS, from)).toHaveLength(1);
    await expect.poll(() => balanceShown(next), { timeout: POLL_LIMIT_MS }).toBe(real);
    await expect(next.getByRole('main').locator('table.rounds tbody tr')).toHaveCount(1, { timeout: POLL_LIMIT_MS });

    await spinButton(next).click();
    await shownResult(next);
    expect((await moneyOf(context, account)).rounds).toHaveLength(2);
    await expectSound(context, account);
  });
}

test('A-34: the tab is gone before the platform heard of the deposit: the next start says that nothing was taken', LONG, async ({ page, context }) => {
  const account = await settleIn(page, 0);
  await page.goto('/deposit');
  await amountField(page).fill('700');
  const from = network().requests.length;
  network().break({ method: 'POST', path: DEPOSITS, fault: 'hang' });
  await payButton(page).click();
  await expect.poll(() => sent(DEPOSITS, from).length).toBe(1);
  await page.close();
  network().healForNew();

  // Before a minute has passed, what left the phone could still arrive.
  const next = await context.newPage();
  await next.goto('/deposit');
  await expect(next.getByText('We are checking. Do not pay again.').first()).toBeVisible({ timeout: POLL_LIMIT_MS });
  await expect(payButton(next)).toHaveCount(0);
  await expect(next.getByRole('button', { name: 'Make another deposit' })).toHaveCount(0);
  await expect(payButton(next)).toBeEnabled({ timeout: MINUTE_MS + POLL_LIMIT_MS });
  await expect(next.getByText('We are checking. Do not pay again.')).toHaveCount(0);
  expect(sent(DEPOSITS, from)).toHaveLength(1);
  expect(await moneyOf(context, account)).toMatchObject({ real: 0, deposits: [], transactions: [] });
});
