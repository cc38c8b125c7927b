import AxeBuilder from '@axe-core/playwright';
import type { Browser, BrowserContext, Locator, Page } from '@playwright/test';
import { details } from '../../src/core/contract/details';
import type { Details, DetailsPatch } from '../../src/core/contract/details';
import { call, enterAsPlayer, openAccount, putSession } from './support/api';
import type { Account } from './support/api';
import { expectWordsAt } from './support/forms';
import { expectReadyOffline, heading } from './support/frame-of-page';
import { useBrokenSite } from './support/network';
import { LONG, LONG_ONLINE, POLL_LIMIT_MS, expect, test } from './support/test';

/** Waiting changes are sent at once when the connection is back. The limit is three times the longest pause between two looks. */
const SENT_LIMIT_MS = 45_000;
const HOME = { street: '12 Broad Street', city: 'Lagos Island', state: 'LA' } as const;

const { product, cutOff, bringBack } = useBrokenSite();

const field = (page: Page, name: string): Locator => page.locator(`main [name="${name}"]`);
const save = (page: Page): Promise<void> => page.getByRole('button', { name: 'Save', exact: true }).click();
const notice = (page: Page, title: string): Locator => page.locator('main .notice').filter({ hasText: title });

async function openPage(page: Page): Promise<void> {
  await page.goto('/edit-profile');
  await expect(heading(page)).toHaveText('Edit my details');
  await expect(field(page, 'firstname')).toBeVisible();
}

/** Reads the details that the platform has. */
async function readDetails(context: BrowserContext, { userId, sessionId }: Account): Promise<Details> {
  return details.parse(await call(context, 'GET', `/player/${userId}/details`, { sessionId }));
}

/** The same player in a browser of its own, for the time of `use`. */
async function elsewhere(
  browser: Browser,
  { username, password, userId }: Account,
  use: (change: (patch: DetailsPatch) => Promise<void>) => Promise<void>,
): Promise<void> {
  const context = await browser.newContext({ baseURL: product().url });
  try {
    const { sessionId } = (await call(context, 'POST', '/auth/sign-in', { body: { username, password } })) as { sessionId: string };
    await use(async (patch) => {
      const { version } = details.parse(await call(context, 'GET', `/player/${userId}/details`, { sessionId }));
      const token = (await context.cookies()).find(({ name }) => name === 'XSRF-TOKEN')?.value ?? '';
      const answer = await context.request.patch(`/api/v1/player/${userId}/details`, {
        data: patch,
        headers: {
          'x-sessionid': sessionId, 'x-xsrf-token': decodeURIComponent(token), 'if-match': `"${version}"`, 'idempotency-key': crypto.randomUUID(),
        },
      });
      expect(answer.status()).toBe(200);
    });
  } finally {
    await context.close();
  }
}

/** Opens the page with everything on the device, then takes the connection away. */
async function openAndCut(page: Page, context: BrowserContext): Promise<Account> {
  const account = await enterAsPlayer(page);
  await expectReadyOffline(page);
  await openPage(page);
  await expect(field(page, 'lastname')).toHaveValue(account.lastname);
  await cutOff(context);
  return account;
}

test('details are changed, kept by the platform, and in the rest of the app at once', LONG_ONLINE, async ({ page, context }) => {
  const account = await enterAsPlayer(page);
  await page.goto('/profile');
  await page.getByRole('link', { name: 'Edit my details' }).click();
  await expect(heading(page)).toHaveText('Edit my details');
  await expect(field(page, 'phone')).toHaveValue(/^0\d{3} \d{3} \d{4}$/);
  await field(page, 'firstname').fill('Adaeze');
  await field(page, 'phone').fill('0701 222 3334');
  await field(page, 'address.street').fill(HOME.street);
  await field(page, 'address.city').fill(HOME.city);
  await field(page, 'address.state').selectOption(HOME.state);
  await save(page);
  await expect(page.getByText('Your details are saved.')).toBeVisible();
  expect(await readDetails(context, account)).toMatchObject({ firstname: 'Adaeze', lastname: account.lastname, phone: '+2347012223334', address: HOME, version: 2 });
  await page.getByRole('link', { name: 'My profile', exact: true }).first().click();
  await expect(page.getByRole('main')).toContainText(`Adaeze ${account.lastname}`);
  await openPage(page);
  await expect(field(page, 'address.state')).toHaveValue('LA');
});

test('what is wrong is said at its field, nothing is sent, and nothing that was typed is lost', LONG_ONLINE, async ({ page, context }) => {
  const account = await enterAsPlayer(page);
  await openPage(page);
  await field(page, 'firstname').fill(' ');
  await field(page, 'phone').fill('0803');
  await field(page, 'address.city').fill('Kano');
  await save(page);
  await expectWordsAt(field(page, 'firstname'), 'Tell us your name.');
  await expect(field(page, 'firstname')).toBeFocused();
  await expectWordsAt(field(page, 'phone'), 'Enter a Nigerian mobile number, like 0803 123 4567.');
  await expectWordsAt(field(page, 'address.street'), 'Enter the street and the number of the house.');
  await expectWordsAt(field(page, 'address.state'), 'Choose a state.');
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(violations).toEqual([]);
  expect((await readDetails(context, account)).version).toBe(1);

  // The change is still there after leaving and coming back. Undoing it restores the platform's values.
  await page.getByRole('link', { name: 'My profile', exact: true }).first().click();
  await expect(heading(page)).toHaveText('My profile');
  await page.goBack();
  await expect(field(page, 'phone')).toHaveValue('0803');
  await page.getByRole('button', { name: 'Undo changes' }).click();
  await expect(field(page, 'firstname')).toHaveValue(account.firstname);
});

test('a change made offline waits, outlives a reload, can be taken back, and goes out with the next connection', async ({ page, context }) => {
  const account = await openAndCut(page, context);
  await field(page, 'lastname').fill('Balogun');
  await save(page);
  await expect(notice(page, 'Will be sent')).toBeVisible();
  await expect(field(page, 'lastname')).toHaveAccessibleDescription(/Will be sent/);
  await notice(page, 'Will be sent').getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(notice(page, 'Will be sent')).toHaveCount(0);
  await expect(field(page, 'lastname')).toHaveValue(account.lastname);

  await field(page, 'lastname').fill('Balogun');
  await field(page, 'address.street').fill(HOME.street);
  await field(page, 'address.city').fill(HOME.city);
  await field(page, 'address.state').selectOption(HOME.state);
  await save(page);
  await expect(notice(page, 'Will be sent')).toBeVisible();
  await page.reload();
  await expect(notice(page, 'Will be sent')).toBeVisible();
  await expect(field(page, 'lastname')).toHaveValue('Balogun');
  await expect(field(page, 'address.city')).toHaveValue(HOME.city);

  await bringBack(context);
  await expect(notice(page, 'Will be sent')).toHaveCount(0, { timeout: SENT_LIMIT_MS });
  expect(await readDetails(context, account)).toMatchObject({ lastname: 'Balogun', address: HOME, version: 2 });
  await expect(field(page, 'lastname')).toHaveValue('Balogun');
});

// `npm test` has tests/unit/outbox/edit-profile.test.ts: it stays for the player to decide.
test('a field that was changed elsewhere meanwhile shows both values, and the player chooses', LONG, async ({ page, context, browser }) => {
  const account = await openAndCut(page, context);
  const meet = async (mine: string, theirs: string) => {
    await field(page, 'lastname').fill(mine);
    await save(page);
    await expect(notice(page, 'Will be sent')).toBeVisible();
    await elsewhere(browser, account, (change) => change({ lastname: theirs }));
    await bringBack(context);
    await expect(notice(page, 'Changed on another device')).toBeVisible({ timeout: SENT_LIMIT_MS });
    await expect(notice(page, 'Changed on another device').locator('dd')).toHaveText([`Yours ${mine}`, `Now saved ${theirs}`]);
    expect((await readDetails(context, account)).lastname).toBe(theirs);
  };
  await meet('Mine', 'Theirs');
  await page.getByRole('button', { name: 'Save mine' }).click();
  await expect(page.getByText('Your details are saved.')).toBeVisible();
  await expect.poll(async () => (await readDetails(context, account)).lastname).toBe('Mine');

  await openPage(page);
  await cutOff(context);
  await meet('Mine too', 'Theirs too');
  await page.getByRole('button', { name: 'Keep what is saved' }).click();
  await expect(field(page, 'lastname')).toHaveValue('Theirs too');
  await expect(notice(page, 'Changed on another device')).toHaveCount(0);
  expect((await readDetails(context, account)).lastname).toBe('Theirs too');
});

test('a change of another field on another device needs no decision of the player', LONG, async ({ page, context, browser }) => {
  const account = await openAndCut(page, context);
  await field(page, 'lastname').fill('Balogun');
  await save(page);
  await expect(notice(page, 'Will be sent')).toBeVisible();
  await elsewhere(browser, account, (change) => change({ address: HOME }));
  await bringBack(context);
  const both = async () => (({ lastname, address }) => ({ lastname, address }))(await readDetails(context, account));
  await expect.poll(both, { timeout: SENT_LIMIT_MS }).toEqual({ lastname: 'Balogun', address: HOME });
  await expect(notice(page, 'Changed on another device')).toHaveCount(0);
  await expect(field(page, 'address.city')).toHaveValue(HOME.city);
});

test('a new phone number after half an hour asks for the password, and loses nothing', LONG, async ({ browser }) => {
  // The platform's clock can't be moved from here: its refusal is played, in the words it uses. No service worker stands between.
  const context = await browser.newContext({ baseURL: product().url, serviceWorkers: 'block' });
  const page = await context.newPage();
  const account = await enterAsPlayer(page);
  await openPage(page);
  let refusals = 0;
  await context.route('**/details', async (route) => {
    if (route.request().method() !== 'PATCH' || refusals > 0) return route.fallback();
    refusals += 1;
    const body = { title: 'Enter your password again.', status: 401, code: 'password-needed', detail: 'You have not done anything here for half an hour.' };
    return route.fulfill({ status: 401, contentType: 'application/problem+json', body: JSON.stringify(body) });
  });
  await field(page, 'phone').fill('0901 222 3334');
  await save(page);
  await page.getByRole('button', { name: 'Enter my password' }).click();
  const dialog = page.getByRole('dialog', { name: 'Enter your password' });
  await dialog.locator('input[name="password"]').fill(account.password);
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText('Your details are saved.')).toBeVisible();
  expect((await readDetails(context, account)).phone).toBe('+2349012223334');
  await context.close();
});

test('the page opens by its address with the platform gone, after one visit to the lobby', LONG, async ({ page }) => {
  const account = await enterAsPlayer(page);
  await expectReadyOffline(page);
  const isStored = () => page.evaluate(async (userId) => {
    const request = indexedDB.open('ayo');
    const db = await new Promise<IDBDatabase>((resolve, reject) => {
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error ?? new Error('IndexedDB'));
    });
    const read = db.transaction('snapshots').objectStore('snapshots').get([userId, 'details']);
    const found = await new Promise<unknown>((resolve) => (read.onsuccess = () => resolve(read.result)));
    db.close();
    return found !== undefined;
  }, account.userId);
  await expect.poll(isStored, { timeout: POLL_LIMIT_MS }).toBe(true);
  await product().stop();
  try {
    await openPage(page);
    await expect(field(page, 'lastname')).toHaveValue(account.lastname);
    await expect(page.locator('main')).toContainText('Saved copy,');
    await expect(page.getByRole('heading', { name: 'What you agreed to' })).toBeVisible();
    await field(page, 'phone').fill('0701 222 3334');
    await save(page);
    await expect(notice(page, 'Will be sent')).toBeVisible({ timeout: POLL_LIMIT_MS });
  } finally {
    await product().start();
  }
  await putSession(page, account);
  await page.goto('/');
  await expect.poll(async () => (await readDetails(page.context(), account)).phone, { timeout: SENT_LIMIT_MS }).toBe('+2347012223334');
});

test('A-24: what A typed in one tab is not there for B, who signs in from another one', LONG, async ({ page, context }) => {
  const b = await openAccount(context);
  const a = await enterAsPlayer(page);
  await openPage(page);
  await expect(field(page, 'lastname')).toHaveValue(a.lastname);
  await field(page, 'address.street').fill('99 Canary Close');
  // The player leaves the form, whose typed text is kept for the next time it opens.
  await page.getByRole('link', { name: 'My profile', exact: true }).first().click();
  await expect(heading(page)).toHaveText('My profile');

  const other = await context.newPage();
  await other.goto('/profile');
  await other.getByRole('button', { name: 'Sign out' }).click();
  await expect(page.locator('header.top-bar').getByText('Sign in')).toBeVisible();
  await putSession(other, b);
  await expect(page.getByRole('main')).toContainText(b.username);
  await page.getByRole('link', { name: 'Edit my details' }).click();
  await expect(field(page, 'lastname')).toHaveValue(b.lastname);
  await expect(field(page, 'address.street')).toHaveValue('');
  await expect(page.getByRole('button', { name: 'Undo changes' })).toHaveCount(0);
});
