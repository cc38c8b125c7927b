/** The game's page, as a player plays on it. */
import type { Locator, Page } from '@playwright/test';
import { expect } from './test';

/** Longer than a round with many free spins takes to be shown. */
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

/** The words of the result of the round that is under way. */
export async function shownResult(page: Page): Promise<string> {
  await expect(spinButton(page)).toHaveAttribute('data-kind', /^(ready|resting)$/, { timeout: ROUND_LIMIT_MS });
  const result = page.locator('.result .result-text');
  await expect(result).toHaveText(/^(No win|Won .+|.+ came back)$/);
  return result.innerText();
}
