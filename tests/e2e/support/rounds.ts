/** A round from its start to its end by the keyboard alone, in each of the games; and the same player on another device. */
import { expect } from '@playwright/test';
import type { BrowserContext, Locator, Page } from '@playwright/test';
import type { Account } from './api';
import { signInWith } from './forms';
import { expectLive } from './frame-of-page';
import { spinButton } from './game';

/** The result line of a round that is over. */
export const RESULT = /^(Last round: )?(No win|Won .+|.+ came back)$/;

export const stage = (page: Page): Locator => page.locator('.stage');
export const result = (page: Page): Locator => page.locator('.result-text');
export const act = (page: Page): Locator => page.locator('.act:not([aria-disabled])').first();
export const closedCell = (page: Page): Locator => page.locator('.mines-cell[data-cell="closed"]:not([aria-disabled])').first();
/** The control with which a round of several steps waits for the player, an action or a field; or the result when it is over. */
export const yourMove = (page: Page): Locator => act(page).or(closedCell(page)).or(result(page)).first();

/** Presses keys until the round that was started is over. */
export async function playToEnd(page: Page, gameId: string): Promise<void> {
  if (gameId === 'mines') {
    await expect(closedCell(page).or(result(page)).first()).toBeVisible();
    await stage(page).focus();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect(act(page).or(result(page)).first()).toBeVisible();
    if (await act(page).isVisible()) await stage(page).press('c');
  }
  if (gameId === 'blackjack') {
    await expect(yourMove(page)).toBeVisible();
    if (await act(page).isVisible()) await stage(page).press('s');
  }
  await expect(result(page)).toHaveText(RESULT);
}

/** Places a chip where the game needs one. */
export async function placeBet(page: Page, gameId: string): Promise<void> {
  if (gameId === 'roulette') {
    await page.getByRole('button', { name: /^Number 0, pays 35 to 1/ }).focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
  }
  await expect(spinButton(page)).toHaveAttribute('data-kind', 'ready');
  await stage(page).focus();
}

export async function start(page: Page, gameId: string): Promise<void> {
  await placeBet(page, gameId);
  await page.keyboard.press('Space');
}

export async function signedInElsewhere(context: BrowserContext, account: Account): Promise<Page> {
  const page = await context.newPage();
  await page.goto('/sign-in');
  await signInWith(page.locator('main'), account);
  await expectLive(page);
  return page;
}

