import type { BrowserContext, Page, Route } from '@playwright/test';
import { findFileOf } from '../support/built-files';
import { enterAsPlayer } from './support/api';
import { amountField, payButton } from './support/deposit';
import { expectLive, expectReadyOffline, heading } from './support/frame-of-page';
import { chooseMode, spinButton } from './support/game';
import { LOBBY_HEADING, ROUTES } from './support/routes';
import { sample } from './support/sample';
import { keptBy } from './support/storage';
import { INSTALL_LIMIT_MS, LONG, POLL_LIMIT_MS, expect, test } from './support/test';
import {
  buildOf, countLoads, expectStarted, expectWaiting, goWithin, keptFiles, lookForUpdate, readyWords, workersOf, useSwitchingSite,
} from './support/versions';

const { host } = useSwitchingSite();
const PORTAL = { type: 'text/html', body: '<!doctype html><title>Free Wi-Fi</title><h1>captive portal canary</h1>' } as const;

const offer = (page: Page) => page.getByText('A new version is ready.');
const update = (page: Page) => page.getByRole('button', { name: 'Update', exact: true });
const postponed = (page: Page) => page.getByText(/^The new version is installed once/);

const exactly = (path: string): RegExp => new RegExp(`^${path.replaceAll('.', '\\.')}$`);

/** A player with the app on the device, and a new version on the host that has been found and waits. */
async function enterBeforeUpdate(page: Page, path: string, naira = 100): Promise<void> {
  await enterAsPlayer(page, { naira });
  await expectReadyOffline(page);
  await page.goto(path);
  await expectLive(page);
}

async function deployNext(page: Page): Promise<void> {
  await host().deploy({ build: 2, others: 'gone' });
  await lookForUpdate(page);
  await expectWaiting(page);
}

/** The calls of a page that fit are held until they are let go. */
async function holdPosts(page: Page, pattern: string): Promise<() => Promise<void>> {
  const held: Route[] = [];
  let isHeld = true;
  await page.context().route(pattern, async (route) => {
    if (route.request().method() === 'POST' && isHeld) held.push(route);
    else await route.fallback();
  });
  return async () => {
    isHeld = false;
    for (const route of held) await route.continue();
  };
}

/** The timers of this tab alone stand still until they are let go. */
async function holdTimers(page: Page): Promise<() => Promise<void>> {
  await page.evaluate(() => {
    const { setTimeout: later } = globalThis;
    const held: (() => void)[] = [];
    const hold = (run: () => void) => held.push(run);
    const letTimersGo = () => {
      globalThis.setTimeout = later;
      for (const run of held) later(run, 0);
    };
    Object.assign(globalThis, { setTimeout: hold, letTimersGo });
  });
  return () => page.evaluate(() => (globalThis as unknown as { letTimersGo(): void }).letTimersGo());
}

/** What goes on in another tab may keep the old worker busy for longer than an update waits: then it is offered once more, and pressed again. */
async function expectTaken(page: Page): Promise<void> {
  const taken = async () => {
    if (await offer(page).isVisible()) await update(page).click({ timeout: 1_000 }).catch(() => undefined);
    return buildOf(page);
  };
  await expect.poll(taken, { timeout: POLL_LIMIT_MS }).toBe(2);
}

/** How often a page has looked, from now on, whether any tab is busy. */
async function countLooks(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(() => {
    const { locks } = navigator;
    const query = locks.query.bind(locks);
    const counter = Object.assign(globalThis, { looks: 0 });
    locks.query = () => {
      counter.looks += 1;
      return query();
    };
  });
  return () => page.evaluate(() => (globalThis as { looks?: number }).looks ?? 0);
}

/** Notes from now on whether a page has told a new version to take over: from then on the page waits for it. */
async function noteTakeOver(page: Page): Promise<() => Promise<boolean>> {
  await page.evaluate(() => {
    const { prototype } = ServiceWorker;
    const post = prototype.postMessage;
    const takeOver = Object.assign(globalThis, { isTold: false });
    prototype.postMessage = function note(this: ServiceWorker, message: { readonly type: string }) {
      post.call(this, message);
      takeOver.isTold ||= message.type === 'apply-update';
    };
  });
  return () => page.evaluate(() => (globalThis as { isTold?: boolean }).isTold === true);
}

test('A-02: a new version that arrives during a money form waits, and says so; the form stays as it is', async ({ page }) => {
  await enterBeforeUpdate(page, '/deposit');
  await amountField(page).fill('750');
  await deployNext(page);
  await expect(offer(page)).toBeVisible();
  await expect(amountField(page)).toHaveValue('750');
  expect(await buildOf(page)).toBe(1);
  // The player takes the update, and the typed text is kept.
  await update(page).click();
  await expect.poll(() => buildOf(page), { timeout: INSTALL_LIMIT_MS }).toBe(2);
  await expect(heading(page)).toHaveText('Deposit');
  await expect(amountField(page)).toHaveValue('750');
  expect(await workersOf(page)).toEqual({ installing: false, waiting: false, active: true });
  await expect(offer(page)).toHaveCount(0);
});

test('A-02: while money is under way in one tab no tab takes the new version; when it has ended it is taken', LONG, async ({ page, context }) => {
  await enterBeforeUpdate(page, '/deposit');
  const other = await context.newPage();
  await other.goto('/help');
  await expectLive(other);
  const letGo = await holdPosts(page, '**/deposits');
  await amountField(page).fill('750');
  await payButton(page).click();
  await expect(payButton(page)).toBeDisabled();
  await deployNext(page);
  await update(other).click();
  await expect(postponed(other)).toBeVisible();
  await update(page).click();
  await expect(postponed(page)).toBeVisible();
  expect(await workersOf(page)).toMatchObject({ waiting: true });
  expect(await Promise.all([buildOf(page), buildOf(other)])).toEqual([1, 1]);
  await letGo();
  await expectTaken(other);
  expect(await workersOf(other)).toMatchObject({ waiting: false, active: true });
});

// `npm test` has A-02 with a form and A-03 with two tabs, each alone.
test('A-02, A-03: a round in another tab holds an update back, and goes on undisturbed on its own version after it', LONG, async ({ page, context }) => {
  await enterBeforeUpdate(page, '/game/adire-gold');
  await chooseMode(page, 'money');
  const other = await context.newPage();
  await other.goto('/help');
  await expectLive(other);
  const loads = countLoads(page);
  const letGo = await holdPosts(page, '**/rounds');
  await spinButton(page).click();
  await expect(spinButton(page)).toHaveAttribute('data-kind', 'asking');
  // The reels turn until the timers of this tab go on. (Playwright's clock would stand still in the other tab, too.)
  const goOn = await holdTimers(page);
  await deployNext(other);
  await update(other).click();
  await expect(postponed(other)).toBeVisible();
  await letGo();
  // The platform has decided the round, but the page still shows it, so the round has not ended.
  await expect(spinButton(page)).toHaveAttribute('data-kind', 'showing');
  const checkCount = await countLooks(other);
  await expect.poll(checkCount).toBeGreaterThan(2);
  await expect(postponed(other)).toBeVisible();
  await expect(spinButton(page)).toHaveAttribute('data-kind', 'showing');
  await goOn();
  await expectTaken(other);
  await expect(spinButton(page)).toHaveAttribute('data-kind', /^(ready|resting)$/);
  expect(loads()).toBe(0);
  expect(await buildOf(page)).toBe(1);
});

test('A-02: "later" ends the wait of a postponed update, and nothing is loaded anew', LONG, async ({ page }) => {
  await enterBeforeUpdate(page, '/game/adire-gold');
  await chooseMode(page, 'money');
  const letGo = await holdPosts(page, '**/rounds');
  await spinButton(page).click();
  await deployNext(page);
  await update(page).click();
  await expect(postponed(page)).toBeVisible();
  const loads = countLoads(page);
  await page.getByRole('button', { name: 'Later' }).click();
  await expect(postponed(page)).toHaveCount(0);
  await letGo();
  await expect(spinButton(page)).toHaveAttribute('data-kind', 'ready', { timeout: POLL_LIMIT_MS });
  await expectLive(page);
  expect(loads()).toBe(0);
  expect(await workersOf(page)).toMatchObject({ waiting: true });
});

test('a new version that does not take over within 15 s is given up, and still offered', LONG, async ({ page }) => {
  await enterBeforeUpdate(page, '/help');
  await host().deploy({ build: 2, others: 'gone' });
  // This service worker installs, and ignores every message.
  host().answer(/^\/sw\.js$/, { type: 'text/javascript', body: 'self.addEventListener("fetch", () => undefined);' });
  await page.clock.install();
  await lookForUpdate(page);
  await expectWaiting(page);
  const takeOver = await noteTakeOver(page);
  await update(page).click();
  await expect(update(page)).toBeDisabled();
  // The other tabs are asked first: the wait begins when they have answered, and the new version is told.
  await expect.poll(takeOver).toBe(true);
  await page.clock.fastForward(5_000);
  await expect(update(page)).toBeDisabled();
  await page.clock.fastForward(10_000);
  await expect(update(page)).toBeEnabled();
  await expect(page.getByText('The new version did not start.', { exact: false })).toBeVisible();
  expect(await buildOf(page)).toBe(1);
});

async function openBoth(page: Page, context: BrowserContext): Promise<{ old: Page; next: Page }> {
  await enterBeforeUpdate(page, '/help');
  const next = await context.newPage();
  await next.goto('/terms');
  await deployNext(next);
  await update(next).click();
  await expect.poll(() => buildOf(next), { timeout: INSTALL_LIMIT_MS }).toBe(2);
  return { old: page, next };
}

test('A-03: the old tab keeps working on its own files, which are deleted after it and not before', async ({ page, context }) => {
  const { old, next } = await openBoth(page, context);
  const loads = countLoads(old);
  // A player opens the others by their addresses in offline-routes.spec.ts.
  for (const { path, who, heading: expected } of sample(ROUTES, 4, 1)) {
    if (who === 'guest' || who === 'admin') continue;
    await goWithin(old, path);
    await expect(heading(old), path).toHaveText(expected);
  }
  expect(await buildOf(old)).toBe(1);
  expect(loads()).toBe(0);
  await expectLive(old);
  // Yet another tab of the new version does not take them away either.
  const third = await context.newPage();
  await third.goto('/');
  await expect(heading(third)).toHaveText(LOBBY_HEADING);
  expect(await buildOf(third)).toBe(2);
  const storedFiles = await keptFiles(next, host().oldAssets);
  expect(storedFiles.length).toBeGreaterThan(20);
  await old.close();
  // Headless pages are never hidden: as if the player came to this tab from the one that was closed.
  await expect.poll(async () => {
    await next.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
    return keptFiles(next, host().oldAssets);
  }).toEqual([]);
  await goWithin(next, '/about-us');
  await expect(heading(next)).toHaveText('About us');
});

test('A-03: messages of another version are ignored by pages, workers and the service worker', LONG, async ({ page, context }) => {
  const { old, next } = await openBoth(page, context);
  for (const tab of [old, next]) {
    await tab.evaluate(() => {
      const odd = [null, 7, 'x', [], {}, { type: 'event' }, { type: 'from-2031', about: 'x' }, { type: 'event', about: 'x', event: null }, { type: 'poll' }];
      for (const name of ['ayo-sync', 'ayo-session']) {
        const channel = new BroadcastChannel(name);
        for (const message of odd) channel.postMessage(message);
        channel.close();
      }
      for (const message of odd) navigator.serviceWorker.controller?.postMessage(message);
    });
  }
  for (const tab of [old, next]) {
    await tab.evaluate(() => navigator.serviceWorker.controller?.state).then((state) => expect(state).toBe('activated'));
    await expectLive(tab);
    await goWithin(tab, '/profile');
    await expect(heading(tab)).toHaveText('My profile');
  }
  expect([await buildOf(old), await buildOf(next)]).toEqual([1, 2]);
});

test('A-14: a captive portal during the install makes it fail, the old version stays, and the next good install passes', async ({ page }) => {
  await enterBeforeUpdate(page, '/help');
  await host().deploy({ build: 2, others: 'gone' });
  // The network lets the script of the service worker through, and answers for one file with its own page.
  const profile = await findFileOf('src/pages/profile/ProfilePage.tsx', 2);
  host().answer(exactly(profile), PORTAL);
  await lookForUpdate(page);
  await expect.poll(() => host().requestedPaths.includes(profile), { timeout: INSTALL_LIMIT_MS }).toBe(true);
  await expect.poll(() => workersOf(page), { timeout: INSTALL_LIMIT_MS }).toEqual({ installing: false, waiting: false, active: true });
  // The portal now answers for every file, the script included.
  host().answer(/^\/(sw\.js|assets\/.*)$/, PORTAL);
  await lookForUpdate(page);
  await expect.poll(() => workersOf(page), { timeout: INSTALL_LIMIT_MS }).toEqual({ installing: false, waiting: false, active: true });
  expect((await keptBy(page)).rest).not.toContain('captive portal canary');
  await page.goto('/profile');
  await expect(heading(page)).toHaveText('My profile');
  expect(await buildOf(page)).toBe(1);
  host().asItIs();
  await lookForUpdate(page);
  await expectWaiting(page);
  await update(page).click();
  await expect.poll(() => buildOf(page), { timeout: INSTALL_LIMIT_MS }).toBe(2);
  await expect(heading(page)).toHaveText('My profile');
});

test('A-14: a captive portal during the very first install makes it fail, and the next visit installs', LONG, async ({ page }) => {
  const terms = await findFileOf('src/pages/terms/TermsPage.tsx');
  host().answer(exactly(terms), PORTAL);
  await page.goto('/');
  await expect.poll(() => host().requestedPaths.includes(terms), { timeout: INSTALL_LIMIT_MS }).toBe(true);
  await expect.poll(() => workersOf(page), { timeout: INSTALL_LIMIT_MS }).toBeNull();
  expect((await keptBy(page)).rest).not.toContain('captive portal canary');
  host().asItIs();
  await page.reload();
  await expectReadyOffline(page);
  await expect(readyWords(page)).toBeVisible();
});

test('A-30: however many pages and tabs, there is one registration, with the whole site as its scope', async ({ page, context }) => {
  await page.goto('/terms');
  await expectReadyOffline(page);
  const other = await context.newPage();
  for (const path of ['/', '/game/adire-gold', '/help']) {
    await page.goto(path);
    await other.goto(path);
  }
  await page.reload();
  await expect(heading(page)).toBeVisible();
  await expectStarted(page);
  const registrations = await page.evaluate(async () =>
    (await navigator.serviceWorker.getRegistrations()).map(({ scope, active }) => ({ scope, script: active?.scriptURL })),
  );
  expect(registrations).toEqual([{ scope: `${host().url}/`, script: `${host().url}/sw.js` }]);
});
