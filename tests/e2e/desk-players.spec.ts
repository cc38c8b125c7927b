/** The players at the desk, by keyboard alone and on a phone: somebody calls, is found by their number, and asks why their payout waits. */
import type { Page } from '@playwright/test';
import { signInAsFirstAdmin } from './support/admins';
import { call, openAccount } from './support/api';
import type { Account } from './support/api';
import { findingsOn } from './support/axe';
import { heading } from './support/frame-of-page';
import { ONLINE, expect, test, useOwnProduct } from './support/test';
import { HOLDER, NO_TURNOVER, NUMBER, keepAccount, proveIdentity } from './support/withdraw';

const product = useOwnProduct(async () => NO_TURNOVER);
const PHONE = { width: 390, height: 844 };
const SHOTS = process.env['SHOTS_DIR'];

/** For whoever wants to look: SHOTS_DIR names a folder. Each screen is drawn on a phone and at a desk, dark and light. */
async function shoot(page: Page, name: string): Promise<void> {
  if (SHOTS === undefined) return;
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme });
    for (const viewport of [{ width: 1440, height: 900 }, PHONE]) {
      await page.setViewportSize(viewport);
      await page.screenshot({ path: `${SHOTS}/${name}-${viewport.width}-${colorScheme}.png`, animations: 'disabled' });
    }
  }
  await page.emulateMedia({ colorScheme: null });
}

/** A player with a payout that people must approve. */
async function playerWhoWaits(page: Page): Promise<Account> {
  const context = await page.context().browser()?.newContext({ baseURL: product().url });
  if (context === undefined) throw new Error('there is no browser');
  const account = await openAccount(context, { naira: 200_000, person: HOLDER });
  await proveIdentity(context, account);
  const bankAccountId = await keepAccount(context, account, NUMBER);
  const options = { sessionId: account.sessionId, key: `e2e-${crypto.randomUUID()}` };
  await call(context, 'POST', `/player/${account.userId}/games/plinko/rounds`, { ...options, body: { stake: 100, currency: 'NGN', bet: { risk: 'low' } } });
  const body = { bankAccountId, amount: 120_000, currency: 'NGN' };
  await call(context, 'POST', `/player/${account.userId}/withdrawals`, { sessionId: account.sessionId, key: `e2e-${crypto.randomUUID()}`, body });
  await context.close();
  return account;
}

/** Presses Tab until the focus is on something with this name. */
async function tabTo(page: Page, name: string | RegExp): Promise<void> {
  const target = page.locator(':focus').and(page.getByRole('link', { name }).or(page.getByRole('button', { name })).or(page.getByRole('textbox', { name })));
  for (let n = 0; n < 40; n += 1) {
    await page.keyboard.press('Tab');
    if (await target.count() === 1) return;
  }
  throw new Error(`Tab does not reach ${String(name)}.`);
}

test('a player is found by phone, what the payout waits for is read, and a note is written, by keyboard alone', ONLINE, async ({ page }) => {
  await page.setViewportSize(PHONE);
  const account = await playerWhoWaits(page);
  await signInAsFirstAdmin(page, product(), '?tab=risk&view=rules');
  await expect(page.getByRole('heading', { name: 'Paid in and taken out, hardly played' })).toBeVisible();
  expect(await findingsOn(page), 'the rules that watch').toEqual([]);
  await page.getByRole('link', { name: 'Cases' }).press('Enter');
  await expect(page.getByText('No case waits.')).toBeVisible();
  await page.goto('/admin?tab=players');
  await expect(heading(page)).toHaveText('Players');
  // The tab's own code comes after its heading.
  await expect(page.getByRole('searchbox')).toBeVisible();
  await shoot(page, 'start');
  await page.keyboard.press('/');
  await page.keyboard.type('nobody like this');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Nobody fits')).toBeVisible();
  await shoot(page, 'nobody');
  await page.getByRole('searchbox').clear();
  await page.keyboard.type(account.phone.replace(/^(\d{4})(\d{3})/, '$1 $2 '));
  await page.keyboard.press('Enter');
  const row = page.getByRole('link', { name: `N. Obi ${account.username}` });
  await expect(row).toBeVisible();
  await expect(page.locator('main')).not.toContainText(account.email);
  expect(page.url()).not.toContain(account.phone.slice(-4));
  expect(await findingsOn(page), 'the search').toEqual([]);
  await shoot(page, 'found');

  await tabTo(page, 'Search');
  await page.keyboard.press('j');
  await expect(row).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'N. Obi' })).toBeFocused();
  await expect(page.getByLabel('Money', { exact: true })).toContainText('₦120,000.00');
  await expect(page.getByRole('listitem').filter({ hasText: 'Payout' }).first()).toContainText('₦120,000.00');
  await shoot(page, 'page');
  await tabTo(page, 'Payouts');
  await page.keyboard.press('Enter');
  await expect(page.getByText('It waits for people: 0 of 2 approvals given.')).toBeVisible();
  await expect(page.getByText('Zenith Bank •••• 4012, O••• N•••')).toBeVisible();
  expect(await findingsOn(page), 'a player’s page').toEqual([]);
  await shoot(page, 'payouts');

  await tabTo(page, 'Rounds');
  await page.keyboard.press('Enter');
  await tabTo(page, /^Show the round: Plinko/);
  await page.keyboard.press('Enter');
  const round = page.getByRole('dialog', { name: 'Plinko' });
  await expect(round.getByText('The outcome follows from the seeds, the bet and the rules')).toBeVisible();
  await expect(round.getByText('In use: it is shown once the player has changed the seeds.')).toBeVisible();
  await expect(round.locator('.replay-stage')).toBeVisible();
  await expect(round.getByRole('listitem').filter({ hasText: 'Stake' })).toContainText('₦100.00');
  expect(await findingsOn(page), 'a round').toEqual([]);
  await shoot(page, 'round');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: /^Show the round: Plinko/ })).toBeFocused();

  await tabTo(page, 'Flags and cases');
  await page.keyboard.press('Enter');
  await expect(page.getByText('No rule has found anything.')).toBeVisible();

  await tabTo(page, 'Notes');
  await page.keyboard.press('Enter');
  await tabTo(page, 'New note');
  await page.keyboard.type('Asked on the phone why the payout waits; told that two colleagues look at it.');
  await tabTo(page, 'Add the note');
  await page.keyboard.press('Enter');
  await expect(page.getByText('The note is added.')).toBeVisible();
  await expect(page.getByRole('listitem').filter({ hasText: 'two colleagues look at it' })).toBeVisible();
  await shoot(page, 'notes');
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth), 'nothing is wider than the phone').toBe(true);

  // Back goes along the parts to the search, which still shows what it found.
  for (let n = 0; n < 5; n += 1) await page.goBack();
  await expect(row).toBeVisible();
  await page.context().setOffline(true);
  await page.getByRole('searchbox').fill('somebody');
  await expect(page.getByRole('button', { name: 'Search', exact: true })).toBeDisabled();
});
