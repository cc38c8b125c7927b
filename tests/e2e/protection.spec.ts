import type { BrowserContext, Page } from '@playwright/test';
import { protection } from '../../src/core/contract/protection';
import { call, moneyOf, openAccount, putSession } from './support/api';
import type { Account } from './support/api';
import { findingsOn } from './support/axe';
import { amountField, payButton } from './support/deposit';
import { signInDialog, signInWith } from './support/forms';
import { chip, expectLive, expectReadyOffline, heading } from './support/frame-of-page';
import { chooseMode, spin, spinButton } from './support/game';
import { HOUR_MS, MINUTE_MS, useMovedClock } from './support/moved-clock';
import { lookAwayAndBack, useBrokenSite } from './support/network';
import { LONG, ONLINE, POLL_LIMIT_MS, expect, ignoreWorkerRequests, test } from './support/test';

ignoreWorkerRequests();

// None of this is about how a round is drawn, and some with free spins take half a minute.
test.use({ reducedMotion: 'reduce' });
const clock = useMovedClock();
const { network, cutOff, bringBack } = useBrokenSite(clock.env);

/** The app tries again after 10 s, then after 20 s, each time with the next poll, to send what protects a player. */
const ANSWERED_LIMIT_MS = 60_000;
const EXCLUSIONS = /\/exclusions$/;
const ACKNOWLEDGEMENTS = /\/acknowledgements$/;
const GAME = '/game/adire-gold';

const stakeField = (page: Page) => page.locator('.stake-field input');
const stakeLeft = (page: Page) => page.locator('.stake-left');
const roundsOf = async (context: BrowserContext, account: Account) => (await moneyOf(context, account)).rounds.length;
const sent = (path: RegExp) => network().requests.filter((each) => each.method !== 'GET' && path.test(each.path));

async function openLimits(page: Page): Promise<void> {
  await page.goto('/self-exclusion');
  await expect(heading(page)).toHaveText('Limits and breaks');
}

/** Types a limit into the form that is open, sees what would follow, and sets it. */
async function setLimit(page: Page, name: string, naira: string, follows: string): Promise<void> {
  await page.getByRole('button', { name }).click();
  const form = page.locator('.limit-form');
  await form.getByRole('textbox').fill(naira);
  await expect(form.getByRole('status')).toContainText(follows);
  await form.getByRole('button', { name: 'Set the limit' }).click();
  await expect(form).toHaveCount(0);
}

const limitOf = (page: Page, kind: string, period: string) =>
  page.locator('.card', { has: page.getByRole('heading', { name: kind, exact: true }) })
    .locator('.limit', { has: page.getByRole('heading', { name: period, exact: true }) });

/** Reads the state from the platform itself. */
const protectionStateOf = async (page: Page, { sessionId, userId }: Account) =>
  protection.parse(await call(page.context(), 'GET', `/player/${userId}/protection`, { sessionId })).state;

async function openForMoney(page: Page): Promise<void> {
  await page.goto(GAME);
  await chooseMode(page, 'money');
  await expect(spinButton(page)).toHaveAttribute('data-kind', 'ready');
}

test('a limit stops a deposit and a stake before they are sent, and a higher one waits 24 hours and asks again', ONLINE, async ({ page, context }) => {
  const account = await openAccount(context, { naira: 300 });
  await putSession(page, account);
  await openLimits(page);
  await expect(page.getByText('₦300.01').first()).toBeVisible();
  await setLimit(page, 'Deposits, a day: set a limit', '1,000', 'Applies at once.');
  await expect(limitOf(page, 'Deposits', 'A day')).toContainText('₦699.99 left of ₦1,000');
  await setLimit(page, 'Stakes, a day: set a limit', '50', 'Applies at once.');
  await expect(page.locator('.chip', { hasText: '₦' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Stakes, a day: change the limit' }).click();
  await page.locator('.limit-form').getByRole('textbox').fill('10,000');
  await expect(page.locator('.limit-form').getByRole('status')).toContainText('Higher than now: waits until');
  expect.soft(await findingsOn(page), 'a limit being changed').toEqual([]);
  await page.locator('.limit-form').getByRole('button', { name: 'Set the limit' }).click();
  const stakes = limitOf(page, 'Stakes', 'A day');
  await expect(stakes).toContainText('You asked for ₦10,000. It waits until');
  await expect(stakes).toContainText('₦50 left of ₦50');

  await page.goto('/deposit');
  await expect(page.getByText('₦699.99 left of your ₦1,000 for today')).toBeVisible();
  await amountField(page).fill('700');
  await expect(page.getByText('That is over your ₦1,000 for today: ₦699.99 left.')).toBeVisible();
  await payButton(page).click();
  await expect(amountField(page)).toBeFocused();
  await expect(amountField(page)).toHaveAttribute('aria-invalid', 'true');

  await openForMoney(page);
  await expect(stakeLeft(page)).toHaveText('₦50 left of your ₦50 for today');
  await stakeField(page).fill('40');
  await spin(page);
  await expect(stakeLeft(page)).toHaveCount(0);
  await expect(page.getByText('That is over your ₦50 for today: ₦10 left.')).toBeVisible();
  await expect(spinButton(page)).toHaveText('Correct the stake first');
  await stakeField(page).fill('10');
  await spin(page);
  const before = sent(/./).length;
  expect(await roundsOf(context, account)).toBe(2);
  expect((await moneyOf(context, account)).deposits).toHaveLength(1);
  expect(before).toBe(sent(/./).length);

  await clock.move(24 * HOUR_MS + MINUTE_MS);
  await openLimits(page);
  // The device believes that a day is over when several answers say so.
  await expect.poll(async () => {
    await lookAwayAndBack(page);
    return stakes.innerText();
  }, { timeout: POLL_LIMIT_MS }).toContain('Do you still want ₦10,000?');
  await expect(stakes).toContainText('₦50 left of ₦50');
  await stakes.getByRole('button', { name: 'Yes, change to ₦10,000' }).click();
  await expect(stakes).toContainText('₦10,000 left of ₦10,000');
});

test('a reality check stops play for money until it is acknowledged, on time and in every tab', ONLINE, async ({ page, context }) => {
  const account = await openAccount(context, { naira: 300 });
  await putSession(page, account);
  await openLimits(page);
  await page.getByText('Every 15 min').click();
  await page.getByRole('button', { name: 'Every 15 min' }).click();
  await expect(page.getByRole('button', { name: 'Every 15 min' })).toHaveCount(0);
  await expect(page.getByRole('radio', { name: 'Every 15 min' })).toBeChecked();
  await expect(page.getByRole('radio', { name: 'Every 15 min' })).toBeFocused();
  await openForMoney(page);
  await spin(page);
  const other = await context.newPage();
  await openForMoney(other);
  await page.bringToFront();

  await clock.move(16 * MINUTE_MS);
  const dialog = page.getByRole('dialog', { name: 'Time check' });
  await expect(dialog).toHaveCount(0);
  await test.step('the platform refuses the stake that would have been played', async () => {
    await expect(spinButton(page)).toHaveAttribute('data-kind', 'ready');
    await spinButton(page).focus();
    await page.keyboard.press('Enter');
    await expect(dialog).toBeVisible();
    await expect(dialog).toContainText(/You have been playing for 1[5-9] min/);
    await expect(dialog).toContainText('₦10.00');
    expect.soft(await findingsOn(page), 'the reality check').toEqual([]);
    expect(await roundsOf(context, account)).toBe(1);
  });

  await test.step('no key goes on by itself, and a network that fails lets nothing through', async () => {
    for (const key of ['Enter', 'Space', 'Escape', 'Escape', 'Enter']) await page.keyboard.press(key);
    await expect(dialog).toBeVisible();
    network().break({ method: 'POST', path: ACKNOWLEDGEMENTS, fault: 'drop' });
    await dialog.getByRole('button', { name: 'I have seen it, continue' }).click();
    await expect(dialog.getByText('We could not save that you have seen this, so play stays paused.')).toBeVisible();
    await lookAwayAndBack(other);
    await expect(other.getByRole('dialog', { name: 'Time check' })).toBeVisible();
    network().heal();
    await dialog.getByRole('button', { name: 'Try again' }).click();
    await expect(dialog).toHaveCount(0);
    await expect(other.getByRole('dialog')).toHaveCount(0);
    await spin(page);
  });

  await test.step('the next one comes by the platform’s clock, without a stake', async () => {
    await clock.move(16 * MINUTE_MS);
    await lookAwayAndBack(page);
    await expect(dialog).toBeVisible({ timeout: POLL_LIMIT_MS });
    expect(await roundsOf(context, account)).toBe(2);
    await dialog.getByRole('link', { name: 'Stop playing' }).click();
    await expect(page).toHaveURL('/');
  });
});

test('an exclusion asked for offline holds here at once, is sent first and once, and reaches the other device', async ({ page, context, browser, trouble }) => {
  const account = await openAccount(context, { naira: 1_100 });
  await putSession(page, account);
  const elsewhere = await browser.newContext({ baseURL: network().url, serviceWorkers: 'block' });
  await trouble.watch(elsewhere);
  const second = await elsewhere.newPage();
  await second.goto('/sign-in');
  await signInWith(second.locator('main'), account);
  await expectLive(second);
  await page.goto('/');
  await expectLive(page);
  await expectReadyOffline(page);
  const tab = await context.newPage();
  await openForMoney(tab);
  await page.bringToFront();

  await cutOff(context);
  await openLimits(page);
  await page.getByText('6 months', { exact: true }).click();
  await expect(page.getByText('It applies on this device at once, and everywhere as soon as it reaches us.')).toBeVisible();
  await page.getByRole('button', { name: 'Exclude me' }).click();
  const question = page.getByRole('dialog', { name: 'Exclude yourself?' });
  await expect(question).toContainText(/No play and no deposits until \d\d\/\d\d\/\d{4}, \d\d:\d\d\./);
  expect.soft(await findingsOn(page), 'the question').toEqual([]);
  await question.getByRole('button', { name: 'Yes, exclude me' }).click();
  await expect(page.getByRole('heading', { name: 'You have excluded yourself' })).toBeFocused();
  await expect(page.getByText('It has not reached us yet')).toBeVisible();
  await expect(spinButton(tab)).toHaveCount(0);
  await expect(tab.getByText('You have excluded yourself')).toBeVisible();
  await tab.close();
  await test.step('nothing on this device plays or pays in any more, after a reload either', async () => {
    await page.reload();
    await expect(page.getByRole('heading', { name: 'You have excluded yourself' })).toBeVisible();
    await page.goto(GAME);
    await expect(page.getByText('No play and no deposits while it lasts.')).toBeVisible();
    await expect(spinButton(page)).toHaveCount(0);
    await page.goto('/deposit');
    await expect(page.getByText('No play and no deposits while it lasts.')).toBeVisible();
    await expect(payButton(page)).toHaveCount(0);
    await page.goto('/');
    await expect(heading(page)).toHaveText('Play is closed');
  });

  await test.step('signing out says what would be lost', async () => {
    await page.goto('/profile');
    await page.getByRole('button', { name: 'Sign out' }).click();
    await expect(page.getByRole('dialog')).toContainText('has not reached us yet');
    await page.getByRole('button', { name: 'Stay signed in' }).last().click();
  });

  await openLimits(page);
  await expect(page.getByText('It has not reached us yet')).toBeVisible();
  const from = network().requests.length;
  await bringBack(context, { method: 'POST', path: EXCLUSIONS, fault: 'lose-answer', times: 1 });
  await expect(page.getByText('It has not reached us yet')).toHaveCount(0, { timeout: 2 * POLL_LIMIT_MS });
  const posts = network().requests.slice(from).filter(({ method, path }) => method !== 'GET' && path.includes('/player/'));
  expect(posts[0]?.path).toMatch(EXCLUSIONS);
  expect(new Set(sent(EXCLUSIONS).map(({ key }) => key)).size).toBe(1);
  expect(sent(EXCLUSIONS).length).toBeGreaterThan(1);
  await expect(page.locator('.on-break-until')).toHaveText(/^Until \d\d\/\d\d\/\d{4}, \d\d:\d\d\.$/);
  await expect(page.getByText('You can make your break longer here, never shorter.').first()).toBeVisible();
  expect.soft(await findingsOn(page), 'the page on a break').toEqual([]);

  await test.step('the other device is told, and can still withdraw', async () => {
    await lookAwayAndBack(second);
    await expect(second.locator('.banner[data-reason="excluded"]')).toBeVisible({ timeout: POLL_LIMIT_MS });
    await second.locator('.banner[data-reason="excluded"]').getByRole('button', { name: 'Sign in again' }).click();
    await signInWith(signInDialog(second), account);
    await expect(chip(second)).toContainText('₦1,100.01', { timeout: POLL_LIMIT_MS });
    await second.goto('/withdraw');
    await expect(second.getByText(/break/i).first()).toBeVisible();
    await second.goto(GAME);
    await expect(second.getByText('You have excluded yourself')).toBeVisible();
    await expect(spinButton(second)).toHaveCount(0);
    expect(await roundsOf(context, account)).toBe(0);
  });
  await elsewhere.close();
});

test('an exclusion that a firewall answers with 200 and “OK”, and a gateway with a bare 404, is neither called sent nor refused: it holds here until the platform has it', LONG, async ({ page, context }) => {
  const account = await openAccount(context, { naira: 1_100 });
  await putSession(page, account);
  await page.goto('/');
  await expectLive(page);
  const from = network().requests.length;
  const tries = () => network().requests.slice(from).filter(({ method, path }) => method === 'POST' && EXCLUSIONS.test(path));
  network().break({ method: 'POST', path: EXCLUSIONS, fault: 'text-ok', times: 1 });
  network().break({ method: 'POST', path: EXCLUSIONS, fault: 'no-route', times: 1 });
  await openLimits(page);
  await page.getByText('6 months', { exact: true }).click();
  await page.getByRole('button', { name: 'Exclude me' }).click();
  await page.getByRole('dialog', { name: 'Exclude yourself?' }).getByRole('button', { name: 'Yes, exclude me' }).click();
  await expect(page.getByRole('heading', { name: 'You have excluded yourself' })).toBeVisible();
  for (const answered of [1, 2]) {
    await expect.poll(() => tries().length, { timeout: ANSWERED_LIMIT_MS }).toBe(answered);
    await expect(page.getByText('It has not reached us yet')).toBeVisible();
    await expect(page.getByText('Not sent yet. We try again')).toBeVisible();
    await expect(page.getByText('has been sent')).toHaveCount(0);
    expect(await protectionStateOf(page, account)).toBe('none');
  }
  await expect(page.getByText('It has not reached us yet')).toHaveCount(0, { timeout: ANSWERED_LIMIT_MS });
  expect(await protectionStateOf(page, account)).toBe('excluded');
  expect(tries().map(({ fault }) => fault)).toEqual(['text-ok', 'no-route', null]);
  expect(new Set(tries().map(({ key }) => key)).size).toBe(1);
});

test('limits are offered once before the first stake, and offline a limit can only be lowered', LONG, async ({ page, context }) => {
  const account = await openAccount(context, { naira: 300, unasked: true });
  await putSession(page, account);
  await openForMoney(page);
  await spinButton(page).click();
  const offer = page.getByRole('dialog', { name: 'Set your limits' });
  await expect(offer).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(offer).toHaveCount(0);
  await spinButton(page).click();
  await offer.getByLabel('I stake at most').fill('200');
  expect.soft(await findingsOn(page), 'the offer').toEqual([]);
  await offer.getByRole('button', { name: 'Set limits' }).click();
  await expect(offer).toHaveCount(0);
  expect(await roundsOf(context, account)).toBe(0);
  await expect(stakeLeft(page)).toHaveText('₦200 left of your ₦200 for today');
  await spin(page);
  expect(await roundsOf(context, account)).toBe(1);

  await expectReadyOffline(page);
  await openLimits(page);
  await expect(limitOf(page, 'Stakes', 'A day')).toContainText('₦190 left of ₦200');
  await cutOff(context);
  await expect(page.getByText('You can change it when you are online.')).toBeVisible({ timeout: POLL_LIMIT_MS });
  await page.getByRole('button', { name: 'Stakes, a day: change the limit' }).click();
  const form = page.locator('.limit-form');
  await form.getByRole('textbox').fill('500');
  await form.getByRole('button', { name: 'Set the limit' }).click();
  await expect(form.locator('.field-error')).toContainText('You can lower a limit offline.');
  await form.getByRole('textbox').fill('60');
  await form.getByRole('button', { name: 'Set the limit' }).click();
  const stakes = limitOf(page, 'Stakes', 'A day');
  await expect(stakes).toContainText('₦50 left of ₦60');
  await expect(stakes).toContainText('Applies here. Sent when you are online.');
  await page.reload();
  await expect(stakes).toContainText('₦50 left of ₦60');
  await bringBack(context);
  await expect(stakes).not.toContainText('Applies here.', { timeout: 2 * POLL_LIMIT_MS });
  await expect(stakes).toContainText('₦50 left of ₦60');
});
