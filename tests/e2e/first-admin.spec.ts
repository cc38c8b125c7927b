/** The first admin's first minutes, and the password that is asked for again. */
import type { Locator, Page } from '@playwright/test';
import { findingsOn } from './support/axe';
import { signInWith } from './support/forms';
import { expectReadyOffline, heading } from './support/frame-of-page';
import { MINUTE_MS, useMovedClock } from './support/moved-clock';
import { useBrokenSite } from './support/network';
import { appCode } from '../support/second-factor';
import { enrolOnScreen, tab } from './support/admins';
import { LONG, ONLINE, POLL_LIMIT_MS, expect, test } from './support/test';

const OWN = 'seven slow canoes';
const STEP_MS = 30_000;
/** Of the first admin's second factor. */
let secret = '';
const clock = useMovedClock();
const { product, cutOff, bringBack } = useBrokenSite(async () => ({ ...clock.env }));

const row = (page: Page): Locator => page.getByRole('row').filter({ hasText: 'Adire Gold' });
const field = (page: Page, name: string): Locator => page.getByLabel(name, { exact: true });

test('the printed sign-in works once: the admin sets a password first, and reads that there is no other admin', ONLINE, async ({ page, browser, baseURL }) => {
  const printed = product().admin();
  if (printed === null) throw new Error('No one-time sign-in was printed.');
  // This holds also for a sign-in with another destination.
  await page.goto('/sign-in');
  await signInWith(page.locator('main'), printed);
  await expect(heading(page)).toHaveText('Set your own password');
  await expect(page.getByRole('tablist')).toHaveCount(0);
  await page.goto('/profile');
  await expect(heading(page)).toHaveText('Set your own password');
  expect(await findingsOn(page), 'the own password').toEqual([]);
  await field(page, 'New password').fill('elf letters');
  await page.getByRole('button', { name: 'Set password' }).click();
  await expect(field(page, 'New password')).toHaveAccessibleDescription(/Use at least 12 characters/);
  await field(page, 'New password').fill(OWN);
  await field(page, 'Repeat the password').fill('seven slow canoe');
  await page.getByRole('button', { name: 'Set password' }).click();
  await expect(field(page, 'Repeat the password')).toHaveAccessibleDescription(/The passwords are different/);
  await field(page, 'Repeat the password').fill(OWN);
  await page.getByRole('button', { name: 'Set password' }).click();
  await expect(heading(page)).toHaveText('Set up a second factor', { timeout: POLL_LIMIT_MS });
  expect(await findingsOn(page), 'the second factor').toEqual([]);
  secret = await enrolOnScreen(page);
  await expect(heading(page)).toHaveText('Today', { timeout: POLL_LIMIT_MS });
  await expect(page.getByText('Money waits for a second person')).toBeVisible();
  expect(await findingsOn(page), 'what the desk opens with').toEqual([]);

  await tab(page, 'People').click();
  await expect(page.getByText('You are the only admin.')).toBeVisible();
  expect(await findingsOn(page), 'the only admin').toEqual([]);

  const elsewhere = await (await browser.newContext({ baseURL: baseURL ?? '' })).newPage();
  await elsewhere.goto('/sign-in?next=%2Fadmin');
  await signInWith(elsewhere.locator('main'), printed);
  await expect(elsewhere.getByText('The username or password is wrong.').or(elsewhere.getByText('do not match')).first()).toBeVisible();
  await signInWith(elsewhere.locator('main'), { ...printed, password: OWN });
  await expect(heading(elsewhere)).toHaveText('Enter your code');
  const code = elsewhere.getByLabel('Code', { exact: true });
  await code.fill('000000');
  await elsewhere.keyboard.press('Enter');
  await expect(code).toHaveAccessibleDescription(/This code does not work/);
  expect(await findingsOn(elsewhere), 'the code').toEqual([]);
  // The code that set it up is used, so this is the next one.
  await code.fill(appCode(secret, new Date(Date.now() + STEP_MS)));
  await elsewhere.keyboard.press('Enter');
  await expect(heading(elsewhere)).toHaveText('Today');
  await elsewhere.context().close();
});

test('limits changed offline are not lost when the session ends after half an hour: they are sent after the next sign-in', LONG, async ({ page, context }) => {
  const enter = async (): Promise<void> => {
    await page.goto('/sign-in?next=%2Fadmin');
    await signInWith(page.locator('main'), { username: 'admin', password: OWN });
    await page.getByLabel('Code', { exact: true }).fill(appCode(secret, new Date(clock.nowMs())));
    await page.keyboard.press('Enter');
    await expect(row(page)).toBeVisible();
  };
  await clock.move(MINUTE_MS);
  await enter();
  await expectReadyOffline(page);
  await cutOff(context);
  await row(page).getByRole('button', { name: 'Edit Adire Gold' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit Adire Gold' });
  await dialog.getByLabel('Counts toward wagering, per cent').fill('35');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(row(page)).toContainText('Your change is sent when you are online');
  await clock.move(31 * MINUTE_MS);
  await bringBack(context);
  await expect(page.getByText('Admins are signed out after 30 minutes without an action.')).toBeVisible({ timeout: POLL_LIMIT_MS });
  await enter();
  await expect(row(page)).toContainText('35%', { timeout: POLL_LIMIT_MS });
  await expect(row(page)).not.toContainText('is sent when you are online', { timeout: POLL_LIMIT_MS });
  await page.reload();
  await expect(row(page)).toContainText('35%');
});
