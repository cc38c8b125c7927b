/** A browser that keeps less than it should, or nothing: the database, local storage and caches, one after the other. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserContext, Page } from '@playwright/test';
import { moneyOf, openAccount, payIn, putSession } from './support/api';
import type { Account } from './support/api';
import { changeScripts } from './support/changed-scripts';
import { amountField, payButton } from './support/deposit';
import { signInWith } from './support/forms';
import { framesOf, noteFrames } from './support/frames';
import { chip, expectLive, expectReadyOffline, heading, topBar } from './support/frame-of-page';
import { lookAwayAndBack, useBrokenSite } from './support/network';
import { storedAt } from './support/snapshots';
import { recordsIn } from './support/storage';
import { LONG, POLL_LIMIT_MS, expect, ignoreWorkerRequests, test } from './support/test';

const DEPOSITS = /^\/api\/v1\/player\/[^/]+\/deposits$/;
const OPERATIONS = /\/operations\//;
const BALANCE = /\/balance$/;
/** Three times the 2 s after which a database that does not answer is given up. */
const OPEN_LIMIT_MS = 6_000;
const KEEPS_NOTHING = 'This browser saves nothing';
const CHECKING = 'We are checking. Do not pay again.';

ignoreWorkerRequests();
const { network } = useBrokenSite();

const pill = (page: Page) => page.locator('.connection-pill');

async function enter(page: Page, naira = 0): Promise<Account> {
  const account = await openAccount(page.context(), { naira });
  await putSession(page, account);
  await page.goto('/');
  await expectLive(page);
  return account;
}

/** A deposit of which the player hears nothing, followed over a reload until it is known: one key, one deposit. */
async function expectDepositSurvives(page: Page, account: Account, naira: number): Promise<void> {
  await page.goto('/deposit');
  await amountField(page).fill(String(naira));
  const from = network().requests.length;
  network().break({ method: 'POST', path: DEPOSITS, fault: 'lose-answer' });
  network().break({ method: 'GET', path: OPERATIONS, fault: 'drop' });
  await payButton(page).click();
  await expect(page.getByText(CHECKING).first()).toBeVisible();
  await page.reload();
  await expect(page.getByText(CHECKING).first()).toBeVisible({ timeout: POLL_LIMIT_MS });
  network().heal();
  await expect(page.getByText('Waiting for you to pay').first()).toBeVisible({ timeout: POLL_LIMIT_MS });
  const { deposits } = await moneyOf(page.context(), account);
  expect(deposits.filter(({ amount }) => amount === naira)).toHaveLength(1);
  const keys = network().requests.slice(from).filter(({ method, path }) => method === 'POST' && DEPOSITS.test(path)).map(({ key }) => key);
  expect(new Set(keys).size).toBe(1);
}

/** Polls, as a player does who looks away and back, until the store has the balance. */
async function pollUntilStored(page: Page): Promise<void> {
  await expect.poll(async () => {
    await lookAwayAndBack(page);
    return Object.keys(await storedAt(page));
  }, { timeout: POLL_LIMIT_MS }).toContain('balance');
}

/** Two polls from now on, each brought about as a player does who looks away and back. */
async function twoPolls(page: Page): Promise<void> {
  const from = network().requests.length;
  const countBalanceCalls = () => network().requests.slice(from).filter(({ method, path }) => method === 'GET' && BALANCE.test(path)).length;
  for (const poll of [1, 2]) {
    await lookAwayAndBack(page);
    await expect.poll(countBalanceCalls, { timeout: POLL_LIMIT_MS }).toBeGreaterThanOrEqual(poll);
  }
}

/** From here on this page holds the database and does not step aside for anybody, as a frozen tab does. */
async function holdDatabase(page: Page): Promise<void> {
  await page.goto('/version.json');
  await page.evaluate(async () => {
    const [databaseInfo] = await indexedDB.databases();
    const opening = indexedDB.open(databaseInfo?.name ?? '');
    await new Promise((done) => (opening.onsuccess = done));
    (window as unknown as { held: IDBDatabase }).held = opening.result;
    // The page that holds the database blocks this deletion, and everything else waits behind it.
    await new Promise((done) => (indexedDB.deleteDatabase(databaseInfo?.name ?? '').onblocked = done));
  });
}

test('A-04: a tab that finds the database blocked by another goes on from memory and says so; the next start stores again', async ({ page, context }) => {
  await enter(page, 500);
  const old = await context.newPage();
  await holdDatabase(old);

  await page.reload();
  await expect(chip(page)).toBeVisible();
  await expect(pill(page)).toContainText(KEEPS_NOTHING, { timeout: OPEN_LIMIT_MS });
  await expectLive(page);
  await expect(chip(page)).toContainText('₦500.01');

  await old.close();
  // A service worker that lives on tries again by itself later; browsers stop idle ones.
  await page.goto('/version.json');
  const cdp = await context.newCDPSession(page);
  await cdp.send('ServiceWorker.enable');
  await cdp.send('ServiceWorker.stopAllWorkers');
  await page.goto('/');
  await expectLive(page);
  await expect(pill(page)).toHaveCount(0);
  await pollUntilStored(page);
});

test('A-04: an old tab steps aside for a newer database, and goes on from memory', LONG, async ({ page, context }) => {
  await enter(page, 500);
  const newer = await context.newPage();
  await newer.goto('/version.json');
  const opened = await newer.evaluate(async () => {
    const [databaseInfo] = await indexedDB.databases();
    const opening = indexedDB.open(databaseInfo?.name ?? '', (databaseInfo?.version ?? 0) + 1);
    return new Promise((done) => {
      opening.onsuccess = () => done('open');
      opening.onerror = () => done('failed');
    });
  });
  expect(opened).toBe('open');
  await expect(pill(page)).toContainText(KEEPS_NOTHING);
  await twoPolls(page);
  await expectLive(page);
});

test('A-05: clearing the site data under an open page removes nothing that it shows, and intents are stored as before', async ({ page, context, trouble }) => {
  const account = await enter(page, 500);
  await expectReadyOffline(page);
  const cdp = await context.newCDPSession(page);
  await cdp.send('Storage.clearDataForOrigin', { origin: new URL(page.url()).origin, storageTypes: 'indexeddb' });
  const errors = trouble.consoleErrors.length;
  await twoPolls(page);
  await expectLive(page);
  await expect(chip(page)).toContainText('₦500.01');
  // A database that did not open in time on a busy phone is left alone for 20 s, and then tried by the next poll; it may be late again then.
  await expect.poll(async () => {
    await lookAwayAndBack(page);
    return pill(page).count();
  }, { timeout: 2 * POLL_LIMIT_MS }).toBe(0);
  expect(trouble.consoleErrors.slice(errors)).toEqual([]);
  await pollUntilStored(page);
  await expectDepositSurvives(page, account, 700);
});

test('A-06: a database that never answers delays no first paint: the player’s own header, and figures from the network', async ({ page, context }) => {
  await noteFrames(context);
  await enter(page, 500);
  await context.addInitScript(() => {
    IDBFactory.prototype.open = () => Object.setPrototypeOf(new EventTarget(), IDBOpenDBRequest.prototype) as IDBOpenDBRequest;
  });
  await page.reload();
  await expect(chip(page)).toBeVisible();
  await expectLive(page);
  await expect(chip(page)).toContainText('₦500.01');
  expect((await framesOf(page)).filter(({ header }) => /Sign in|Join/.test(header))).toEqual([]);
  await expect(pill(page)).toContainText(KEEPS_NOTHING, { timeout: OPEN_LIMIT_MS });
});

test.describe('without IndexedDB, in the page and in its worker', () => {
  // The worker's own script would not pass through the route below.
  test.use({ serviceWorkers: 'block' });

  test('A-07: everything works online, it is said that nothing is kept, and the key of a deposit survives a reload', async ({ page, context }) => {
    const without = `Object.defineProperty(globalThis, 'indexedDB', { value: undefined });`;
    await context.addInitScript(without);
    let workers = 0;
    await changeScripts(context, /\/assets\/sync\.worker-[^/]+\.js$/, (script) => {
      workers += 1;
      return `${without}\n${script}`;
    });
    const account = await enter(page, 500);
    expect(workers).toBeGreaterThan(0);
    await expect(pill(page)).toContainText(KEEPS_NOTHING);
    await page.goto('/transactions-history');
    await expect(heading(page)).toHaveText('Transactions');
    await expect(page.getByText('₦500.01').first()).toBeVisible();
    await expectDepositSurvives(page, account, 700);
    await expect.poll(() => page.evaluate(() => localStorage.getItem('moneyKeys'))).toContain('"state":"confirmed"');
  });
});

test('A-08: on a device that is full the answer still reaches the page, art goes first, and an intent is kept', async ({ playwright }, info) => {
  const folder = await mkdtemp(join(tmpdir(), 'ayo-profile-'));
  const { launchOptions = {} } = info.project.use;
  // In a context without a profile the database is in memory, and its quota another.
  const context = await playwright.chromium.launchPersistentContext(folder, {
    ...launchOptions, baseURL: network().url, viewport: { width: 412, height: 823 }, locale: 'en-NG',
  });
  try {
    await onFullDevice(context);
  } finally {
    await context.close();
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
});

/** What the site has room for before the device is full. */
const ROOM_BYTES = 16 * 1024 * 1024;
/** A larger value would become a file of its own, whose size the browser does not count beforehand. */
const RECORD_BYTES = 48 * 1024;

/**
 * Tells whether the browser refuses one small record more. Records first that are larger than all the room there was: for small ones of the
 * next half minute the browser would go on by what it knew.
 */
function isFull(page: Page): Promise<boolean> {
  return page.evaluate(({ roomBytes, recordBytes }) => new Promise<boolean>((resolve) => {
    const opening = indexedDB.open('scratch', 1);
    opening.onupgradeneeded = () => void opening.result.createObjectStore('records', { autoIncrement: true });
    opening.onerror = () => resolve(true);
    opening.onsuccess = () => {
      const end = (isRefused: boolean) => {
        opening.result.close();
        resolve(isRefused);
      };
      const put = (bytes: number, then: (isRefused: boolean) => void) => {
        const tx = opening.result.transaction('records', 'readwrite');
        for (let left = bytes; left > 0; left -= recordBytes) tx.objectStore('records').put('x'.repeat(Math.min(left, recordBytes)));
        tx.oncomplete = () => then(false);
        tx.onabort = () => then(true);
      };
      put(roomBytes, () => put(1_000, end));
    };
  }), { roomBytes: ROOM_BYTES, recordBytes: RECORD_BYTES });
}

async function onFullDevice(context: BrowserContext): Promise<void> {
  const crashes: string[] = [];
  context.on('weberror', (error) => crashes.push(String(error.error())));
  const page = context.pages()[0] ?? (await context.newPage());
  const cdp = await context.newCDPSession(page);
  const { origin } = new URL(network().url);
  await cdp.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: ROOM_BYTES });
  const account = await enter(page, 500);
  await expectReadyOffline(page);
  await page.goto('/games');
  const art = () => page.evaluate(() => caches.has('ayo-media'));
  await expect.poll(art).toBe(true);

  await cdp.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: 1 });
  await expect.poll(() => isFull(page), { timeout: POLL_LIMIT_MS }).toBe(true);
  await payIn(context, account, 250);
  await lookAwayAndBack(page);
  await expect(chip(page)).toContainText('₦750.02', { timeout: POLL_LIMIT_MS });
  await expect.poll(art, { timeout: POLL_LIMIT_MS }).toBe(false);
  // The new balance found no room and is not stored; but the database is whole, so the app is not in memory mode.
  expect(JSON.stringify(await recordsIn(page, 'snapshots'))).not.toContain('750.02');
  await expect(pill(page)).toHaveCount(0);

  await expectDepositSurvives(page, account, 700);
  const fallback = await page.evaluate(() => localStorage.getItem('moneyKeys'));
  expect(fallback).toContain('"kind":"deposit"');
  expect(await recordsIn(page, 'intents')).toEqual([]);

  // As soon as there is room, everything is stored again.
  await cdp.send('Storage.overrideQuotaForOrigin', { origin });
  await page.goto('/');
  await expect.poll(async () => {
    await lookAwayAndBack(page);
    return JSON.stringify(await recordsIn(page, 'snapshots'));
  }, { timeout: POLL_LIMIT_MS }).toContain('750.02');
  expect(crashes).toEqual([]);
}

test('A-09: where local storage throws, the session lives in memory, and the page says so', async ({ page, context }) => {
  const account = await openAccount(context, { naira: 500 });
  await context.addInitScript(() => {
    Object.defineProperty(window, 'localStorage', {
      get() {
        throw new DOMException('Access is denied for this document.', 'SecurityError');
      },
    });
  });
  await page.goto('/sign-in');
  await signInWith(page.locator('main'), account);
  await expectLive(page);
  await expect(chip(page)).toContainText('₦500.01');
  await expect(pill(page)).toContainText(KEEPS_NOTHING);
  await page.getByRole('link', { name: 'Me', exact: true }).first().click();
  await expect(heading(page)).toHaveText('My profile');
  await expect(page.getByText('you are signed out when you close the page')).toBeVisible();
  await page.reload();
  await expect(topBar(page).getByRole('link', { name: 'Sign in' }).or(page.locator('main form'))).not.toHaveCount(0);
  await expect(chip(page)).toHaveCount(0);
});
