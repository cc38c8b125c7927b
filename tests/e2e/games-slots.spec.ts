import type { Locator, Page } from '@playwright/test';
import { listInitialGames } from '../../server/games/initial-catalogue';
import { inKobo, moneyOf, openAccount, putSession } from './support/api';
import { balanceShown, expectLive, expectReadyOffline, heading, koboIn } from './support/frame-of-page';
import { expectNothingBesideSmallScreen, shownResult, spin, spinButton } from './support/game';
import { sample } from './support/sample';
import { LONG_ONLINE, expect, test, useProduct } from './support/test';

const CELLS = 15;
/** More presses of Tab than there are controls above the stage. */
const MOST_TABS = 60;
const SLOTS = listInitialGames().filter(({ kind }) => kind === 'slots');

useProduct();

const stage = (page: Page): Locator => page.locator('.stage');

/** Plays by the keyboard alone. */
async function tabTo(page: Page, wanted: Locator): Promise<void> {
  for (let tabs = 0; tabs < MOST_TABS; tabs += 1) {
    if (await wanted.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error('The focus did not come there.');
}

test('every slot is on the shelf, is played in practice without a network, each on its own cloth, and fits on a screen of 320 px with its rules open', async ({ page, context }) => {
  expect(SLOTS).toHaveLength(8);
  // Other tests look at the moving reels: here the rounds stand at once.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('/category/slots');
  await expectReadyOffline(page);
  await expect(page.locator('.tile')).toHaveCount(SLOTS.length);
  await context.setOffline(true);

  const cloths = new Set<string>();
  // A unit test finds the drawing of every symbol, and each slot's own cloth.
  const played = sample(SLOTS, 3);
  for (const { gameId, name } of played) {
    await page.goto(`/game/${gameId}`);
    await expect(heading(page)).toHaveText(name);
    await expect(spinButton(page)).toHaveAttribute('data-mode', 'practice');
    await expect(stage(page).locator('.reel-cell use')).toHaveCount(CELLS);
    // A symbol that no drawing belongs to would be a hole.
    const holes = await stage(page).locator('.reel-cell use').evaluateAll((uses) =>
      uses.filter((use) => document.querySelector(use.getAttribute('href') ?? '')?.tagName !== 'symbol').length);
    expect(holes, name).toBe(0);
    cloths.add(await page.locator('.slot').evaluate((slot) => getComputedStyle(slot).backgroundImage));
    const lines = Number.parseInt(await page.locator('.slot-head').innerText(), 10);
    const result = await spin(page);
    const tone = await page.locator('.result').getAttribute('data-tone');
    // A round that pays no more than its stake is not celebrated as a win.
    expect(tone === 'won', `${name}: ${result}`).toBe(result.startsWith('Won '));
    await page.getByRole('button', { name: 'Rules' }).click();
    await expect(page.getByRole('columnheader', { name: 'Symbol' })).toBeVisible();
    await expect(page.locator('.line-cards li')).toHaveCount(lines);
    await expectNothingBesideSmallScreen(page, name);
  }
  expect(cloths.size).toBe(played.length);
});

test('a round of Harmattan for money, by the keyboard alone', LONG_ONLINE, async ({ page, context }) => {
  const account = await openAccount(context, { naira: 1000 });
  await putSession(page, account);
  await page.goto('/game/harmattan');
  await expectLive(page);
  await expect(spinButton(page)).toHaveAttribute('data-kind', 'ready');
  await expect(spinButton(page)).toHaveAttribute('data-mode', 'money');
  await tabTo(page, stage(page));
  await page.keyboard.press('ArrowUp');
  await expect(spinButton(page)).toContainText('₦20');
  await page.keyboard.press('Space');
  const result = await shownResult(page);
  await expect(stage(page)).toBeFocused();

  const { real, rounds } = await moneyOf(context, account);
  expect(rounds.map(({ gameId, stake }) => [gameId, stake])).toEqual([['harmattan', 20]]);
  const win = inKobo(rounds[0]?.win ?? Number.NaN);
  if (win === 0) expect(result).toBe('No win');
  else expect(koboIn(result)).toBe(win);
  expect(real).toBe(inKobo(1000.01) - inKobo(20) + win);
  await expect.poll(() => balanceShown(page)).toBe(real);
});

test('a pay table that large text makes too wide takes the focus and scrolls by the arrow keys; otherwise Tab skips it', LONG_ONLINE, async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto('/game/harmattan');
  await page.locator('.fold > summary').first().click();
  const place = page.getByRole('region', { name: 'What pays' });
  await expect(place).toBeVisible();
  await expect(place).not.toHaveAttribute('tabindex');
  await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%', 'important'));
  await expect(place).toHaveAttribute('tabindex', '0');
  await place.focus();
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => place.evaluate((box) => box.scrollLeft)).toBeGreaterThan(0);
});
