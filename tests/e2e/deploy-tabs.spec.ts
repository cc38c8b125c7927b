import type { Browser, BrowserContext, Page } from '@playwright/test';
import { findFileOf } from '../support/built-files';
import { openAccount, putSession } from './support/api';
import { signInDialog, signUpOn } from './support/forms';
import { expectReadyOffline, heading, topBar } from './support/frame-of-page';
import { LOBBY_HEADING, ROUTES } from './support/routes';
import { sample } from './support/sample';
import { INSTALL_LIMIT_MS, LONG, expect, ignoreWorkerRequests, test } from './support/test';
import type { Trouble } from './support/test';
import { buildOf, countLoads, evictAssets, expectStarted, goWithin, useSwitchingSite } from './support/versions';

ignoreWorkerRequests();

const { host } = useSwitchingSite();

/** A page that no other stands in one file with: what is loaded already is not missed. */
const START = '/about-us';
const START_HEADING = /^About us$/;

/** A browser without service workers: nothing but the host stands behind a page. */
async function bareContext(browser: Browser, trouble: Trouble): Promise<BrowserContext> {
  const context = await browser.newContext({ serviceWorkers: 'block', baseURL: host().url });
  await trouble.watch(context);
  return context;
}

/** The pages whose own files are fetched by somebody: a player, and a guest where a player is sent away. */
const VISITS = ROUTES.filter(({ path, who }) => path !== START && who !== 'admin').map((route) => ({
  ...route, as: route.who === 'guest' ? ('guest' as const) : ('player' as const),
}));

/** Each of them is a tab that stays open meanwhile; all of them take a small machine longer than any other test. */
const OPEN_TABS = sample(VISITS, 12);

async function openOld(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  await page.goto(START);
  await expect(heading(page)).toHaveText(START_HEADING);
  // The files that the page loads by itself after its first paint have come.
  await expectStarted(page);
  return page;
}

test('A-01: after a deploy an open tab finds every page of its own version on the host', async ({ browser, trouble }) => {
  for (const as of ['guest', 'player'] as const) {
    await host().deploy({ build: 1 });
    const context = await bareContext(browser, trouble);
    const setUp = await context.newPage();
    if (as === 'player') await putSession(setUp, await openAccount(context));
    const page = await openOld(context);
    await host().deploy({ build: 2, others: 'keep' });
    const loads = countLoads(page);
    // A guest gets some of the pages for everybody, too; the files are the same.
    const forEverybody = as === 'guest' ? sample(VISITS.filter(({ who }) => who === 'all'), 12) : [];
    // An old tab of deploy-updates.spec.ts goes to other pages of players; there its own files are on the device.
    const own = VISITS.filter((each) => each.as === as);
    for (const visit of [...(as === 'guest' ? own : sample(own, 4, 2)), ...forEverybody]) {
      await goWithin(page, visit.path);
      await expect(heading(page), visit.path).toHaveText(visit.heading);
    }
    expect(await buildOf(page)).toBe(1);
    expect(loads()).toBe(0);
    expect(host().requestedPaths.filter((path) => host().oldAssets.includes(path)).length).toBeGreaterThan(5);
    await context.close();
  }
});

test('A-01: with the chunk gone from the host each page opens after one reload, in the new version', async ({ browser, trouble }) => {
  const contexts = { guest: await bareContext(browser, trouble), player: await bareContext(browser, trouble) };
  await putSession(await contexts.player.newPage(), await openAccount(contexts.player));
  const tabs: { visit: (typeof OPEN_TABS)[number]; page: Page; loads: () => number }[] = [];
  // The tabs are opened a few at a time, because a small machine draws them all.
  for (let from = 0; from < OPEN_TABS.length; from += 5) {
    const opened = OPEN_TABS.slice(from, from + 5).map(async (visit) => {
      const page = await openOld(contexts[visit.as]);
      return { visit, page, loads: countLoads(page) };
    });
    tabs.push(...(await Promise.all(opened)));
  }
  await host().deploy({ build: 2, others: 'gone' });
  for (const { visit: { path, heading: expected }, page, loads } of tabs) {
    await goWithin(page, path);
    await expect(heading(page), path).toHaveText(expected);
    await expect.poll(() => buildOf(page), path).toBe(2);
    expect(loads(), path).toBe(1);
    expect(new URL(page.url()).pathname, path).toBe(path);
    await page.close();
  }
  for (const context of Object.values(contexts)) await context.close();
});

test('A-01: typed text is still there after the reload, but no password', async ({ browser, trouble }) => {
  const context = await bareContext(browser, trouble);
  const page = await openOld(context);
  await goWithin(page, '/sign-up');
  const form = signUpOn(page);
  await form.field('email').fill('ngozi@canary.example');
  await form.field('password').fill('obstinate tortoise');
  await host().deploy({ build: 2, others: 'gone' });
  await goWithin(page, '/terms');
  await expect.poll(() => buildOf(page)).toBe(2);
  await expect(heading(page)).toHaveText('Terms');
  expect(await page.evaluate(() => JSON.stringify(Object.entries(sessionStorage)))).not.toContain('tortoise');
  await goWithin(page, '/sign-up');
  await expect(form.field('email')).toHaveValue('ngozi@canary.example');
  await expect(form.field('password')).toHaveValue('');
  // The input is restored once, and deleted from storage.
  expect(await page.evaluate(() => JSON.stringify(Object.entries(sessionStorage)))).not.toContain('ngozi@');
  await context.close();
});

test('A-01: a form over the page whose file is gone leaves no white page either', LONG, async ({ browser, trouble }) => {
  const context = await bareContext(browser, trouble);
  const page = await openOld(context);
  await host().deploy({ build: 2, others: 'gone' });
  await topBar(page).getByRole('link', { name: 'Sign in' }).click();
  await expect.poll(() => buildOf(page)).toBe(2);
  await expect(heading(page)).toHaveText(START_HEADING);
  await topBar(page).getByRole('link', { name: 'Sign in' }).click();
  await expect(signInDialog(page).locator('input[name="username"]')).toBeVisible();
  await context.close();
});

test('A-01: a file that no version has leads to one reload and to words, not to a loop', async ({ browser, trouble }) => {
  const context = await bareContext(browser, trouble);
  const page = await openOld(context);
  const loads = countLoads(page);
  // A page with a file of its own, which the open page has not loaded.
  const file = await findFileOf('src/pages/responsible-gambling/ResponsibleGamblingPage.tsx');
  host().answer(new RegExp(`^${file.replaceAll('.', '\\.')}$`), { type: 'text/plain', body: 'Not found' });
  await goWithin(page, '/responsible-gambling');
  await expect(heading(page)).toHaveText('This page is not on your device yet');
  await expect.poll(loads).toBe(1);
  // The reloaded document failed in the same way; it says so, with a way out, and stays.
  await expectStarted(page);
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Go to the lobby', exact: true })).toBeVisible();
  expect(loads()).toBe(1);
  host().asItIs();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(heading(page)).toHaveText('Responsible gambling');
  await context.close();
});

test('A-01: with the chunk gone from the host and from the device, the new version is installed and taken at once', LONG, async ({ page }) => {
  await putSession(page, await openAccount(page.context()));
  await page.goto('/deposit');
  await expectReadyOffline(page);
  await page.getByLabel('Amount', { exact: true }).fill('750');
  await evictAssets(page);
  await host().deploy({ build: 2, others: 'gone' });
  const loads = countLoads(page);
  await goWithin(page, '/help');
  await expect.poll(() => buildOf(page), { timeout: INSTALL_LIMIT_MS }).toBe(2);
  await expect(heading(page)).toHaveText('Help');
  expect(loads()).toBe(1);
  await goWithin(page, '/deposit');
  await expect(page.getByLabel('Amount', { exact: true })).toHaveValue('750');
  await goWithin(page, '/');
  await expect(heading(page)).toHaveText(LOBBY_HEADING);
});
