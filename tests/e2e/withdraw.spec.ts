import type { BrowserContext, Page } from '@playwright/test';
import { call, inKobo, moneyOf, openAccount, putSession } from './support/api';
import type { Account } from './support/api';
import { findingsOn } from './support/axe';
import { chip, expectLive, expectReadyOffline, heading } from './support/frame-of-page';
import { useBrokenSite } from './support/network';
import { keptBy } from './support/storage';
import { firstAdmin } from '../support/first-admins';
import { LONG, LONG_ONLINE, ONLINE, POLL_LIMIT_MS, expect, test } from './support/test';
import {
  HOLDER, NO_TURNOVER, NUMBER, REFUSING_NUMBER, adminSession, amountField, bankField, chooseAndGoOn, keepAccount, movesOf, numberField, proveIdentity,
  sendButton, withdrawalsOf,
} from './support/withdraw';

const NIN = '23456789012';
const ENQUIRIES = /\/account-enquiries$/;
const WITHDRAWALS = /^\/api\/v1\/player\/[^/]+\/withdrawals$/;
/** As a browser writes it. */
const WITHDRAWALS_URL = /\/api\/v1\/player\/[^/]+\/withdrawals$/;
const OPERATIONS = /\/operations\//;
const IDENTITY = /\/identity$/;
const CHECKING = 'We are checking. Do not ask again.';

const { network, product } = useBrokenSite({ ...NO_TURNOVER, WITHDRAWAL_AUTOMATIC_UP_TO: '10000', WITHDRAWAL_APPROVALS: '1' });

async function enter(page: Page, naira: number): Promise<Account> {
  const account = await openAccount(page.context(), { naira, person: HOLDER });
  await putSession(page, account);
  return account;
}

/** Keys of the requests to be paid out since `from`, each once. */
function keysSent(from: number): readonly (string | undefined)[] {
  const sent = network().requests.slice(from).filter(({ method, path }) => method === 'POST' && WITHDRAWALS.test(path));
  return [...new Set(sent.map(({ key }) => key))];
}

/** The entries of the accounts of the player are what is there now, and no number of theirs is in the browser. */
async function expectSound(page: Page, account: Account): Promise<void> {
  const { real, transactions } = await moneyOf(page.context(), account);
  const sumOf = (of: string) => transactions.filter((each) => each.account === of).reduce((sum, { amount }) => sum + inKobo(amount), 0);
  expect(sumOf('real')).toBe(real);
  expect(sumOf('held')).toBe(0);
  await expectNothingKept(page);
}

async function expectNothingKept(page: Page): Promise<void> {
  const { local, rest } = await keptBy(page);
  for (const secret of [NUMBER, REFUSING_NUMBER, NIN]) expect(JSON.stringify(local) + rest).not.toContain(secret);
}

/** As the platform does five minutes after the sign-in. */
async function askForPasswordOnce(context: BrowserContext): Promise<void> {
  const body = JSON.stringify({ title: 'Enter your password again.', status: 403, code: 'password-needed' });
  let isAsked = false;
  await context.route(WITHDRAWALS_URL, (route) => {
    if (isAsked || route.request().method() !== 'POST') return route.fallback();
    isAsked = true;
    return route.fulfill({ status: 403, contentType: 'application/problem+json', body });
  });
}

async function stateOf(context: BrowserContext, account: Account): Promise<string | undefined> {
  return (await withdrawalsOf(context, account))[0]?.state;
}

test('the identity is verified first: the page says so after a cut connection or a wrong name, and stores the number nowhere', LONG_ONLINE, async ({ page }) => {
  await enter(page, 5000);
  await page.goto('/withdraw');
  await page.getByRole('link', { name: 'Verify my identity' }).click();
  await expect(heading(page)).toHaveText('National identity number');
  const number = page.getByLabel('Your NIN', { exact: true });
  const consent = page.getByRole('checkbox');
  const verify = page.getByRole('button', { name: 'Verify my identity' });
  await expect(consent).not.toBeChecked();
  await expect(number).toHaveAttribute('autocomplete', 'off');
  await number.fill('2345');
  await verify.click();
  await expect(page.getByText('A NIN has 11 digits.')).toBeVisible();
  await expect(page.getByText('Agree to the check first.')).toBeVisible();
  expect(await findingsOn(page)).toEqual([]);

  await number.fill('23456789001');
  await consent.check();
  await verify.click();
  await expect(page.getByRole('alert')).toContainText('Name or date of birth does not match');
  await number.fill('2345 678 9012');
  network().break({ method: 'POST', path: IDENTITY, fault: 'drop' });
  await verify.click();
  await expect(page.getByRole('alert')).toContainText('No answer came back');
  await expectNothingKept(page);
  network().heal();
  await verify.click();

  await expect(heading(page)).toHaveText('Withdraw');
  await expect(page.getByRole('heading', { name: 'Where to' })).toBeVisible();
  await page.goto('/nin');
  await expect(page.getByText('•••••••9012')).toBeVisible();
  await expect(number).toHaveCount(0);
  expect(await findingsOn(page)).toEqual([]);
  await expectNothingKept(page);
});

test('a player adds an account and is paid out, with the network cut at each step: one hold, one payout', ONLINE, async ({ page, context }) => {
  const account = await enter(page, 20_000);
  await proveIdentity(context, account);
  await page.goto('/withdraw');
  await expectLive(page);

  // Chooses one of 253 banks by keyboard alone, with a typing error.
  await bankField(page).click();
  await expect(page.getByRole('listbox')).toContainText('Guaranty Trust Bank');
  expect(await findingsOn(page), 'the list of banks').toEqual([]);
  await bankField(page).fill('zenth');
  await expect(page.getByRole('option')).toHaveText(['Zenith Bank']);
  await bankField(page).press('Enter');
  await expect(bankField(page)).toHaveValue('Zenith Bank');
  await expect(page.getByRole('listbox')).toHaveCount(0);
  await numberField(page).fill('0123 454 012');
  await expect(page.getByText('This does not look like a number of Zenith Bank')).toBeVisible();

  const lookUp = page.getByRole('button', { name: 'Look up the name' });
  network().break({ method: 'POST', path: ENQUIRIES, fault: 'drop' });
  await lookUp.click();
  await expect(page.getByRole('alert')).toContainText('We could not look up the name');
  network().heal();
  await lookUp.click();
  await expect(page.getByText('OBI NGOZI')).toBeVisible();
  await expectNothingKept(page);
  expect(await findingsOn(page), 'whose account it is').toEqual([]);
  await page.getByRole('button', { name: 'Yes, use this account' }).click();

  await expect(page.getByRole('heading', { name: 'How much' })).toBeFocused();
  // A balance that may be old does not forbid an amount.
  await expectLive(page);
  await amountField(page).fill('20,001');
  await page.getByRole('button', { name: 'Continue', exact: true }).click();
  await expect(page.getByText('You have ₦20,000.01 to withdraw.')).toBeVisible();
  await page.getByRole('button', { name: '₦5,000', exact: true }).click();
  expect(await findingsOn(page), 'how much').toEqual([]);
  await page.getByRole('button', { name: 'Continue', exact: true }).click();
  await expect(page.getByText('It is checked automatically')).toBeVisible();
  expect(await findingsOn(page), 'what happens next').toEqual([]);

  const from = network().requests.length;
  network().break({ method: 'POST', path: WITHDRAWALS, fault: 'lose-answer' });
  network().break({ method: 'GET', path: OPERATIONS, fault: 'drop' });
  await sendButton(page).click();
  await expect(page.getByText(CHECKING)).toBeVisible();
  await expect(sendButton(page)).toHaveCount(0);
  // It is the same after a reload and in a second tab, and nothing goes out anew; meanwhile the bank is paid.
  await page.reload();
  await expect(page.getByText(CHECKING)).toBeVisible();
  const other = await context.newPage();
  await other.goto('/withdraw');
  await expect(other.getByText(CHECKING)).toBeVisible();
  await expect(other.getByRole('button', { name: 'Look up the name' })).toHaveCount(0);
  await expect.poll(() => stateOf(context, account), { timeout: POLL_LIMIT_MS }).toBe('paid');
  await expect(page.getByText(CHECKING)).toBeVisible();

  network().heal();
  for (const tab of [page, other]) {
    await expect(tab.getByText('Paid out', { exact: true }).or(tab.getByText('Paid', { exact: true })).first()).toBeVisible({ timeout: POLL_LIMIT_MS });
    await expect(tab.getByText(CHECKING)).toHaveCount(0);
    await expect(chip(tab)).toContainText('₦15,000.01', { timeout: POLL_LIMIT_MS });
  }
  expect(keysSent(from)).toHaveLength(1);
  const withdrawals = await withdrawalsOf(context, account);
  expect(withdrawals).toHaveLength(1);
  expect(withdrawals[0]).toMatchObject({ amount: 5000, bankName: 'Zenith Bank', lastFour: '4012' });
  expect((await movesOf(context, account, withdrawals[0]!)).toSorted()).toEqual(['held -500000', 'held 500000', 'real -500000']);
  await expectSound(page, account);
  expect(await findingsOn(page), 'how it ended').toEqual([]);
});

test('the team checks a large withdrawal while the phone is offline; after a refusal the money is back, with the reason', LONG, async ({ page, context, browser }) => {
  const account = await enter(page, 20_000);
  await proveIdentity(context, account);
  await keepAccount(context, account, NUMBER);
  await page.goto('/withdraw');
  await expectLive(page);
  await expectReadyOffline(page);
  await chooseAndGoOn(page, '4012', '12,500');
  await expect(page.getByText('It is above ₦10,000, so our team checks it.')).toBeVisible();
  // Nothing can leave the phone now, so the page makes no intent that it would have to ask about later.
  await context.setOffline(true);
  await sendButton(page).click();
  await expect(page.getByRole('alert')).toContainText('Nothing was sent; your money has not moved.');
  await context.setOffline(false);
  // The first time to an account, or after half an hour: the platform wants the password.
  await askForPasswordOnce(context);
  await sendButton(page).click();
  const dialog = page.getByRole('dialog', { name: 'Enter your password' });
  await dialog.locator('input[name="password"]').fill(account.password);
  await dialog.getByRole('button', { name: 'Continue' }).click();
  const card = page.getByRole('article', { name: 'Our team is checking it' });
  await expect(card).toBeVisible();
  await expect(card.getByRole('listitem').filter({ hasText: 'Money held' })).toBeVisible();
  await expect(chip(page)).toContainText('₦7,500.01');
  expect(await findingsOn(page), 'under way').toEqual([]);

  // The device has stored the withdrawal: it is shown offline with its age, and can't be requested twice.
  await expect.poll(async () => (await keptBy(page)).rest.includes('review'), { timeout: POLL_LIMIT_MS }).toBe(true);
  await context.setOffline(true);
  await page.reload();
  await expect(card).toBeVisible();
  await expect(page.getByText(/^Saved copy,/).first()).toBeVisible();

  const [withdrawal] = await withdrawalsOf(context, account);
  const office = await browser.newContext();
  const sessionId = await adminSession(office, await firstAdmin(product()));
  const reason = 'The account was opened yesterday.';
  await call(office, 'POST', `/admin/withdrawals/${withdrawal!.withdrawalId}/refusal`, { sessionId, body: { reason } });
  await office.close();
  await context.setOffline(false);
  const ended = page.getByRole('article', { name: 'Refused: your money is back' });
  await expect(ended.or(page.getByText('Refused', { exact: true })).first()).toBeVisible({ timeout: POLL_LIMIT_MS });
  await expect(page.getByText(reason).first()).toBeAttached();
  await expect(chip(page)).toContainText('₦20,000.01', { timeout: POLL_LIMIT_MS });
  expect((await movesOf(context, account, withdrawal!)).toSorted()).toEqual(['held -1250000', 'held 1250000', 'real -1250000', 'real 1250000']);
  await expectSound(page, account);
});

test('a withdrawal that the bank rejects comes back to the balance; a saved account can be removed', LONG_ONLINE, async ({ page, context }) => {
  const account = await enter(page, 3000);
  await proveIdentity(context, account);
  await keepAccount(context, account, REFUSING_NUMBER);
  await page.goto('/withdraw');
  await expectLive(page);
  await chooseAndGoOn(page, '4002', '1,000');
  await sendButton(page).click();
  await expect(page.getByRole('article', { name: 'Your bank rejected it: your money is back' })).toBeVisible({ timeout: POLL_LIMIT_MS });
  await expect(page.getByText('can’t take money at the moment').first()).toBeVisible();
  await expect(chip(page)).toContainText('₦3,000.01', { timeout: POLL_LIMIT_MS });
  await page.getByRole('button', { name: 'Make another withdrawal' }).click();
  const change = page.getByRole('button', { name: 'Change: where to' });
  await change.click();
  await page.getByRole('button', { name: /^Remove Zenith Bank/ }).click();
  expect(await findingsOn(page), 'the question').toEqual([]);
  await page.getByRole('button', { name: 'Remove', exact: true }).click();
  await bankField(page).click();
  await page.getByRole('option', { name: 'First Bank of Nigeria' }).click();
  await expect(bankField(page)).toHaveValue('First Bank of Nigeria');
  await expect(bankField(page)).toBeFocused();
  await expect(page.getByRole('listbox')).toHaveCount(0);
  await expectSound(page, account);
});
