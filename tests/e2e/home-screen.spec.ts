/** From the browser to the home screen, and from the home screen into the app. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import type { BrowserContext, Page } from '@playwright/test';
import { launchOptions } from '../support/chromium.mjs';
import { enterAsPlayer } from './support/api';
import { chip, expectDated, expectLive, expectReadyOffline, heading, topBar, untilLoaded } from './support/frame-of-page';
import { LOBBY_HEADING } from './support/routes';
import { LONG, LONG_ONLINE, ONLINE, expect, test, useProduct } from './support/test';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const IPHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1';
const product = useProduct();

/** Sends the event that Chromium sends when the app can be installed, because without a screen it never does. `answer`: the player's choice. */
async function offer(page: Page, answer: 'accepted' | 'dismissed' = 'dismissed'): Promise<void> {
  const isTaken = await page.evaluate((outcome) => {
    const event = new Event('beforeinstallprompt', { cancelable: true });
    const counter = window as unknown as { timesAsked: number };
    counter.timesAsked = 0;
    Object.assign(event, {
      prompt: async () => {
        counter.timesAsked += 1;
        return { outcome };
      },
    });
    return !window.dispatchEvent(event);
  }, answer);
  expect(isTaken, 'the browser’s own bar is held back').toBe(true);
}

const timesAsked = (page: Page) => page.evaluate(() => (window as unknown as { timesAsked: number }).timesAsked);
const guide = (page: Page) => page.getByRole('complementary', { name: 'Put Ayo on your home screen' });
const addButton = (page: Page) => page.getByRole('button', { name: 'Add Ayo to your home screen' });
const sheet = (page: Page) => page.getByRole('dialog', { name: 'Put Ayo on your home screen' });

async function goTo(page: Page, place: 'Lobby' | 'Games'): Promise<void> {
  await page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: place, exact: true }).click();
  await expect(page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: place, exact: true })).toHaveAttribute('aria-current', 'page');
}

/** Help is in the footer of every page. */
async function toHelp(page: Page): Promise<void> {
  await page.getByRole('contentinfo').getByRole('link', { name: 'Help', exact: true }).click();
  await expect(heading(page)).toHaveText('Help');
}

/** Pages count from when the guide's own code is there. */
async function untilGuide(page: Page): Promise<void> {
  await expect(async () => {
    await goTo(page, 'Games');
    await goTo(page, 'Lobby');
    await expect(guide(page)).toBeVisible({ timeout: 2_000 });
  }).toPass();
}

/** The guide's own code runs: what is opened from now on counts. */
async function untilCounted(page: Page): Promise<void> {
  await untilLoaded(page, 'src/app/guide/start.ts');
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done))));
}

/** Starts a browser of its own on a profile that outlives it. `app`: as from the home screen, in a window without bars. */
async function launch(profile: string, app?: string): Promise<BrowserContext> {
  const options = launchOptions(process.env['CHROMIUM_PATH'] ?? '');
  return chromium.launchPersistentContext(profile, {
    ...options, args: [...options.args, ...(app === undefined ? [] : [`--app=${app}`])],
    baseURL: product().url, viewport: { width: 360, height: 800 }, hasTouch: true, locale: 'en-NG', timezoneId: 'Africa/Lagos',
  });
}

/** The one window that a browser opened by itself. */
function firstPage(context: BrowserContext): Page {
  const [page] = context.pages();
  if (page === undefined) throw new Error('The browser opened no window.');
  return page;
}

test.describe('installing to the home screen', () => {
  test('Chromium finds no obstacle to installing, and every picture of the manifest exists', async ({ trouble }) => {
    // Contexts of tests are private windows, where nothing can be installed.
    const profile = await mkdtemp(join(tmpdir(), 'ayo-profile-'));
    const context = await launch(profile);
    await trouble.watch(context);
    const page = await context.newPage();
    await page.goto('/');
    await expectReadyOffline(page);
    const cdp = await page.context().newCDPSession(page);
    const { url, errors, data } = await cdp.send('Page.getAppManifest');
    expect(errors).toEqual([]);
    expect(new URL(url).pathname).toBe('/manifest.webmanifest');
    const { installabilityErrors } = await cdp.send('Page.getInstallabilityErrors');
    expect(installabilityErrors).toEqual([]);
    const { appId } = await cdp.send('Page.getAppId');
    expect(appId).toBe(`${product().url}/`);
    const manifest = JSON.parse(data ?? '{}') as Record<string, { src: string; sizes: string; icons?: { src: string; sizes: string }[] }[]>;
    const pictures = [manifest['icons'], manifest['screenshots'], manifest['shortcuts']?.flatMap(({ icons = [] }) => icons)].flatMap((each) => each ?? []);
    expect(pictures.length).toBeGreaterThan(15);
    const sizes = await page.evaluate((sources) => Promise.all(sources.map(async (src) => {
      const image = new Image();
      image.src = src;
      await image.decode();
      return `${image.naturalWidth}x${image.naturalHeight}`;
    })), pictures.filter(({ sizes: size }) => size !== 'any').map(({ src }) => src));
    expect(sizes).toEqual(pictures.filter(({ sizes: size }) => size !== 'any').map(({ sizes: size }) => size));
    await context.close();
    await rm(profile, { recursive: true, force: true, maxRetries: 5 });
  });

  test('shortcuts and the icon open their pages, whatever their address says of where it came from', ONLINE, async ({ page }) => {
    for (const [path, title] of [['/?source=home', LOBBY_HEADING], ['/games?source=shortcut', /All games/], ['/help?source=shortcut', /^Help$/]] as const) {
      await page.goto(path);
      await expect(heading(page)).toHaveText(title);
    }
  });
});

test.describe('the guide on a phone', () => {
  test.use({ viewport: { width: 360, height: 800 }, hasTouch: true, isMobile: true });

  test('comes with the third page of a visit, moves nothing, and opens the browser’s question at the player’s press', ONLINE, async ({ page }) => {
    await page.goto('/');
    await offer(page);
    await untilCounted(page);
    await goTo(page, 'Games');
    await expect(guide(page)).toHaveCount(0);
    await page.evaluate(() => {
      const shifts: number[] = [];
      (window as unknown as { shifts: number[] }).shifts = shifts;
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries() as unknown as { hadRecentInput: boolean; value: number }[]) {
          if (!entry.hadRecentInput) shifts.push(entry.value);
        }
      }).observe({ type: 'layout-shift' });
    });
    await toHelp(page);
    await expect(guide(page)).toBeVisible();
    await expect(guide(page)).toContainText(/less than 480 KB/i);
    // The guide has not taken the focus from the page's heading.
    expect(await page.evaluate(() => document.activeElement?.closest('.guide') ?? null)).toBeNull();
    const bar = await page.locator('.bottom-bar').boundingBox();
    const card = await guide(page).boundingBox();
    expect((card?.y ?? 0) + (card?.height ?? 0)).toBeLessThanOrEqual(bar?.y ?? 0);
    expect(await page.evaluate(() => (window as unknown as { shifts: number[] }).shifts.reduce((sum, value) => sum + value, 0))).toBeLessThan(0.005);

    await addButton(page).click();
    await expect(guide(page)).toHaveCount(0);
    expect(await timesAsked(page)).toBe(1);
    // Refusing the browser's question snoozes the guide for ten days.
    const until = await page.evaluate(() => Number(localStorage.getItem('mobileGuideSnoozedUntil')));
    expect(Math.abs(until - Date.now() - 10 * DAY_MS)).toBeLessThan(MINUTE_MS);
  });

  // `npm test` has tests/unit/app/guide.test.ts and guide-drawer.test.tsx.
  test('is closed for ten days, by its button or by Escape, and the focus goes on at the page', LONG_ONLINE, async ({ page }) => {
    await page.goto('/');
    await offer(page);
    await untilGuide(page);
    await addButton(page).focus();
    await page.keyboard.press('Escape');
    await expect(guide(page)).toHaveCount(0);
    await expect(heading(page)).toBeFocused();

    await page.goto('/help');
    await offer(page);
    await untilCounted(page);
    await goTo(page, 'Games');
    await goTo(page, 'Lobby');
    await toHelp(page);
    await expect(guide(page)).toHaveCount(0);

    await page.clock.setFixedTime(Date.now() + 10 * DAY_MS + MINUTE_MS);
    await page.goto('/help');
    await offer(page);
    await untilGuide(page);
    await guide(page).getByRole('button', { name: /Not now/ }).click();
    await expect(guide(page)).toHaveCount(0);
  });

  test('never lies over a game or a form, and leaves with the page that it stands on', LONG_ONLINE, async ({ page }) => {
    await page.goto('/');
    await offer(page);
    await untilGuide(page);
    await page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: 'Deposit' }).click();
    await expect(page).toHaveURL(/\/sign-in/);
    await expect(guide(page)).toHaveCount(0);
    await page.goBack();
    await expect(guide(page)).toBeVisible();
    await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
    await expect(page.getByRole('contentinfo').getByText('© Ayo')).toBeInViewport();
    const foot = await page.getByRole('contentinfo').getByText('© Ayo').boundingBox();
    const card = await guide(page).boundingBox();
    expect((foot?.y ?? 0) + (foot?.height ?? 0)).toBeLessThanOrEqual(card?.y ?? 0);
  });

  test('closes when the app is installed, and says so', LONG, async ({ page }) => {
    await page.goto('/');
    await offer(page, 'accepted');
    await untilGuide(page);
    await addButton(page).click();
    await page.evaluate(() => window.dispatchEvent(new Event('appinstalled')));
    await expect(page.getByText('Ayo is on your home screen.')).toBeVisible();
    await toHelp(page);
    await goTo(page, 'Lobby');
    await expect(guide(page)).toHaveCount(0);
  });

  test('can always be opened from the help and the profile, also after it was closed', LONG_ONLINE, async ({ page }) => {
    await enterAsPlayer(page);
    await page.evaluate((until) => localStorage.setItem('mobileGuideSnoozedUntil', String(until)), Date.now() + 5 * DAY_MS);
    await page.goto('/profile');
    await offer(page);
    const way = page.getByRole('button', { name: 'Put Ayo on your home screen' });
    await way.click();
    await expect(sheet(page)).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(sheet(page)).toHaveCount(0);
    await expect(way).toBeFocused();
    await toHelp(page);
    await way.click();
    await sheet(page).getByRole('button', { name: 'Add Ayo to your home screen' }).click();
    await expect(sheet(page)).toHaveCount(0);
    expect(await timesAsked(page)).toBe(1);
    await way.click();
    await expect(sheet(page).getByRole('list', { name: 'How to do it' })).toContainText('Open the menu of your browser');
  });
});

test.describe('the guide on an iPhone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, userAgent: IPHONE });

  test('shows the steps with the share button', LONG_ONLINE, async ({ page }) => {
    await page.goto('/');
    await untilGuide(page);
    const steps = guide(page).getByRole('list', { name: 'How to do it' }).getByRole('listitem');
    await expect(steps).toHaveText([/Tap the share button/, /Add to Home Screen/, /Tap “Add”/]);
    await expect(steps.first().locator('svg')).toBeVisible();
    await expect(addButton(page)).toHaveCount(0);
  });
});

for (const [colorScheme, screen, insets] of [
  ['dark', { width: 360, height: 800 }, { top: 40, right: 0, bottom: 34, left: 0 }],
  ['light', { width: 800, height: 360 }, { top: 0, right: 44, bottom: 21, left: 44 }],
] as const) {
  test.describe(`from edge to edge, ${screen.width} wide, ${colorScheme}`, () => {
    test.use({ colorScheme, viewport: screen, hasTouch: true });

    test('nothing to read or to press lies under the camera, the corners or the bar of the system', colorScheme === 'dark' ? ONLINE : LONG_ONLINE, async ({ page }) => {
      const cdp = await page.context().newCDPSession(page);
      await cdp.send('Emulation.setSafeAreaInsetsOverride', { insets });
      await page.goto('/help');
      await page.getByRole('button', { name: 'Put Ayo on your home screen' }).click();
      const inside = async (name: string) => {
        const boxes = await page.locator(name).evaluateAll((all) => all.map((element) => element.getBoundingClientRect().toJSON() as DOMRect));
        expect(boxes.length, name).toBeGreaterThan(0);
        for (const { top, left, right, bottom } of boxes) {
          expect(top, name).toBeGreaterThanOrEqual(insets.top);
          expect(left, name).toBeGreaterThanOrEqual(insets.left);
          expect(right, name).toBeLessThanOrEqual(screen.width - insets.right);
          expect(bottom, name).toBeLessThanOrEqual(screen.height - insets.bottom);
        }
      };
      await expect(page.locator('.dialog-body').first()).toBeVisible();
      await page.evaluate(() => Promise.all(document.getAnimations().map((animation) => animation.finished.catch(() => null))));
      await inside('.dialog-body > *');
      await page.keyboard.press('Escape');
      await page.evaluate(() => window.dispatchEvent(new Event('appinstalled')));
      await expect(page.locator('.toast').first()).toBeVisible();
      await page.evaluate(() => scrollTo(0, 0));
      for (const name of ['.top-bar-row > *', '.place', '.toast', 'main h1']) await inside(name);
      // The grounds themselves reach every edge, and the system's own bars have the ground's colour.
      const grounds = await page.evaluate(() => ({
        top: document.querySelector('.top-bar')?.getBoundingClientRect().top,
        bottom: document.querySelector('.bottom-bar')?.getBoundingClientRect().bottom,
        ground: getComputedStyle(document.documentElement).getPropertyValue('--ground').trim().toLowerCase(),
        theme: [...document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')].filter(({ media }) => matchMedia(media).matches).map(({ content }) => content.toLowerCase()),
      }));
      expect(grounds).toEqual({ top: 0, bottom: screen.height, ground: grounds.ground, theme: [grounds.ground] });
    });
  });
}

test.describe('from the home screen', () => {
  let profile: string;
  test.beforeEach(async () => {
    profile = await mkdtemp(join(tmpdir(), 'ayo-profile-'));
  });
  test.afterEach(() => rm(profile, { recursive: true, force: true, maxRetries: 5 }));

  // `npm test` has journey.spec.ts and A-35, both with the platform killed.
  test('with the platform gone, a cold start is the lobby of the player, with the last balance and its age', LONG, async ({ trouble }) => {
    const before = await launch(profile);
    const page = await before.newPage();
    await enterAsPlayer(page, { naira: 1500 });
    await expectReadyOffline(page);
    await page.goto('/profile');
    await expectLive(page);
    await expect(chip(page)).toContainText('₦1,500.01');
    // The whole browser ends, and the platform with it.
    await before.close();
    await product().kill();
    const context = await launch(profile, `${product().url}/?source=home`);
    try {
      await trouble.watch(context);
      const launched = firstPage(context);
      await expect(heading(launched)).toHaveText(LOBBY_HEADING);
      expect(await launched.evaluate(() => matchMedia('(display-mode: standalone)').matches)).toBe(true);
      await expect(topBar(launched).getByRole('link', { name: 'Sign in' })).toHaveCount(0);
      await expectDated(launched, '₦1,500.01');
      await toHelp(launched);
    } finally {
      await context.close();
      await product().start();
    }
  });

  test('no hints for browsers are shown, pulling the page down reloads nothing, and the badge is cleared', LONG, async ({ trouble }) => {
    const context = await launch(profile, `${product().url}/?source=home`);
    try {
      await trouble.watch(context);
      const page = firstPage(context);
      await page.addInitScript(() => {
        const calls: number[] = [];
        Object.assign(window, { badgeCleared: calls });
        Object.assign(navigator, { clearAppBadge: async () => void calls.push(1) });
      });
      await page.reload();
      await offer(page);
      await goTo(page, 'Games');
      await toHelp(page);
      await expect(page.getByRole('searchbox')).toBeVisible();
      await expect(page.getByRole('button', { name: 'Put Ayo on your home screen' })).toHaveCount(0);
      await goTo(page, 'Lobby');
      await expect(heading(page)).toBeVisible();
      await expect(guide(page)).toHaveCount(0);
      expect(await page.evaluate(() => getComputedStyle(document.documentElement).overscrollBehaviorY)).toBe('none');
      const cleared = () => page.evaluate(() => (window as unknown as { badgeCleared: number[] }).badgeCleared.length);
      await expect.poll(cleared).toBe(1);
      // Headless windows are always visible: coming back is the event alone.
      await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
      await expect.poll(cleared).toBe(2);
    } finally {
      await context.close();
    }
  });
});
