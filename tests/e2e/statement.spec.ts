/** The chained statement: taken home from the page, checked without a network, and refused when anything in it was changed. */
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import type { StatementPage } from '../../src/core/contract/statement';
import { call, moneyOf, payIn } from './support/api';
import { expectReadyOffline, heading } from './support/frame-of-page';
import { settleIn, useBrokenSite } from './support/network';
import { expect, ignoreWorkerRequests, test } from './support/test';

ignoreWorkerRequests();

const site = useBrokenSite();
const section = (page: Page) => page.getByRole('region', { name: 'A statement that can be checked' });

/** Chooses a file as a player would, with this text in it. */
async function check(page: Page, text: string): Promise<void> {
  await section(page).getByLabel('Check a statement').setInputFiles({ name: 'statement.json', mimeType: 'application/json', buffer: Buffer.from(text) });
}

test('a statement is downloaded, checked offline, and found out when one entry is changed, cut off or somebody else’s', async ({ page, context }) => {
  const account = await settleIn(page, 5_000);
  const path = `/player/${account.userId}/games/adire-gold/rounds`;
  const body = { stake: 10, currency: 'NGN', bet: {} };
  await call(context, 'POST', path, { sessionId: account.sessionId, key: `e2e-${crypto.randomUUID()}`, body });
  await payIn(context, account, 250);
  const { transactions } = await moneyOf(context, account);
  await page.goto('/transactions-history');

  const text = await test.step('with a connection: one file, checked and compared with the books', async () => {
    const saved = page.waitForEvent('download');
    await section(page).getByRole('button', { name: 'Download the statement' }).click();
    const download = await saved;
    expect(download.suggestedFilename()).toMatch(/^statement-\d{4}-\d{2}-\d{2}\.json$/);
    await expect(section(page).getByText('The statement is complete')).toBeVisible();
    await expect(section(page).getByText(`${transactions.length} entries, from `)).toBeVisible();
    await expect(section(page).getByText('Our records continue from it.')).toBeVisible();
    return readFile(await download.path(), 'utf8');
  });
  const statement = JSON.parse(text) as StatementPage;
  expect(statement.items.map(({ entryId }) => entryId)).toEqual(transactions.map(({ entryId }) => entryId).toReversed());

  await test.step('without a network the page opens and checks it on the device', async () => {
    await expectReadyOffline(page);
    await site.network().refuse();
    await page.reload();
    await expect(heading(page)).toHaveText('Transactions');
    await check(page, text);
    await expect(section(page).getByText('The statement is complete')).toBeVisible();
    await expect(section(page).getByText(statement.head.hash)).toBeVisible();
    await expect(section(page).getByText('It is from your account. It was not compared')).toBeVisible();
  });

  await test.step('and says where one was tampered with', async () => {
    const changed = (items: StatementPage['items']) => JSON.stringify({ ...statement, items });
    const { items } = statement;
    await check(page, changed(items.with(1, { ...items[1]!, reference: 'another-round' })));
    await expect(section(page).getByText('The statement is not complete')).toBeVisible();
    await expect(section(page).getByText(/^Entry 2 \(Stake, Real money, .*\): It is not what its fingerprint was made of/)).toBeVisible();
    await check(page, changed(items.with(0, { ...items[0]!, amount: 1, balanceAfter: 1 })));
    await expect(section(page).getByText(/^Entry 1 \(Deposit, /)).toBeVisible();
    await check(page, changed(items.slice(0, -1)));
    await expect(section(page).getByText(`After ${items.length - 1} entries: It stops too early`)).toBeVisible();
    await check(page, 'time (Lagos),kind,account');
    await expect(section(page).getByText('This file is not a statement')).toBeVisible();
    await section(page).getByRole('button', { name: 'Download the statement' }).click();
    await expect(section(page).getByText('The statement could not be loaded, so no file was made.')).toBeVisible();
  });

  await site.network().listen();
});
