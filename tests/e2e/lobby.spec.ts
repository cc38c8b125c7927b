/** The lobby: what the player likes, and how it is found. */
import { listFavourites } from '../../src/core/contract/favourites';
import { call, enterAsPlayer, putSession } from './support/api';
import { expectLive, expectReadyOffline, heading } from './support/frame-of-page';
import { POLL_LIMIT_MS, expect, test, useProduct } from './support/test';

useProduct();

test('a heart given offline shows at once, waits where nobody has to look at it, is sent later and is on another device', async ({ page, context, browser }) => {
  const account = await enterAsPlayer(page);
  await expectLive(page);
  await expectReadyOffline(page);
  const heart = page.getByRole('button', { name: 'Favourite: Plinko' }).first();
  await expect(heart).toHaveAttribute('aria-pressed', 'false');
  await context.setOffline(true);
  await heart.click();
  await expect(heart).toHaveAttribute('aria-pressed', 'true');
  await page.reload();
  await expect(page.getByRole('region', { name: 'Your favourites' }).getByText('Plinko')).toBeVisible({ timeout: POLL_LIMIT_MS });
  await page.goto('/profile');
  await expect(page.getByText('You are offline: here you are signed out at once')).toBeVisible({ timeout: POLL_LIMIT_MS });
  await expect(page.getByText(/will be sent when there is a connection/)).toHaveCount(0);

  await context.setOffline(false);
  const told = async () =>
    listFavourites.answer.parse(await call(context, 'GET', `/player/${account.userId}/favourites`, { sessionId: account.sessionId })).items.map(({ gameId }) => gameId);
  await expect.poll(told, { timeout: POLL_LIMIT_MS }).toEqual(['plinko']);

  const other = await browser.newContext();
  const device = await other.newPage();
  await putSession(device, account);
  await device.goto('/games?only=favourite');
  await expect(device.locator('.game-grid > li')).toHaveCount(1, { timeout: POLL_LIMIT_MS });
  await expect(device.getByRole('button', { name: 'Favourite: Plinko' })).toHaveAttribute('aria-pressed', 'true');
  await other.close();
});

test('a search with a slip finds the game, filters stand in the address, and back brings each step back', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('searchbox', { name: 'Search games' }).fill('harmatan');
  const tiles = page.locator('.game-grid > li');
  await expect(tiles.first()).toContainText('Harmattan');
  await expect(page).toHaveURL(/\/\?q=harmatan$/);
  await page.goBack();
  await expect(page.getByRole('region', { name: 'Table games' })).toBeVisible();
  await expect(page.getByRole('searchbox')).toHaveValue('');

  await page.goto('/games');
  await expect(tiles).toHaveCount(13);
  await page.getByRole('button', { name: 'Filters' }).click();
  await page.getByRole('group', { name: 'Return to player, at least' }).getByRole('button', { name: '97%' }).click();
  await expect(page).toHaveURL(/\/games\?rtp=97$/);
  await page.getByRole('group', { name: 'Volatility' }).getByRole('button', { name: 'Low' }).click();
  await page.getByRole('combobox', { name: 'Sort' }).selectOption('Lowest volatility first');
  await expect(page).toHaveURL(/\/games\?rtp=97&vol=low&sort=calm$/);
  await expect(tiles).toHaveText([/Dice/, /Mines/, /Roulette/, /Blackjack/]);
  const address = page.url();
  await tiles.first().getByRole('link').click();
  await expect(heading(page)).toHaveText('Dice');
  await page.goBack();
  await expect(tiles).toHaveCount(4);
  expect(page.url()).toBe(address);
  await page.goBack();
  await page.goBack();
  await expect(page).toHaveURL(/\/games\?rtp=97$/);
  await expect(page.getByText(/^\d+ games$/)).toHaveText('4 games');
  await page.goBack();
  await expect(tiles).toHaveCount(13);
});
