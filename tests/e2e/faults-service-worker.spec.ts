/** Browsers stop a service worker whenever they like: while it answers, and between two things that it is asked. */
import { call, inKobo, moneyOf } from './support/api';
import { amountField, goToPay, payButton } from './support/deposit';
import { balanceShown, expectLive, heading } from './support/frame-of-page';
import { chooseMode, shownResult, spinButton } from './support/game';
import { lookAwayAndBack, serviceWorkersOf, settleIn, useBrokenSite } from './support/network';
import { storedAt } from './support/snapshots';
import { LONG, POLL_LIMIT_MS, expect, test } from './support/test';

/** Three times the longest that a read may take. */
const ANSWER_LIMIT_MS = 3 * 8_000;
const HISTORY = /\/rounds(?:\?|$)/;
const BALANCE = /\/balance$/;

const { network } = useBrokenSite();
const requestsOf = (path: RegExp, from = 0) => network().requests.slice(from).filter((request) => path.test(request.path));

test('A-11: the service worker is stopped during a request: the answer still comes', async ({ page }) => {
  await settleIn(page, 100);
  const workers = await serviceWorkersOf(page);
  const from = network().requests.length;
  network().break({ method: 'GET', path: HISTORY, fault: 'hang', times: 1 });
  await page.goto('/games-history');
  await expect.poll(() => requestsOf(HISTORY, from).length).toBe(1);
  await workers.stop();
  await expect(page.getByText('No rounds').first()).toBeVisible({ timeout: ANSWER_LIMIT_MS });
});

test('A-11: the service worker is stopped during a request, and nothing ever answers: the page says so', LONG, async ({ page }) => {
  await settleIn(page, 100);
  const workers = await serviceWorkersOf(page);
  const from = network().requests.length;
  network().break({ method: 'GET', path: HISTORY, fault: 'hang' });
  await page.goto('/games-history');
  await expect.poll(() => requestsOf(HISTORY, from).length).toBe(1);
  await workers.stop();
  await expect(page.getByRole('main').getByRole('button', { name: 'Try again' })).toBeVisible({ timeout: ANSWER_LIMIT_MS });
  await expect(page.locator('main [aria-busy="true"], main .skeleton')).toHaveCount(0);
  network().heal();
  await page.getByRole('main').getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('No rounds').first()).toBeVisible({ timeout: ANSWER_LIMIT_MS });
});

/** Requests for money since `from`, in order. */
const sent = (path: RegExp, from: number) =>
  network().requests.slice(from).filter((request) => request.method === 'POST' && path.test(request.path));
const DEPOSITS = /\/deposits$/;
const ROUNDS = /\/games\/adire-gold\/rounds$/;

test('A-12: the service worker is stopped during a deposit and a round: each happens once', async ({ page, context }) => {
  const account = await settleIn(page, 1000);
  const workers = await serviceWorkersOf(page);

  await page.goto('/deposit');
  await amountField(page).fill('500');
  const beforeDeposit = network().requests.length;
  network().break({ method: 'POST', path: DEPOSITS, fault: 'hold-answer' });
  await payButton(page).click();
  await expect.poll(() => sent(DEPOSITS, beforeDeposit)[0]?.status).toBe(201);
  await workers.stop();
  network().heal();
  await page.waitForURL('**/api/simulator/checkout/**', { timeout: POLL_LIMIT_MS });
  expect(new Set(sent(DEPOSITS, beforeDeposit).map(({ key }) => key)).size).toBe(1);
  expect((await moneyOf(context, account)).deposits.filter(({ amount }) => amount === 500)).toHaveLength(1);

  await page.goto('/game/adire-gold');
  await chooseMode(page, 'money');
  const beforeRound = network().requests.length;
  network().break({ method: 'POST', path: ROUNDS, fault: 'hold-answer' });
  await spinButton(page).click();
  await expect.poll(() => sent(ROUNDS, beforeRound)[0]?.status).toBe(201);
  await workers.stop();
  network().heal();
  await shownResult(page);
  expect(new Set(sent(ROUNDS, beforeRound).map(({ key }) => key)).size).toBe(1);
  const { rounds, transactions, real } = await moneyOf(context, account);
  expect(rounds).toHaveLength(1);
  expect(transactions.filter(({ kind }) => kind === 'stake')).toHaveLength(1);
  expect(transactions.reduce((sum, { amount }) => sum + inKobo(amount), 0)).toBe(real);
  await expect.poll(() => balanceShown(page), { timeout: POLL_LIMIT_MS }).toBe(real);
});

test('A-12: a kept connection drops after the platform received money: the browser sends it twice, and it happens once', LONG, async ({ page, context }) => {
  const account = await settleIn(page, 1000);
  await page.goto('/game/adire-gold');
  await chooseMode(page, 'money');
  const from = network().requests.length;
  network().break({ method: 'POST', path: ROUNDS, fault: 'lose-answer', times: 1 });
  await spinButton(page).click();
  await shownResult(page);
  const posts = sent(ROUNDS, from);
  // Chromium itself repeats the request, and the page never hears of it: that is the fault of this test.
  expect(posts.map(({ fault, status }) => ({ fault, status }))).toEqual([{ fault: 'lose-answer', status: 201 }, { fault: null, status: 201 }]);
  expect(posts[0]?.isOnKeptConnection).toBe(true);
  expect(network().requests.slice(from).filter(({ path }) => path.includes('/operations/'))).toEqual([]);
  expect(new Set(posts.map(({ key }) => key)).size).toBe(1);
  const { rounds, transactions, real } = await moneyOf(context, account);
  expect(rounds).toHaveLength(1);
  expect(transactions.filter(({ kind }) => kind === 'stake')).toHaveLength(1);
  expect(transactions.reduce((sum, { amount }) => sum + inKobo(amount), 0)).toBe(real);
  await expect.poll(() => balanceShown(page), { timeout: POLL_LIMIT_MS }).toBe(real);

  // The same for a deposit.
  await page.goto('/deposit');
  const beforeDeposit = network().requests.length;
  network().break({ method: 'POST', path: DEPOSITS, fault: 'lose-answer', times: 1 });
  await goToPay(page, '300');
  expect(sent(DEPOSITS, beforeDeposit)).toHaveLength(2);
  expect((await moneyOf(context, account)).deposits.filter(({ amount }) => amount === 300)).toHaveLength(1);
});

/** Each with a service worker that has to be started for it. */
const POLLS = process.env['AYO_LONG'] === '1' ? 20 : 4;

test('A-13: the service worker is stopped between polls, and each is answered, shown and stored as if it had not been', async ({ page, context }) => {
  const account = await settleIn(page, 100);
  const workers = await serviceWorkersOf(page);
  const startsBefore = workers.starts();
  for (let poll = 1; poll <= POLLS; poll += 1) {
    await workers.stop();
    const from = network().requests.length;
    const lastKept = (await storedAt(page))['balance'] ?? 0;
    await lookAwayAndBack(page);
    await expect.poll(() => requestsOf(BALANCE, from)[0]?.status, { message: `poll ${poll}`, timeout: 10_000 }).toBeTruthy();
    await expect.poll(async () => (await storedAt(page))['balance'], { message: `poll ${poll} is kept` }).toBeGreaterThan(lastKept);
    if (poll !== POLLS / 2) continue;
    // A balance that changes meanwhile arrives like any other.
    await call(context, 'POST', `/player/${account.userId}/games/adire-gold/rounds`, {
      sessionId: account.sessionId, key: `e2e-${crypto.randomUUID()}`, body: { stake: 50, currency: 'NGN', bet: {} },
    });
  }
  expect(workers.starts() - startsBefore).toBeGreaterThanOrEqual(POLLS);
  const { real } = await moneyOf(context, account);
  await expect.poll(() => balanceShown(page)).toBe(real);
  await expectLive(page);

  // The service worker answers from what it stored in all its lives when nothing comes through.
  await workers.stop();
  network().break({ path: /^\/api\//, fault: 'drop' });
  await page.goto('/profile');
  await expect(heading(page)).toHaveText('My profile');
  await expect.poll(() => balanceShown(page)).toBe(real);
});
