import { readFile } from 'node:fs/promises';
import type { Browser, Locator, Page } from '@playwright/test';
import { findFileOf } from '../support/built-files';
import { signInAsFirstAdmin } from './support/admins';
import { enterAsPlayer } from './support/api';
import { chip, expectReadyOffline, heading } from './support/frame-of-page';
import { chooseMode, spinButton } from './support/game';
import { LONG, LONG_ONLINE, ONLINE, POLL_LIMIT_MS, expect, test, useOwnProduct } from './support/test';

const MINUTE_MS = 60_000;
/** The catalogue is asked for once a minute, with a poll. */
const CATALOGUE_LIMIT_MS = 2 * MINUTE_MS;
const CATALOGUE = '**/api/v1/games';
const product = useOwnProduct();

const row = (page: Page): Locator => page.getByRole('row').filter({ hasText: 'Adire Gold' });
/** The game on a shelf of players. */
const offered = (page: Page): Locator => page.locator('main a[href="/game/adire-gold"]').first();
const search = (page: Page): Locator => page.getByRole('searchbox', { name: /^Search games/ });

async function signInAsAdmin(page: Page): Promise<void> {
  await signInAsFirstAdmin(page, product(), '?tab=games');
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

test('players and guests see nothing of the games area, and read why', ONLINE, async ({ page, browser }) => {
  await enterAsPlayer(page);
  const askedPaths: string[] = [];
  page.on('request', (request) => request.url().includes('/v1/admin/') && askedPaths.push(request.url()));
  await page.goto('/admin?tab=approvals');
  await expect(heading(page)).toHaveText('For the staff of this site');
  await expect(page.getByRole('tab')).toHaveCount(0);
  expect(askedPaths).toEqual([]);
  await inAnotherBrowser(browser, async (guest) => {
    await guest.goto('/admin');
    await expect(guest).toHaveURL(/\/sign-in\?next=%2Fadmin$/);
  });
});

test('an admin sees the games area without the site’s navigation, edits a contribution, and a wrong one is refused in the platform’s words', ONLINE, async ({ page, browser }) => {
  await signInAsAdmin(page);
  await expect(heading(page)).toHaveText('Games');
  await expect(page.getByRole('navigation')).toHaveCount(0);
  await expect(page.locator('footer')).toHaveCount(0);
  await expect(row(page)).toContainText('95.09%');
  await search(page).fill('no such game');
  await expect(page.getByText('No game found')).toBeVisible();
  await search(page).fill('adire');
  await expect(row(page)).toBeVisible();
  await row(page).getByRole('button', { name: 'Edit Adire Gold' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit Adire Gold' });
  const contribution = dialog.getByLabel('Counts toward wagering, per cent');
  await contribution.fill('lots');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(contribution).toHaveAccessibleDescription(/Enter a number/);
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
  // The catalogue goes out as a file, and comes in with one change, which is shown before it is made.
  await page.getByRole('button', { name: 'Export and import' }).click();
  const files = page.getByRole('dialog', { name: 'The catalogue as a file' });
  const [saved] = await Promise.all([page.waitForEvent('download'), files.getByRole('button', { name: 'Save as CSV' }).click()]);
  const text = await readFile(await saved.path(), 'utf8');
  const choose = (content: string) =>
    files.getByLabel('CSV or JSON file').setInputFiles({ name: 'games.csv', mimeType: 'text/csv', buffer: Buffer.from(content) });
  await choose(text.replace(',0.625,', ',1.5,'));
  await expect(files.getByText(/^\d+ rows: 0 would change, \d+ stay as they are, 1 refused\.$/)).toBeVisible();
  await choose(text.replace(',0.625,', ',0.5,'));
  await expect(files.getByRole('region', { name: 'What the file changes' })).toContainText(/Adire Gold.*62\.5%.*50%/);
  await expect(row(page)).toContainText('62.5%');
  await files.getByRole('button', { name: 'Change 1 game' }).click();
  await expect(files).toHaveCount(0);
  await expect(row(page)).toContainText('50%');
  await page.getByRole('link', { name: 'Back to the site' }).click();
  await expect.poll(() => new URL(page.url()).pathname).toBe('/');
  await expect(page.getByRole('navigation', { name: 'Main menu' })).toBeVisible();
});

test('a game that is switched off can’t be staked on any more, and players see it', LONG_ONLINE, async ({ page, browser }) => {
  await signInAsAdmin(page);
  await page.getByRole('switch', { name: 'Switch Adire Gold off' }).click();
  const ask = page.getByRole('dialog', { name: 'Switch Adire Gold off?' });
  await expect(ask).toContainText('Players can’t start a new round of it');
  await expect(ask).toContainText('Rounds that are open end safely');
  await ask.getByRole('button', { name: 'Cancel' }).click();
  await inAnotherBrowser(browser, async (player) => {
    await enterAsPlayer(player, { naira: 100 });
    await player.goto('/game/adire-gold');
    await chooseMode(player, 'money');
    await expect(spinButton(player)).toHaveAttribute('data-kind', 'ready');
    // The page gets no newer catalogue, so it must learn from the platform's refusal.
    await player.context().route(CATALOGUE, (route) => route.abort('connectionreset'));

    await page.getByRole('button', { name: 'Switch all off' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Switch all off' }).click();
    await expect(page.getByRole('switch', { name: 'Switch Adire Gold on' })).toBeVisible();

    // The switch applies on the platform at once, whatever the player's page still shows.
    await spinButton(player).click();
    await expect(player.getByText('The round was not played')).toBeVisible();
    await expect(chip(player)).toContainText('₦100.01');
    // The page shows it with the next poll of the catalogue, without a reload.
    await player.context().unroute(CATALOGUE);
    await expect(player.getByText('For practice only')).toBeVisible({ timeout: CATALOGUE_LIMIT_MS });
    // A page that opens now shows it at once.
    await player.goto('/games');
    await expect(heading(player)).toHaveText('All games');
    await expect(offered(player)).toHaveCount(0);

    await page.getByRole('button', { name: 'Switch all on' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Switch all on' }).click();
    await expect(page.getByRole('switch', { name: 'Switch Adire Gold off' })).toBeVisible();
    await player.reload();
    await expect(offered(player)).toBeVisible();
  });
});

// `npm test` has tests/platform/admin-games.test.ts and tests/unit/outbox/edit-game.test.ts.
test('two admins who change the same game: the second sees both versions, chooses, and the audit trail shows every change', LONG_ONLINE, async ({ page, context }) => {
  await signInAsAdmin(page);
  const other = await context.newPage();
  await other.goto('/admin?tab=games');
  await expect(row(other)).toBeVisible();
  const edit = async (tab: Page) => {
    await tab.getByRole('button', { name: 'Edit Adire Gold' }).click();
    return tab.getByRole('dialog', { name: 'Edit Adire Gold' });
  };
  const [first, second] = [await edit(page), await edit(other)];
  const counts = (dialog: Locator) => dialog.getByLabel('Counts toward wagering, per cent');
  await counts(first).fill('41');
  await first.getByRole('button', { name: 'Save' }).click();
  await expect(first).toHaveCount(0);
  await counts(second).fill('42');
  await second.getByLabel('Lowest stake, naira').fill('20');
  await second.getByRole('button', { name: 'Save' }).click();
  await expect(second.getByText('Somebody else has changed this game')).toBeVisible();
  const contested = second.getByRole('group', { name: /Counts toward wagering.*both of you/ });
  await expect(contested.getByLabel(/Yours\s*42%/)).toBeChecked();
  await contested.getByLabel(/Theirs\s*41%/).check();
  await second.getByRole('button', { name: 'Save' }).click();
  await expect(second).toHaveCount(0);
  await expect(row(other)).toContainText('41%');
  await expect(row(other)).toContainText('₦20');
  await other.getByRole('button', { name: 'History of Adire Gold' }).click();
  const lines = other.getByRole('list', { name: 'Lines of the audit trail' }).locator('.audit-line');
  await expect(lines.first()).toContainText('Lowest stake: ₦10.00 → ₦20.00');
  await expect(lines.nth(1)).toContainText('→ 41%');
});

test('with the platform gone the games area opens with its age, and an edit waits until it is back', LONG, async ({ page }) => {
  await signInAsAdmin(page);
  await page.goto('/');
  await expectReadyOffline(page);
  await page.goto('/admin?tab=games');
  await expect(row(page)).toBeVisible();
  // No player has to load the operator's tabs. An admin who has used one has all of them on the device.
  const keptParts = () => page.evaluate(async () => (await (await caches.open('ayo-parts')).keys()).map(({ url }) => url));
  const tabs = await findFileOf('src/pages/admin/games/GamesTab.tsx');
  await expect.poll(async () => (await keptParts()).some((url) => url.endsWith(tabs))).toBe(true);
  await product().stop();
  try {
    await page.goto('/admin?tab=people');
    await expect(heading(page)).toHaveText('People');
    await expect(page.getByRole('tabpanel')).toContainText('needs a connection');
    await page.goto('/admin?tab=games');
    await expect(heading(page)).toHaveText('Games');
    // The stored list is shown with its age, and the waiting change is applied to it.
    await expect(row(page)).toContainText('95.09%');
    await expect(page.getByText('what you change is saved here and sent when you are online')).toBeVisible({ timeout: POLL_LIMIT_MS });
    await page.getByRole('button', { name: 'Edit Adire Gold' }).click();
    await page.getByLabel('Name', { exact: true }).fill('Adire Gold of the road');
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await expect(row(page)).toContainText('Your change is sent when you are online');
    await page.reload();
    await expect(row(page)).toContainText('Adire Gold of the road');
  } finally {
    await product().start();
  }
  await expect(row(page)).not.toContainText('Your change is sent when you are online', { timeout: POLL_LIMIT_MS });
  await page.reload();
  await expect(row(page)).toContainText('Adire Gold of the road');
  await expect(row(page)).not.toContainText('Your change is sent when you are online');
});

test('the order of the lobby is arranged by keyboard and by dragging', LONG_ONLINE, async ({ page }) => {
  await signInAsAdmin(page);
  const openOrder = async () => {
    await page.getByRole('button', { name: 'Arrange' }).click();
    return page.getByRole('dialog', { name: 'Order of the lobby' });
  };
  const dialog = await openOrder();
  const handles = dialog.locator('[data-part="handle"]');
  const ids = () => dialog.locator('[data-id]').evaluateAll((rows) => rows.map((each) => each.getAttribute('data-id')));
  const before = await ids();
  await handles.first().focus();
  await page.keyboard.press('Alt+ArrowDown');
  await expect(dialog.getByRole('status')).toContainText(`is at place 2 of ${before.length}`);
  await expect(handles.nth(1)).toBeFocused();
  const [from, to] = [await handles.nth(2).boundingBox(), await handles.nth(0).boundingBox()];
  if (!from || !to) throw new Error('no rows');
  await page.mouse.move(from.x + 20, from.y + from.height / 2);
  await page.mouse.down();
  await page.mouse.move(to.x + 20, to.y + to.height / 2, { steps: 8 });
  await page.mouse.move(to.x + 20, to.y + 4);
  await page.mouse.up();
  const wished = [before[2], before[1], before[0], ...before.slice(3)];
  expect(await ids()).toEqual(wished);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toHaveCount(0);
  // The stored list is shown first, and the dialog that opens over it keeps its order.
  await Promise.all([page.waitForResponse((response) => response.url().endsWith('/admin/games') && response.ok()), page.reload()]);
  await expect(row(page)).toBeVisible();
  await openOrder();
  await expect.poll(ids).toEqual(wished);
});
