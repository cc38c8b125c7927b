/** Money that was paid in and not played: what the page of withdrawals says of it, and the ways in which it is paid back. */
import type { Page } from '@playwright/test';
import * as z from 'zod/mini';
import { listBonuses } from '../../src/core/contract/bonuses';
import { formatNaira, kobo, subKobo } from '../../src/core/money';
import type { TwoAdmins } from '../support/first-admins';
import { call, claim, moneyOf, openAccount, payIn, putSession } from './support/api';
import type { Account } from './support/api';
import { findingsOn } from './support/axe';
import { decidingAdmins, withDecidingAdmins } from './support/deciding-admins';
import { expectDated, expectLive, expectReadyOffline } from './support/frame-of-page';
import { LONG, LONG_ONLINE, POLL_LIMIT_MS, expect, test, useOwnProduct } from './support/test';
import {
  HOLDER, NUMBER, adminSession, amountField, chooseAndGoOn, keepAccount, proveIdentity, sendButton, withdrawalsOf,
} from './support/withdraw';

useOwnProduct(async () => ({ ...(await withDecidingAdmins()), WITHDRAWAL_APPROVALS: '1', ADMIN_OFFICE_NETWORKS: '127.0.0.1' }));
let admins: TwoAdmins;
test.beforeAll(async () => {
  admins = await decidingAdmins();
});

/** Opens an account with money, a bank account and a verified identity. */
async function enter(page: Page, naira: number, prepare: (account: Account) => Promise<unknown> = async () => undefined): Promise<Account> {
  const context = page.context();
  const account = await openAccount(context, { person: HOLDER });
  await prepare(account);
  await payIn(context, account, naira);
  await proveIdentity(context, account);
  await keepAccount(context, account, NUMBER);
  await putSession(page, account);
  return account;
}

/** Red and black are even: a round is won or lost, and never returns its stake. */
async function playRed(page: Page, { userId, sessionId }: Account, stake: number): Promise<void> {
  const body = { stake, currency: 'NGN', bet: { bets: [{ spot: 'red', stake: stake * 100 }] } };
  await call(page.context(), 'POST', `/player/${userId}/games/roulette/rounds`, { sessionId, key: `e2e-${crypto.randomUUID()}`, body });
}

const bar = (page: Page) => page.getByRole('progressbar', { name: 'Played of what you deposited' });
const other = (page: Page) => page.getByText('I don’t want to play it');
const underWay = (page: Page) => page.getByRole('article', { name: 'Our team is checking it' });

async function chooseAccount(page: Page): Promise<void> {
  await page.getByRole('list', { name: 'Your bank accounts' }).getByRole('button', { name: '•••• 4012' }).first().click();
}

test('the page says how much is still to be played, and a deposit that was made by mistake goes to people', LONG, async ({ page, context }) => {
  const account = await enter(page, 5_000);
  await page.goto('/withdraw');
  await expectLive(page);
  await expectReadyOffline(page);
  await chooseAccount(page);
  await expect(page.getByText('You have played ₦0 of the ₦5,000.01 you deposited. Play ₦5,000.01 more before you can withdraw it.')).toBeVisible();
  await expect(page.getByText('The smallest withdrawal is ₦1,000, and you have less than that to withdraw now.')).toBeVisible();
  await amountField(page).fill('1,000');
  await page.getByRole('button', { name: 'Continue', exact: true }).click();
  await expect(page.getByText('₦5,000.01 of your balance has not been played yet. You can withdraw ₦0 now.')).toBeVisible();
  expect(await findingsOn(page), 'unplayed').toEqual([]);

  await playRed(page, account, 2_000);
  await page.reload();
  await expectLive(page);
  await chooseAccount(page);
  await expect(page.getByText('You have played ₦2,000 of the ₦5,000.01 you deposited. Play ₦3,000.01 more before you can withdraw it.')).toBeVisible();
  expect(await bar(page).evaluate((element) => element instanceof HTMLProgressElement && element.position)).toBeCloseTo(2_000 / 5_000.01, 5);
  // The round is won or lost, and both are fine here.
  const { real } = await moneyOf(context, account);
  await expect(page.locator('.available')).toContainText(`Available ${formatNaira(subKobo(kobo(real), kobo(3_000_01)))}`);
  await context.setOffline(true);
  await expectDated(page, /₦/);
  await expect(page.getByText('You have played ₦2,000 of the ₦5,000.01')).toBeVisible();
  await context.setOffline(false);
  await expectLive(page);

  await other(page).click();
  expect(await findingsOn(page), 'the ways to have it unplayed').toEqual([]);
  await page.getByRole('button', { name: 'I deposited by mistake' }).click();
  await expect(page.getByText('You can ask for all of your balance. Our team checks it before it is paid.')).toBeVisible();
  await expect(page.locator('main :focus')).toContainText('You deposited by mistake');
  await expect(page.locator('.available')).toContainText(`Available ${formatNaira(kobo(real))}`);
  await page.getByRole('button', { name: /^All of it/ }).click();
  await page.getByRole('button', { name: 'Continue', exact: true }).click();
  await expect(page.getByText('Our team checks it.')).toBeVisible();
  await sendButton(page).click();
  await expect(underWay(page)).toBeVisible();
  expect(await withdrawalsOf(context, account)).toMatchObject([{ amount: real / 100, state: 'checking' }]);
});

// `npm test` has tests/platform/withdrawn-bonuses.test.ts and returned-bonuses.test.ts.
test('a withdrawal names the bonus that it would end, ends nothing before the player confirms, and brings the bonus back when it is refused', LONG_ONLINE, async ({ page, context, browser }) => {
  const account = await enter(page, 1_000, (ids) => claim(context, ids, 'welcome-bonus'));
  const bonuses = async () => z.parse(listBonuses.answer, await call(context, 'GET', `/player/${account.userId}/bonuses`, { sessionId: account.sessionId })).items;
  expect(await bonuses()).toMatchObject([{ status: 'active', current: 1_000.01 }]);
  await page.goto('/withdraw');
  await expectLive(page);
  await chooseAccount(page);
  await other(page).click();
  await page.getByRole('button', { name: 'I deposited by mistake' }).click();
  await page.getByRole('button', { name: 'All of it: ₦1,000.01' }).click();
  await page.getByRole('button', { name: 'Continue', exact: true }).click();
  const endWords = '“Welcome bonus” ends, because you withdraw money that you have not played: you lose ₦1,000.01 of bonus money.';
  await expect(page.getByText(endWords)).toBeVisible();
  await expect(page.getByText('A bonus that it ended comes back, too, unless your account is being closed.')).toBeVisible();
  await sendButton(page).click();
  const dialog = page.getByRole('dialog', { name: 'End “Welcome bonus”?' });
  await expect(dialog.getByText(endWords)).toBeVisible();
  expect(await findingsOn(page), 'the question').toEqual([]);
  await dialog.getByRole('button', { name: 'Go back' }).last().click();
  await expect(dialog).toHaveCount(0);
  expect(await bonuses()).toMatchObject([{ status: 'active' }]);
  await sendButton(page).click();
  await dialog.getByRole('button', { name: 'Yes, withdraw ₦1,000.01' }).click();
  await expect(underWay(page)).toBeVisible();
  expect(await bonuses()).toMatchObject([{ status: 'forfeited', endReason: 'withdrawn', lost: 1_000.01 }]);
  await page.goto('/bonuses');
  await expect(page.getByText('You withdrew a deposit you had not played.')).toBeVisible();

  const [withdrawal] = await withdrawalsOf(context, account);
  await page.goto(`/withdraw?withdrawal=${withdrawal!.withdrawalId}`);
  await expect(underWay(page)).toBeVisible();
  const office = await browser.newContext();
  const sessionId = await adminSession(office, admins.first);
  await call(office, 'POST', `/admin/withdrawals/${withdrawal!.withdrawalId}/refusal`, { sessionId, body: { reason: 'Play it first, please.' } });
  await office.close();
  const ended = page.getByRole('article', { name: 'Refused: your money is back' });
  await expect(ended).toBeVisible({ timeout: POLL_LIMIT_MS });
  await expect(ended.getByText('“Welcome bonus” is back, too.')).toBeVisible();
  expect(await findingsOn(page), 'refused').toEqual([]);
  expect(await bonuses()).toMatchObject([{ status: 'active', current: 1_000.01, endReason: null }]);
});

test('a player who closes the account has everything paid out, and can’t play or deposit any more', LONG_ONLINE, async ({ page, context, browser }) => {
  const account = await enter(page, 2_000);
  await page.goto('/withdraw?closing=1');
  await expectLive(page);
  await chooseAndGoOn(page, '4012', '2,000.01');
  await expect(page.getByText('Your bonuses end at once, and this account can’t play or deposit any more.')).toBeVisible();
  await sendButton(page).click();
  const dialog = page.getByRole('dialog', { name: 'Pay everything out and close the account?' });
  expect(await findingsOn(page), 'the question').toEqual([]);
  await dialog.getByRole('button', { name: 'Yes, withdraw ₦2,000.01' }).click();
  await expect(underWay(page)).toBeVisible();
  await page.reload();
  await expect(page.getByText('Your account is being closed')).toBeVisible();
  expect(await findingsOn(page), 'being closed').toEqual([]);

  const [withdrawal] = await withdrawalsOf(context, account);
  const office = await browser.newContext();
  const sessionId = await adminSession(office, admins.first);
  await call(office, 'POST', `/admin/withdrawals/${withdrawal!.withdrawalId}/approval`, { sessionId });
  await office.close();
  await expect.poll(async () => (await withdrawalsOf(context, account))[0]?.state, { timeout: POLL_LIMIT_MS }).toBe('paid');
  await page.goto('/profile');
  await page.getByRole('button', { name: 'Close my account' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('dialog').locator('input[name="password"]').fill(account.password);
  await page.getByRole('dialog').getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('dialog').getByRole('button', { name: /^Yes/ })).toBeVisible();
});
