/** Sessions that end, and phones that change hands. */
import type { BrowserContext, Page } from '@playwright/test';
import { chip, expectDated, expectLive, expectReadyOffline, heading } from './support/frame-of-page';
import { amountField } from './support/deposit';
import { signInWith } from './support/forms';
import { openFor, scriptedPlayer, signInElsewhere, useScripted } from './support/scripted';
import type { Opening, ScriptedPlayer } from './support/scripted';
import { keptBy } from './support/storage';
import { LONG, POLL_LIMIT_MS, expect, ignoreWorkerRequests, test } from './support/test';

ignoreWorkerRequests();

const { platform, product } = useScripted();
const isLong = process.env['AYO_LONG'] === '1';
const ROUNDS = isLong ? 30 : 2;
/** Three times the 16 s in which an end is noticed. */
const END_LIMIT_MS = 3 * 16_000;

test.describe.configure({ timeout: isLong ? 30 * 60_000 : 2 * 60_000 });

const opening = (player: ScriptedPlayer, path = '/'): Opening => ({ platform: platform(), site: product().url, player, path });
const banner = (page: Page) => page.locator('.banner[role="alert"]');

/** mulberry32: small, and good enough to choose delays. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Returns the texts by which a player would be recognised: the name, the id, and the balance as it is written. */
const tracesOf = ({ username, userId, real }: ScriptedPlayer) => [username, userId, real.toLocaleString('en-NG', { minimumFractionDigits: 2 })];

interface Looking {
  /** From now on none of these may be drawn in any frame of this page. */
  from(traces: readonly string[]): Promise<void>;
  /** The texts that were drawn nevertheless. */
  found(): Promise<readonly string[]>;
}

/** Looks at the whole document, in every frame and after every change between two. */
async function lookAt(page: Page): Promise<Looking> {
  await page.evaluate(() => {
    const looked = { for: [] as readonly string[], found: [] as string[] };
    Object.assign(window, { looked });
    const look = () => {
      const text = document.body.innerText;
      looked.found.push(...looked.for.filter((trace) => text.includes(trace)));
    };
    const eachFrame = () => {
      look();
      requestAnimationFrame(eachFrame);
    };
    requestAnimationFrame(eachFrame);
    new MutationObserver(look).observe(document, { childList: true, subtree: true, characterData: true, attributes: true });
  });
  type Watching = Window & { readonly looked: { for: readonly string[]; found: string[] } };
  return {
    from: (traces) => page.evaluate((wanted) => {
      (window as unknown as Watching).looked.for = wanted;
    }, traces),
    found: () => page.evaluate(() => (window as unknown as Watching).looked.found),
  };
}

/** A page of the site, not of the app, that notes what tabs tell each other. */
async function listen(
  context: BrowserContext,
  site: string,
): Promise<{ page: Page; readMessages: () => Promise<string>; forget: () => Promise<void> }> {
  const page = await context.newPage();
  await page.goto(`${site}/version.json`);
  await page.evaluate(() => {
    const messages: string[] = [];
    const channels = ['ayo-sync', 'ayo-session'].map((name) => new BroadcastChannel(name));
    for (const channel of channels) channel.onmessage = ({ data }: MessageEvent<unknown>) => messages.push(JSON.stringify(data));
    Object.assign(window, { messages, channels });
  });
  type Listening = Window & { readonly messages: string[] };
  return {
    page,
    readMessages: () => page.evaluate(() => (window as unknown as Listening).messages.join('\n')),
    forget: () => page.evaluate(() => void ((window as unknown as Listening).messages.length = 0)),
  };
}

/** A's page asks for everything, and the answers come late. */
async function askLate(page: Page, player: ScriptedPlayer, random: () => number): Promise<void> {
  platform().delay = ({ sessionId }) => (sessionId === player.sessionId ? Math.round(random() * 1_500) : 0);
  const before = platform().of('balance').length;
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
  await expect.poll(() => platform().of('balance').length, { timeout: POLL_LIMIT_MS }).toBeGreaterThan(before);
}

const isAnswered = (player: ScriptedPlayer) => platform().calls.every(({ sessionId, status }) => sessionId !== player.sessionId || status !== null);

async function expectNothingOf(a: ScriptedPlayer, page: Page, looking: Looking, announcedName: string): Promise<void> {
  expect(await looking.found(), 'rendered').toEqual([]);
  const { local, rest } = await keptBy(page);
  for (const trace of [...tracesOf(a), String(a.real), a.sessionId]) {
    expect(JSON.stringify(local), 'kept in local storage').not.toContain(trace);
    expect(rest, 'kept').not.toContain(trace);
    expect(announcedName, 'told to other tabs').not.toContain(trace);
  }
}

test('A-24: A signs out and B signs in on a shared phone, and nothing of A is rendered, stored or told, however late it comes', async ({ page, context }) => {
  const seed = Number(process.env['AYO_SEED'] ?? Date.now() % 2_147_483_647);
  console.log(`A-24, signing out: AYO_SEED=${seed}`);
  const random = seeded(seed);
  const tabs = await listen(context, product().url);
  for (let round = 0; round < ROUNDS; round += 1) {
    const [a, b] = [scriptedPlayer(73_519.37 + round), scriptedPlayer(512.25 + round)];
    platform().addPlayer(b);
    await openFor(page, opening(a, '/profile'));
    platform().script = ({ name }) => (name === 'sign-in' ? { status: 200, body: { sessionId: b.sessionId, userId: b.userId, previousSignIn: null } } : null);
    const looking = await lookAt(page);
    await askLate(page, a, random);
    await page.getByRole('button', { name: 'Sign out' }).click();
    await expect(chip(page)).toHaveCount(0);
    await looking.from(tracesOf(a));
    await tabs.forget();
    if (new URL(page.url()).pathname !== '/sign-in') await page.locator('header.top-bar').getByText('Sign in').click();
    await signInWith(page.locator('form').filter({ has: page.locator('input[name="password"]') }), { username: b.username, password: 'long enough' });
    await expectLive(page);
    await expect.poll(() => isAnswered(a)).toBe(true);
    await expect(chip(page)).toContainText(tracesOf(b)[2] ?? '');
    await expectNothingOf(a, page, looking, await tabs.readMessages());
  }
});

test('A-24: B takes A’s place from another tab, without a guest in between, and the page keeps nothing of A', LONG, async ({ page, context }) => {
  const seed = Number(process.env['AYO_SEED'] ?? Date.now() % 2_147_483_647);
  console.log(`A-24, another tab: AYO_SEED=${seed}`);
  const random = seeded(seed);
  const tabs = await listen(context, product().url);
  for (let round = 0; round < ROUNDS; round += 1) {
    const [a, b] = [scriptedPlayer(81_437.25 + round), scriptedPlayer(640.5 + round)];
    platform().addPlayer(b);
    // The page's own list: what A paid in.
    await openFor(page, opening(a, '/deposit'));
    await expect(page.locator('.history-card')).toContainText((81_437 + round).toLocaleString('en-NG'));
    await amountField(page).fill('4321');
    const looking = await lookAt(page);
    await askLate(page, a, random);
    await signInElsewhere(tabs.page, product().url, b);
    await expect(chip(page)).not.toContainText(tracesOf(a)[2] ?? '');
    await looking.from([...tracesOf(a), (81_437 + round).toLocaleString('en-NG')]);
    await tabs.forget();
    await expectLive(page);
    await expect(chip(page)).toContainText(tracesOf(b)[2] ?? '');
    await expect(page.locator('.history-card')).toContainText((640 + round).toLocaleString('en-NG'));
    await expect(amountField(page)).toHaveValue('');
    await expect.poll(() => isAnswered(a)).toBe(true);
    await expectNothingOf(a, page, looking, await tabs.readMessages());
  }
});

test('A-27: a session that expires offline keeps its labelled figures until the first 401, which says why; the form stays', async ({ page }) => {
  const player = scriptedPlayer(9_870.25);
  await openFor(page, opening(player));
  await expectReadyOffline(page);
  await page.goto('/deposit');
  await expectLive(page);
  await amountField(page).fill('2750');
  await product().stop();
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
  await expectDated(page, '₦9,870.25');
  platform().endSession(player.sessionId, { reason: 'expired', endedAt: new Date().toISOString() });
  await product().start();
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
  await expect(banner(page)).toContainText('30 days', { timeout: POLL_LIMIT_MS });
  await expect(banner(page)).toContainText(/It ended at \d\d:\d\d\./);
  await expect(chip(page)).toHaveCount(0);
  expect(platform().answered(401)).toBeLessThanOrEqual(2);
  const { local, rest } = await keptBy(page);
  expect(local).not.toHaveProperty('sessionId');
  expect(rest).not.toContain(player.username);

  const again: ScriptedPlayer = { ...player, sessionId: `${player.sessionId}-again` };
  platform().addPlayer(again);
  platform().script = ({ name }) => (name === 'sign-in' ? { status: 200, body: { sessionId: again.sessionId, userId: again.userId, previousSignIn: null } } : null);
  await signInWith(page.locator('main form'), { username: player.username, password: 'long enough' });
  await expect(heading(page)).toHaveText('Deposit');
  await expect(amountField(page)).toHaveValue('2750');
  await expect(banner(page)).toHaveCount(0);
});

test('A-28: a session that was revoked from another device is signed out here, and told why, when and from where', async ({ page }) => {
  const player = scriptedPlayer(7_654.5);
  await openFor(page, opening(player));
  platform().endSession(player.sessionId, { reason: 'revoked', endedAt: new Date().toISOString(), endedFrom: 'Firefox on Windows' });
  await expect(banner(page)).toContainText('ended from another device', { timeout: END_LIMIT_MS });
  await expect(banner(page)).toContainText('from Firefox on Windows');
  await expect(chip(page)).toHaveCount(0);
  await banner(page).getByRole('link', { name: 'Was that not you?' }).click();
  await expect(page.locator('#protect-account')).toBeVisible();
  await banner(page).getByRole('button', { name: 'Sign in again' }).click();
  await expect(page.getByRole('dialog', { name: 'Sign in' })).toBeVisible();
});

test('a player in a place that is not served gets a page that says so, and polls open it only once', LONG, async ({ page }) => {
  const player = scriptedPlayer(321.5);
  await openFor(page, opening(player));
  platform().script = ({ name }) =>
    name === 'balance' ? { status: 451, body: { title: 'Not here', status: 451, code: 'place-not-served' } } : null;
  await expect(heading(page)).toHaveText('Where you can play', { timeout: POLL_LIMIT_MS });
  await page.goBack();
  const before = platform().of('balance').length;
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
  await expect.poll(() => platform().of('balance').length).toBeGreaterThan(before);
  await expect(page).toHaveURL(`${product().url}/`);
  // A page that the player opens by a click may say it, unlike a poll in the background.
  platform().script = ({ name }) => (name === 'deposits' ? { status: 451, body: { title: 'Not here', status: 451, code: 'place-not-served' } } : null);
  await page.goto('/deposit');
  await expect(heading(page)).toHaveText('Where you can play');
});
