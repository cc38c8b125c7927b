/** What people put right: one proposes it, another one confirms it on a phone, and the player reads why. */
import type { Browser, Locator, Page } from '@playwright/test';
import type { TwoAdmins } from '../support/first-admins';
import { signInAsAdmin } from './support/admins';
import { call, openAccount, putSession } from './support/api';
import { findingsOn } from './support/axe';
import { decidingAdmins, withDecidingAdmins } from './support/deciding-admins';
import { expectLive, heading } from './support/frame-of-page';
import { shoot } from './support/shoot';
import { LONG_ONLINE, ONLINE, expect, test, useOwnProduct } from './support/test';
import { HOLDER, NO_TURNOVER, NUMBER, keepAccount, proveIdentity, withdrawalsOf } from './support/withdraw';

useOwnProduct(async () => ({ ...(await withDecidingAdmins()), ...NO_TURNOVER, ADMIN_OFFICE_NETWORKS: '127.0.0.1' }));
let admins: TwoAdmins;
test.beforeAll(async () => {
  admins = await decidingAdmins();
});

const newBrowser = async (browser: Browser, width: number, height: number): Promise<Page> =>
  (await browser.newContext({ viewport: { width, height } })).newPage();
const said = (page: Page): Locator => page.locator('main :focus');

test('a balance is corrected by two people, one of them on a phone, by the keyboard, and the player reads why', ONLINE, async ({ page: player, browser, trouble }) => {
  const account = await openAccount(player.context(), { naira: 5_000, person: { firstname: 'Ngozi', lastname: 'Obi' } });
  await putSession(player, account);
  const [desk, phone] = [await newBrowser(browser, 1440, 900), await newBrowser(browser, 390, 844)];
  for (const page of [desk, phone]) await trouble.watch(page.context());
  await signInAsAdmin(desk, admins.first, '?tab=adjustments');
  await signInAsAdmin(phone, admins.second, '?tab=adjustments');
  await expect(phone.getByRole('heading', { name: 'Nothing waits for a second person' })).toBeVisible();

  await desk.getByLabel('Player', { exact: true }).fill(account.username);
  await desk.keyboard.press('Enter');
  await expect(desk.getByRole('heading', { name: /N\. Obi/ })).toBeVisible();
  await desk.getByLabel('Money is taken from the player').check();
  await desk.getByLabel('Amount in naira').fill('6,000');
  await desk.getByLabel('What happened, for your colleagues').fill('The provider reports a round that was paid twice.');
  await desk.getByLabel('What the player reads').fill('One round was paid twice.');
  await desk.keyboard.press('Enter');
  await expect(desk.getByText('and it never goes below zero')).toBeVisible();
  expect(await findingsOn(desk), 'a correction that is refused').toEqual([]);
  await shoot(desk, 'adjustment-propose-1440');
  await desk.getByLabel('Amount in naira').fill('1,200.50');
  await desk.getByLabel('Reason').selectOption('Error of a game');
  await desk.getByLabel('Amount in naira').press('Enter');
  await expect(said(desk)).toContainText('₦1,200.50 from N. Obi: proposed. Another person has to confirm it.');
  const waiting = desk.getByRole('listitem', { name: '₦1,200.50 from N. Obi' });
  await expect(waiting).toContainText('You proposed it. Another person has to confirm it.');
  await expect(waiting.getByRole('button', { name: /^Confirm/ })).toHaveCount(0);

  await phone.getByRole('button', { name: 'Reload', exact: true }).click();
  const card = phone.getByRole('listitem', { name: '₦1,200.50 from N. Obi' });
  await expect(card).toContainText('Error of a game');
  await expect(card).toContainText('₦3,799.51');
  expect(await findingsOn(phone), 'a correction that waits').toEqual([]);
  await shoot(phone, 'adjustment-waiting-390');
  await card.getByRole('button', { name: /^Confirm/ }).press('Enter');
  const ask = phone.getByRole('dialog', { name: 'Confirm this correction?' });
  await expect(ask).toContainText('₦1,200.50 is taken from the balance of N. Obi at once.');
  await shoot(phone, 'adjustment-confirm-390');
  await ask.getByRole('button', { name: /^Confirm ₦1,200.50/ }).press('Enter');
  await expect(said(phone)).toContainText('₦1,200.50 from N. Obi: confirmed. The player can see it.');
  await expect(card).toHaveCount(0);

  await player.goto('/transactions-history');
  await expectLive(player);
  await expect(heading(player)).toHaveText('Transactions');
  await expect(player.locator('main li, main summary').getByText('Correction by Ayo').first()).toBeVisible();
  await expect(player.getByText('One round was paid twice.')).toBeVisible();
});

// `npm test` has tests/platform/corrections.test.ts; the walk above has two admins.
test('a payout that came back is reported by one and confirmed by another, and its player has the money again', LONG_ONLINE, async ({ page: player, browser, trouble }) => {
  const context = player.context();
  const account = await openAccount(context, { naira: 20_000, person: HOLDER });
  await putSession(player, account);
  await proveIdentity(context, account);
  const body = { bankAccountId: await keepAccount(context, account, NUMBER), amount: 5_000, currency: 'NGN' };
  await call(context, 'POST', `/player/${account.userId}/withdrawals`, { sessionId: account.sessionId, key: `e2e-${crypto.randomUUID()}`, body });
  await expect.poll(async () => (await withdrawalsOf(context, account))[0]?.state, { timeout: 20_000 }).toBe('paid');
  const withdrawalId = (await withdrawalsOf(context, account))[0]?.withdrawalId ?? '';

  const [desk, phone] = [await newBrowser(browser, 1440, 900), await newBrowser(browser, 390, 844)];
  for (const page of [desk, phone]) await trouble.watch(page.context());
  await signInAsAdmin(desk, admins.first, '?tab=payments');
  await signInAsAdmin(phone, admins.second, '?tab=payments');
  await desk.getByRole('button', { name: 'Report a payout that came back' }).press('Enter');
  const report = desk.getByRole('dialog', { name: 'Give it to the player' });
  await report.getByLabel('Withdrawal’s id or gateway’s reference').fill(withdrawalId);
  await report.getByLabel('Bank’s reference', { exact: true }).fill('FT26112100077');
  await report.getByLabel('What you found out, for your colleagues').fill('The bank mailed that the account is closed.');
  await report.getByLabel('What the player reads').fill('Your bank account is closed.');
  await shoot(desk, 'payments-report-1440');
  await report.getByLabel('What the player reads').press('Enter');
  await expect(said(desk)).toContainText('₦5,000 to N. Obi: proposed.');

  await phone.getByRole('button', { name: 'Reload', exact: true }).click();
  const card = phone.getByRole('listitem', { name: '₦5,000 to N. Obi' });
  await expect(card).toContainText('FT26112100077');
  expect(await findingsOn(phone), 'a payout that came back').toEqual([]);
  await shoot(phone, 'payments-waiting-390');
  await card.getByRole('button', { name: /^Confirm/ }).press('Enter');
  await phone.getByRole('dialog').getByRole('button', { name: /^Confirm ₦5,000/ }).press('Enter');
  await expect(said(phone)).toContainText('confirmed. The player can see it.');

  await player.goto('/transactions-history');
  await expectLive(player);
  await expect(player.getByText('Your bank account is closed.')).toBeVisible();
});
