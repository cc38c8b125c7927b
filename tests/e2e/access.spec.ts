import type { Page } from '@playwright/test';
import { openAccount, putSession } from './support/api';
import { ALL_RULES, COLOURS, findingsOn } from './support/axe';
import { signUpDialog } from './support/forms';
import { chip, expectLive, heading, topBar } from './support/frame-of-page';
import { ROUTES } from './support/routes';
import { expect, test, useProduct } from './support/test';

useProduct();

async function visit(page: Page, who: readonly string[], rules: readonly string[]): Promise<void> {
  for (const { path, who: audience, heading: expected } of ROUTES) {
    if (!who.includes(audience)) continue;
    await page.goto(path);
    await expect(heading(page), path).toHaveText(expected);
    await expect(page.locator('[aria-busy="true"]'), path).toHaveCount(0);
    expect.soft(await findingsOn(page, rules), path).toEqual([]);
  }
}

/** The dark colours are held against each other by a unit test of the tokens; seeing every page in them, too, takes long. */
const LOOKS = process.env['AYO_LONG'] === '1' ? ([['light', ALL_RULES], ['dark', COLOURS]] as const) : ([['light', ALL_RULES]] as const);

for (const [colorScheme, rules] of LOOKS) {
  const look = (page: Page) => page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });

  test(`no page of everybody has a barrier that a tool can find, in ${colorScheme}`, async ({ page }) => {
    await look(page);
    await visit(page, ['all', 'guest'], rules);
    await page.goto('/');
    await topBar(page).getByRole('button', { name: 'Join' }).click();
    await expect(signUpDialog(page).locator('form')).toBeVisible();
    expect.soft(await findingsOn(page, rules), 'the dialog to join').toEqual([]);
  });

  test(`no page of a player has one, in ${colorScheme}`, async ({ page, context }) => {
    await look(page);
    await page.goto('/');
    await putSession(page, await openAccount(context, { naira: 300 }));
    await visit(page, ['player'], rules);
    await expectLive(page);
    await chip(page).click();
    expect.soft(await findingsOn(page, rules), 'the balance').toEqual([]);
  });
}
