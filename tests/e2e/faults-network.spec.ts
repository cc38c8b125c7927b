/** Networks as phones have them: connected, and nothing comes, or something that is not the platform. */
import type { BrowserContext, Page } from '@playwright/test';
import { PORTAL_MARK } from '../support/faults/own-answers';
import { CALLS, EVERYTHING } from '../support/faults/rules';
import type { Fault, Rule } from '../support/faults/rules';
import { call } from './support/api';
import { chip, expectDated, expectLive, expectUnread, heading } from './support/frame-of-page';
import { lookAwayAndBack, settleIn, useBrokenSite } from './support/network';
import { sample } from './support/sample';
import { loseSnapshots, storedAt, storedAtRest } from './support/snapshots';
import { keptBy } from './support/storage';
import { LONG, POLL_LIMIT_MS, expect, ignoreWorkerRequests, test } from './support/test';

ignoreWorkerRequests();

/** Three times what a stored answer may take. */
const STORED_LIMIT_MS = 3 * 4_500;
/** Three times what an error may take where nothing is stored. */
const ERROR_LIMIT_MS = 3 * 9_000;

const { network } = useBrokenSite();

interface Looked {
  readonly path: string;
  /** Matches the names of the answers that the device stores for the page; a list's name goes on with its query. */
  readonly keeps: RegExp;
  /** Expects the page as it is from the device's store, with the age of the data. */
  readonly stored: (page: Page) => Promise<void>;
  /** Expects the page as it is when the device has nothing. */
  readonly none: (page: Page) => Promise<void>;
}

const main = (page: Page) => page.getByRole('main');
/** A list says from when it is; the words about the connection say something alike. */
const isOld = (page: Page) => main(page).getByText(/^Saved copy, /);
const again = (page: Page) => main(page).getByRole('button', { name: 'Try again' });
/** The button of a round; once it is known that there is no connection, and no stake is taken, the way to practice stands in its place. */
const canPlay = (page: Page) => page.locator('button.spin').or(main(page).getByRole('button', { name: 'Play for practice' })).first();
const inTime = { timeout: STORED_LIMIT_MS };
const atLast = { timeout: ERROR_LIMIT_MS };
const saysOffline = (page: Page) => expect(page.locator('.connection-pill')).toContainText('You are offline', atLast);

const PAGES: readonly Looked[] = [
  {
    path: '/profile',
    keeps: /^balance$/,
    stored: async (page) => {
      await expect(main(page).locator('.purse-large')).toContainText(/₦\d+\.\d\d/, inTime);
      // The balance has an age of its own where that differs from the one in the head of the page.
      await expect(main(page).locator('.who time, .purse-large time').first()).toHaveText(/now|ago|as of/, inTime);
      await expect(chip(page).locator('.balance-dot')).toHaveAttribute('data-source', 'dated', inTime);
    },
    none: async (page) => {
      await saysOffline(page);
      await expect(main(page).locator('.purse-large')).toContainText('not known');
      await expect(chip(page)).toContainText('not known');
    },
  },
  {
    path: '/games-history',
    keeps: /^rounds/,
    stored: async (page) => {
      await expect(main(page).locator('.history-card')).toHaveCount(1, inTime);
      await expect(isOld(page)).toBeVisible(inTime);
    },
    none: async (page) => {
      await expect(main(page).getByText('You are offline, and this device has none of it yet.')).toBeVisible(atLast);
      await expect(again(page)).toBeEnabled();
    },
  },
  {
    path: '/transactions-history',
    keeps: /^transactions/,
    stored: async (page) => {
      await expect(main(page).locator('.history-line').first()).toBeVisible(inTime);
      await expect(isOld(page)).toBeVisible(inTime);
    },
    none: async (page) => expect(again(page)).toBeEnabled(atLast),
  },
  {
    path: '/',
    keeps: /^games$/,
    stored: async (page) => {
      await expect(main(page).getByText('Saved list,')).toBeVisible(inTime);
      await expect(main(page).getByRole('link', { name: /Adire Gold/ }).first()).toBeVisible();
    },
    none: async (page) => {
      await expect(main(page).getByText('These games came with the app')).toBeVisible(atLast);
      await expect(again(page)).toBeEnabled();
      await expect(main(page).getByRole('link', { name: /Adire Gold/ }).first()).toBeVisible();
    },
  },
  {
    path: '/deposit',
    keeps: /^deposits/,
    stored: async (page) => {
      await expect(main(page).locator('.history-card')).toHaveCount(1, inTime);
      await expect(isOld(page).first()).toBeVisible(inTime);
    },
    none: async (page) => {
      await expect(main(page).getByText('Your earlier deposits are not on this device yet.')).toBeVisible(atLast);
      await expect(again(page)).toBeEnabled();
    },
  },
  {
    path: '/game/adire-gold',
    keeps: /^games$/,
    stored: async (page) => expect(canPlay(page)).toBeVisible(inTime),
    none: async (page) => expect(canPlay(page)).toBeVisible(atLast),
  },
];

/** A player of whom the device knows all of these pages. */
async function settleInEverywhere(page: Page): Promise<void> {
  const account = await settleIn(page, 500);
  await call(page.context(), 'POST', `/player/${account.userId}/games/adire-gold/rounds`, {
    sessionId: account.sessionId, key: `e2e-${crypto.randomUUID()}`, body: { stake: 10, currency: 'NGN', bet: {} },
  });
}

/** Nothing turns or shimmers any more, down to the end of the page: what is out of sight may not have begun. */
async function expectRest(page: Page, path: string, limit: { timeout: number } = inTime): Promise<void> {
  const turning = async () => {
    // Screen by screen, and again each time: what begins when it is seen must be seen, and what comes in above moves the end away.
    await page.evaluate(async () => {
      for (let top = 0; top < document.documentElement.scrollHeight; top += innerHeight) {
        window.scrollTo(0, top);
        await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
      }
    });
    return page.locator('main .skeleton, main [aria-busy="true"]').count();
  };
  await expect.poll(turning, { message: path, ...limit }).toBe(0);
}

/** Opens each page in a tab of its own, all at once: on a phone they would share the dead network, too. */
async function lookEverywhere(context: BrowserContext, pages: readonly Looked[], what: 'stored' | 'none'): Promise<void> {
  await Promise.all(
    pages.map(async (looked) => {
      const page = await context.newPage();
      await page.goto(looked.path);
      await test.step(`${looked.path} ${what}`, () => looked[what](page));
      // No spinner may promise an answer that never comes.
      await expectRest(page, looked.path, atLast);
      await page.close();
    }),
  );
}

async function expectAnswersWithout(page: Page, context: BrowserContext, pages: readonly Looked[], fault: Fault): Promise<void> {
  await settleInEverywhere(page);
  for (const { path, keeps } of pages) {
    await page.goto(path);
    // A page without spinners may not have sent its request yet.
    await expect.poll(async () => Object.keys(await storedAt(page)).some((kind) => keeps.test(kind)), { message: path }).toBe(true);
    await expectRest(page, path);
  }
  network().break({ path: CALLS, fault });
  await lookEverywhere(context, pages, 'stored');

  await page.goto('/help');
  await loseSnapshots(page);
  await lookEverywhere(context, pages, 'none');
}

// All that differs is how the network is dead: each of the two opens another page, and the long run opens all in both.
test('A-16: connected, and nothing answers: stored figures show their age, the page names what is missing, and no spinner turns for ever', async ({ page, context }) => {
  await expectAnswersWithout(page, context, sample(PAGES, 6), 'hang');
});

test('A-18: one byte a second: stored figures show their age, the page names what is missing, and no spinner turns for ever', async ({ page, context }) => {
  await expectAnswersWithout(page, context, sample(PAGES, 6, 2), 'drip');
});

test('A-17: nothing answers for a while, then the network is well: the first poll answers at once', async ({ page }) => {
  await settleIn(page, 500);
  await page.goto('/games-history');
  await expect(page.getByText('No rounds').first()).toBeVisible();
  await expectLive(page);
  network().break({ path: CALLS, fault: 'hang' });
  await page.goto('/games-history');
  await expectDated(page, '₦500.01');
  await expect(isOld(page)).toBeVisible(inTime);
  const hangs = (path: RegExp) => network().requests.some((request) => request.fault === 'hang' && path.test(request.path));
  await expect.poll(() => hangs(/\/balance$/) && hangs(/\/rounds$/), inTime).toBe(true);

  // Requests that went into the dead network never get an answer, as on a phone; they must hold nothing up.
  network().healForNew();
  const from = network().requests.length;
  await lookAwayAndBack(page);
  // A poll that hangs is waited for first; it has its own deadline.
  const polled = () => network().requests.slice(from).find(({ path }) => path.endsWith('/balance'));
  await expect.poll(() => polled() !== undefined, inTime).toBe(true);
  const live = { timeout: 3 * 1_000 };
  await expect.poll(() => polled()?.status, live).toBeTruthy();
  await expect(chip(page).locator('.balance-dot')).toHaveAttribute('data-source', 'live', live);
  // And so is the list, which looks again by itself when the platform is back.
  await expect(isOld(page)).toHaveCount(0, live);
});

const PORTALS: readonly (readonly [string, Omit<Rule, 'path'>])[] = [
  ['its page for everything', { fault: 'portal' }],
  ['511', { fault: 'portal-511' }],
  ['a redirect to another host', { fault: 'portal-redirect', to: 'http://localhost:9/sign-in' }],
  ['a redirect to a path of its own', { fault: 'portal-redirect', to: '/wifi/sign-in' }],
];

test('A-15: a network that wants a sign-in, whatever it answers: nothing of it is stored, and the page says so', async ({ page }) => {
  await settleIn(page, 500);
  const pill = page.locator('.connection-pill');
  for (const [words, rule] of sample(PORTALS, 4)) {
    await test.step(words, async () => {
      await page.goto('/games-history');
      await expect(page.getByText('No rounds').first()).toBeVisible();
      await expectLive(page);
      network().break({ path: EVERYTHING, ...rule });
      if (rule.to?.startsWith('/')) network().break({ path: /^\/wifi/, fault: 'portal' });
      const before = await storedAtRest(page);
      await lookAwayAndBack(page);
      await expect(pill).toContainText('This network wants you to sign in', inTime);
      await expectDated(page, '₦500.01');

      // The app's own files are on the device, so they are not among its requests.
      for (const path of ['/games-history', '/', '/deposit', '/version.json?portal', '/config.json?portal', '/no-such-page']) {
        if (path.includes('.json')) await page.evaluate((at) => fetch(at, { redirect: 'manual' }).then((answer) => answer.text(), () => ''), path);
        else await page.goto(path);
      }
      await page.goto('/games-history');
      await expect(heading(page)).toHaveText('Games history');
      await expect(isOld(page)).toBeVisible(inTime);
      await expect(pill).toContainText('This network wants you to sign in', inTime);
      await expectDated(page, '₦500.01');
      const { local, rest } = await keptBy(page);
      expect(JSON.stringify(local) + rest).not.toContain(PORTAL_MARK);
      const after = await storedAt(page);
      for (const kind of ['profile', 'balance', 'bonusWallet', 'games']) expect(after[kind], kind).toBe(before[kind]);

      network().heal();
      await lookAwayAndBack(page);
      await expectLive(page);
      await expect(pill).toHaveCount(0, { timeout: POLL_LIMIT_MS });
    });
  }
});

// `npm test` has tests/unit/api/faults.test.ts and tests/sw/faults.test.ts, with forty such answers.
test('A-19: answers that are not what the contract says leave the figure, its age, and one line in the console', LONG, async ({ page }) => {
  const lines: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'warning' && message.text().includes('was refused')) lines.push(message.text());
  });
  await settleIn(page, 500);
  await expect.poll(async () => (await storedAt(page))['balance']).toBeDefined();
  const { balance: before } = await storedAt(page);
  const faults: readonly Fault[] = ['truncate', 'wrong-schema', 'wrong-currency', 'huge'];
  for (const fault of faults) {
    network().heal();
    network().break({ path: /\/balance$/, fault });
    const from = network().requests.length;
    await lookAwayAndBack(page);
    await expect.poll(() => network().requests.slice(from).find(({ path }) => path.endsWith('/balance'))?.fault, inTime).toBe(fault);
    await expectUnread(page, '₦500.01');
  }
  expect((await storedAt(page))['balance']).toBe(before);
  expect(lines).toEqual(['The answer to balance was refused: not what the contract says. The last good one stays.']);
});
