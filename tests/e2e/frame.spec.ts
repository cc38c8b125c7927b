import type { Page } from '@playwright/test';
import { findFileOf } from '../support/built-files';
import { enterAsPlayer, openAccount } from './support/api';
import { SignUpForm, signInDialog, signInWith, signUpDialog } from './support/forms';
import { framesOf, noteFrames } from './support/frames';
import { chip, expectLive, expectReadyOffline, heading, signOut, topBar, untilLoaded } from './support/frame-of-page';
import { newPerson } from './support/people';
import { ROUTES } from './support/routes';
import { sample } from './support/sample';
import { expectKept } from './support/snapshots';
import { LONG, LONG_ONLINE, ONLINE, expect, ignoreWorkerRequests, test, useProduct } from './support/test';

ignoreWorkerRequests();

const product = useProduct();

const pathOf = (page: Page) => new URL(page.url()).pathname;

test('a guest has one dialog at a time, a page at every address, and a place that comes back; page views are told', ONLINE, async ({ page }) => {
  await test.step('only one of the two dialogs is open at a time, and each gives the focus back', async () => {
    await page.goto('/');
    const join = topBar(page).getByRole('link', { name: 'Join' });
    await join.click();
    await expect(signUpDialog(page)).toBeVisible();
    await signUpDialog(page).getByRole('button', { name: 'Sign in' }).click();
    await expect(signInDialog(page)).toBeVisible();
    await expect(page.getByRole('dialog')).toHaveCount(1);
    await signInDialog(page).getByRole('button', { name: 'Open an account' }).click();
    await expect(signUpDialog(page)).toBeVisible();
    await expect(page.getByRole('dialog')).toHaveCount(1);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await join.click();
    await signUpDialog(page).getByRole('button', { name: 'Close' }).click();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(join).toBeFocused();
  });
  await test.step('an address without a page shows the not-found page inside the layout', async () => {
    for (const path of ['/no-such-page', '/games/none', '/game/no-such-game']) {
      await page.goto(path);
      await expect(heading(page), path).toHaveText(/^(Page not found|Game not found)$/);
      await expect(topBar(page)).toBeVisible();
      await expect(page.locator('footer')).toContainText('18+');
    }
  });
  await test.step('a link scrolls to the top, and back restores the position', async () => {
    await page.goto('/terms');
    await expect(heading(page)).toBeVisible();
    const scrolled = () => page.evaluate(() => Math.round(window.scrollY));
    const link = page.locator('footer').getByRole('link', { name: 'Privacy' });
    await link.scrollIntoViewIfNeeded();
    const place = await scrolled();
    expect(place).toBeGreaterThan(300);
    await link.click();
    await expect(heading(page)).toHaveText(/privacy/i);
    await expect.poll(scrolled).toBe(0);
    await page.goBack();
    await expect(heading(page)).toHaveText(/terms/i);
    await expect.poll(async () => Math.abs((await scrolled()) - place)).toBeLessThan(20);
    await page.reload();
    await expect(heading(page)).toHaveText(/terms/i);
    await expect.poll(async () => Math.abs((await scrolled()) - place)).toBeLessThan(20);
    await page.goForward();
    await expect(heading(page)).toHaveText(/privacy/i);
    await expect.poll(scrolled).toBe(0);
    // A page that is not as long as it was until something has come.
    const atFirst = await page.evaluate(() => new Promise<number>((resolve) => {
      const main = document.getElementById('main')!;
      const changes = new MutationObserver(() => {
        if (!/terms/i.test(main.querySelector('h1')?.textContent ?? '')) return;
        changes.disconnect();
        requestAnimationFrame(() => {
          resolve(scrollY);
          main.style.removeProperty('display');
        });
      });
      changes.observe(main, { childList: true, subtree: true });
      main.style.display = 'none';
      history.back();
    }));
    expect(atFirst).toBeLessThan(place);
    await expect.poll(async () => Math.abs((await scrolled()) - place)).toBeLessThan(20);
  });
  await test.step('each navigation tells the data layer of a page view, with path, route name and the time of the load', async () => {
    const views = () =>
      page.evaluate(() => {
        const { dataLayer } = window as unknown as { dataLayer?: unknown[] };
        return { views: dataLayer ?? [], loadedAt: Math.round(performance.timeOrigin) };
      });
    await page.goto('/help');
    // Before the scripts run, a link loads another document, with a data layer of its own.
    await expect.poll(async () => (await views()).views.length).toBe(1);
    await page.locator('footer').getByRole('link', { name: 'Bank codes' }).click();
    await expect(heading(page)).toHaveText(/bank/i);
    await page.goBack();
    await expect(heading(page)).toHaveText('Help');
    await expect.poll(async () => (await views()).views.length).toBe(3);
    const { views: pageViews, loadedAt } = await views();
    const view = (path: string, routeName: string) =>
      ({ event: 'page_view', path, routeName, pageLoadTimestamp: loadedAt });
    expect(pageViews).toEqual([view('/help', 'help'), view('/bank-codes', 'bank-codes'), view('/help', 'help')]);
  });
});

test('a guest’s first visit loads no code that only players need; a guest who wants to sign in does', async ({ page }) => {
  const playerBridge = 'src/bridge/index.ts';
  const loaded: string[] = [];
  page.on('request', (request) => {
    if (request.serviceWorker() === null) loaded.push(new URL(request.url()).pathname);
  });
  await page.goto('/');
  await expectReadyOffline(page);
  // The page says so.
  await untilLoaded(page, 'src/app/layout/Offers.tsx');
  expect(loaded).toContain(await findFileOf('src/bridge/guest.ts'));
  expect(loaded).not.toContain(await findFileOf(playerBridge));
  await topBar(page).getByRole('link', { name: 'Join' }).click();
  await untilLoaded(page, playerBridge);
});

/** Each of them is judged by `core/safe-next`, whose unit test has them all. */
const EVIL = [
  'https://evil.example', '//evil.example', '/\\evil.example', 'javascript:alert(1)', '%2F%2Fevil.example',
  '/%2Fevil.example', '/%5Cevil.example', '/%252Fevil.example',
];

// From every page of players a guest is sent away in offline-routes.spec.ts, too.
// `npm test` has tests/unit/app/guard.test.ts and tests/unit/core/safe-next.test.ts.
test('a guest is sent to sign in from pages of players, and on to them, never to another site', LONG_ONLINE, async ({ page, context }) => {
  const account = await openAccount(context);
  await context.clearCookies();
  for (const { path } of sample(ROUTES.filter(({ who }) => who === 'player' || who === 'admin'), 8)) {
    await page.goto(path);
    await expect(page).toHaveURL(new RegExp(`/sign-in\\?next=${encodeURIComponent(path)}$`));
    await expect(heading(page)).toHaveText('Sign in');
  }
  await page.goto('/deposit?checking=1');
  await expect(page).toHaveURL(/\/sign-in\?next=%2Fdeposit%3Fchecking%3D1$/);
  await signInWith(page.locator('main'), account);
  await expect(heading(page)).toHaveText('Deposit');
  await expect(page).toHaveURL(/\/deposit\?checking=1$/);
  for (const path of ['/sign-in', '/sign-up']) {
    await page.goto(path);
    await expect.poll(() => pathOf(page)).toBe('/');
  }
  for (const next of sample(EVIL, 8)) {
    await signOut(page);
    await page.goto(`/sign-in?next=${encodeURIComponent(next)}`);
    await signInWith(page.locator('main'), account);
    await expect(chip(page), next).toBeVisible();
    await expect.poll(() => page.url(), next).toBe(`${product().url}/`);
  }
});

// `npm test` has tests/unit/bridge/first-paint.test.ts, and the same for each frame in A-06.
test('a signed-in player never sees a guest’s header or an empty balance, not for one frame', LONG, async ({ page, context }) => {
  await noteFrames(context);
  // The proof that such a frame would be noticed: a guest has them.
  await page.goto('/');
  await expect(topBar(page).getByRole('link', { name: 'Join' })).toBeVisible();
  expect((await framesOf(page)).some(({ header }) => /Sign in|Join/.test(header))).toBe(true);

  await enterAsPlayer(page, { naira: 1234 });
  await expectReadyOffline(page);
  await page.goto('/profile');
  await expectLive(page);
  // A page paints what is kept, and the answers that are on the screen may still be on their way there.
  await expectKept(page, 'profile', 'balance');

  async function expectWholeFrames(path: string, expected: RegExp): Promise<void> {
    await page.goto(path);
    await expect(chip(page)).toContainText('₦1,234.01');
    await expect(heading(page)).toHaveText(expected);
    const frames = await framesOf(page);
    // Before the app runs there is the mark and nothing else.
    const headers = frames.map(({ header }) => header).filter((header) => header !== '' && header !== 'Ayo');
    expect(headers.length).toBeGreaterThan(0);
    for (const header of headers) {
      expect(header, path).toContain('₦1,234.01');
      expect(header, path).not.toMatch(/Sign in|Join|₦ [–…]/);
    }
    for (const { heading: words } of frames) if (words !== '') expect(words, path).toMatch(expected);
  }

  const expectedLooks: readonly (readonly [string, RegExp])[] = [
    ['/', /^Welcome,|^No network/], ['/profile', /^My profile$/], ['/transactions-history', /^Transactions$/],
  ];
  for (const [path, expected] of expectedLooks) await expectWholeFrames(path, expected);
  await product().stop();
  try {
    for (const [path, expected] of expectedLooks) await expectWholeFrames(path, expected);
  } finally {
    await product().start();
  }
});

/** Presses Tab until the focus is on what has this name (label or text). */
async function tabTo(page: Page, name: RegExp): Promise<void> {
  const nameOfFocus = () =>
    page.evaluate(() => {
      const focused = document.activeElement;
      if (!(focused instanceof HTMLElement)) return '';
      const label = focused instanceof HTMLInputElement ? focused.labels?.[0]?.innerText : undefined;
      return (focused.getAttribute('aria-label') ?? label ?? focused.innerText).trim();
    });
  const passed: string[] = [];
  for (let presses = 0; presses < 40; presses += 1) {
    const focused = await nameOfFocus();
    if (name.test(focused)) return;
    passed.push(focused.slice(0, 30));
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab never came to ${name.source}, but to ${JSON.stringify(passed)}.`);
}

test('joining and signing in work by keyboard alone, and what a player wrote is text where it is shown', ONLINE, async ({ page, context }) => {
  const person = { ...newPerson(), firstname: '<img src=x onerror=alert(1)>', lastname: '"><script>alert(1)</script>' };
  page.on('dialog', () => {
    throw new Error('A script of a player ran.');
  });
  const keys = page.keyboard;
  await page.goto('/');
  await expect(topBar(page).getByRole('link', { name: 'Join' })).toBeVisible();
  await tabTo(page, /^Join$/);
  await keys.press('Enter');
  await expect(signUpDialog(page).getByLabel('E-mail', { exact: true })).toBeVisible();
  for (const [label, value] of [[/^E-mail$/, person.email], [/^Username$/, person.username], [/^Password$/, person.password]] as const) {
    await tabTo(page, label);
    await keys.type(value);
  }
  await keys.press('Enter');
  await expect(new SignUpForm(signUpDialog(page)).sendButton).toBeVisible();
  await tabTo(page, /^First name$/);
  await keys.type(person.firstname);
  await tabTo(page, /^Last name$/);
  await keys.type(person.lastname);
  await tabTo(page, /^Date of birth$/);
  // Day, month, year, as the field asks for them in Nigeria.
  await keys.type(person.dateOfBirth.split('-').reverse().join(''));
  await tabTo(page, /^Mobile number$/);
  await keys.type(person.phone);
  await tabTo(page, /^I have read/);
  await keys.press('Space');
  await tabTo(page, /^Open my account$/);
  await keys.press('Enter');
  await expect(chip(page)).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);

  await page.goto('/profile');
  await expectLive(page);
  await expect(page.locator('.who-name')).toContainText('<img src=x');
  expect(context.pages()).toHaveLength(1);

  await signOut(page);
  await page.goto('/');
  await expect(topBar(page).getByRole('link', { name: 'Sign in' })).toBeVisible();
  await tabTo(page, /^Sign in$/);
  await keys.press('Enter');
  // The dialog opens at once, and its fields come with their code.
  await expect(signInDialog(page).getByLabel('Username or e-mail')).toBeVisible();
  await tabTo(page, /^Username or e-mail$/);
  await keys.type(person.email);
  await tabTo(page, /^Password$/);
  await keys.type(person.password);
  await keys.press('Enter');
  await expect(chip(page)).toBeVisible();
});
