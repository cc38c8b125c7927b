/** Two admins free a player whom an excluded account stops that looks like theirs, and give an identity to the account whose it is. */
import type { BrowserContext, Locator, Page } from '@playwright/test';
import type { TwoAdmins } from '../support/first-admins';
import { signInAsAdmin } from './support/admins';
import { call, openAccount, putSession } from './support/api';
import type { Account } from './support/api';
import { findingsOn } from './support/axe';
import { decidingAdmins, withDecidingAdmins } from './support/deciding-admins';
import { useBrokenSite } from './support/network';
import { LONG_ONLINE, expect, test } from './support/test';

useBrokenSite(async () => ({ ...(await withDecidingAdmins()), ADMIN_OFFICE_NETWORKS: '127.0.0.1' }));
let admins: TwoAdmins;
test.beforeAll(async () => {
  admins = await decidingAdmins();
});

const PHONE = { width: 360, height: 660 };
const DESK = { width: 1280, height: 800 };
const SHOTS = process.env['SHOTS_DIR'];
/** For whoever wants to look: SHOTS_DIR names a folder. */
const shoot = async (page: Page, name: string): Promise<void> => {
  if (SHOTS === undefined) return;
  await page.screenshot({ path: `${SHOTS}/${name}.png`, animations: 'disabled' });
};

/** With text twice as large, in CSS pixels: a column of single letters is narrower than a word. */
const narrowestFact = (page: Page): Promise<number> => page.evaluate(() => {
  document.documentElement.style.fontSize = '200%';
  const widths = [...document.querySelectorAll('.lookalike-facts dd')].map((fact) => fact.getBoundingClientRect().width);
  document.documentElement.style.fontSize = '';
  return Math.min(...widths);
});

/** Opens a player with a verified identity, and an older, excluded account with the same name, birthday and phone. */
async function openLookalikes(
  playersBrowser: BrowserContext, othersBrowser: BrowserContext,
): Promise<{ readonly player: Account; readonly other: Account }> {
  const other = await openAccount(othersBrowser);
  const key = `e2e-${crypto.randomUUID()}`;
  await call(othersBrowser, 'POST', `/player/${other.userId}/exclusions`, { sessionId: other.sessionId, key, body: { length: 'permanent' } });
  const { firstname, lastname, dateOfBirth, phone } = other;
  const player = await openAccount(playersBrowser, { person: { firstname, lastname, dateOfBirth, phone } });
  const body = { number: '12345678990', consent: true, wordingVersion: '2026-11' };
  await call(playersBrowser, 'POST', `/player/${player.userId}/identity`, { sessionId: player.sessionId, body });
  return { player, other };
}

test('one admin says that two accounts are two persons, another one confirms, and the player is off the list', LONG_ONLINE, async ({ browser, baseURL }) => {
  const newPage = async (viewport: { readonly width: number; readonly height: number }): Promise<Page> =>
    (await browser.newContext({ baseURL: baseURL ?? '', viewport })).newPage();
  const [playersBrowser, othersBrowser, first, second] = [await newPage(PHONE), await newPage(PHONE), await newPage(DESK), await newPage(PHONE)];
  await signInAsAdmin(first, admins.first, '?tab=identity');
  await expect(first.getByText('No player is blocked by a similar account.')).toBeVisible();
  await shoot(first, 'none-1280');

  const { player, other } = await openLookalikes(playersBrowser.context(), othersBrowser.context());
  await first.getByRole('button', { name: 'Reload', exact: true }).click();
  const card = (at: Page): Locator => at.getByRole('article', { name: player.username });
  await expect(card(first)).toContainText(other.username);
  await expect(card(first)).toContainText('the same phone number, since');
  await shoot(first, 'stopped-1280');
  expect(await findingsOn(first), 'somebody who is stopped').toEqual([]);
  await first.getByRole('button', { name: `They are two persons: ${player.username} and ${other.username}` }).click();
  const dialog = first.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Propose it' }).click();
  await expect(dialog.getByLabel('Reason')).toHaveAccessibleDescription(/Enter a reason\./);
  await dialog.getByLabel('Reason').fill('Both have sent a picture of themselves with their papers.');
  await shoot(first, 'dialog-1280');
  await first.setViewportSize(PHONE);
  await shoot(first, 'dialog-360');
  await first.setViewportSize(DESK);
  await dialog.getByRole('button', { name: 'Propose it' }).click();
  await expect(card(first)).toContainText('You propose that they are two persons');
  await shoot(first, 'own-1280');

  await signInAsAdmin(second, admins.second, '?tab=identity');
  await expect(card(second)).toContainText('admin proposes that they are two persons');
  await expect(card(second)).toContainText('Both have sent a picture of themselves with their papers.');
  await shoot(second, 'proposed-360');
  await card(second).getByRole('button', { name: /^Confirm/ }).scrollIntoViewIfNeeded();
  await shoot(second, 'proposed-360-below');
  expect(await narrowestFact(second)).toBeGreaterThan(200);
  expect(await findingsOn(second), 'a proposal').toEqual([]);
  await second.getByRole('button', { name: `Confirm that ${player.username} and ${other.username} are two persons` }).click();
  await expect(second.getByText('No player is blocked by a similar account.')).toBeVisible();
  await shoot(second, 'confirmed-360');
  await first.goto('/admin?tab=trail');
  await expect(first.getByText(/^bola confirmed that a player and an excluded account are two persons/)).toBeVisible();
  await shoot(first, 'trail-1280');
});

test('a player whose NIN somebody else showed first is told whom to write to, and two admins give them the identity', LONG_ONLINE, async ({ browser, baseURL }) => {
  const newPage = async (viewport: { readonly width: number; readonly height: number }): Promise<Page> =>
    (await browser.newContext({ baseURL: baseURL ?? '', viewport })).newPage();
  const [playersBrowser, othersBrowser, first, second] = [await newPage(PHONE), await newPage(PHONE), await newPage(PHONE), await newPage(PHONE)];
  const show = (page: Page, { userId, sessionId }: Account) =>
    call(page.context(), 'POST', `/player/${userId}/identity`, { sessionId, body: { number: '12345678890', consent: true, wordingVersion: '2026-11' } });
  const stranger = await openAccount(othersBrowser.context());
  await show(othersBrowser, stranger);
  const player = await openAccount(playersBrowser.context());
  await expect(show(playersBrowser, player)).rejects.toThrow('nin-in-use');

  await putSession(playersBrowser, player);
  await playersBrowser.goto('/profile');
  await expect(playersBrowser.getByText('You have another account with us')).toBeVisible();
  await expect(playersBrowser.getByText('Second account', { exact: true })).toBeVisible();
  await expect(playersBrowser.getByText('Verify it now')).toHaveCount(0);
  await expect(playersBrowser.locator('#main').getByRole('button', { name: 'Write to us' })).toBeVisible();
  expect(await findingsOn(playersBrowser), 'the profile of a second account').toEqual([]);
  await shoot(playersBrowser, 'second-profile-360');
  await playersBrowser.goto('/withdraw');
  await expect(playersBrowser.getByText('but you can withdraw.')).toBeVisible();

  await signInAsAdmin(first, admins.first, '?tab=identity');
  await first.getByLabel('Username or e-mail').fill(player.username);
  await first.getByRole('button', { name: 'Find', exact: true }).click();
  const card = (at: Page): Locator => at.getByRole('article', { name: `${player.username} and ${stranger.username}` });
  await expect(card(first)).toContainText('a second account, it takes no part');
  await card(first).getByRole('button', { name: `It belongs to ${player.username}: the identity of ${stranger.username}` }).click();
  const dialog = first.getByRole('dialog');
  await expect(dialog).toContainText(`${stranger.username} is not verified any more.`);
  await dialog.getByLabel('Reason').fill('Sent the slip and a picture with it.');
  await shoot(first, 'identity-dialog-360');
  expect(await findingsOn(first), 'the dialog of an identity').toEqual([]);
  await dialog.getByRole('button', { name: 'Propose it' }).click();
  await expect(card(first)).toContainText(`You propose that the identity belongs to ${player.username}`);

  await signInAsAdmin(second, admins.second, '?tab=identity');
  await expect(card(second)).toContainText('Sent the slip and a picture with it.');
  await shoot(second, 'identity-proposed-360');
  expect(await second.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth), 'nothing is wider than the phone').toBe(true);
  await card(second).getByRole('button', { name: /^Confirm/ }).click();
  await expect(card(second)).toHaveCount(0);
  await playersBrowser.goto('/profile');
  await expect(playersBrowser.getByText('Identity verified')).toBeVisible();
});
