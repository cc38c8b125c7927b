/** Where a player is, told by a proxy; and what helps a player, wherever they are. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { COUNTRY_HEADER, REGION_HEADER, startPlaceProxy } from '../support/place-proxy';
import type { PlaceProxy } from '../support/place-proxy';
import { call, inKobo, moneyOf, openAccount, putSession } from './support/api';
import { findingsOn } from './support/axe';
import { amountField, openForm, payButton } from './support/deposit';
import { expectLive, expectReadyOffline, heading, signOut, topBar } from './support/frame-of-page';
import { chooseMode, spinButton } from './support/game';
import { keptBy } from './support/storage';
import { LONG, ONLINE, expect, siteAt, test, useOwnProduct } from './support/test';

const LICENCE = 'number 17 of the licensing board of Lagos State';
const PLACES = {
  default: { served: true, minimumAge: 18, licence: 'number 1 of the licensing board', ceilings: {}, realityCheckMinutes: 60 },
  states: { LA: { licence: LICENCE }, RI: { minimumAge: 21 }, KN: { served: false } },
};

let folder = '';
let proxy: PlaceProxy | null = null;
const product = useOwnProduct(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ayo-places-'));
  const file = join(folder, 'places.json');
  await writeFile(file, JSON.stringify(PLACES));
  return { ALLOWED_COUNTRIES: 'NG', COUNTRY_HEADER, REGION_HEADER, TRUST_PROXY: '127.0.0.1', PLACES_FILE: file };
});
test.beforeAll(async () => {
  proxy = await startPlaceProxy(() => product().url);
});
test.afterAll(async () => {
  await proxy?.close();
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
});
siteAt(() => proxy?.url);

const be = (country: string | null, region?: string) => proxy?.setPlace(country, region);
const foot = (page: Page) => page.locator('footer.foot');
const lookAgain = (page: Page) => page.getByRole('button', { name: 'Check again' });
const back = (page: Page) => page.getByRole('button', { name: 'Continue', exact: true });
const elsewhere = (page: Page) => page.getByText('Not available where you are', { exact: true });

/**
 * The page that says why asks where it is as it opens, and what was refused for a place asks, too (`times`, in all). Until that has
 * arrived a phone must not move on: the answer would be of its next place, and nobody would have to look again.
 */
async function opensAndAsks(times: number, act: () => Promise<void>): Promise<void> {
  const countPlaceCalls = () => proxy?.arrived('/api/v1/place') ?? 0;
  const before = countPlaceCalls();
  await act();
  await expect.poll(countPlaceCalls).toBeGreaterThanOrEqual(before + times);
}

async function expectRestricted(page: Page, where: string): Promise<void> {
  await expect(heading(page)).toHaveText('Where you can play');
  await expect(page.getByText('Not available here')).toBeVisible();
  await expect(page.locator('.place-name')).toHaveText(where);
  expect(new URL(page.url()).pathname).toBe('/location-restriction');
}

test('a stake and a deposit from elsewhere lead to the page that says why, with nothing debited and everything typed kept', ONLINE, async ({ page, context }) => {
  be('NG', 'LA');
  const account = await openAccount(context, { naira: 5_000 });
  await call(context, 'POST', `/player/${account.userId}/limits-offer`, { sessionId: account.sessionId });
  const before = await moneyOf(context, account);
  await putSession(page, account);
  await page.goto('/game/adire-gold');
  await expectLive(page);
  await expect(foot(page)).toContainText(`For people of 18 and over.`);
  await expect(foot(page)).toContainText(`Licence: ${LICENCE}.`);
  await expect(foot(page), 'no fact that the operator has not filled in').not.toContainText('[');

  // Meanwhile the phone moves to another country.
  await chooseMode(page, 'money');
  await page.getByRole('button', { name: 'Raise the stake' }).click();
  const stake = page.getByLabel('Stake', { exact: true });
  const raised = await stake.inputValue();
  be('GB');
  await opensAndAsks(2, () => spinButton(page).click());
  await expectRestricted(page, 'United Kingdom');
  await expect(page.getByText('We are not licensed to serve United Kingdom.')).toBeVisible();
  for (const name of ['Withdraw', 'Transactions', 'Limits and breaks', 'Practice', 'Help']) {
    await expect(page.getByRole('navigation', { name: 'What works everywhere' }).getByRole('link', { name })).toBeVisible();
  }
  expect(await findingsOn(page)).toEqual([]);
  await back(page).click();
  await expect(heading(page)).toHaveText('Adire Gold');
  await expect(elsewhere(page)).toBeVisible();
  be('NG', 'LA');
  await page.getByRole('link', { name: 'Why' }).click();
  await expect(page.getByText('You can play for money where you are now.')).toBeVisible();
  await back(page).click();
  await expect(stake).toHaveValue(raised);

  await openForm(page);
  await amountField(page).fill('1234');
  be('NG', 'Kano');
  await opensAndAsks(2, () => payButton(page).click());
  await expectRestricted(page, 'Kano, Nigeria');
  await back(page).click();
  await expect(elsewhere(page)).toBeVisible();
  await expect(amountField(page)).toHaveCount(0);
  be('NG');
  await lookAgain(page).click();
  await expect(amountField(page)).toHaveValue('1,234');
  const after = await moneyOf(context, account);
  expect(after).toEqual(before);
  expect(after.real).toBe(inKobo(5_000.01));
});

test('the age of the place is said before somebody joins; elsewhere nobody types for nothing; the footer keeps it offline', LONG, async ({ page, context }) => {
  be('NG', 'Rivers State');
  await page.goto('/sign-up');
  await expect(page.getByText('For people of 21 and over. It takes about two minutes.')).toBeVisible();
  await expect(foot(page).locator('.age-sign')).toHaveText('21+');
  await page.getByLabel('Username').fill('kept_name');
  be(null);
  // The phone changes its network.
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
  await expect(page.locator('.status').getByText('Not available where you are', { exact: true })).toBeVisible();
  // The answer came when the form was before the player, so it stays there.
  await expect(page.getByLabel('Username')).toHaveValue('kept_name');
  await opensAndAsks(1, () => page.getByRole('link', { name: 'Why, and what you can still use' }).click());
  await expect(page.locator('.place-name')).toHaveText('We can’t tell from your network.');
  be('NG', 'LA');
  await back(page).click();
  await lookAgain(page).click();
  await expect(page.getByLabel('Username')).toHaveValue('kept_name');
  await expect(foot(page)).toContainText(LICENCE);

  await expectReadyOffline(page);
  await context.setOffline(true);
  await page.goto('/tempheaderprofile');
  await expect(page.getByText('You are not signed in')).toBeVisible();
  await expect(foot(page)).toContainText(LICENCE);
  await context.setOffline(false);
});

test('the self-test works without a connection, is sent to nobody, and goes at sign-out', LONG, async ({ page, context }) => {
  be('NG', 'LA');
  const account = await openAccount(context, { naira: 300 });
  await putSession(page, account);
  await page.goto('/tempheaderprofile');
  await expectLive(page);
  await expect(page.getByText(`${account.firstname} ${account.lastname}`)).toBeVisible();
  await expect(page.locator('.purses')).toContainText('₦300.01');
  await expectReadyOffline(page);

  const sent: string[] = [];
  page.on('request', (request) => sent.push(`${request.method()} ${request.url()} ${request.postData() ?? ''}`));
  await context.setOffline(true);
  await page.goto('/responsible-gambling');
  await page.getByRole('button', { name: 'Start' }).click();
  await expect(page.getByRole('radio').first()).toBeFocused();
  const questions = page.getByRole('group');
  await expect(questions).toHaveCount(9);
  await page.getByRole('button', { name: 'See my result' }).click();
  await expect(page.getByText('Choose one.')).toHaveCount(9);
  for (const question of await questions.all()) await question.getByText('Often', { exact: true }).click();
  await page.getByRole('button', { name: 'See my result' }).click();
  const result = page.getByText('Gambling harms you in many ways.', { exact: false });
  await expect(result).toBeVisible();
  await expect(page.getByRole('region', { name: /Nine questions/ }).getByRole('link', { name: /Exclude yourself/ })).toHaveAttribute('href', '/self-exclusion#exclusion');
  expect(await findingsOn(page)).toEqual([]);
  await page.reload();
  await expect(result).toBeVisible();
  expect((await keptBy(page)).rest).toContain('self-test');

  await context.setOffline(false);
  await page.reload();
  await expectLive(page);
  await expect(result).toBeVisible();
  await signOut(page);
  expect((await keptBy(page)).rest).not.toContain('self-test');
  await page.goto('/responsible-gambling');
  await expect(page.getByRole('button', { name: 'Start' })).toBeVisible();
  await expect(topBar(page)).toBeVisible();
  // The page sent nothing but reads, and the sign-out itself, which carries nothing.
  const bodies = sent.filter((line) => !line.startsWith('GET '));
  expect(bodies.filter((line) => !/\/auth\/(sign-out|revocations) /.test(line))).toEqual([]);
  expect(sent.filter((line) => /answers|self-test|\[2,2/.test(line.replace(/assets\/\S+/, '')))).toEqual([]);
});
