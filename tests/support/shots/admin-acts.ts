/** Actions of admins before a picture. */
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
  await page.getByText('Somebody else has changed this game').waitFor();
}

/** Changes a game, so that the audit trail has an entry. */
export async function changeGame(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Edit Adire Gold' }).click();
  const share = page.getByLabel('Counts toward wagering, per cent');
  await share.fill((await share.inputValue()) === '80' ? '90' : '80');
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
}
