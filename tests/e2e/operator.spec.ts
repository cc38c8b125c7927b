import type { Page } from '@playwright/test';
import { OPERATOR_SESSION, startOperatorPlatform } from '../support/operator-platform';
import type { OperatorPlatform } from '../support/operator-platform';
import { startProduct } from '../support/product';
import { putSession } from './support/api';
import { framesOf, noteFrames } from './support/frames';
import { chip, expectLive, heading, topBar } from './support/frame-of-page';
import { chooseMode, spin } from './support/game';
import { keptBy } from './support/storage';
import { LONG, LONG_ONLINE, ONLINE, POLL_LIMIT_MS, expect, ignoreWorkerRequests, test, useOwnProduct } from './support/test';

ignoreWorkerRequests();

let operator: OperatorPlatform;
useOwnProduct(async () => {
  operator = await startOperatorPlatform();
  return { PLATFORM_URL: operator.url };
});

test.beforeEach(() => operator.reset());
test.afterAll(() => operator.close());

const CONSENT_TAGS = ['acceptNewsEmail', 'sms', 'emailmarketing', 'acceptSMSOffers', 'smaaneemail', '3rdparty'];
const LACKING = ['/deposit', '/games-history', '/transactions-history', '/sign-up', '/sign-in', '/activate-email', '/admin'];
const GIVEN_CALLS = /^(GET .*\/(profile|balance|bonusWallet)|POST .*\/consent)$/;

async function enter(page: Page): Promise<void> {
  await putSession(page, OPERATOR_SESSION);
  await page.goto('/');
  await expectLive(page);
}

/** Lists the calls so far that are not among the four given ones. */
function otherCalls(): readonly string[] {
  const calls = operator.calls.map(({ method, path }) => `${method} ${path}`);
  // The host asks once what else the platform can do.
  return calls.filter((call) => !GIVEN_CALLS.test(call) && call !== 'GET /openapi.json');
}

/**
 * Lists those of the other calls that change something. A slow device draws its first page before it has heard what the platform can do, and
 * that page asks for the games and for open rounds, as most platforms have them. Such reads may come at any time, so they are left out.
 */
const otherChanges = () => otherCalls().filter((call) => !call.startsWith('GET '));

test('a session found in local storage is checked again by the profile, and everything of the player shown', LONG_ONLINE, async ({ page }) => {
  await enter(page);
  // The page may ask for what this platform lacks before the worker makes the first of the given calls.
  const [first] = operator.calls.filter(({ method, path }) => GIVEN_CALLS.test(`${method} ${path}`));
  expect(first).toMatchObject({ method: 'GET', path: `/v1/player/${OPERATOR_SESSION.userId}/profile` });
  expect(operator.calls.filter(({ path }) => path.startsWith('/v1/player/')).map(({ sessionId }) => sessionId)).not.toContain(null);
  // `Real` stands third in the list.
  await expect(chip(page)).toContainText('₦4,321.50');
  await chip(page).click();
  // One active wallet in naira; the expired one and the dollars don't count.
  await expect(page.getByRole('dialog', { name: 'Balance' })).toContainText('₦250.50');
  await page.getByRole('button', { name: 'Close' }).click();
  await page.goto('/profile');
  await expect(page.getByText('Chidi Okafor')).toBeVisible();
  await expect(page.getByText('chidi@player.example')).toBeVisible();
  // The device has heard by now what the platform can do. A page that is drawn before it could read that is opened again.
  await expect(async () => {
    operator.reset();
    await page.goto('/profile');
    await expectLive(page);
    expect(otherCalls()).toEqual([]);
  }).toPass();
});

test('a player of an operator never sees a guest’s header, not for one frame', LONG, async ({ page, context }) => {
  await noteFrames(context);
  await enter(page);
  for (const path of ['/', '/help', '/profile']) {
    await page.goto(path);
    await expectLive(page);
    const headers = (await framesOf(page)).map(({ header }) => header);
    expect(headers.filter((header) => /Sign in|Join/.test(header)), path).toEqual([]);
  }
});

test('a change of the balance arrives with the next poll', LONG_ONLINE, async ({ page }) => {
  await enter(page);
  const before = operator.callsOf('balance').length;
  operator.player.real = 4000.25;
  await expect(chip(page)).toContainText('₦4,000.25', { timeout: POLL_LIMIT_MS });
  expect(operator.callsOf('balance').length).toBeGreaterThan(before);
  expect(operator.callsOf('bonusWallet').length).toBeGreaterThan(1);
});

test('a consent that was given here goes out at the next session check, and once', LONG_ONLINE, async ({ page }) => {
  await enter(page);
  await page.evaluate(async ({ userId }) => {
    const db = await new Promise<IDBDatabase>((resolve, reject) => {
      const request = indexedDB.open('ayo');
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error ?? new Error('IndexedDB'));
    });
    const choice = { userId, tag: 'sms', choice: 'accepted', at: Date.now() };
    const written = db.transaction('consents', 'readwrite').objectStore('consents').put(choice);
    await new Promise((resolve) => written.addEventListener('success', resolve));
    db.close();
  }, OPERATOR_SESSION);
  await page.reload();
  await expect.poll(() => operator.callsOf('consent').length, { timeout: POLL_LIMIT_MS }).toBe(1);
  expect(operator.callsOf('consent')[0]?.body).toEqual({ items: [{ tagCode: 'sms', status: 'Accepted' }] });
  await page.reload();
  await expectLive(page);
  await expect.poll(() => operator.callsOf('balance').length, { timeout: POLL_LIMIT_MS }).toBeGreaterThan(2);
  expect(operator.callsOf('consent')).toHaveLength(1);
});

test('with CONSENT_POLICY=implied every missing tag is posted as ordered', ONLINE, async ({ page }) => {
  const implied = await startProduct({ PLATFORM_URL: operator.url, CONSENT_POLICY: 'implied' });
  try {
    await page.goto(`${implied.url}/version.json`);
    await page.evaluate(({ sessionId, userId }) => {
      localStorage.setItem('userId', userId);
      localStorage.setItem('sessionId', sessionId);
    }, OPERATOR_SESSION);
    await page.goto(implied.url);
    await expect.poll(() => operator.callsOf('consent').length, { timeout: POLL_LIMIT_MS }).toBeGreaterThan(0);
    const items = CONSENT_TAGS.filter((tag) => tag !== 'emailmarketing').map((tagCode) => ({ tagCode, status: 'Accepted' }));
    expect(operator.callsOf('consent')[0]?.body).toEqual({ items });
  } finally {
    await implied.dispose();
  }
});

// `npm test` has tests/platform/operator-abilities.test.ts and tests/unit/app/guard.test.ts.
test('what the platform lacks is not shown, what it can’t change is not offered, and no consent is posted that was not given', LONG_ONLINE, async ({ page }) => {
  await page.goto('/');
  await expect(heading(page)).toBeVisible();
  await expect(topBar(page)).not.toContainText(/Sign in|Join/);
  await enter(page);
  await test.step('no consent is posted that the player has not given', async () => {
    // The session check comes before the polls: with the second poll it is over.
    await expect.poll(() => operator.callsOf('balance').length, { timeout: POLL_LIMIT_MS }).toBeGreaterThan(1);
    expect(operator.callsOf('consent')).toEqual([]);
    await page.goto('/profile');
    await expect(page.getByText('To change any of these, write to')).toBeVisible();
    await expect(page.getByRole('region', { name: 'What you agreed to' }).getByRole('switch')).toHaveCount(0);
  });
  await test.step('the page says whom to write to, and sends no request', async () => {
    await page.goto('/edit-profile');
    await expect(heading(page)).toHaveText('Edit my details');
    await expect(page.getByRole('main')).toContainText('can’t be changed here. Write to');
    await expect(page.locator('main form')).toHaveCount(0);
    await expect(page.getByText('To change any of these, write to')).toBeVisible();
    expect(otherChanges()).toEqual([]);
  });
  await page.goto('/');
  await expect(chip(page)).toBeVisible();
  await expect(topBar(page).getByRole('link', { name: 'Deposit' })).toHaveCount(0);
  await expect(page.getByRole('navigation', { name: 'Main menu' }).getByText('Deposit')).toHaveCount(0);
  await page.goto('/profile');
  await expect(heading(page)).toHaveText('My profile');
  const links = page.getByRole('navigation', { name: 'My account' }).getByRole('link');
  await expect(links).toHaveText([/^Edit my details/, /^Responsible gambling/, /^Help/]);
  for (const path of LACKING) {
    await page.goto(path);
    await expect(heading(page), path).toHaveText('Page not found');
  }
  await chip(page).click();
  await expect(page.getByRole('dialog', { name: 'Balance' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'All transactions' })).toHaveCount(0);
});

test('the games that come with the app can be practised', LONG_ONLINE, async ({ page }) => {
  await enter(page);
  await page.goto('/game/adire-gold');
  await expect(heading(page)).toHaveText('Adire Gold');
  await chooseMode(page, 'practice');
  await spin(page);
  expect(otherChanges()).toEqual([]);
});

// `npm test` has A-28 in sessions.spec.ts.
test('a session that the platform ended is over here, too, with a reason, and nothing is kept', LONG, async ({ page }) => {
  await enter(page);
  operator.endSessions();
  await expect(page.getByText('You were signed out')).toBeVisible({ timeout: POLL_LIMIT_MS });
  await expect(chip(page)).toHaveCount(0);
  await expect.poll(async () => (await keptBy(page)).rest).not.toContain('chidi@player.example');
  const { local } = await keptBy(page);
  expect(Object.keys(local)).not.toContain('sessionId');
  const callCount = operator.calls.length;
  await page.goto('/help');
  await expect(heading(page)).toHaveText('Help');
  expect(operator.calls.filter(({ path }, at) => at >= callCount && path.startsWith('/v1/'))).toEqual([]);
});
