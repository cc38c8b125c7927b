/**
 * `npm run shots` writes every page in both sizes and both themes into `dist/shots`, for people to look at. `--readme` also
 * renews the pictures of README and web manifest in `public/screenshots`. Arguments without dashes choose pages by name.
 */
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import type { Browser, BrowserContext, Page } from '@playwright/test';
import { findChromium, launchOptions } from './chromium.mjs';
import { FRAMED_SHOTS, startShownProduct } from './frame-provider/shots';
import { changeGame, checkRounds, compareGame, sendFeedback, showRound, takeStatement } from './shot-acts';
import { firstAdmin } from './first-admins';
import { makeAdmin, makeShownPlayer } from './screenshot-people';
import type { ShownSession } from './screenshot-people';
import { compressPng } from './small-png';
import { ROOT, runNode } from './stages.mjs';

const SHOTS = join(ROOT, 'dist/shots');
const README = join(ROOT, 'public/screenshots');
const SIZES = [{ width: 360, height: 800 }, { width: 1280, height: 800 }] as const;
const THEMES = ['dark', 'light'] as const;
/** By then art and font have loaded, or the page shows that they have not. */
const SETTLE_MS = 700;
/** CSS pixels; the rest of longer pages (terms, bank codes) looks like their beginning. */
const HIGHEST_PAGE = 6_000;
const INSTALL_LIMIT_MS = 60_000;

type Who = 'guest' | 'player' | 'admin';

interface Shot {
  readonly name: string;
  readonly path: string;
  readonly who: Who;
  readonly offline?: boolean;
  /** Brings the page into the state that the picture shows. */
  readonly act?: (page: Page) => Promise<void>;
}

const press = (name: string | RegExp) => (page: Page) => page.getByRole('button', { name }).first().click();

/** Makes a change that waits to be sent. */
async function changeName(page: Page): Promise<void> {
  await page.locator('main [name="lastname"]').fill('Balogun');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
}

async function askForReset(page: Page): Promise<void> {
  await page.locator('main [name="email"]').fill('ada@example.com');
  await page.getByRole('button', { name: 'Send me the link' }).click();
  await page.getByText('Check your e-mail').waitFor();
}

/** Continues up to the last question before a break. */
async function askForBreak(page: Page): Promise<void> {
  await page.getByText('7 days', { exact: true }).click();
  await page.getByRole('button', { name: 'Take the break' }).click();
}

async function takeBreak(page: Page): Promise<void> {
  await askForBreak(page);
  await page.getByRole('button', { name: 'Yes, start the break' }).click();
  await page.getByRole('heading', { name: 'You are taking a break' }).scrollIntoViewIfNeeded();
}

/** Claims the bonus, or waits for the message that an earlier picture has claimed it. */
async function claimIfOffered(page: Page): Promise<void> {
  const claim = page.getByRole('button', { name: 'Claim', exact: true });
  const claimed = page.getByText('You have claimed it.');
  // The stored page may still offer the bonus until the answer arrives, and then there is no button to press.
  await Promise.race([claim.click({ timeout: 5_000 }).catch(() => undefined), claimed.waitFor()]);
  await claimed.waitFor();
}

/** Opens the explanations of the expected payments and of giving up the bonus. */
async function openFolds(page: Page): Promise<void> {
  await page.locator('.bonus-card').first().waitFor();
  for (const fold of await page.locator('.bonus-fold > summary').all()) await fold.click();
}

/** Asks a question and shows the answer of the help pages. */
async function askSupport(page: Page): Promise<void> {
  await page.getByRole('main').getByRole('button', { name: 'Write to us' }).click();
  await page.getByLabel('Your question').fill('Why is my deposit still being checked?');
}

async function writeToSupport(page: Page): Promise<void> {
  await askSupport(page);
  await page.getByRole('button', { name: 'Send to our team' }).click();
  await page.getByText('Why is my deposit').first().waitFor();
}

/** Plays a practice round, whatever its result, and opens the symbols' names and payouts below it. */
async function playAndOpenRules(page: Page): Promise<void> {
  await page.locator('button.spin[data-kind="ready"]').click();
  await page.locator('.result-text').waitFor();
  await page.locator('.fold > summary').first().click();
  await page.evaluate(() => scrollTo(0, 0));
}

const startButton = (page: Page) => page.locator('button.spin[data-kind="ready"]').click();

/** Places chips on a table. */
async function placeChips(page: Page): Promise<void> {
  for (const bet of [/^Number 17/, /^Red/, /^Dozen 1 /]) await page.getByRole('button', { name: bet }).click();
  await page.locator('.play-stage').scrollIntoViewIfNeeded();
}

/** Starts a round that waits for the player. */
async function openFields(page: Page): Promise<void> {
  await startButton(page);
  await page.locator('.mines-field:not([aria-disabled])').nth(6).click();
}

const SHOT_LIST: readonly Shot[] = [
  { name: 'lobby-guest', path: '/', who: 'guest' },
  { name: 'games-guest', path: '/games', who: 'guest' },
  { name: 'category-guest', path: '/category/slots', who: 'guest' },
  { name: 'game-guest', path: '/game/adire-gold', who: 'guest' },
  ...['lagos-nights', 'talking-drum', 'calabar-carnival', 'harmattan', 'zuma-rock', 'nollywood-reel', 'suya-spot'].map(
    (gameId): Shot => ({ name: `slot-${gameId}`, path: `/game/${gameId}`, who: 'guest', act: playAndOpenRules }),
  ),
  { name: 'table-roulette', path: '/game/roulette', who: 'guest', act: placeChips },
  { name: 'table-dice', path: '/game/dice', who: 'guest', act: startButton },
  { name: 'table-plinko', path: '/game/plinko', who: 'guest', act: startButton },
  { name: 'table-mines', path: '/game/mines', who: 'guest', act: openFields },
  { name: 'table-blackjack', path: '/game/blackjack', who: 'guest', act: startButton },
  { name: 'sign-in', path: '/sign-in', who: 'guest' },
  { name: 'sign-in-dialog', path: '/', who: 'guest', act: (page) => page.getByRole('link', { name: 'Sign in' }).first().click() },
  { name: 'sign-up', path: '/sign-up', who: 'guest' },
  { name: 'invitation', path: '/sign-up?invitation=a-token-of-the-right-length', who: 'guest' },
  { name: 'help', path: '/help', who: 'guest' },
  { name: 'support-guest', path: '/help', who: 'guest', act: askSupport },
  { name: 'feedback-guest', path: '/feedback', who: 'guest' },
  { name: 'help-error', path: '/help#not-claimable', who: 'guest' },
  { name: 'help-search', path: '/help', who: 'guest', act: (page) => page.getByLabel('Search help').fill('insuficient founds') },
  { name: 'responsible-gambling', path: '/responsible-gambling', who: 'guest' },
  { name: 'terms', path: '/terms', who: 'guest' },
  { name: 'privacy', path: '/privacy', who: 'guest' },
  { name: 'about-us', path: '/about-us', who: 'guest' },
  { name: 'bank-codes', path: '/bank-codes', who: 'guest' },
  { name: 'bonus-contribution', path: '/bonus-contribution', who: 'guest' },
  { name: 'promo-welcome', path: '/promo/welcome-bonus', who: 'guest' },
  { name: 'promo-giveaway-guest', path: '/promo/giveaway', who: 'guest' },
  { name: 'temp-join', path: '/tempjoinpopup', who: 'guest' },
  { name: 'location-restriction', path: '/location-restriction', who: 'guest' },
  { name: 'header-profile-guest', path: '/tempheaderprofile', who: 'guest' },
  { name: 'activate-email', path: '/activate-email', who: 'guest' },
  { name: 'reset-password', path: '/reset-password', who: 'guest' },
  { name: 'reset-sent', path: '/reset-password', who: 'guest', act: askForReset },
  { name: 'reset-set', path: '/reset-password?token=a-token-of-the-right-length', who: 'guest' },
  { name: 'account-closed', path: '/help#account-closed', who: 'guest' },
  { name: 'not-found', path: '/no-such-page', who: 'guest' },
  { name: 'lobby', path: '/', who: 'player' },
  { name: 'balance', path: '/', who: 'player', act: (page) => page.getByTestId('balance-chip').click() },
  { name: 'game', path: '/game/adire-gold', who: 'player' },
  { name: 'edit-profile', path: '/edit-profile', who: 'player' },
  { name: 'change-email', path: '/edit-profile', who: 'player', act: press('Change my e-mail') },
  { name: 'change-password', path: '/change-password', who: 'player' },
  { name: 'change-password-wrong', path: '/change-password', who: 'player', act: press('Save new password') },
  { name: 'users-sessions', path: '/users-sessions', who: 'player' },
  { name: 'sign-out-device', path: '/users-sessions', who: 'player', act: press(/^Sign out Firefox/) },
  { name: 'close-account', path: '/profile', who: 'player', act: press('Close my account') },
  { name: 'deposit', path: '/deposit', who: 'player' },
  { name: 'withdraw', path: '/withdraw', who: 'player' },
  { name: 'promo-friday', path: '/promo/friday', who: 'player' },
  { name: 'promo-giveaway', path: '/promo/giveaway', who: 'player' },
  { name: 'promo-spins', path: '/promo/free-spins', who: 'player' },
  { name: 'bonuses-none', path: '/bonuses', who: 'player' },
  { name: 'promo-claimed', path: '/promo/free-spins', who: 'player', act: claimIfOffered },
  { name: 'bonuses', path: '/bonuses', who: 'player', act: openFolds },
  { name: 'game-bonus', path: '/game/adire-gold', who: 'player' },
  { name: 'leaderboard', path: '/templeaderboard', who: 'player' },
  { name: 'limits', path: '/self-exclusion', who: 'player' },
  { name: 'limits-change', path: '/self-exclusion', who: 'player', act: press('Stakes, a day: change the limit') },
  { name: 'limits-first', path: '/self-exclusion?first', who: 'player' },
  { name: 'limits-break', path: '/self-exclusion', who: 'player', act: askForBreak },
  { name: 'nin', path: '/nin', who: 'player' },
  { name: 'header-profile', path: '/tempheaderprofile', who: 'player' },
  { name: 'profile', path: '/profile', who: 'player' },
  { name: 'install-guide', path: '/profile', who: 'player', act: press(/on your home screen/) },
  { name: 'games-history', path: '/games-history', who: 'player' },
  { name: 'games-fairness', path: '/games-history?view=fairness', who: 'player', act: checkRounds },
  { name: 'games-replay', path: '/games-history', who: 'player', act: showRound },
  { name: 'transactions-history', path: '/transactions-history', who: 'player' },
  { name: 'support-chat', path: '/help', who: 'player', act: writeToSupport },
  { name: 'feedback', path: '/feedback', who: 'player', act: sendFeedback },
  { name: 'statement', path: '/transactions-history', who: 'player', act: takeStatement },
  { name: 'admin-games', path: '/admin', who: 'admin', act: (page) => page.getByRole('row').nth(1).waitFor() },
  { name: 'admin-game-edit', path: '/admin', who: 'admin', act: press('Edit Adire Gold') },
  { name: 'admin-game-compare', path: '/admin', who: 'admin', act: compareGame },
  { name: 'admin-arrange', path: '/admin', who: 'admin', act: press('Arrange') },
  { name: 'admin-game-trail', path: '/admin', who: 'admin', act: async (page) => { await changeGame(page); await press('Who changed Adire Gold')(page); } },
  { name: 'admin-trail', path: '/admin?tab=trail', who: 'admin', act: (page) => page.getByText('Everything admins changed').waitFor() },
  { name: 'admin-approvals', path: '/admin?tab=approvals', who: 'admin' },
  { name: 'admin-promotions', path: '/admin?tab=promotions', who: 'admin' },
  { name: 'admin-promotion-edit', path: '/admin?tab=promotions', who: 'admin', act: press('Edit Welcome bonus') },
  { name: 'admin-people', path: '/admin?tab=people', who: 'admin' },
  { name: 'admin-messages', path: '/admin?tab=messages', who: 'admin', act: (page) => page.locator('.thread').first().waitFor() },
  // The pictures without a network are the last of their group, because the browser stays without it.
  { name: 'edit-profile-offline', path: '/edit-profile', who: 'player', offline: true, act: changeName },
  { name: 'change-password-offline', path: '/change-password', who: 'player', offline: true },
  { name: 'users-sessions-offline', path: '/users-sessions', who: 'player', offline: true },
  { name: 'sign-out-offline', path: '/profile', who: 'player', offline: true, act: press('Sign out') },
  { name: 'limits-offline', path: '/self-exclusion', who: 'player', offline: true },
  { name: 'bonuses-offline', path: '/bonuses', who: 'player', offline: true },
  { name: 'promo-offline', path: '/promo/giveaway', who: 'player', offline: true },
  { name: 'leaderboard-offline', path: '/templeaderboard', who: 'player', offline: true },
  { name: 'lobby-offline', path: '/', who: 'player', offline: true },
  { name: 'profile-offline', path: '/profile', who: 'player', offline: true },
  { name: 'deposit-offline', path: '/deposit', who: 'player', offline: true },
  { name: 'withdraw-offline', path: '/withdraw', who: 'player', offline: true },
  { name: 'transactions-offline', path: '/transactions-history', who: 'player', offline: true },
  { name: 'support-chat-offline', path: '/help', who: 'player', offline: true, act: writeToSupport },
  { name: 'feedback-offline', path: '/feedback', who: 'player', offline: true, act: sendFeedback },
  { name: 'help-offline', path: '/help', who: 'player', offline: true },
  // The pictures of a break come last of all, because a break can't be ended.
  { name: 'break-offline', path: '/self-exclusion', who: 'player', offline: true, act: takeBreak },
  { name: 'game-break', path: '/game/adire-gold', who: 'player', offline: true },
  { name: 'lobby-break', path: '/', who: 'player', offline: true },
  { name: 'deposit-break', path: '/deposit', who: 'player', offline: true },
];

/** The pictures of README and manifest: name of the file, shot and width; all are dark, like the icon. */
const README_PICTURES: readonly (readonly [file: string, shot: string, width: 360 | 1280])[] = [
  ['lobby-360.png', 'lobby-guest', 360],
  ['game-360.png', 'game', 360],
  ['deposit-360.png', 'deposit', 360],
  ['profile-offline-360.png', 'profile-offline', 360],
  ['game-1280.png', 'game', 1280],
  ['help-1280.png', 'help', 1280],
];

/** The limit for each picture; readers download them, players don't. */
const README_PICTURE_BYTES = 60 * 1024;

async function readyForOffline(page: Page): Promise<void> {
  const isControlled = () => page.evaluate(() => navigator.serviceWorker.controller?.state === 'activated');
  const deadline = Date.now() + INSTALL_LIMIT_MS;
  while (!(await isControlled())) {
    if (Date.now() > deadline) throw new Error('The service worker did not take over.');
    await new Promise((done) => setTimeout(done, 250));
  }
}

async function takeShot(page: Page, shot: Shot, url: string): Promise<{ screen: Buffer; whole: Buffer }> {
  await page.goto(url + shot.path);
  await page.locator('main h1').first().waitFor();
  await shot.act?.(page);
  // No event says that a page is complete: a picture or a figure may still be loading.
  await new Promise((done) => setTimeout(done, SETTLE_MS));
  const screen = await page.screenshot({ animations: 'disabled' });
  return { screen, whole: await wholePage(page) };
}

/** Photographs the page on a screen of its own height, because bars at the screen's edges would otherwise cover its middle. */
async function wholePage(page: Page): Promise<Buffer> {
  const before = page.viewportSize() ?? SIZES[0];
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  await page.setViewportSize({ width: before.width, height: Math.min(height, HIGHEST_PAGE) });
  // The part that was below the screen is drawn only now.
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  const png = await page.screenshot({ animations: 'disabled' });
  await page.setViewportSize(before);
  return png;
}

/** Makes a visitor with a session, as the app finds it when it starts. */
function newContext(browser: Browser, url: string, session: ShownSession | null, options: object): Promise<BrowserContext> {
  const cookies = [...(session?.cookies ?? [])].map(([name, value]) => ({
    name, value, domain: new URL(url).hostname, path: '/', expires: -1, httpOnly: false, secure: false, sameSite: 'Lax' as const,
  }));
  const localStorage = session === null ? [] : [
    { name: 'userId', value: session.userId }, { name: 'sessionId', value: session.sessionId },
  ];
  return browser.newContext({ ...options, storageState: { cookies, origins: [{ origin: url, localStorage }] } });
}

async function main(): Promise<void> {
  const chosenNames = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));
  const isWanted = ({ name }: Shot) => (chosenNames.length === 0 && !name.startsWith('framed')) || chosenNames.some((part) => name.includes(part));
  const { code } = await runNode(['--import', 'tsx', 'server/tools/build.ts', '--if-stale']);
  if (code !== 0) throw new Error('The build failed; there is nothing to show.');
  if (chosenNames.length === 0) await rm(SHOTS, { recursive: true, force: true });
  await mkdir(SHOTS, { recursive: true });
  const pictures = new Map<string, Buffer>();
  const { product, provider } = await startShownProduct(chosenNames.some((part) => part.startsWith('framed')));
  const browser = await chromium.launch(launchOptions(findChromium()));
  try {
    const sessions = {
      guest: null, player: await makeShownPlayer(product.url), admin: await makeAdmin(product.url, await firstAdmin(product)),
    } satisfies Record<Who, ShownSession | null>;
    for (const viewport of SIZES) {
      for (const colorScheme of THEMES) {
        for (const who of ['guest', 'player', 'admin'] as const) {
          const shots = [...FRAMED_SHOTS, ...SHOT_LIST].filter((shot) => shot.who === who && isWanted(shot));
          if (shots.length === 0) continue;
          const context = await newContext(browser, product.url, sessions[who], { viewport, colorScheme, reducedMotion: 'reduce' });
          const page = await context.newPage();
          for (const shot of shots) {
            if (shot.offline === true && !(await isOffline(page))) {
              await page.goto(`${product.url}/profile`);
              await readyForOffline(page);
              // Offline the app shows pages that it has loaded before.
              for (const seen of ['/transactions-history', '/users-sessions', '/bonuses']) {
                await page.goto(product.url + seen);
                await new Promise((done) => setTimeout(done, SETTLE_MS));
              }
              await context.setOffline(true);
            }
            const { screen, whole } = await takeShot(page, shot, product.url);
            const name = `${shot.name}-${viewport.width}-${colorScheme}`;
            await writeFile(join(SHOTS, `${name}.png`), screen);
            await writeFile(join(SHOTS, `${name}-whole.png`), whole);
            if (colorScheme === 'dark') pictures.set(`${shot.name} ${viewport.width}`, screen);
            console.log(name);
          }
          await context.close();
        }
      }
    }
  } finally {
    await Promise.all([browser.close(), provider?.close(), product.dispose()]);
  }
  if (process.argv.includes('--readme')) await writeReadmePictures(pictures);
}

const isOffline = (page: Page): Promise<boolean> => page.evaluate(() => !navigator.onLine);

async function writeReadmePictures(pictures: ReadonlyMap<string, Buffer>): Promise<void> {
  await mkdir(README, { recursive: true });
  for (const [file, shot, width] of README_PICTURES) {
    const png = pictures.get(`${shot} ${width}`);
    if (png === undefined) throw new Error(`${shot} was not taken.`);
    const small = compressPng(png, README_PICTURE_BYTES);
    await writeFile(join(README, file), small);
    console.log(`${file}: ${small.length} bytes`);
  }
}

try {
  await main();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
