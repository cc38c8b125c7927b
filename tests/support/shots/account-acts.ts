/** Actions of players in their accounts before a picture. */
import type { Page } from '@playwright/test';

export async function sendFeedback(page: Page): Promise<void> {
  await page.getByLabel('Your feedback', { exact: true }).fill('The drums are too quiet in Adire Gold.');
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await page.getByText('Thank you.').waitFor();
}

const at = (page: Page, path: string): string => new URL(path, page.url()).href;

/** Plays two rounds for money on this device, reveals their seeds and computes them again. */
export async function checkRounds(page: Page): Promise<void> {
  for (const gameId of ['dice', 'plinko']) {
    await page.goto(at(page, `/game/${gameId}`));
    await page.locator('button.spin[data-kind="ready"][data-mode="money"]').click();
    await page.locator('.result-text').waitFor();
  }
  await page.goto(at(page, '/games-history?view=fairness'));
  await page.getByRole('button', { name: 'Reveal the secret' }).click();
  await page.getByText('The secret is public.').waitFor();
  await page.locator('dd.figures').filter({ hasText: /^0$/ }).waitFor();
  await page.getByRole('button', { name: 'Check all rounds' }).click();
  await page.getByRole('heading', { name: 'Pair by pair' }).waitFor();
}

/** Replays the newest round. */
export async function showRound(page: Page): Promise<void> {
  await page.locator('.row-toggle, .history-card > summary').first().click();
  await page.getByRole('button', { name: 'Show the round' }).click();
  await page.locator('dialog .replay-stage').waitFor();
}

/** Downloads a statement and checks it. */
export async function takeStatement(page: Page): Promise<void> {
  const section = page.getByRole('region', { name: 'A statement that can be checked' });
  await section.getByRole('button', { name: 'Download the statement' }).click();
  await section.getByText('Our records continue from it.').waitFor();
  await section.scrollIntoViewIfNeeded();
}
