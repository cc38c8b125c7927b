/** Roles at the desk: an owner changes them, and each admin sees the tabs of their own. */
import { twoAdmins } from '../support/first-admins';
import { signInAsAdmin, tab } from './support/admins';
import { findingsOn } from './support/axe';
import { expectReadyOffline, heading } from './support/frame-of-page';
import { LONG, expect, test, useOwnProduct } from './support/test';

const product = useOwnProduct();

// `npm test` has tests/platform/desk-roles.test.ts and admin-roles.test.ts, and tests/unit/pages/admin-tabs.test.ts.
test('an owner takes roles from an admin, who then sees the tabs that are left, without a connection, too', LONG, async ({ page, browser, baseURL }) => {
  const { first, second } = await twoAdmins(product());
  const context = await browser.newContext({ baseURL: baseURL ?? '' });
  const bola = await context.newPage();
  await signInAsAdmin(bola, second);
  await expect(heading(bola)).toHaveText('Today');
  await expect(bola.getByRole('tab')).toHaveCount(13);
  await expect(bola.getByText('Nothing waits', { exact: true })).toBeVisible();
  expect(await findingsOn(bola), 'what the desk opens with').toEqual([]);

  await signInAsAdmin(page, first, '?tab=people');
  const card = page.getByRole('listitem').filter({ hasText: 'Bola Adeyemi' });
  await expect(card).toContainText('Support, Payments, Risk, Games, Owner');
  await card.getByRole('button', { name: 'Change roles of Bola Adeyemi' }).click();
  const dialog = page.getByRole('dialog', { name: 'What may Bola Adeyemi do?' });
  for (const box of await dialog.getByRole('checkbox').all()) await box.uncheck();
  await expect(dialog.getByText('Choose at least one role.')).toBeVisible();
  await dialog.getByRole('checkbox', { name: /^Support/ }).check();
  await expect(dialog.getByText('Their approvals of withdrawals that are not paid out yet no longer count.')).toBeVisible();
  expect(await findingsOn(page), 'the roles of an admin').toEqual([]);
  await dialog.getByLabel('Your password').fill('not the right one');
  await dialog.getByRole('button', { name: 'Save roles' }).click();
  await expect(dialog.getByText('This is not your password.')).toBeVisible();
  await dialog.getByLabel('Your password').fill(first.password);
  await dialog.getByRole('button', { name: 'Save roles' }).click();
  await expect(page.getByText('The roles of Bola Adeyemi are saved.')).toBeVisible();
  await expect(card).toContainText('Support');
  await expect(card).not.toContainText('Payments');

  // What is open already is refused by the platform; what is opened next shows what is left.
  await expectReadyOffline(bola);
  await bola.goto('/admin');
  await expect(heading(bola)).toHaveText('Today');
  await expect(bola.getByRole('tab')).toHaveCount(3);
  // What this role may not see is gone from the list, too.
  await expect(bola.locator('.today-quiet').getByRole('listitem')).toHaveText(['Messages to answer']);
  await expect(bola.getByText('Gross gaming revenue yesterday')).toHaveCount(0);
  await context.setOffline(true);
  await bola.goto('/admin?tab=people');
  await expect(heading(bola)).toHaveText('Today');
  await expect(bola.getByText('This is what the device knew last.')).toBeVisible();
  await expect(bola.locator('.today-quiet').getByRole('listitem')).toHaveText(['Messages to answer']);
  await expect(tab(bola, 'People')).toHaveCount(0);
  await context.close();
});
