/** Bonuses through the screens: an admin's terms, a claim with its deposit, wagering to the end, free spins on a bad network. */
import type { Locator, Page } from '@playwright/test';
import * as z from 'zod/mini';
import { listBonuses } from '../../src/core/contract/bonuses';
import type { TwoAdmins } from '../support/first-admins';
import { signInAsAdmin } from './support/admins';
import { call, openAccount, payIn, putSession } from './support/api';
import { findingsOn } from './support/axe';
import { decidingAdmins, withDecidingAdmins } from './support/deciding-admins';
import type { Account } from './support/api';
import { amountField, expectPaid, goToPay, payAtSimulator } from './support/deposit';
import { expectLive, expectReadyOffline, heading } from './support/frame-of-page';
import { spin, spinButton } from './support/game';
import { holdRequests } from './support/hold-requests';
import { useBrokenSite } from './support/network';
import { LONG, LONG_ONLINE, ONLINE, POLL_LIMIT_MS, expect, test } from './support/test';
import { proveIdentity } from './support/withdraw';

const ROUNDS = /\/games\/adire-gold\/rounds$/;
const CLAIMS = /\/promotions\/free-spins\/claim$/;
const COSTS = /\/promotions\/friday\/costs$/;
const { network } = useBrokenSite(async () => ({ ...(await withDecidingAdmins()), ADMIN_OFFICE_NETWORKS: '127.0.0.1' }));
let admins: TwoAdmins;
test.beforeAll(async () => {
  admins = await decidingAdmins();
});

// None of this is about how a round is drawn, and some with free spins take half a minute.
test.use({ reducedMotion: 'reduce' });

const bonusCard = (page: Page): Locator => page.locator('.bonus-card').first();
const claimButton = (page: Page): Locator => page.getByRole('button', { name: 'Claim', exact: true });
const freeSpin = (page: Page): Locator => page.getByRole('button', { name: /^Free spin, / });

/** Reads the player's bonuses from the platform. */
async function bonusesOf(page: Page, { userId, sessionId }: Account) {
  return z.parse(listBonuses.answer, await call(page.context(), 'GET', `/player/${userId}/bonuses`, { sessionId })).items;
}

async function player(page: Page, naira = 0): Promise<Account> {
  const account = await openAccount(page.context());
  if (naira > 0) await payIn(page.context(), account, naira);
  await putSession(page, account);
  return account;
}

async function editWelcome(admin: Page, values: Readonly<Record<string, string>>): Promise<void> {
  await admin.getByRole('button', { name: 'Edit Welcome bonus' }).click();
  const dialog = admin.getByRole('dialog', { name: 'Edit Welcome bonus' });
  for (const [label, value] of Object.entries(values)) await dialog.getByLabel(label).fill(value);
  await dialog.getByRole('button', { name: 'Propose' }).click();
  await expect(dialog).toHaveCount(0);
}

test('terms go from an admin to a player, who claims, pays in, wagers to the end and keeps the money', ONLINE, async ({ page, browser, baseURL }) => {
  const account = await player(page);
  await page.goto('/promo/welcome-bonus');
  await expect(page.getByText('100% of your deposit on top, up to ₦10,000.')).toBeVisible();
  await expect(claimButton(page)).toBeVisible();

  const desk = await browser.newContext({ baseURL: baseURL ?? '' });
  const admin = await desk.newPage();
  await signInAsAdmin(admin, admins.first, '?tab=promotions');
  // Another admin has the form open already, so their later change will conflict with this one, field by field.
  const other = await desk.newPage();
  await other.goto('/admin?tab=promotions');
  await other.getByRole('button', { name: 'Edit Welcome bonus' }).click();
  await editWelcome(admin, { 'Approval number of its advertising': 'ARCON/2026/0117', 'Largest bonus, naira': '20', 'To be staked, times over': '1' });
  // Proposed terms wait for a second person; the old ones hold until then.
  const welcome = (at: Page): Locator => at.getByRole('article', { name: 'Welcome bonus' });
  await expect(welcome(admin)).toContainText('You propose a change');
  await expect(welcome(admin)).toContainText('up to ₦10,000.');
  await expect(welcome(admin).getByRole('button', { name: 'Edit Welcome bonus' })).toBeDisabled();
  const seconds = await browser.newContext({ baseURL: baseURL ?? '' });
  const second = await seconds.newPage();
  await signInAsAdmin(second, admins.second, '?tab=promotions');
  await expect(welcome(second)).toContainText('admin proposes a change');
  await expect(welcome(second).getByRole('definition').filter({ hasText: 'now 10000' })).toBeVisible();
  await expect(welcome(second).getByRole('definition').filter({ hasText: 'proposed 20' })).toBeVisible();
  expect(await findingsOn(second), 'a proposal').toEqual([]);
  await second.getByRole('button', { name: 'Confirm the change of Welcome bonus' }).click();
  await expect(welcome(second)).toContainText('up to ₦20.');
  const late = other.getByRole('dialog', { name: 'Edit Welcome bonus' });
  await late.getByLabel('Largest bonus, naira').fill('90000');
  await late.getByRole('button', { name: 'Propose' }).click();
  await expect(late.getByText('Somebody else has changed this promotion')).toBeVisible();
  await expect(late.getByLabel('Largest bonus, naira')).toHaveAccessibleDescription('Saved now: 20');
  await expect(late.getByLabel('To be staked, times over')).toHaveAccessibleDescription('Saved now: 1');
  await late.getByRole('button', { name: 'Take theirs' }).click();
  await expect(late.getByLabel('Largest bonus, naira')).toHaveValue('20');
  await other.close();
  await admin.getByRole('button', { name: 'Reload', exact: true }).click();
  await expect(admin.getByRole('article', { name: 'Welcome bonus' })).toContainText('up to ₦20.');

  // The player has read older terms, so nothing is claimed, and the page shows the new terms.
  await claimButton(page).click();
  await expect(page.getByText('The terms have changed.')).toBeVisible();
  await expect(page.getByText('100% of your deposit on top, up to ₦20.')).toBeVisible();
  await claimButton(page).click();
  await expect(page.getByText('You have claimed it.')).toBeVisible();

  await page.goto('/bonuses');
  await expect(bonusCard(page)).toContainText('It has to be at least ₦500.');
  await page.goto('/deposit');
  await goToPay(page, '500');
  await payAtSimulator(page);
  await expectPaid(page);

  await page.goto('/bonuses');
  await expect(bonusCard(page)).toContainText('₦0 of ₦20 staked; ₦20 to go.');
  await expect(bonusCard(page).getByRole('progressbar', { name: 'Wagering done' })).toBeVisible();
  await page.goto('/game/adire-gold');
  await page.locator('.dock summary').click();
  await expect(page.getByText('Bonus for this game: ₦20.')).toBeVisible();
  await page.locator('.dock summary').click();
  await page.getByLabel('Stake', { exact: true }).fill('20');
  await spin(page);
  const [ended] = await bonusesOf(page, account);
  expect(ended).toMatchObject({ status: 'completed', converted: 20, endReason: 'met' });
  await page.goto('/bonuses');
  await expect(page.getByText('The wagering was done. ₦20 became your own money.')).toBeVisible();

  await page.goto('/templeaderboard');
  const visibility = page.getByRole('switch', { name: /^Show me as / });
  await expect(visibility).not.toBeChecked();
  await visibility.click();
  await expect(visibility).toBeChecked();
  // The platform counts rounds a few seconds after they were played.
  await expect(async () => {
    await page.reload();
    await expect(visibility).toBeChecked();
    await expect(page.getByText(/^Your highest this week: .+× on Adire Gold\.$/)).toBeVisible({ timeout: 3_000 });
  }).toPass({ timeout: POLL_LIMIT_MS });

  await admin.getByRole('button', { name: 'Reload', exact: true }).click();
  await expect(admin.getByRole('article', { name: 'Welcome bonus' })).toContainText('Became real money₦20.00');
  await admin.getByRole('button', { name: 'Switch off: Welcome bonus' }).click();
  await admin.getByRole('button', { name: 'Switch it off' }).click();
  await expect(admin.getByRole('button', { name: 'Switch on: Welcome bonus' })).toBeVisible();
  await desk.close();
  await page.goto('/promo/welcome-bonus');
  await expect(page.getByText('It is not offered right now.')).toBeVisible();
});

// `npm test` has money.spec.ts for rounds and tests/platform/bonuses-rounds.test.ts for spins, each once under its key.
test('free spins with the network cut in between: claimed once, each spin once, and then given up', LONG, async ({ page }) => {
  const account = await player(page, 100);
  await proveIdentity(page.context(), account);
  await page.goto('/promo/free-spins');
  await expectLive(page);
  await expectReadyOffline(page);

  // The platform has the claim, the phone no answer; the page that asked is gone, and the next one asks what became of it.
  const answers = () => network().requests.filter(({ method, path, status }) => method === 'POST' && CLAIMS.test(path) && status === 201).length;
  network().break({ method: 'POST', path: CLAIMS, fault: 'hold-answer' });
  await claimButton(page).click();
  await expect.poll(answers).toBe(1);
  await page.reload();
  await expect(page.getByText('You have claimed it.')).toBeVisible({ timeout: POLL_LIMIT_MS });
  network().heal();
  expect(await bonusesOf(page, account)).toHaveLength(1);

  await page.goto('/game/adire-gold');
  await expect(freeSpin(page)).toHaveText('Free spin, 50 left');
  await freeSpin(page).click();
  await expect(page.locator('.result-detail')).toContainText(/ree spin/, { timeout: POLL_LIMIT_MS });
  await expect(freeSpin(page)).toHaveText('Free spin, 49 left');

  network().break({ method: 'POST', path: ROUNDS, fault: 'lose-answer', times: 1 });
  await expect(freeSpin(page)).not.toHaveAttribute('aria-disabled', 'true');
  await freeSpin(page).click();
  await expect(freeSpin(page)).toHaveText('Free spin, 48 left', { timeout: POLL_LIMIT_MS });
  await expect(spinButton(page)).toHaveAttribute('data-kind', /^(ready|resting)$/, { timeout: POLL_LIMIT_MS });
  const [bonus] = await bonusesOf(page, account);
  expect(bonus).toMatchObject({ status: 'active', freeSpins: { left: 48, count: 50 } });

  // On a wide screen the button stands below the figures, so that none of them lies over another one.
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.reload();
  await expect(freeSpin(page)).toHaveText('Free spin, 48 left');
  const cutFigures = page.locator('.dock-figure').evaluateAll((figures) => figures.filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth).length);
  expect(await cutFigures).toBe(0);

  // Without a network everything is shown with its age, but the bonus can't be given up.
  await page.goto('/bonuses');
  await expect(bonusCard(page)).toContainText('48 of 50 free spins left');
  network().break({ path: /^\/api\//, fault: 'drop' });
  await page.reload();
  await expect(heading(page)).toHaveText('Bonuses');
  await expect(bonusCard(page)).toContainText('48 of 50 free spins left');
  await expect(page.getByText(/Saved copy/)).toBeVisible();
  network().heal();

  await page.reload();
  await bonusCard(page).getByText('Give it up').click();
  await expect(bonusCard(page)).toContainText('48 free spins at once');
  await bonusCard(page).getByRole('button', { name: 'Give up this bonus' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Yes, give it up' }).click();
  await expect(page.getByText('You gave it up.')).toBeVisible();
  expect(await bonusesOf(page, account)).toMatchObject([{ status: 'forfeited', endReason: 'forfeited' }]);
  await page.goto('/deposit');
  await expect(amountField(page)).toBeVisible();
});

test('an admin sees what one claim costs before a change is proposed: while it is worked out, over its budget, without an answer and without a connection', LONG_ONLINE, async ({ page, context }) => {
  await signInAsAdmin(page, admins.first, '?tab=promotions');
  await page.getByRole('button', { name: 'Edit Friday reload' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit Friday reload' });
  const costs = dialog.getByRole('region', { name: 'What one claim costs' });
  const figure = (name: string): Locator => costs.getByRole('definition').nth(['At most', 'Best player', 'Ordinary player', 'Becomes real money'].indexOf(name));
  await expect(figure('At most')).toHaveText('₦2,324.65', { timeout: POLL_LIMIT_MS });
  await expect(figure('Best player')).toHaveText('₦2,246.03');
  await expect(figure('Ordinary player')).toHaveText('₦1,199.42');
  expect(await findingsOn(page), 'with figures').toEqual([]);

  // Half of what was typed can't be read; what can is asked about once, and nothing older is shown beside it.
  const letGo = await holdRequests(page, COSTS, (route) => route.fallback());
  await dialog.getByLabel('Largest bonus, naira').fill('');
  await expect(costs).toContainText('The costs are worked out once every field can be read.');
  await dialog.getByLabel('Largest bonus, naira').pressSequentially('5000');
  await expect(costs).toHaveAttribute('aria-busy', 'true');
  await expect(costs.getByRole('definition')).toHaveCount(0);
  letGo();
  await expect(figure('At most')).toHaveText('₦4,649.30', { timeout: POLL_LIMIT_MS });
  await expect(costs.getByText('One claim can be worth more than the budget')).toBeVisible();
  await dialog.getByRole('button', { name: 'Propose' }).click();
  await expect(dialog.getByLabel('Budget for one claim, naira')).toHaveAccessibleDescription(/One claim can be worth ₦4,649.30 to the best player/);
  await dialog.getByLabel('Budget for one claim, naira').fill('4650');
  await dialog.getByLabel('To be staked, times over').fill('11');
  await dialog.getByRole('button', { name: 'Propose' }).click();
  await expect(dialog.getByLabel('To be staked, times over')).toHaveAccessibleDescription(/10 times at most/);
  await dialog.getByLabel('To be staked, times over').fill('10');
  await expect(costs.getByText('One claim can be worth more than the budget')).toHaveCount(0);

  network().break({ path: COSTS, fault: 'bad-gateway' });
  await dialog.getByLabel('Largest bonus, naira').fill('4000');
  const again = costs.getByRole('button', { name: 'Work them out again' });
  await expect(again).toBeVisible({ timeout: POLL_LIMIT_MS });
  expect(await findingsOn(page), 'without an answer').toEqual([]);
  network().heal();
  await again.click();
  await expect(costs.getByRole('heading')).toBeFocused();
  await expect(figure('At most')).toHaveText('₦3,719.44', { timeout: POLL_LIMIT_MS });
  await context.setOffline(true);
  await dialog.getByLabel('Largest bonus, naira').fill('2500');
  await expect(costs).toContainText('Working out the costs needs a connection.', { timeout: POLL_LIMIT_MS });
  await context.setOffline(false);
  await expect(figure('At most')).toHaveText('₦2,324.65', { timeout: POLL_LIMIT_MS });
});
