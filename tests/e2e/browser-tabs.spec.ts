/**
 * One poller for all tabs of a browser, and none for what nobody sees. Tabs that are hidden and frozen for real are had from a
 * Chromium of our own (`startOwnChromium`), frozen by what DevTools have for it (`Page.setWebLifecycleState`). Where five
 * tabs must be visible at once they are Playwright's, and hidden by overriding `visibilityState` (`setVisibility`); crashed is
 * `Page.crash`.
 */
import type { Page } from '@playwright/test';
import { chip, expectLive } from './support/frame-of-page';
import { startOwnChromium } from './support/own-chromium';
import type { OwnChromium } from './support/own-chromium';
import { devtools, openFor, setVisibility, scriptedPlayer, setLifecycle, startMetronome, useScripted } from './support/scripted';
import type { Opening, ScriptedPlayer } from './support/scripted';
import { LONG, ONLINE, POLL_LIMIT_MS, expect, ignoreWorkerRequests, test } from './support/test';

ignoreWorkerRequests();

const { platform, product } = useScripted();
const isLong = process.env['AYO_LONG'] === '1';
/** Polls of a tab that is seen, which is the time for which nothing may come from those that are not. */
const BEATS = isLong ? 2 : 1;
/** Three times the longest time until another tab polls again. */
const VISIBLE_LIMIT_MS = 3 * 1_000;
const TAKEOVER_LIMIT_MS = 3 * 2_000;

test.describe.configure({ timeout: isLong ? 30 * 60_000 : 3 * 60_000 });

const pollsOf = (player: ScriptedPlayer, name = 'balance') => platform().of(name).filter(({ sessionId }) => sessionId === player.sessionId).length;
const opening = (player: ScriptedPlayer): Opening => ({ platform: platform(), site: product().url, player });

let own: OwnChromium;
test.beforeAll(async () => {
  own = await startOwnChromium();
  // As Playwright blocks service workers: installing one takes long, and none of this is about it.
  await own.context.addInitScript(() => {
    ServiceWorkerContainer.prototype.register = () => new Promise(() => {});
  });
});
test.afterAll(() => own.close());

test('A-22: hidden and frozen tabs do not poll; one poll comes within a second of being seen, and no burst', async ({ browser }) => {
  const player = scriptedPlayer(2_210.5);
  const page = await own.context.newPage();
  await openFor(page, opening(player));
  const frozenTab = await own.context.newPage();
  await frozenTab.goto(product().url);
  await expectLive(frozenTab);
  const metronome = await startMetronome(browser, product().url, platform());
  const frontTab = await own.context.newPage();
  await expect.poll(() => page.evaluate(() => document.visibilityState)).toBe('hidden');
  await setLifecycle(frozenTab, 'frozen');
  const before = pollsOf(player);
  await metronome.beats(BEATS);
  expect(pollsOf(player)).toBe(before);
  // Looked at and away and at again, and then the one that slept: a poll for each at most.
  for (const tab of [page, frontTab, page]) await tab.bringToFront();
  await expect.poll(() => pollsOf(player), { timeout: VISIBLE_LIMIT_MS }).toBeGreaterThan(before);
  const pollsOfPlayer = pollsOf(player);
  await setLifecycle(frozenTab, 'active');
  await frozenTab.bringToFront();
  await expect.poll(() => pollsOf(player), { timeout: VISIBLE_LIMIT_MS }).toBeGreaterThan(pollsOfPlayer);
  // A burst comes at once; that none comes later is waited for in the long run.
  if (isLong) await metronome.beats(1);
  expect(pollsOf(player)).toBeLessThanOrEqual(before + 5);
  await metronome.close();
  for (const tab of [page, frozenTab, frontTab]) await tab.close();
});

/** Notes from now on which page's poller asks, and how often each has. */
function watchPolls(tabs: readonly Page[]): { readonly last: () => Page | null; readonly countOf: (tab: Page) => number } {
  let last: Page | null = null;
  const counts = new Map<Page, number>();
  for (const tab of tabs) {
    tab.on('request', (request) => {
      if (!new URL(request.url()).pathname.endsWith('/balance')) return;
      last = tab;
      counts.set(tab, (counts.get(tab) ?? 0) + 1);
    });
  }
  return { last: () => last, countOf: (tab) => counts.get(tab) ?? 0 };
}

test('A-23: five tabs poll no more often than one, all get the answers, and a leader that is closed, hidden or crashes is followed within two seconds', ONLINE, async ({ page, context }) => {
  const player = scriptedPlayer(2_310.5);
  await openFor(page, opening(player));
  let tabs = [page, ...(await Promise.all(Array.from({ length: 4 }, () => context.newPage())))];
  const { last: asking, countOf } = watchPolls(tabs);
  for (const tab of tabs.slice(1)) await tab.goto('/');
  for (const tab of tabs) await expectLive(tab);
  const before = { balance: pollsOf(player), bonusWallet: pollsOf(player, 'bonusWallet'), tabs: tabs.map(countOf) };
  player.real = 2_311.25;
  // The tab that polls is the measure: each of the others would ask as often.
  const mostPolls = () => Math.max(...tabs.map((tab, at) => countOf(tab) - (before.tabs[at] ?? 0)));
  const beats = isLong ? 4 : 1;
  await expect.poll(mostPolls, { timeout: beats * POLL_LIMIT_MS }).toBeGreaterThanOrEqual(beats);
  for (const tab of tabs) await expect(chip(tab)).toContainText('₦2,311.25', { timeout: POLL_LIMIT_MS });
  // One more for whoever joined last, and one for the end of the count.
  expect(pollsOf(player) - before.balance).toBeLessThanOrEqual(beats + 2);
  expect(pollsOf(player, 'bonusWallet') - before.bonusWallet).toBeLessThanOrEqual(beats + 2);

  const ends: Readonly<Record<string, (tab: Page) => Promise<unknown>>> = {
    closed: (tab) => tab.close(),
    hidden: (tab) => setVisibility(tab, 'hidden'),
    crashed: async (tab) => {
      const crashed = tab.waitForEvent('crash');
      // This call never gets an answer, because the page that would answer is gone.
      (await devtools(tab)).send('Page.crash').catch(() => undefined);
      await crashed;
    },
  };
  for (const [how, end] of Object.entries(ends)) {
    const polls = pollsOf(player);
    // One tab asks for fresh figures, and the leader polls.
    await tabs[0]?.evaluate(() => window.dispatchEvent(new Event('online')));
    await expect.poll(() => pollsOf(player), { timeout: POLL_LIMIT_MS }).toBeGreaterThan(polls);
    const leader = asking();
    if (leader === null) throw new Error('Nobody polls.');
    expect(tabs, how).toContain(leader);
    const before = pollsOf(player);
    await end(leader);
    tabs = tabs.filter((tab) => tab !== leader);
    await expect.poll(() => pollsOf(player), { message: how, timeout: TAKEOVER_LIMIT_MS }).toBeGreaterThan(before);
    await expect.poll(() => tabs.includes(asking() ?? leader), { message: how }).toBe(true);
  }
});

test('A-23: a leader that is frozen in the background is followed by another within two seconds', LONG, async () => {
  const player = scriptedPlayer(2_330.5);
  const first = await own.context.newPage();
  await openFor(first, opening(player));
  const second = await own.context.newPage();
  await second.goto(product().url);
  await expectLive(second);
  for (const [leader, heir] of [[second, first], [first, second]] as const) {
    const before = pollsOf(player);
    await heir.bringToFront();
    await setLifecycle(leader, 'frozen');
    await expect.poll(() => pollsOf(player), { timeout: TAKEOVER_LIMIT_MS }).toBeGreaterThan(before);
    await expect.poll(() => heir.evaluate(async () => (await navigator.locks.query()).held?.length)).toBe(1);
    await setLifecycle(leader, 'active');
  }
  for (const tab of [first, second]) await tab.close();
});
