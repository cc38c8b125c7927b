/** The admins of the operator, and what they do on their page. */
import type { BrowserContext, Locator, Page } from '@playwright/test';
import { firstAdmin } from '../../support/first-admins';
import type { AdminCredentials } from '../../support/first-admins';
import type { Product } from '../../support/product';
import { appCode } from '../../support/second-factor';
import { mailedLink } from './api';
import { signInWith } from './forms';
import { heading } from './frame-of-page';
import { POLL_LIMIT_MS, expect } from './test';

export const tab = (page: Page, name: string): Locator => page.getByRole('tab', { name, exact: true });
/** Finds one request in the queue by its shown amount. */
export const request = (page: Page, amount: string): Locator => page.getByRole('listitem', { name: amount });
/** Finds a decided row by its heading, because further down a row names other withdrawals of the same person, too. */
export const decidedRow = (page: Page, amount: string): Locator =>
  page.locator('details.history-card').filter({ has: page.locator('summary', { hasText: amount }) });

export async function signInAsAdmin(page: Page, credentials: AdminCredentials, part = ''): Promise<void> {
  await page.goto(`/sign-in?next=${encodeURIComponent(`/admin${part}`)}`);
  await signInWith(page.locator('main'), credentials);
  await giveCode(page.locator('main'), credentials);
  await expect(page.getByRole('tablist')).toBeVisible();
}

/** Signs an admin in whose session is over, on a page that does not know of it yet, or has heard of it by a poll. */
export async function signInAgainAsAdmin(page: Page, credentials: AdminCredentials, part = ''): Promise<void> {
  await page.goto(`/admin${part}`);
  const ended = page.getByText('Admins are signed out').or(page.getByText('Sign in to continue.'));
  await expect(ended.first()).toBeVisible({ timeout: POLL_LIMIT_MS });
  await signInAsAdmin(page, credentials, part);
}

/** Gives the second factor in a form that asks for it. */
export async function giveCode(place: Locator, { codes }: AdminCredentials): Promise<void> {
  await place.getByLabel('Code', { exact: true }).fill(await codes.next());
  await place.getByRole('button', { name: 'Continue', exact: true }).click();
}

/** Sets a second factor up with the secret that is to be typed, at the platform's time. Returns the secret. */
export async function enrolOnScreen(page: Page, nowMs = Date.now()): Promise<string> {
  await expect(heading(page)).toHaveText('Set up a second factor');
  const secret = (await page.locator('.factor-secret').innerText()).replaceAll(' ', '');
  await page.getByLabel('Then type the code that the app shows', { exact: true }).fill(appCode(secret, new Date(nowMs)));
  await page.getByRole('button', { name: 'Set up', exact: true }).click();
  await expect(heading(page)).toHaveText('Keep your recovery codes');
  await page.getByLabel('I have kept the codes').check();
  await page.getByRole('button', { name: 'Continue', exact: true }).click();
  return secret;
}

/** Signs the first admin in, who has set a password of their own. */
export const signInAsFirstAdmin = async (page: Page, product: Product, part = ''): Promise<void> =>
  signInAsAdmin(page, await firstAdmin(product), part);

/** Invites somebody on the People tab for everything that there is to do; the mail waits for another admin's approval. */
export async function inviteOnScreen(page: Page, email: string): Promise<void> {
  await tab(page, 'People').click();
  await expect(heading(page)).toHaveText('People');
  await page.getByLabel('E-mail', { exact: true }).fill(email);
  for (const box of await page.getByRole('group', { name: 'Roles' }).getByRole('checkbox').all()) await box.check();
  await page.getByRole('button', { name: 'Invite', exact: true }).click();
  await expect(page.getByText(`The invitation for ${email} waits for another admin’s approval.`)).toBeVisible();
}

/** Approves the invitation on the People tab, as another admin. Returns the link in the mail, as a path of the site. */
export async function approveOnScreen(page: Page, email: string): Promise<string> {
  await page.getByRole('button', { name: `Approve the invitation for ${email}` }).click();
  await page.getByRole('dialog', { name: 'Approve this invitation?' }).getByRole('button', { name: 'Yes, send the mail' }).click();
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

/** Reloads the list at once, instead of with the next poll. */
export const loadAgain = (page: Page): Promise<void> => page.getByRole('button', { name: 'Reload', exact: true }).click();
