/** Rounds are checked by the version of the rules that each names: after a strip was changed, and where a platform plays another. */
import type { Page } from '@playwright/test';
import type { AnyEngine } from '../../src/core/games/engine';
import { engineOfSheet } from '../../src/core/games/rules/engine-of-sheet';
import { otherSheet } from '../support/par-sheets';
import type { OtherSheet } from '../support/par-sheets';
import { SeedDouble } from '../support/seed-double';
import type { DoubleRules } from '../support/seed-double';
import { expectReadyOffline } from './support/frame-of-page';
import { spinButton } from './support/game';
import { openFor, scriptedPlayer, useScripted } from './support/scripted';
import { LONG, expect, test } from './support/test';

const GAME = 'adire-gold';
const LISTED = {
  gameId: GAME, name: 'Adire Gold', kind: 'slots', categories: ['slots'], rtp: 0.95, contribution: 1, minStake: 10, maxStake: 7_500, bytes: 20_000,
  art: '/games/adire-gold.svg', enabled: true,
};

const { platform, product } = useScripted({
  '/v1/games': ['get'],
  '/v1/player/{userId}/games/{gameId}/rounds': ['post'],
  '/v1/player/{userId}/fairness': ['get'],
  '/v1/player/{userId}/fairness/revealed': ['get'],
  '/v1/player/{userId}/fairness/client-seed': ['put'],
  '/v1/player/{userId}/fairness/rotate': ['post'],
  '/v1/player/{userId}/fairness/refused-bets': ['get'],
});

const now = otherSheet(GAME, () => undefined);
/** Each strip had one symbol less, so that no draw stops where it does now. */
const before = otherSheet(GAME, ({ parameters }) => {
  parameters['strips'] = (parameters['strips'] as string[][]).map((strip) => strip.slice(1));
});
const SHEETS: readonly OtherSheet[] = [now, before];

function engineOf({ sheet }: OtherSheet): AnyEngine {
  const engine = engineOfSheet(sheet);
  if (engine === null || !('playUnchecked' in engine)) throw new Error('slots are played at once');
  return engine;
}
const honest = (sheet: OtherSheet): DoubleRules => ({ version: sheet.version, engine: engineOf(sheet) });

/** It takes no version with a bet, so that it can play by others than the app. */
function platformDouble(): SeedDouble {
  const double = new SeedDouble('honest');
  double.takesRules = false;
  return double;
}

/** Opens the game, on a platform that publishes these sheets. */
async function openGame(page: Page, double: SeedDouble, published: () => readonly OtherSheet[]): Promise<void> {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  platform().script = ({ method, path, name, key, body, query }) => {
    if (name === 'games') return { status: 200, body: { items: [LISTED] } };
    if (name === 'balance') return { status: 200, body: { items: [{ type: 'Real', amount: double.balance, currency: 'NGN' }] } };
    const sheet = published().find(({ version }) => path === `/v1/games/${GAME}/par-sheets/${version}`);
    return sheet === undefined ? double.answer(method, path, body, key, query) : { status: 200, body: sheet.sheet };
  };
  await openFor(page, { platform: platform(), site: product().url, player: scriptedPlayer(1_000_000), path: `/game/${GAME}` });
}

async function press(page: Page, double: SeedDouble, rules: DoubleRules): Promise<void> {
  double.rules = rules;
  await expect(spinButton(page)).toHaveAttribute('data-kind', 'ready', { timeout: 15_000 });
  await spinButton(page).click();
}

async function play(page: Page, double: SeedDouble, rules: DoubleRules): Promise<void> {
  const count = double.rounds.length;
  await press(page, double, rules);
  await expect(page.locator('.result-text')).toHaveText(/^(No win|Won .+|.+ came back)$/);
  expect(double.rounds).toHaveLength(count + 1);
}

/** Other rules than those of this version of the app are no result. */
async function playOthers(page: Page, double: SeedDouble, rules: DoubleRules): Promise<void> {
  const count = double.rounds.length;
  await press(page, double, rules);
  await expect(page.locator('.play-stage').getByRole('alert')).toContainText('It was played by other rules than this app shows.');
  await expect(page.locator('.result-text')).toHaveCount(0);
  expect(double.rounds).toHaveLength(count + 1);
}

/**
 * As the version of the app kept the rounds that had those rules: their bets were written down with them, and the answers fit. `isNoted`
 * false: as one that wrote no version down.
 */
async function keepAsEarlierApp(page: Page, { version }: OtherSheet, count: number, isNoted = true): Promise<void> {
  const rewrite = () => page.evaluate(({ rules, noted }) => new Promise<number>((resolve, reject) => {
    const opening = indexedDB.open('ayo');
    opening.onerror = () => reject(new Error('the database'));
    opening.onsuccess = () => {
      const tx = opening.result.transaction('receipts', 'readwrite');
      const reading = tx.objectStore('receipts').getAll();
      let rewritten = 0;
      reading.onsuccess = () => {
        for (const { broke: _, ...receipt } of reading.result as { readonly rules?: string; readonly seeds?: object; readonly broke?: string }[]) {
          if (receipt.rules !== rules) continue;
          tx.objectStore('receipts').put({ ...receipt, seeds: { ...receipt.seeds, rules: noted } });
          rewritten += 1;
        }
      };
      tx.oncomplete = () => {
        opening.result.close();
        resolve(rewritten);
      };
    };
  }), { rules: version, noted: isNoted ? version : undefined });
  await expect.poll(rewrite).toBe(count);
}

const receiptCount = (page: Page) => page.evaluate(() => new Promise<number>((resolve, reject) => {
  const opening = indexedDB.open('ayo');
  opening.onerror = () => reject(new Error('the database'));
  opening.onsuccess = () => {
    const counting = opening.result.transaction('receipts').objectStore('receipts').count();
    counting.onsuccess = () => {
      opening.result.close();
      resolve(counting.result);
    };
  };
}));

/** Leaves the game once its rounds are on the disk, which is a moment after they are shown. */
async function reveal(page: Page, double: SeedDouble): Promise<void> {
  await expect.poll(() => receiptCount(page)).toBe(double.rounds.length);
  await page.goto(`${product().url}/games-history?view=fairness`);
  await page.getByRole('button', { name: 'Reveal the secret' }).click();
  await expect(page.getByText('The secret is public.')).toBeVisible();
}
const check = (page: Page) => page.getByRole('button', { name: /^Check (all|again)/ }).click();

// `npm test` has tests/unit/bridge/rules-of-bets.test.ts and tests/platform/rules-versions.test.ts.
test('a changed strip is another version: rounds from before it are checked by their own, also without a network', LONG, async ({ page }) => {
  const double = platformDouble();
  await openGame(page, double, () => SHEETS);
  await playOthers(page, double, honest(before));
  await playOthers(page, double, honest(before));
  await keepAsEarlierApp(page, before, 2);
  await play(page, double, honest(now));
  // The device keeps the rules of the rounds that it has, and does not ask for them again.
  await expect.poll(() => platform().calls.filter(({ path }) => path.includes('/par-sheets/')).map(({ path }) => path.split('/').at(-1)))
    .toEqual([before.version, now.version]);
  await reveal(page, double);
  await expectReadyOffline(page);
  await page.context().setOffline(true);
  await page.reload();
  await check(page);
  await expect(page.getByText('All 3 rounds are as they were drawn')).toBeVisible();
  await expect(page.getByText('2 of those that fit were played by other versions of their games’ rules')).toBeVisible();
  await page.context().setOffline(false);
});

test('a platform that plays other strips than those of the version that it names is found out', LONG, async ({ page }) => {
  const double = platformDouble();
  await openGame(page, double, () => SHEETS);
  await play(page, double, { version: now.version, engine: engineOf(before) });
  await playOthers(page, double, { version: before.version, engine: engineOf(now) });
  await keepAsEarlierApp(page, before, 1);
  await reveal(page, double);
  await check(page);
  await expect(page.getByRole('alert').filter({ hasText: '2 rounds are not as they should be' })).toBeVisible();
  await expect(page.getByText('its seeds give another result, stake or win')).toHaveCount(2);
});

test('a platform that names rules which it does not publish is found out, and one that can’t be asked is not accused', LONG, async ({ page }) => {
  const double = platformDouble();
  let isDown = true;
  await openGame(page, double, () => []);
  const { script } = platform();
  platform().script = (call) => (isDown && call.path.includes('/par-sheets/') ? { status: 503 } : script(call));
  await playOthers(page, double, honest(before));
  await keepAsEarlierApp(page, before, 1);
  await reveal(page, double);
  await check(page);
  await expect(page.getByText('The rules of 1 round are not on this device yet.')).toBeVisible();
  await expect(page.getByText(/not as (it|they) should be/)).toHaveCount(0);
  isDown = false;
  await check(page);
  await expect(page.getByText('1 round is not as it should be').first()).toBeVisible();
  await expect(page.getByText('we do not publish the rules that it names')).toBeVisible();
});

test('rounds by other rules than the app shows are found out, also where the platform takes no version with a bet', LONG, async ({ page }) => {
  const double = platformDouble();
  await openGame(page, double, () => SHEETS);
  await playOthers(page, double, honest(before));
  await reveal(page, double);
  await check(page);
  await expect(page.getByRole('alert').filter({ hasText: '1 round is not as it should be' })).toBeVisible();
  await expect(page.getByText('a round was played by other rules than the app had shown.')).toBeVisible();
});

test('rounds by rules that the device had not noted before the bet are counted separately, and the check is no success', LONG, async ({ page }) => {
  const double = platformDouble();
  await openGame(page, double, () => SHEETS);
  await playOthers(page, double, honest(before));
  await keepAsEarlierApp(page, before, 1, false);
  await play(page, double, honest(now));
  await reveal(page, double);
  await check(page);
  const notice = page.locator('.notice').filter({ hasText: '1 of 2 rounds are as they were drawn' });
  await expect(notice).toHaveClass(/notice-warning/);
  await expect(notice).toContainText('1 round fits rules that this device had not noted before the bet');
});
