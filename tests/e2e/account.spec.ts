/** The player's account: passwords, devices, another address, the own data, and its end. */
import { readFile } from 'node:fs/promises';
import type { Browser, BrowserContext, Locator, Page } from '@playwright/test';
import { readCsv, unzip } from '../support/archive/unzip';
import { call, enterAsPlayer, mailedLink, openAccount, putSession } from './support/api';
import type { Account } from './support/api';
import { findingsOn } from './support/axe';
import { expectWordsAt, signInDialog, signInWith } from './support/forms';
import { chip, expectLive, expectReadyOffline, heading } from './support/frame-of-page';
import { lookAwayAndBack, useBrokenSite } from './support/network';
import { keptBy } from './support/storage';
import { LONG, LONG_ONLINE, ONLINE, POLL_LIMIT_MS, expect, test } from './support/test';

const MINUTE_MS = 60_000;
const { network } = useBrokenSite();

test.describe.configure({ timeout: 3 * MINUTE_MS });

const field = (place: Page | Locator, name: string): Locator => place.locator(`input[name="${name}"]`).last();
const press = (place: Page | Locator, name: string | RegExp): Promise<void> => place.getByRole('button', { name, exact: true }).click();
const banner = (page: Page): Locator => page.locator('.banner[role="alert"]');
const alert = (page: Page): Locator => page.getByRole('main').getByRole('alert');
const idOf = (page: Page): Promise<string | null> => page.evaluate(() => localStorage.getItem('sessionId'));
/** Acts as if the connection came back, so that the page asks at once instead of within 15 s. */
const poll = (page: Page): Promise<void> => page.evaluate(() => void window.dispatchEvent(new Event('online')));
const countRequests = (path: RegExp, ...statuses: readonly number[]): number =>
  network().requests.filter((each) => path.test(each.path) && each.status !== null && statuses.includes(each.status)).length;

/** Opens another device, of the same player or of a guest, and closes it at the end. */
async function onDevice(browser: Browser, use: (page: Page, context: BrowserContext) => Promise<void>, account?: Account): Promise<void> {
  const context = await browser.newContext({ baseURL: network().url, locale: 'en-NG', timezoneId: 'Africa/Lagos' });
  try {
    const page = await context.newPage();
    if (account) {
      const { username, password } = account;
      const ids = (await call(context, 'POST', '/auth/sign-in', { body: { username, password } })) as { sessionId: string; userId: string };
      await putSession(page, ids);
      await page.goto('/');
      await expectLive(page);
    }
    await use(page, context);
  } finally {
    await context.close();
  }
}

async function typePasswords(page: Page, current: string, next: string): Promise<void> {
  await field(page.getByRole('main'), 'current').fill(current);
  await field(page.getByRole('main'), 'password').fill(next);
  await press(page, 'Save new password');
}

// `npm test` has tests/platform/password-change.test.ts, tests/unit/bridge/session.test.ts for the tabs, and A-28 for the device that is told.
test('a new password keeps every tab here signed in and tells other devices why they are not; a lost answer claims nothing false', LONG_ONLINE, async ({ page, context, browser }) => {
  const account = await enterAsPlayer(page, { naira: 300 });
  await expectLive(page);
  const tab = await context.newPage();
  await tab.goto('/profile');
  await expectLive(tab);
  await onDevice(browser, async (other) => {
    await page.goto('/change-password');
    await typePasswords(page, 'not my password', 'calabash evening road');
    await expectWordsAt(field(page, 'current'), 'This is not your password.');
    await expect(field(page, 'current')).toBeFocused();
    await typePasswords(page, account.password, 'short');
    await expectWordsAt(field(page, 'password'), 'Use at least 8 characters.');
    const before = await idOf(page);

    // The platform has the new password, but this browser has no answer yet, so a poll with the old id is refused.
    network().break({ path: /\/password$/, fault: 'hold-answer', times: 1 });
    await typePasswords(page, account.password, 'calabash evening road');
    await expect.poll(() => countRequests(/\/password$/, 200)).toBe(1);
    await poll(tab);
    await expect.poll(() => countRequests(/\/balance$/, 401)).toBeGreaterThan(0);
    network().heal();
    await expect(page.getByRole('heading', { name: 'Your new password is set' })).toBeFocused();
    const after = await idOf(page);
    expect(after).not.toBe(before);
    // Storage reaches another tab with a delay. The tab must have the old or the new id meanwhile, and never none.
    await expect.poll(() => idOf(tab)).toBe(after);
    expect(await idOf(page)).toBe(after);
    for (const each of [page, tab]) {
      const polled = countRequests(/\/balance$/, 200, 304);
      await poll(each);
      await expect.poll(() => countRequests(/\/balance$/, 200, 304), { timeout: POLL_LIMIT_MS }).toBeGreaterThan(polled);
      await expectLive(each);
      await expect(banner(each)).toHaveCount(0);
    }

    await poll(other);
    await expect(banner(other)).toContainText('A new password was set', { timeout: POLL_LIMIT_MS });
    await expect(banner(other)).toContainText(/It ended at \d\d:\d\d, from Chrome on /);
    await press(banner(other), 'Sign in again');
    await signInWith(signInDialog(other), account);
    await expectWordsAt(field(signInDialog(other), 'password'), 'The username or password is wrong.');
    await signInWith(signInDialog(other), { ...account, password: 'calabash evening road' });
    await expectLive(other);

    // The same again, but this time the answer is lost for good.
    await tab.bringToFront();
    await tab.goto('/change-password');
    network().break({ path: /\/password$/, fault: 'lose-answer' });
    await typePasswords(tab, 'calabash evening road', 'talking drum at dusk');
    await expect(banner(tab)).toContainText('A new password was set, and that signs every device out. Sign in with the new one.', { timeout: POLL_LIMIT_MS });
    await expect(chip(tab)).toHaveCount(0);
    await expect(chip(page)).toHaveCount(0);
    network().heal();
    await expect(heading(tab)).toHaveText('Sign in');
    await signInWith(tab.locator('main form'), { ...account, password: 'talking drum at dusk' });
    await expectLive(tab);
    await expectLive(page);
    const storedText = JSON.stringify(await keptBy(tab));
    for (const password of ['calabash evening road', 'talking drum at dusk', account.password]) expect(storedText).not.toContain(password);
  }, account);
});

test('a forgotten password: the same words for everybody, the link works on another device, and everyone is signed out', ONLINE, async ({ page, context, browser }) => {
  const account = await enterAsPlayer(page);
  await expectLive(page);
  await onDevice(browser, async (guest, guests) => {
    await guest.goto('/sign-in');
    await field(guest, 'username').fill(account.email);
    await guest.getByRole('link', { name: 'Forgot your password?' }).click();
    await expect(heading(guest)).toHaveText('Reset your password');
    await expect(field(guest, 'email')).toHaveValue(account.email);

    await guests.setOffline(true);
    await expect(guest.getByText('You are offline. What you type stays here')).toBeVisible();
    await press(guest, 'Send me the link');
    await expect(alert(guest)).toContainText('no mail was sent');
    await expect(field(guest, 'email')).toHaveValue(account.email);
    await guests.setOffline(false);

    await field(guest, 'email').fill('nobody.of.that.name@canary.example');
    await press(guest, 'Send me the link');
    const sentNotice = guest.getByText(/^If nobody\.of\.that\.name@canary\.example has an account/);
    const words = await sentNotice.innerText();
    await press(guest, 'Send it again');
    await field(guest, 'email').fill(account.email);
    await press(guest, 'Send me the link');
    await expect(guest.getByRole('heading', { name: 'Check your e-mail' })).toBeFocused();
    await expect(guest.getByText(words.replace('nobody.of.that.name@canary.example', account.email))).toBeVisible();
    expect(await findingsOn(guest)).toEqual([]);
  });

  const link = await mailedLink(context, account.email, '/reset-password?token=');
  await onDevice(browser, async (elsewhere) => {
    await elsewhere.goto(link);
    await expect(field(elsewhere, 'password')).toHaveAttribute('autocomplete', 'new-password');
    await field(elsewhere, 'password').fill('password');
    await press(elsewhere, 'Save new password');
    await expectWordsAt(field(elsewhere, 'password'), /./);
    await field(elsewhere, 'password').fill('calabash evening road');
    await press(elsewhere, 'Show');
    await expect(field(elsewhere, 'password')).toHaveAttribute('type', 'text');
    await press(elsewhere, 'Save new password');
    await expect(elsewhere.getByRole('heading', { name: 'Your new password is set' })).toBeFocused();
    expect(new URL(elsewhere.url()).search).toBe('');
    await elsewhere.getByRole('main').getByRole('link', { name: 'Sign in' }).click();
    await signInWith(elsewhere.locator('main form'), { ...account, password: 'calabash evening road' });
    await expectLive(elsewhere);
  });

  await poll(page);
  await expect(banner(page)).toContainText('A new password was set', { timeout: POLL_LIMIT_MS });
  await page.goto(link);
  await field(page, 'password').fill('another long evening');
  await press(page, 'Save new password');
  await expect(page.getByText('This link does not work', { exact: true })).toBeVisible();
  await expect(field(page, 'email')).toBeVisible();
});

test('a player sees where they are signed in, offline too; a device that is signed out from another one is told why', LONG, async ({ page, context, browser }) => {
  const account = await enterAsPlayer(page);
  await expectReadyOffline(page);
  await onDevice(browser, async (other) => {
    await page.goto('/users-sessions');
    const cards = page.locator('.device');
    await expect(cards).toHaveCount(2);
    await expect(cards.first()).toContainText('This device');
    await expect(page.getByText(/^Previous sign-in: |^This is your first sign-in/)).toBeVisible();
    expect(await findingsOn(page)).toEqual([]);

    await context.setOffline(true);
    await page.reload();
    await expect(cards).toHaveCount(2);
    await expect(page.getByText('Saved copy,')).toBeVisible();
    await page.getByRole('button', { name: /^Sign out Chrome on / }).click();
    const dialog = page.getByRole('dialog', { name: /^Sign out Chrome on / });
    await expect(dialog).toContainText('when you are online');
    await press(dialog, 'Sign out');
    await expect(dialog.getByRole('alert')).toContainText('nothing was changed');
    expect(await findingsOn(page)).toEqual([]);
    await context.setOffline(false);
    await press(dialog, 'Sign out');
    await expect(dialog).toHaveCount(0, { timeout: POLL_LIMIT_MS });
    await expect(page.getByText('You are not signed in anywhere else.')).toBeVisible();
    await page.getByText('One ended in the last 30 days').click();
    await expect(page.getByText(/^Signed out from another device, /)).toBeVisible();

    await poll(other);
    await expect(banner(other)).toContainText('This session was ended from another device.', { timeout: POLL_LIMIT_MS });
    await expect(chip(other)).toHaveCount(0);
    await expectLive(page);
  }, account);
});

test('another e-mail address: typed without a connection and kept, sent later, and confirmed in another browser', LONG_ONLINE, async ({ page, context, browser }) => {
  const account = await enterAsPlayer(page);
  await expectLive(page);
  const next = `next.${account.email}`;
  await page.goto('/edit-profile');
  await expect(page.getByRole('region', { name: 'E-mail address' })).toContainText(account.email);
  await context.setOffline(true);
  await press(page, 'Change my e-mail');
  const dialog = page.getByRole('dialog', { name: 'Change my e-mail' });
  await field(dialog, 'email').fill(next);
  await field(dialog, 'password').fill(account.password);
  await press(dialog, 'Send the link');
  await expect(dialog.getByRole('alert')).toContainText('nothing was sent');
  await press(dialog, 'Keep my e-mail');
  await context.setOffline(false);
  await press(page, 'Change my e-mail');
  await expect(field(dialog, 'email')).toHaveValue(next);
  await expect(field(dialog, 'password')).toHaveValue('');
  // The tool does not know that a modal dialog lies above the bar at the lower edge.
  expect((await findingsOn(page)).filter((finding) => !finding.startsWith('target-size'))).toEqual([]);
  await field(dialog, 'password').fill(account.password);
  await press(dialog, 'Send the link');
  await expect(page.getByText('Open the link in the mail')).toBeVisible();
  await expect(page.getByRole('region', { name: 'E-mail address' })).toContainText(account.email);

  const link = await mailedLink(context, next, '/activate-email?token=');
  const stranger = await openAccount(context);
  await onDevice(browser, async (elsewhere) => {
    await elsewhere.goto(link);
    await expect(elsewhere.getByText('It belongs to another account')).toBeVisible();
  }, stranger);
  await onDevice(browser, async (elsewhere) => {
    await elsewhere.goto(link);
    await expect(elsewhere.getByRole('heading', { name: 'Your e-mail is confirmed' })).toBeVisible();
  });
  await lookAwayAndBack(page);
  await expect(page.getByRole('region', { name: 'E-mail address' })).toContainText(next, { timeout: POLL_LIMIT_MS });
});

// `npm test` has tests/platform/archive.test.ts and account-closing.test.ts; journey.spec.ts shows that nothing stays here.
test('a player downloads their data as one file and closes the account once its money is out; nothing of it stays here', LONG_ONLINE, async ({ page, context }) => {
  const account = await enterAsPlayer(page, { naira: 300 });
  await expectLive(page);
  const tab = await context.newPage();
  await tab.goto('/games');
  await expectLive(tab);
  await page.goto('/profile');

  // The platform asks for the password first, as it does after half an hour.
  const stale = { title: 'Enter your password again.', status: 401, code: 'password-needed' };
  await context.route('**/archives', (route) => route.fulfill({ status: 401, contentType: 'application/problem+json', body: JSON.stringify(stale) }), { times: 1 });
  await press(page, 'Download my data');
  const again = page.getByRole('dialog', { name: 'Enter your password' });
  await field(again, 'password').fill(account.password);
  const [download] = await Promise.all([page.waitForEvent('download'), press(again, 'Continue')]);
  expect(download.suggestedFilename()).toMatch(/my-data-\d{4}-\d\d-\d\d\.zip$/);
  const files = unzip(await readFile(await download.path()));
  expect(JSON.stringify(files)).toContain(account.email);
  const tables = Object.entries(files).filter(([name]) => name.endsWith('.csv')).map(([, text]) => readCsv(text));
  expect(tables.some((rows) => rows.some((row) => Object.values(row).some((cell) => cell.includes('300.01'))))).toBe(true);
  await expect(page.getByText('The download has started')).toBeVisible();

  const open = async () => {
    await press(page, 'Close my account');
    const dialog = page.getByRole('dialog');
    await expect(dialog).toContainText('What ends');
    return dialog;
  };
  const toTheEnd = async (dialog: Locator, password: string) => {
    await press(dialog, 'Continue');
    await field(dialog, 'password').fill(password);
    await press(dialog, 'Continue');
    await press(dialog, 'Yes, close my account');
  };
  const dialog = await open();
  await expect(dialog).toContainText('You have ₦300.01 in your account.');
  expect(await findingsOn(page)).toEqual([]);
  await toTheEnd(dialog, 'not my password');
  await expectWordsAt(field(dialog, 'password'), 'This is not your password.');
  await field(dialog, 'password').fill(account.password);
  await press(dialog, 'Continue');
  await press(dialog, 'Yes, close my account');
  await expect(dialog).toContainText('You still have ₦300');
  await dialog.getByRole('link', { name: 'Withdraw' }).click();
  await expect(heading(page)).toHaveText('Withdraw');
  // A player who comes back continues where they were.
  await page.goBack();
  await expect(dialog).toContainText('Do this first');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await page.reload();
  await expect(page).toHaveURL(/\/profile$/);
  await expect(dialog).toBeHidden();

  // A second account, with no money in it.
  const empty = await openAccount(context);
  await putSession(page, empty);
  await page.goto('/profile');
  await expectLive(page);
  const last = await open();
  await expect(last).not.toContainText('Do this first');
  await press(last, 'Continue');
  await field(last, 'password').fill(empty.password);
  await press(last, 'Continue');
  await context.setOffline(true);
  await press(last, 'Yes, close my account');
  await expect(last.getByRole('alert')).toContainText('your account is open');
  await context.setOffline(false);
  await press(last, 'Yes, close my account');
  await expect(page.locator('#account-closed')).toContainText('The account is closed', { timeout: POLL_LIMIT_MS });
  await expect(page.locator('#account-closed')).toHaveAttribute('open');
  await expect(chip(page)).toHaveCount(0);
  await expect(chip(tab)).toHaveCount(0);
  const { local, rest } = await keptBy(page);
  expect(local).not.toHaveProperty('sessionId');
  for (const trace of [empty.email, empty.username, empty.userId]) expect(rest).not.toContain(trace);
  await page.goto('/sign-in');
  await signInWith(page.locator('main form'), empty);
  await expect(page.getByRole('main')).toContainText('This account is closed.');
});
