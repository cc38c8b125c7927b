/** The operator's people, as they meet their page. */
import type { BrowserContext, Locator, Page } from '@playwright/test';
import type { Product } from '../../support/product';
import { mailedLink } from './api';
import { signInWith } from './forms';
import { heading } from './frame-of-page';
import { expect } from './test';

export const tab = (page: Page, name: string): Locator => page.getByRole('tab', { name, exact: true });
/** One request in the queue, by its amount as it stands there. */
export const request = (page: Page, amount: string): Locator => page.getByRole('listitem', { name: amount });
export const decidedRow = (page: Page, amount: string): Locator => page.locator('details.history-card').filter({ hasText: amount });

/** With what the start printed; it is printed until somebody uses it, and works for every sign-in. */
export async function signInAsFirstAdmin(page: Page, product: Product, part = ''): Promise<void> {
  const printed = product.admin();
  if (printed === null) throw new Error(`No one-time sign-in was printed:\n${product.output()}`);
  await page.goto(`/sign-in?next=${encodeURIComponent(`/admin${part}`)}`);
  await signInWith(page.locator('main'), printed);
  await expect(page.getByRole('tablist')).toBeVisible();
}

/** Invites somebody on the People tab, and gives the link in their mail back, as a path of the site. */
export async function inviteOnScreen(page: Page, email: string): Promise<string> {
  await tab(page, 'People').click();
  await expect(heading(page)).toHaveText('People');
  await page.getByLabel('E-mail', { exact: true }).fill(email);
  await page.getByRole('button', { name: 'Invite', exact: true }).click();
  await expect(page.getByText(`The invitation is addressed to ${email}.`)).toBeVisible();
  return invitationLink(page.context(), email);
}

export const invitationLink = (context: BrowserContext, email: string): Promise<string> => mailedLink(context, email, '/sign-up?invitation=');

export interface NewAdmin {
  readonly username: string;
  readonly password: string;
  readonly firstname: string;
  readonly lastname: string;
}

export async function fillInvitation(page: Page, values: NewAdmin): Promise<void> {
  for (const [name, value] of Object.entries(values)) await page.locator(`main input[name="${name}"]`).fill(value);
}

/** Looks at the list at once, not only with the next round of questions. */
export const loadAgain = (page: Page): Promise<void> => page.getByRole('button', { name: 'Load again' }).click();
