import type { BrowserContext, Page } from '@playwright/test';
import { inKobo, moneyOf, openAccount, putSession } from './support/api';
import type { Account } from './support/api';
import { amountField, goToPay, payButton } from './support/deposit';
import { balanceShown, chip, expectLive, koboIn } from './support/frame-of-page';
import { chooseMode, shownResult, spin, spinButton } from './support/game';
import { useBrokenSite } from './support/network';
import { LONG, POLL_LIMIT_MS, expect, ignoreWorkerRequests, test } from './support/test';

ignoreWorkerRequests();

const DEPOSITS = /^\/api\/v1\/player\/[^/]+\/deposits$/;
const ROUNDS = /^\/api\/v1\/player\/[^/]+\/games\/adire-gold\/rounds$/;
const OPERATIONS = /\/operations\//;

const { network, product } = useBrokenSite();

async function enter(page: Page, path: '/deposit' | '/game/adire-gold', naira: number): Promise<Account> {
  const account = await openAccount(page.context(), { naira });
  await putSession(page, account);
  await page.goto(path);
  await expectLive(page);
  return account;
}

/** Keys of the requests for money since `from`, each once. */
function keysSent(path: RegExp, from: number): readonly (string | undefined)[] {
  const sent = network().requests.slice(from).filter((request) => request.method === 'POST' && path.test(request.path));
  return [...new Set(sent.map(({ key }) => key))];
}

/** The sum of the ledger's entries is the balance, and nothing happened twice. */
async function expectSound(context: BrowserContext, account: Account): Promise<void> {
  const { real, transactions } = await moneyOf(context, account);
  expect(transactions.reduce((sum, { amount }) => sum + inKobo(amount), 0)).toBe(real);
  const effects = transactions.map(({ kind, reference }) => `${kind} ${reference}`);
  expect(new Set(effects).size).toBe(effects.length);
}

test('the answer to a deposit is lost: nobody is told to pay again, and there is one deposit', async ({ page, context }) => {
  const account = await enter(page, '/deposit', 0);
  await amountField(page).fill('5,000');
  const from = network().requests.length;
  network().break({ method: 'POST', path: DEPOSITS, fault: 'lose-answer' });
  network().break({ method: 'GET', path: OPERATIONS, fault: 'drop' });
  await payButton(page).click();
  await expect(page.getByText('We are checking. Do not pay again.').first()).toBeVisible();
  await expect(payButton(page).and(page.locator(':enabled'))).toHaveCount(0);

  // It is the same after the page was loaded anew, and no second request goes out.
  await page.reload();
  await expect(page.getByText('We are checking. Do not pay again.').first()).toBeVisible();
  await expect(payButton(page).and(page.locator(':enabled'))).toHaveCount(0);
  expect(keysSent(DEPOSITS, from)).toHaveLength(1);

  network().heal();
  await expect(page.getByText('Waiting for you to pay').first()).toBeVisible({ timeout: POLL_LIMIT_MS });
  const { deposits } = await moneyOf(context, account);
  expect(deposits).toHaveLength(1);
  expect(deposits[0]).toMatchObject({ amount: 5000, state: 'pending' });
  expect(keysSent(DEPOSITS, from)).toHaveLength(1);

  await page.getByRole('link', { name: 'Continue to pay' }).click();
  await page.getByRole('button', { name: /^Pay ₦/ }).click();
  await expect(page.getByRole('article', { name: 'It is on your balance' })).toBeVisible({ timeout: POLL_LIMIT_MS });
  await expect(chip(page)).toContainText('₦5,000.00', { timeout: POLL_LIMIT_MS });
  await expectSound(context, account);
});

test('a deposit that never reached the platform ends as “not sent”, or is sent once more under its key', async ({ page, context }) => {
  const account = await enter(page, '/deposit', 0);
  await amountField(page).fill('700');
  const from = network().requests.length;
  network().break({ method: 'POST', path: DEPOSITS, fault: 'drop', times: 2 });
  await payButton(page).click();
  await expect
    .poll(async () => (await moneyOf(context, account)).deposits.length, { timeout: POLL_LIMIT_MS })
    .toBe(1);
  expect(keysSent(DEPOSITS, from)).toHaveLength(1);
  await expectSound(context, account);
});

// `npm test` has the round below, whose answer is lost, too.
test('the answer to a round is lost: its result comes, and the stake is taken once', LONG, async ({ page, context }) => {
  const account = await enter(page, '/game/adire-gold', 1000);
  await chooseMode(page, 'money');
  const from = network().requests.length;
  network().break({ method: 'POST', path: ROUNDS, fault: 'lose-answer' });
  await spinButton(page).click();
  const result = await shownResult(page);
  const { rounds, transactions, real } = await moneyOf(context, account);
  expect(rounds).toHaveLength(1);
  expect(keysSent(ROUNDS, from)).toHaveLength(1);
  const [round] = rounds;
  expect(transactions.filter(({ kind }) => kind === 'stake')).toHaveLength(1);
  if (round!.win === 0) expect(result).toBe('No win');
  else expect(koboIn(result)).toBe(inKobo(round!.win));
  await expect.poll(() => balanceShown(page)).toBe(real);
  await expectSound(context, account);
});

test('a round whose answer does not come is followed over a reload, and no other starts before it ends', async ({ page, context }) => {
  const account = await enter(page, '/game/adire-gold', 1000);
  await chooseMode(page, 'money');
  const from = network().requests.length;
  network().break({ method: 'POST', path: ROUNDS, fault: 'lose-answer' });
  network().break({ method: 'GET', path: OPERATIONS, fault: 'drop' });
  await spinButton(page).click();
  await expect(page.getByText('We are checking this round')).toBeVisible();
  await expect(spinButton(page)).toHaveAttribute('data-kind', 'checking');

  await page.reload();
  await chooseMode(page, 'money');
  await expect(page.getByText('We are checking this round')).toBeVisible();
  await expect(spinButton(page)).toHaveAttribute('aria-disabled', 'true');
  await page.goto('/');
  await expect(page.getByText('A round is being checked')).toBeVisible();
  await page.getByRole('link', { name: 'See the round' }).click();

  network().heal();
  await chooseMode(page, 'money');
  await shownResult(page);
  const { rounds, real } = await moneyOf(context, account);
  expect(rounds).toHaveLength(1);
  expect(keysSent(ROUNDS, from)).toHaveLength(1);
  await expect.poll(() => balanceShown(page)).toBe(real);

  await spin(page);
  expect((await moneyOf(context, account)).rounds).toHaveLength(2);
  await expectSound(context, account);
});

// `npm test` has the round above and tests/platform/money-kills.test.ts.
test('the platform is killed between a stake and its answer: one round, and the balance that belongs to it', LONG, async ({ page, context }) => {
  const account = await enter(page, '/game/adire-gold', 1000);
  await chooseMode(page, 'money');
  const from = network().requests.length;
  network().break({ method: 'POST', path: ROUNDS, fault: 'lose-answer' });
  network().break({ method: 'GET', path: OPERATIONS, fault: 'drop' });
  await spinButton(page).click();
  // If the platform were killed before the stake arrives, there would be no round.
  await expect.poll(async () => (await moneyOf(context, account)).rounds.length).toBe(1);
  await product().kill();
  network().heal();
  await expect(page.getByText('We are checking this round')).toBeVisible();
  await product().start();
  await shownResult(page);
  const { rounds, real } = await moneyOf(context, account);
  expect(rounds).toHaveLength(1);
  expect(keysSent(ROUNDS, from)).toHaveLength(1);
  await expect.poll(() => balanceShown(page), { timeout: POLL_LIMIT_MS }).toBe(real);
  await expectSound(context, account);
});

test('a payment page that says “success” for an unpaid deposit moves nothing', LONG, async ({ page, context }) => {
  const account = await enter(page, '/deposit', 0);
  await goToPay(page, '250');
  const reference = new URL(page.url()).pathname.split('/').at(-1) ?? '';
  await page.goto(`/api/callbacks/mm/success?ref=${encodeURIComponent(reference)}&amount=250`);
  await expect(page).toHaveURL(/\/deposit\?deposit=/);
  await expect(page.getByText('We are checking. Do not pay again.').first()).toBeVisible();
  expect(await moneyOf(context, account)).toMatchObject({ real: 0, transactions: [] });
});
