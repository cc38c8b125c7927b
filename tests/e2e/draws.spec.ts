/** A draw that two of the team decide: from their secrets to a check on a player's phone without a connection. */
import type { Page } from '@playwright/test';
import type { TwoAdmins } from '../support/first-admins';
import { signInAgainAsAdmin, signInAsAdmin } from './support/admins';
import { openAccount, putSession } from './support/api';
import { findingsOn } from './support/axe';
import { decidingAdmins, withDecidingAdmins } from './support/deciding-admins';
import { checkDraw, enterDraw, moveAfter, readDraws, readNewestDraw } from './support/draws';
import { expectReadyOffline } from './support/frame-of-page';
import { useMovedClock } from './support/moved-clock';
import { useBrokenSite } from './support/network';
import { shoot } from './support/shoot';
import { LONG, POLL_LIMIT_MS, expect, test } from './support/test';

const clock = useMovedClock();
useBrokenSite(async () => ({ ...clock.env, ...(await withDecidingAdmins()), ADMIN_OFFICE_NETWORKS: '127.0.0.1' }));
let admins: TwoAdmins;
test.beforeAll(async () => {
  admins = await decidingAdmins();
});

const PHONE = { width: 360, height: 660 };
const DESK = { width: 1280, height: 800 };
test('two admins seal a secret each, reveal them after the closing, and a player checks the winners without a connection', LONG, async ({ browser, baseURL }) => {
  const newPage = async (viewport: { readonly width: number; readonly height: number }): Promise<Page> =>
    (await browser.newContext({ baseURL: baseURL ?? '', viewport })).newPage();
  const [phone, first, second] = [await newPage(PHONE), await newPage(DESK), await newPage(PHONE)];
  const context = phone.context();
  // The draw of this week was opened when there was one admin; the next one knows of two.
  const thisWeek = await readNewestDraw(context);
  await moveAfter(clock, thisWeek.closesAt);
  await expect.poll(async () => (await readNewestDraw(context)).drawId, { timeout: POLL_LIMIT_MS }).not.toBe(thisWeek.drawId);
  const draw = await readNewestDraw(context);
  await moveAfter(clock, draw.opensAt);

  const player = await openAccount(context);
  await putSession(phone, player);
  await enterDraw(phone, player);
  await expect(phone.getByText('Our secret and those of two people of our team decide')).toBeVisible();

  await signInAsAdmin(first, admins.first, '?tab=promotions');
  await expect(first.getByText('Two people of the team decide, each with a secret of their own.')).toBeVisible();
  await first.getByRole('button', { name: /^Make my secret for the week of/ }).click();
  const dialog = first.getByRole('dialog', { name: 'Your secret for this draw' });
  await expect(dialog.getByRole('button', { name: 'Seal it' })).toBeDisabled();
  const written = await dialog.locator('.draw-secret').innerText();
  expect(written).toMatch(/^([0-9a-f]{4} ){7}[0-9a-f]{4}$/);
  await shoot(first, 'secret-1280');
  expect(await findingsOn(first), 'a new secret').toEqual([]);
  await dialog.getByLabel('I have written it down').check();
  await dialog.getByRole('button', { name: 'Seal it' }).click();
  await expect(first.getByText(/^You sealed a secret/)).toBeVisible();
  await expect(first.getByText('Secrets are revealed once entries are closed and both are sealed.')).toBeVisible();

  await signInAsAdmin(second, admins.second, '?tab=promotions');
  await expect(second.getByText(/^admin sealed a secret/)).toBeVisible();
  await second.getByRole('button', { name: /^Make my secret for the week of/ }).click();
  await shoot(second, 'secret-360');
  await second.getByLabel('I have written it down').check();
  await second.getByRole('button', { name: 'Seal it' }).click();
  await expect(second.getByText(/^You sealed a secret/)).toBeVisible();
  await shoot(second, 'sealed-360');
  expect(await second.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth), 'nothing is wider than the phone').toBe(true);
  await phone.reload();
  await expect(phone.getByText(/^Sealed by person 2/)).toBeVisible();
  await shoot(phone, 'open-360');

  await moveAfter(clock, draw.closesAt);
  const isFrozen = async () => (await readDraws(context)).some(({ drawId, frozenAt }) => drawId === draw.drawId && frozenAt !== null);
  await expect.poll(isFrozen, { timeout: POLL_LIMIT_MS }).toBe(true);
  await phone.reload();
  await expect(phone.getByRole('heading', { name: 'In progress' })).toBeVisible();
  await expect(phone.getByText(/^0 of 2 secrets are open\./)).toBeVisible();
  await expect(phone.getByText('Fingerprint of the entries:')).toBeVisible();
  await shoot(phone, 'held-360');
  expect(await findingsOn(phone), 'a draw that is being held').toEqual([]);

  await test.step('one reveals what the browser kept, the other what was written down', async () => {
    // Days have passed since the sign-in.
    await signInAgainAsAdmin(first, admins.first, '?tab=promotions');
    await first.getByRole('button', { name: /^Reveal my secret for the week of/ }).click();
    await expect(first.getByText('This browser has it.')).toBeVisible();
    await expect(first.getByRole('dialog').locator('.draw-secret')).toHaveText(written);
    await first.getByRole('button', { name: 'Reveal it' }).click();
    await expect(first.getByText('Your secret is revealed.')).toBeVisible();
    const elsewhere = await newPage(PHONE);
    const secret = await second.evaluate(readOwnSecret);
    await signInAsAdmin(elsewhere, admins.second, '?tab=promotions');
    await elsewhere.getByRole('button', { name: /^Reveal my secret for the week of/ }).click();
    const typed = elsewhere.getByLabel('Your secret, as you wrote it down');
    await typed.fill('not a secret');
    await elsewhere.getByRole('button', { name: 'Reveal it' }).click();
    await expect(typed).toHaveAccessibleDescription(/A secret is 32 characters/);
    await typed.fill(written);
    await elsewhere.getByRole('button', { name: 'Reveal it' }).click();
    await expect(typed).toHaveAccessibleDescription(/This is not the secret that you committed to\./);
    await shoot(elsewhere, 'reveal-360');
    expect(await findingsOn(elsewhere), 'a secret that is typed').toEqual([]);
    await typed.fill(secret.toUpperCase().replaceAll(/(.{4})/g, '$1 '));
    await elsewhere.getByRole('button', { name: 'Reveal it' }).click();
    await expect(elsewhere.getByText('Your secret is revealed.')).toBeVisible();
  });

  await test.step('the player won, and the phone has seen the fingerprint before', async () => {
    await expect(async () => {
      await phone.reload();
      await expect(phone.getByText('1. You: ₦100,000, paid into your balance')).toBeVisible({ timeout: 5_000 });
    }).toPass({ timeout: POLL_LIMIT_MS });
    await checkDraw(phone);
    const SAW = String.raw`This device saw that .*, before anybody could know the result\.`;
    for (const finding of ['Our secret and the prizes fit what was published', 'The fingerprint of the 1 entry is the one that is published', 'Both secrets fit the seals that are published']) {
      await expect(phone.getByText(new RegExp(`^${finding}\\. ${SAW}$`))).toBeVisible();
    }
    await expect(phone.getByText('Your entry is in the list, and could win.')).toBeVisible();
    await shoot(phone, 'checked-360');
    expect(await findingsOn(phone), 'a draw that was checked').toEqual([]);
  });

  await test.step('and again with the network gone', async () => {
    await expectReadyOffline(phone);
    await context.setOffline(true);
    await phone.reload();
    await checkDraw(phone);
    await shoot(phone, 'offline-360');
    await expect(phone.getByText('Nobody entered.')).toBeVisible();
  });
});

/** In the page: the secret that this browser has kept. */
async function readOwnSecret(): Promise<string> {
  const done = <T>(request: IDBRequest<T>) =>
    new Promise<T>((resolve, reject) => {
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error ?? new Error('IndexedDB'));
    });
  const db = await done(indexedDB.open('ayo'));
  const storedSecrets: unknown = await done(db.transaction('meta').objectStore('meta').get('draw-secrets'));
  db.close();
  const [own] = Array.isArray(storedSecrets) ? (storedSecrets as readonly { readonly secret: string }[]) : [];
  return own?.secret ?? '';
}
