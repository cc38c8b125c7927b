import type { Page } from '@playwright/test';

/** Another admin was quicker with the same game. */
export async function compareGame(page: Page): Promise<void> {
  const listed = page.waitForResponse(/\/v1\/admin\/games$/);
  await page.reload();
  const { items } = (await (await listed).json()) as { items: Record<string, unknown>[] };
  const game = items.find(({ gameId }) => gameId === 'adire-gold');
  const current = { ...game, version: 1_000, contribution: 0.5, minStake: 50, updatedBy: 'Ngozi', categories: ['slots'] };
  const problem = { type: 'about:blank', title: 'Somebody was quicker', status: 412, code: 'version-conflict', current };
  await page.route('**/v1/admin/games/adire-gold', (route) =>
    route.fulfill({ status: 412, contentType: 'application/problem+json', json: problem }),
  );
  await page.getByRole('button', { name: 'Edit Adire Gold' }).click();
  await page.getByLabel('Counts toward wagering, per cent').fill('80');
  await page.getByLabel('Highest stake, naira').fill('5000');
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await page.getByText('Somebody changed this game meanwhile').waitFor();
}
