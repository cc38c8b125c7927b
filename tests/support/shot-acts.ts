import type { Page } from '@playwright/test';

/** Shows the conflict after another admin has changed the same game first. */
export async function compareGame(page: Page): Promise<void> {
  const current = {
    gameId: 'adire-gold', name: 'Adire Gold', kind: 'slots', categories: ['slots'], rtp: 0.95, contribution: 0.5, minStake: 50, maxStake: 7_500, bytes: 1,
    art: '', enabled: true, newFrom: null, version: 1_000, updatedAt: new Date().toISOString(), updatedBy: 'Ngozi', mostStake: 7_517,
    observed: { rounds: 0, staked: 0, won: 0, interval: null, isOff: false },
  };
  const problem = { type: 'about:blank', title: 'Somebody was quicker', status: 412, code: 'version-conflict', current };
  await page.route('**/v1/admin/games/adire-gold', (route) =>
    route.fulfill({ status: 412, contentType: 'application/problem+json', json: problem }),
  { times: 1 });
  await page.getByRole('button', { name: 'Edit Adire Gold' }).click();
  await page.getByLabel('Counts toward wagering, per cent').fill('80');
  await page.getByLabel('Highest stake, naira').fill('5000');
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await page.getByText('Somebody changed this game meanwhile').waitFor();
}

/** Changes a game, so that the audit trail has an entry. */
export async function changeGame(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Edit Adire Gold' }).click();
  const share = page.getByLabel('Counts toward wagering, per cent');
  await share.fill((await share.inputValue()) === '80' ? '90' : '80');
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
}

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
  await section.getByText('Our books continue from it.').waitFor();
  await section.scrollIntoViewIfNeeded();
}
