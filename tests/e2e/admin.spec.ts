import type { Browser, Locator, Page } from '@playwright/test';
import { enterAsPlayer } from './support/api';
import { signInWith } from './support/forms';
import { chip, expectReadyOffline, heading } from './support/frame-of-page';
import { chooseMode, spinButton } from './support/game';
import { POLL_LIMIT_MS, expect, test, useProduct } from './support/test';

const MINUTE_MS = 60_000;
/** The catalogue is asked for once a minute, with a poll. */
const CATALOGUE_LIMIT_MS = 2 * MINUTE_MS;
const product = useProduct();

const row = (page: Page): Locator => page.getByRole('row').filter({ hasText: 'Adire Gold' });
/** The game on a shelf of players. */
const offered = (page: Page): Locator => page.locator('main a[href="/game/adire-gold"]').first();
const search = (page: Page): Locator => page.getByRole('searchbox', { name: /^Search games/ });

/** The password that was printed works for every sign-in; it is printed anew only until the first one. */
async function signInAsAdmin(page: Page): Promise<void> {
  const printed = product().admin();
  if (printed === null) throw new Error(`No one-time sign-in was printed:\n${product().output()}`);
  await page.goto('/sign-in?next=%2Fadmin');
  await signInWith(page.locator('main'), printed);
  await expect(row(page)).toBeVisible();
}

async function inAnotherBrowser(browser: Browser, use: (page: Page) => Promise<void>): Promise<void> {
  const context = await browser.newContext();
  try {
    await use(await context.newPage());
  } finally {
    await context.close();
  }
}

test('an admin signs in with what the start printed and sees the games area, without navigation', async ({ page }) => {
  await signInAsAdmin(page);
  await expect(heading(page)).toHaveText('Games');
  await expect(page.getByRole('navigation')).toHaveCount(0);
  await expect(page.locator('footer')).toHaveCount(0);
  await expect(row(page)).toContainText('95.09%');
  await search(page).fill('no such game');
  await expect(page.getByText('No game fits that')).toBeVisible();
  await search(page).fill('adire');
  await expect(row(page)).toBeVisible();
  await page.getByRole('link', { name: 'To the site' }).click();
  await expect.poll(() => new URL(page.url()).pathname).toBe('/');
  await expect(page.getByRole('navigation', { name: 'Places' })).toBeVisible();
});

test('players and guests get nothing of the games area, and are told so', async ({ page, browser }) => {
  await enterAsPlayer(page);
  const asked: string[] = [];
  page.on('request', (request) => request.url().includes('/v1/admin/') && asked.push(request.url()));
  await page.goto('/admin?tab=approvals');
  await expect(heading(page)).toHaveText('For the people who run this site');
  await expect(page.getByRole('tab')).toHaveCount(0);
  expect(asked).toEqual([]);
  await inAnotherBrowser(browser, async (guest) => {
    await guest.goto('/admin');
    await expect(guest).toHaveURL(/\/sign-in\?next=%2Fadmin$/);
  });
});

test('a contribution is edited, and a wrong one refused in the platform’s words', async ({ page, browser }) => {
  await signInAsAdmin(page);
  await row(page).getByRole('button', { name: 'Edit Adire Gold' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit Adire Gold' });
  const contribution = dialog.getByLabel('Counts toward wagering, per cent');
  await contribution.fill('lots');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(contribution).toHaveAccessibleDescription(/Give a number/);
  await contribution.fill('130');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(contribution).toHaveAttribute('aria-invalid', 'true');
  await expect(contribution).toHaveValue('130');
  await contribution.fill('62.5');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(row(page)).toContainText('62.5%');
  await page.reload();
  await expect(row(page)).toContainText('62.5%');
  await inAnotherBrowser(browser, async (guest) => {
    await guest.goto('/bonus-contribution');
    await expect(guest.getByRole('main')).toContainText(/62\.5\s?%/);
  });
});

test('a game that is switched off can’t be staked on any more, and players see it', async ({ page, browser }) => {
  test.setTimeout(4 * MINUTE_MS);
  await inAnotherBrowser(browser, async (player) => {
    await enterAsPlayer(player, { naira: 100 });
    await player.goto('/game/adire-gold');
    await chooseMode(player, 'money');
    await expect(spinButton(player)).toHaveAttribute('data-kind', 'ready');

    await signInAsAdmin(page);
    await page.getByRole('switch', { name: 'Switch Adire Gold off' }).click();
    const ask = page.getByRole('dialog', { name: 'Switch Adire Gold off?' });
    await expect(ask).toContainText('Players can start no new round of it.');
    await ask.getByRole('button', { name: 'Switch it off' }).click();
    await expect(page.getByRole('switch', { name: 'Switch Adire Gold on' })).toBeVisible();

    // At once on the platform, whatever the player's page still shows.
    await spinButton(player).click();
    await expect(player.getByText('The round was not played')).toBeVisible();
    await expect(chip(player)).toContainText('₦100.01');
    // With the next look at the catalogue, without loading anything anew.
    await expect(player.getByText('For practice only')).toBeVisible({ timeout: CATALOGUE_LIMIT_MS });
    // And at once for whoever comes now.
    await player.goto('/games');
    await expect(heading(player)).toHaveText('All games');
    await expect(offered(player)).toHaveCount(0);

    await page.getByRole('switch', { name: 'Switch Adire Gold on' }).click();
    await expect(page.getByRole('switch', { name: 'Switch Adire Gold off' })).toBeVisible();
    await player.reload();
    await expect(offered(player)).toBeVisible();
  });
});

test('two admins who change the same game: the second sees both versions and decides', async ({ page, context }) => {
  await signInAsAdmin(page);
  const other = await context.newPage();
  await other.goto('/admin');
  await expect(row(other)).toBeVisible();
  const edit = async (tab: Page) => {
    await tab.getByRole('button', { name: 'Edit Adire Gold' }).click();
    return tab.getByRole('dialog', { name: 'Edit Adire Gold' });
  };
  const [first, second] = [await edit(page), await edit(other)];
  const place = (dialog: Locator) => dialog.getByLabel('Place in the lobby');
  await place(first).fill('41');
  await first.getByRole('button', { name: 'Save' }).click();
  await expect(first).toHaveCount(0);
  await place(second).fill('42');
  await second.getByRole('button', { name: 'Save' }).click();
  await expect(second.getByText('Somebody changed this game meanwhile')).toBeVisible();
  await expect(place(second)).toHaveValue('42');
  await expect(place(second)).toHaveAccessibleDescription(/Now on the platform: 41/);
  await second.getByRole('button', { name: 'Save' }).click();
  await expect(second).toHaveCount(0);
  await expect(row(other)).toContainText('42');
});

test('with the platform gone the games area opens by its address and says what it can’t do', async ({ page }) => {
  test.setTimeout(2 * MINUTE_MS);
  await signInAsAdmin(page);
  await page.goto('/');
  await expectReadyOffline(page);
  await page.goto('/admin');
  await expect(row(page)).toBeVisible();
  // No player is made to load the other tabs; whoever has used one has it from then on.
  const keptParts = () => page.evaluate(async () => (await (await caches.open('ayo-parts')).keys()).map(({ url }) => url));
  expect(await keptParts()).toEqual([]);
  await page.getByRole('tab', { name: 'People' }).click();
  await expect(heading(page)).toHaveText('People');
  await expect.poll(async () => (await keptParts()).some((url) => url.includes('/assets/operator-'))).toBe(true);
  await product().stop();
  try {
    await page.goto('/admin?tab=people');
    await expect(heading(page)).toHaveText('People');
    await expect(page.getByRole('tabpanel')).toContainText('needs a connection');
    await page.goto('/admin');
    await expect(heading(page)).toHaveText('Games');
    await expect(page.getByText('The list could not be loaded.')).toBeVisible({ timeout: POLL_LIMIT_MS });
    await expect(page.getByText('Nothing of it is kept on this device')).toBeVisible();
  } finally {
    await product().start();
  }
});
