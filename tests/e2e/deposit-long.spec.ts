/** The long run: thirty deposits each of, by all four ways; every one is in the ledger once. */
import type { BrowserContext, Page } from '@playwright/test';
import { DEPOSIT_METHODS } from '../../src/core/contract/cashier';
import type { DepositMethod } from '../../src/core/contract/cashier';
import { inKobo, moneyOf } from './support/api';
import type { Account } from './support/api';
import { amountField, card, expectPaid, methodChoice, openForm, payButton, payAtSimulator, playPayer } from './support/deposit';
import { crash, serviceWorkersOf, settleIn, useBrokenSite } from './support/network';
import { POLL_LIMIT_MS, expect, test } from './support/test';

const DEPOSITS = /\/deposits$/;

const { network } = useBrokenSite();

const posts = (from: number) => network().requests.slice(from).filter(({ method, path }) => method === 'POST' && DEPOSITS.test(path));
const keysSent = (from: number) => [...new Set(posts(from).map(({ key }) => key))];

const LONG_RUN = 30;

async function fillIn(page: Page, method: DepositMethod, naira: number): Promise<void> {
  await openForm(page);
  await methodChoice(page, method).check();
  if (method === 'ussd') await page.getByLabel('Your bank').selectOption('Zenith Bank');
  await amountField(page).fill(String(naira));
}

const isRedirect = (method: DepositMethod) => method === 'card' || method === 'mobile-money';

/** Every amount is there once, and the sum of it is the balance. */
async function expectEachOnce(context: BrowserContext, account: Account, amounts: readonly number[]): Promise<void> {
  const sum = amounts.reduce((all, naira) => all + inKobo(naira), 0);
  await expect.poll(async () => (await moneyOf(context, account)).real, { timeout: POLL_LIMIT_MS }).toBe(sum);
  const { deposits, transactions } = await moneyOf(context, account);
  const sorted = (found: readonly { amount: number }[]) => found.map(({ amount }) => amount).sort((a, b) => a - b);
  expect(sorted(deposits)).toEqual(amounts);
  expect(sorted(transactions)).toEqual(amounts);
}

if (process.env['AYO_LONG'] === '1') {
  test('A-12: thirty deposits by all four ways, the service worker stopped or the connection dropped in each', async ({ page, context }) => {
    const account = await settleIn(page, 0);
    const workers = await serviceWorkersOf(page);
    const amounts: number[] = [];
    for (let n = 0; n < LONG_RUN; n += 1) {
      const method = DEPOSIT_METHODS[n % DEPOSIT_METHODS.length] ?? 'card';
      amounts.push(1000 + n);
      await fillIn(page, method, 1000 + n);
      const from = network().requests.length;
      const isStopped = n % 8 < 4;
      network().break({ method: 'POST', path: DEPOSITS, fault: isStopped ? 'hold-answer' : 'lose-answer', times: 1 });
      await payButton(page).click();
      await expect.poll(() => posts(from)[0]?.status).toBe(201);
      if (isStopped) await workers.stop();
      network().heal();
      if (isRedirect(method)) {
        await page.waitForURL('**/api/simulator/checkout/**', { timeout: POLL_LIMIT_MS });
        await payAtSimulator(page);
      } else {
        await expect(card(page).locator('.pay-to-large')).toBeVisible({ timeout: POLL_LIMIT_MS });
        await playPayer(page);
      }
      await expectPaid(page);
      expect(keysSent(from)).toHaveLength(1);
    }
    await expectEachOnce(context, account, amounts);
  });

  test('A-34: thirty deposits by all four ways, the tab closed or ended in each: the next start knows it', async ({ page, context }) => {
    const account = await settleIn(page, 0);
    const amounts: number[] = [];
    for (let n = 0; n < LONG_RUN; n += 1) {
      const method = DEPOSIT_METHODS[n % DEPOSIT_METHODS.length] ?? 'card';
      amounts.push(2000 + n);
      const tab = await context.newPage();
      await fillIn(tab, method, 2000 + n);
      const from = network().requests.length;
      network().break({ method: 'POST', path: DEPOSITS, fault: 'hold-answer' });
      await payButton(tab).click();
      await expect.poll(() => posts(from)[0]?.status).toBe(201);
      await (n % 8 < 4 ? tab.close() : crash(tab));
      network().heal();
      const next = await context.newPage();
      await next.goto('/deposit');
      if (isRedirect(method)) {
        await next.getByRole('link', { name: 'Continue to pay' }).click({ timeout: POLL_LIMIT_MS });
        await payAtSimulator(next);
      } else {
        await expect(card(next).locator('.pay-to-large')).toBeVisible({ timeout: POLL_LIMIT_MS });
        await playPayer(next);
      }
      await expectPaid(next);
      expect(keysSent(from)).toHaveLength(1);
      await next.close();
      if (n % 8 >= 4) await tab.close();
    }
    await expectEachOnce(context, account, amounts);
  });
}
