/** The second factor on a phone, by keyboard alone: set up, given, given again before a decision, and the recovery codes. */
import type { Page } from '@playwright/test';
import { firstAdmin } from '../support/first-admins';
import { freePort } from '../support/free-port';
import { appCode } from '../support/second-factor';
import { signInAsAdmin } from './support/admins';
import { findingsOn } from './support/axe';
import { signInWith } from './support/forms';
import { heading } from './support/frame-of-page';
import { MINUTE_MS, useMovedClock } from './support/moved-clock';
import { lookAwayAndBack } from './support/network';
import { shoot } from './support/shoot';
import { ONLINE, POLL_LIMIT_MS, expect, siteAt, test, useOwnProduct } from './support/test';

const STEP_MS = 30_000;
const clock = useMovedClock();
/** Passkeys are made for a name, never for an address. */
let site: string | undefined;
const product = useOwnProduct(async () => {
  const port = String(await freePort());
  site = `http://localhost:${port}`;
  return { ...clock.env, PORT: port, PUBLIC_URL: site };
});
siteAt(() => site);

test.use({ viewport: { width: 390, height: 844 } });

/** The name of what has the focus; empty where nothing has. */
function focusedName(): string {
  const focused = document.activeElement;
  if (focused === null || focused === document.body) return '';
  const label = focused instanceof HTMLInputElement ? focused.labels?.[0] : focused;
  return (focused.getAttribute('aria-label') ?? label?.textContent ?? '').trim();
}

/** Plugs an authenticator into the browser that answers as if somebody gave their finger each time. */
async function plugInAuthenticator(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: { protocol: 'ctap2', transport: 'internal', hasUserVerification: true, isUserVerified: true, automaticPresenceSimulation: true },
  });
}

/** Moves the focus to the next place with this name, as somebody does who has no mouse. */
async function tabTo(page: Page, name: string): Promise<void> {
  for (let n = 0; n < 80; n += 1) {
    await page.keyboard.press('Tab');
    if ((await page.evaluate(focusedName)) === name) return;
  }
  throw new Error(`Tab did not lead to ${name}.`);
}

test('an admin makes new recovery codes, replaces the phone, signs in with each, and is asked again before a decision about people', ONLINE, async ({ page }) => {
  const admin = await firstAdmin(product());
  await signInAsAdmin(page, admin, '?tab=people');
  await expect(heading(page)).toHaveText('People');
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth), 'nothing is wider than the phone').toBe(true);
  await shoot(page, 'desk-390');

  // Another phone: the secret is typed, because the desk is on this one.
  await tabTo(page, 'My second factor');
  await page.keyboard.press('Enter');
  const own = page.getByRole('dialog', { name: 'My second factor' });
  await expect(own).toContainText(/\d recovery codes are left\./);
  expect(await findingsOn(page), 'my second factor').toEqual([]);
  await shoot(page, 'own-factor-390');
  await tabTo(page, 'Set up another phone');
  await page.keyboard.press('Enter');
  const secret = (await page.locator('.factor-secret').innerText()).replaceAll(' ', '');
  await expect(page.getByRole('link', { name: 'Open in the app' })).toHaveAttribute('href', new RegExp(`^otpauth://totp/Ayo:admin\\?secret=${secret}&`));
  expect(await findingsOn(page), 'another phone').toEqual([]);
  await shoot(page, 'another-phone-390');
  await tabTo(page, 'Then type the code that the app shows');
  await page.keyboard.type('123456');
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Then type the code that the app shows')).toHaveAccessibleDescription(/This is not the code of this secret/);
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type(appCode(secret, new Date(clock.nowMs())));
  await page.keyboard.press('Enter');
  const codes = page.getByRole('list', { name: 'Recovery codes' });
  await expect(codes.getByRole('listitem')).toHaveCount(10);
  const recoveryCode = await codes.getByRole('listitem').first().innerText();
  expect(await findingsOn(page), 'the recovery codes').toEqual([]);
  await shoot(page, 'recovery-codes-390');
  await page.keyboard.press('Escape');
  await expect(codes).toBeVisible();
  await tabTo(page, 'I have kept the codes');
  await page.keyboard.press('Space');
  await tabTo(page, 'Continue');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toHaveCount(0);

  // Ten minutes later a decision about people asks once more, and is then made without another press.
  await clock.move(11 * MINUTE_MS);
  await page.getByLabel('E-mail', { exact: true }).fill('bisi@work.example');
  for (const box of await page.getByRole('group', { name: 'Roles' }).getByRole('checkbox').all()) await box.check();
  await tabTo(page, 'Invite');
  await page.keyboard.press('Enter');
  const again = page.getByRole('dialog', { name: 'Enter your code' });
  await expect(again).toContainText('We check that it is you');
  expect(await findingsOn(page), 'the code again').toEqual([]);
  await shoot(page, 'code-again-390');
  await page.keyboard.press('Escape');
  await expect(page.getByText('Give your code again to continue.')).toBeVisible();
  await expect(page.getByLabel('E-mail', { exact: true })).toHaveValue('bisi@work.example');
  await tabTo(page, 'Invite');
  await page.keyboard.press('Enter');
  await tabTo(page, 'Code');
  await page.keyboard.type(appCode(secret, new Date(clock.nowMs())));
  await page.keyboard.press('Enter');
  await expect(page.getByText('The invitation is addressed to bisi@work.example.')).toBeVisible();

  // The sign-in asks for a code, and a recovery code does it once. The tab is still the one that was asked for.
  await page.context().clearCookies();
  await page.evaluate(() => localStorage.clear());
  const enter = async (code: string): Promise<void> => {
    await page.goto('/sign-in?next=%2Fadmin%3Ftab%3Dpeople');
    await signInWith(page.locator('main'), admin);
    await expect(heading(page)).toHaveText('Enter your code');
    await shoot(page, 'code-390');
    await tabTo(page, 'Code');
    await page.keyboard.type(code);
    await page.keyboard.press('Enter');
  };
  await enter(recoveryCode.toUpperCase());
  await expect(heading(page)).toHaveText('People', { timeout: POLL_LIMIT_MS });
  await expect(page.getByText('9 recovery codes are left.')).toBeVisible();

  // Half an hour without an action ends the session. The next poll finds it, and the page says why.
  await clock.move(31 * MINUTE_MS);
  await lookAwayAndBack(page);
  await expect(page.getByText('Admins are signed out after 30 minutes without an action.')).toBeVisible({ timeout: POLL_LIMIT_MS });
  await enter(appCode(secret, new Date(clock.nowMs() + STEP_MS)));
  await expect(heading(page)).toHaveText('People', { timeout: POLL_LIMIT_MS });

  // A passkey: added once, then a press gives the second factor.
  await plugInAuthenticator(page);
  await tabTo(page, 'My second factor');
  await page.keyboard.press('Enter');
  await expect(own.getByText('With a passkey you confirm with a finger')).toBeVisible();
  await tabTo(page, 'Add a passkey');
  await page.keyboard.press('Enter');
  await tabTo(page, 'Name of the passkey');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Enter a name.')).toBeVisible();
  await page.keyboard.type('Desk phone');
  expect(await findingsOn(page), 'a new passkey').toEqual([]);
  await shoot(page, 'new-passkey-390');
  await page.keyboard.press('Enter');
  await expect(own.getByRole('listitem')).toContainText('Desk phone');
  expect(await findingsOn(page), 'a passkey').toEqual([]);
  await shoot(page, 'passkey-390');
  await page.keyboard.press('Escape');

  await page.context().clearCookies();
  await page.evaluate(() => localStorage.clear());
  await page.goto('/sign-in?next=%2Fadmin%3Ftab%3Dpeople');
  await signInWith(page.locator('main'), admin);
  await expect(heading(page)).toHaveText('Enter your code');
  await expect(page.getByRole('button', { name: 'Use a passkey' })).toBeVisible();
  await shoot(page, 'code-or-passkey-390');
  await tabTo(page, 'Use a passkey');
  await page.keyboard.press('Enter');
  await expect(heading(page)).toHaveText('People', { timeout: POLL_LIMIT_MS });

  await tabTo(page, 'My second factor');
  await page.keyboard.press('Enter');
  await tabTo(page, 'Remove Desk phone');
  await page.keyboard.press('Enter');
  await expect(own.getByText('Remove “Desk phone”?')).toBeVisible();
  await shoot(page, 'remove-passkey-390');
  await tabTo(page, 'Remove passkey');
  await page.keyboard.press('Enter');
  await expect(own.getByText('With a passkey you confirm with a finger')).toBeVisible();
});
