/** The history of rounds: what is open leads back, kept rounds are checked and proved without a network, a round is seen again. */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { expectLive, expectReadyOffline, heading } from './support/frame-of-page';
import { spinButton } from './support/game';
import { settleIn, useBrokenSite } from './support/network';
import { expect, ignoreWorkerRequests, test } from './support/test';

ignoreWorkerRequests();

const RESULT = /^(Last round: )?(No win|Won .+|.+ came back)$/;

const site = useBrokenSite();
const stage = (page: Page): Locator => page.locator('.stage');
const result = (page: Page): Locator => page.locator('.result-text');
const act = (page: Page): Locator => page.locator('.act:not([aria-disabled])').first();

async function start(page: Page, gameId: string): Promise<void> {
  await page.goto(`/game/${gameId}`);
  await expectLive(page);
  await expect(spinButton(page)).toHaveAttribute('data-kind', 'ready');
  await expect(page.locator('.seal-line')).toHaveText(/^Sealed: [0-9a-f]{8}… · your part: [0-9a-f]{8}…$/);
  await stage(page).focus();
  await page.keyboard.press('Space');
}

/** As somebody would who wants to hide a win: in the device's own store. */
const tamper = (page: Page): Promise<void> =>
  page.evaluate(
    () =>
      new Promise<void>((resolve, reject) => {
        const opening = indexedDB.open('ayo');
        opening.onerror = () => reject(new Error('no store'));
        opening.onsuccess = () => {
          const tx = opening.result.transaction('receipts', 'readwrite');
          const store = tx.objectStore('receipts');
          const all = store.getAll();
          all.onsuccess = () => {
            const [first] = all.result as { win: number }[];
            if (first !== undefined) store.put({ ...first, win: first.win + 100 });
          };
          tx.oncomplete = () => {
            opening.result.close();
            resolve();
          };
        };
      }),
  );

test('an open round is found again, two rounds are checked and proved without a network, and one is seen step by step', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await settleIn(page, 2_000);

  await test.step('open rounds stand above the list, with a link to each', async () => {
    await start(page, 'mines');
    await expect(page.locator('.mines-cell[data-cell="closed"]:not([aria-disabled])').first()).toBeVisible();
    await page.goto('/games-history');
    await expect(page.getByText('Your round of Mines is not finished')).toBeVisible();
    await page.getByRole('link', { name: 'Continue', exact: true }).click();
    await page.getByRole('button', { name: /^Row 3, column 3/ }).click();
    await expect(act(page).or(result(page)).first()).toBeVisible();
    if (await act(page).isVisible()) await stage(page).press('c');
    await expect(result(page)).toHaveText(RESULT);
    await start(page, 'blackjack');
    await expect(act(page).or(result(page)).first()).toBeVisible();
    if (await act(page).isVisible()) await stage(page).press('s');
    await expect(result(page)).toHaveText(RESULT);
  });

  await test.step('before the reveal nothing can be checked; the reveal is one press', async () => {
    await page.goto('/games-history');
    await expect(page.getByText(/^This session so far\. .*2 rounds, staked ₦200\.00/)).toBeVisible();
    await page.getByRole('link', { name: 'Fairness check' }).click();
    await page.getByRole('button', { name: 'Check all rounds' }).click();
    await expect(page.getByText('2 rounds can’t be checked yet')).toBeVisible();
    await expect(page.getByText(/not sealed/)).toHaveCount(0);
    await page.getByRole('button', { name: 'Reveal the secret' }).click();
    await expect(page.getByText('The secret is public.')).toBeVisible();
  });

  await expectReadyOffline(page);
  await site.network().refuse();
  await page.reload();

  await test.step('without a network both rounds are as they were drawn, and the file says how to check them', async () => {
    await expect(heading(page)).toHaveText('Games history');
    await page.getByRole('button', { name: 'Check all rounds' }).click();
    await expect(page.getByText('All 2 rounds are as they were drawn')).toBeVisible();
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Save the proof' }).click();
    const proof = JSON.parse(await readFile(await (await saved).path(), 'utf8')) as { rounds: { gameId: string; commit: string; serverSeed: string; verdict: string }[] };
    expect(proof.rounds.map(({ gameId, verdict }) => [gameId, verdict]).toSorted()).toEqual([['blackjack', 'ok'], ['mines', 'ok']]);
    for (const { commit, serverSeed } of proof.rounds) expect(createHash('sha256').update(serverSeed).digest('hex')).toBe(commit);
  });

  await test.step('a changed receipt is found, and the page says whom to write to', async () => {
    await tamper(page);
    await page.getByRole('button', { name: 'Check again' }).click();
    await expect(page.getByRole('alert')).toContainText('1 round is not as it should be');
    await expect(page.getByRole('alert')).toContainText('complaints@');
    await expect(page.getByText('its seeds give another result, stake or win').first()).toBeVisible();
  });

  await test.step('the round of blackjack is shown step by step, with its balances', async () => {
    await page.getByRole('link', { name: 'Rounds', exact: true }).click();
    await expect(page.getByText(/^Saved copy/)).toBeVisible();
    const card = page.getByRole('row').filter({ hasText: 'Blackjack' }).or(page.locator('.history-card').filter({ hasText: 'Blackjack' })).first();
    await card.locator('button, summary').first().click();
    await page.getByRole('button', { name: 'Show the round' }).click();
    const dialog = page.getByRole('dialog', { name: 'Blackjack' });
    const step = dialog.locator('.row .figures');
    await expect(step).toHaveText(/^Step \d of \d$/);
    await dialog.getByRole('button', { name: 'From the start' }).click();
    await expect(step).toHaveText(/^Step 1 of \d$/);
    await expect(dialog).toContainText(/Balance before ₦[\d,]+\.\d\d, after it ₦[\d,]+\.\d\d/);
  });
});
