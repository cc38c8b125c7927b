/** Plays on the page of a game. */
import type { Locator, Page } from '@playwright/test';
import { expect } from './test';

/** A round with many free spins is shown in less time than this. */
const ROUND_LIMIT_MS = 45_000;

export type Mode = 'practice' | 'money';

export const spinButton = (page: Page): Locator => page.locator('button.spin');

export async function chooseMode(page: Page, mode: Mode): Promise<void> {
  const choice = page.locator(`input[name="mode"][value="${mode}"]`);
  // The input lies below its label.
  await choice.check({ force: true });
  await expect(spinButton(page)).toHaveAttribute('data-mode', mode);
}

/** Starts a round and waits until its result has been shown. */
export async function spin(page: Page): Promise<string> {
  await expect(spinButton(page)).toHaveAttribute('data-kind', 'ready', { timeout: ROUND_LIMIT_MS });
  await spinButton(page).click();
  return shownResult(page);
}

/** Waits until a great win has been celebrated, one round in a hundred: until then the next press only ends the celebration. */
export async function untilCelebrated(page: Page): Promise<void> {
  await expect(page.locator('.pits')).toHaveCount(0);
}

/** The words of the result of the round that is under way. */
export async function shownResult(page: Page): Promise<string> {
  // After it the stake may be more than a limit has left.
  await expect(spinButton(page)).toHaveAttribute('data-kind', /^(ready|resting|stake)$/, { timeout: ROUND_LIMIT_MS });
  const result = page.locator('.result .result-text');
  await expect(result).toHaveText(/^(No win|Won .+|.+ came back)$/);
  await untilCelebrated(page);
  return result.innerText();
}

/** The game and its table of what pays, with the rules open, have room on the smallest screen. */
export async function expectNothingBesideSmallScreen(page: Page, name: string): Promise<void> {
  const before = page.viewportSize();
  await page.setViewportSize({ width: 320, height: 640 });
  const table = page.locator('.fold[open] table').first();
  await expect(table).toBeVisible();
  const wider = await table.evaluate(({ parentElement: box }) =>
    [document.documentElement.scrollWidth - innerWidth, (box?.scrollWidth ?? 0) - (box?.clientWidth ?? 0)]);
  expect.soft(wider, name).toEqual([0, 0]);
  if (before !== null) await page.setViewportSize(before);
}
