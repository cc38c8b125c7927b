/** A bet is bound to seeds that the device had before: what a player sees of a platform that keeps to them, and of some that don't. */
import type { Page } from '@playwright/test';
import type { HostConfig } from '../../src/core/contract/platform';
import { closeEngine } from '../../src/core/games/engine';
import { rouletteEngine } from '../../src/core/games/roulette';
import { RULES_VERSIONS } from '../../src/core/games/rules/versions';
import { SeedDouble } from '../support/seed-double';
import { expectLive, expectReadyOffline } from './support/frame-of-page';
import { spinButton } from './support/game';
import { openFor, scriptedPlayer, useScripted } from './support/scripted';
import { LONG, LONG_ONLINE, ONLINE, expect, test } from './support/test';

const ROULETTE = {
  gameId: 'roulette', name: 'Roulette', kind: 'roulette', categories: ['table'], rtp: 36 / 37, contribution: 0.2, minStake: 10, maxStake: 5_000, bytes: 20_000,
  art: '/games/roulette.svg', enabled: true,
};

/** The double's rounds are played by these rules, whatever version they name. */
const RULES = closeEngine(rouletteEngine);

const SEEDS = {
  '/v1/player/{userId}/fairness': ['get'],
  '/v1/player/{userId}/fairness/revealed': ['get'],
  '/v1/player/{userId}/fairness/client-seed': ['put'],
  '/v1/player/{userId}/fairness/rotate': ['post'],
};
const ROUNDS = { '/v1/games': ['get'], '/v1/player/{userId}/games/{gameId}/rounds': ['post'] };
const BOUND = { ...ROUNDS, ...SEEDS, '/v1/player/{userId}/fairness/refused-bets': ['get'] };

const seal = (page: Page) => page.locator('.seal-line');
const alert = (page: Page) => page.locator('.play-stage').getByRole('alert');

/** A chip on red, and the wheel; there is a pause between two rounds. */
async function playRed(page: Page): Promise<void> {
  await expect(spinButton(page)).toHaveAttribute('data-kind', /^(ready|bet|stake)$/, { timeout: 15_000 });
  await page.getByRole('button', { name: /^Red/ }).first().click();
  await expect(spinButton(page)).toHaveAttribute('data-kind', 'ready');
  await spinButton(page).click();
}

test.describe('a platform that binds', () => {
  const { platform, product } = useScripted(BOUND);

  async function openRoulette(page: Page, double: SeedDouble): Promise<void> {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    platform().script = ({ method, path, name, key, body, query }) => {
      if (name === 'games') return { status: 200, body: { items: [ROULETTE] } };
      if (name === 'balance') return { status: 200, body: { items: [{ type: 'Real', amount: double.balance, currency: 'NGN' }] } };
      return double.answer(method, path, body, key, query);
    };
    await openFor(page, { platform: platform(), site: product().url, player: scriptedPlayer(1_000_000), path: '/game/roulette' });
    await expectLive(page);
  }

  test('has its commit on the page and on the device before the first bet, and the bet names it', ONLINE, async ({ page }) => {
    const double = new SeedDouble('honest');
    await openRoulette(page, double);
    await expect.poll(() => double.active.by).toBe('player');
    await expect(seal(page)).toHaveText(`Sealed: ${double.active.commit.slice(0, 8)}… · your part: ${double.active.clientSeed.slice(0, 8)}…`);
    await seal(page).click();
    await expect(page.locator('#fairness')).toContainText(double.active.commit);
    await expect(page.locator('#fairness')).toContainText(double.next.commit);
    await playRed(page);
    await expect(page.locator('.result-text')).toHaveText(/^(No win|Won .+)$/);
    const { commit, clientSeed } = double.active;
    const part = expect.stringMatching(/^[0-9a-f]{32}$/) as unknown;
    expect(double.sent.map(({ seeds }) => seeds)).toEqual([{ commit, clientSeed, nonce: 0, part }]);
    await expect(page.locator('#fairness')).toContainText('Each bet also brings a fresh part, made on this device as you press.');
  });

  // `npm test` has tests/unit/bridge/seeds.test.ts: such a platform is caught with every round.
  test('and picks its seeds after it has seen the bet is found out at once, and in the check of all rounds', LONG_ONLINE, async ({ page }) => {
    const double = new SeedDouble('grinds');
    await openRoulette(page, double);
    for (const count of [1, 2]) {
      await playRed(page);
      await expect(alert(page)).toContainText('This is not the round you asked for');
      await expect(alert(page)).toContainText('drawn from other seeds');
      expect(double.rounds).toHaveLength(count);
      // The page shows it as no result, names no win, and shows the balance that the platform gives.
      await expect(page.locator('.result-text')).toHaveCount(0);
    }
    await expect(page.locator('.balance-line')).toContainText(`₦${double.balance.toLocaleString('en-US', { minimumFractionDigits: 2 })}`);
    expect(double.balance).toBeLessThan(1_000_000);
    await alert(page).getByRole('link', { name: 'Check my rounds' }).click();
    await page.getByRole('button', { name: 'Check all rounds' }).click();
    await expect(page.getByRole('alert').filter({ hasText: '2 rounds are not as they should be' })).toBeVisible();
    await expect(page.getByText('it is about another draw, bet or step, or by other rules, than this device had sent')).toHaveCount(2);
    await expect(page.getByRole('heading', { name: 'What does not fit' })).toBeVisible();
    await expect(page.getByText('a round was drawn from another draw than its bet was sealed with.')).toHaveCount(2);
  });

  test('and picks the rules after it has seen the bet is found out at once, and in the check of all rounds', LONG, async ({ page }) => {
    const double = new SeedDouble('picks-rules');
    double.rules = { version: 'f'.repeat(64), engine: RULES };
    await openRoulette(page, double);
    await playRed(page);
    await expect(alert(page)).toContainText('This is not the round you asked for');
    await expect(alert(page)).toContainText('It was played by other rules than this app shows.');
    expect(double.sent.map(({ seeds }) => seeds?.rules)).toEqual([RULES_VERSIONS['roulette']]);
    await expect(page.locator('.result-text')).toHaveCount(0);
    await alert(page).getByRole('link', { name: 'Check my rounds' }).click();
    await page.getByRole('button', { name: 'Check all rounds' }).click();
    await expect(page.getByRole('alert').filter({ hasText: '1 round is not as it should be' })).toBeVisible();
    await expect(page.getByText('or by other rules, than this device had sent')).toBeVisible();
    await expect(page.getByText('a round was played by other rules than the app had shown.')).toBeVisible();
  });

  test('takes no bet by other rules than the app has: nothing is staked, and the player gets a new version', LONG, async ({ page }) => {
    const double = new SeedDouble('honest');
    double.rules = { version: 'f'.repeat(64), engine: RULES };
    await openRoulette(page, double);
    await playRed(page);
    const notice = page.locator('.notice').filter({ hasText: 'The round was not played' });
    await expect(notice).toContainText('The rules of this game have changed.');
    await expect(notice).toContainText('Nothing was taken');
    expect([double.rounds, double.balance, double.refused.length]).toEqual([[], 1_000_000, 1]);
    // The platform has gone back to the rules of this version, or the new version of the app has come: the game can be played.
    double.rules = { version: RULES_VERSIONS['roulette'] ?? '', engine: RULES };
    await notice.getByRole('button', { name: 'Get the new rules' }).click();
    await playRed(page);
    await expect(page.locator('.result-text')).toHaveText(/^(No win|Won .+)$/);
    expect(double.rounds).toHaveLength(1);
  });

  test('takes no bet for other seeds: the player sees why, and presses again', LONG, async ({ page }) => {
    const double = new SeedDouble('honest');
    await openRoulette(page, double);
    await expect(seal(page)).toHaveText(/^Sealed: /);
    const announced = double.next.commit;
    double.active.nonce = 3;
    double.rotate('chosen-on-another-device');
    await playRed(page);
    await expect(page.getByText('The seal has changed, so nothing was staked')).toBeVisible();
    await expect(page.getByText('It is the one that was announced.')).toBeVisible();
    await expect(seal(page)).toContainText(announced.slice(0, 8));
    expect(double.rounds).toEqual([]);
    await expect(spinButton(page)).toHaveAttribute('data-kind', 'ready');
    await spinButton(page).click();
    await expect(page.locator('.result-text')).toHaveText(/^(No win|Won .+)$/);
    expect(double.sent.at(-1)?.seeds).toMatchObject({ commit: announced, clientSeed: double.active.clientSeed });
  });

  test('and starts another pair than it announced is reported, and the vanished pair is missing, not waiting', LONG, async ({ page }) => {
    const double = new SeedDouble('honest');
    await openRoulette(page, double);
    await playRed(page);
    await expect(page.locator('.result-text')).toBeVisible();
    const { commit } = double.active;
    double.forget();
    await playRed(page);
    await expect(alert(page)).toContainText('The seeds are not the ones that were announced.');
    await expect(seal(page)).toHaveText('This is not the part that we announced.');
    await alert(page).getByRole('link', { name: 'Check my rounds' }).click();
    await page.getByRole('button', { name: 'Check all rounds' }).click();
    await expect(page.getByText('1 round is of a pair of seeds that we no longer name.')).toBeVisible();
    await expect(page.getByText(/can’t be checked yet/)).toHaveCount(0);
    await expect(page.locator('.history-card').filter({ hasText: commit.slice(0, 10) })).toContainText('Missing');
  });

  test('and stops taking fresh parts gets no bet before the player was told, and the check reports it', LONG, async ({ page }) => {
    const double = new SeedDouble('honest');
    await openRoulette(page, double);
    await playRed(page);
    await expect(page.locator('.result-text')).toBeVisible();
    double.takesParts = false;
    await page.reload();
    await expect(seal(page)).toHaveText('This is not the part that we announced.');
    await playRed(page);
    await expect(alert(page)).toContainText('The seal has changed, so nothing was staked');
    await expect(alert(page)).toContainText('Now bets bring none, so we could know the next results before you play.');
    expect(double.sent).toHaveLength(1);
    await spinButton(page).click();
    await expect(page.locator('.result-text')).toBeVisible();
    expect(double.sent.map(({ seeds }) => seeds?.part === undefined)).toEqual([false, true]);
    await page.goto(`${product().url}/games-history?view=fairness`);
    await expect(page.getByText('bets brought a fresh part before; on this pair we take none.')).toBeVisible();
  });

  for (const gone of ['binding', 'fairness']) {
    test(`and stops binding bets gets none before the player was told, and the check reports it: without ${gone}`, LONG, async ({ page }) => {
      const double = new SeedDouble('honest');
      await openRoulette(page, double);
      await playRed(page);
      await expect(page.locator('.result-text')).toBeVisible();
      const config = (await (await fetch(`${product().url}/config.json`)).json()) as HostConfig;
      const capabilities = config.capabilities.filter((each) => each !== gone);
      await page.context().route('**/config.json', (route) => route.fulfill({ json: { ...config, capabilities } }));
      await page.reload();
      await expect(seal(page)).toHaveText('Our part is no longer locked before you bet.');
      await seal(page).click();
      await expect(page.locator('#fairness')).toContainText('What this device saw before does not fit what it got later.');
      await playRed(page);
      await expect(alert(page)).toContainText('The seal has changed, so nothing was staked');
      await expect(alert(page)).toContainText('Now bets name none, so we could choose the result after your bet.');
      expect(double.sent).toHaveLength(1);
      await spinButton(page).click();
      await expect(page.locator('.result-text')).toBeVisible();
      expect(double.sent.map(({ seeds }) => seeds === undefined)).toEqual([false, true]);
      await page.goto(`${product().url}/games-history?view=fairness`);
      await expect(page.getByText('bets named their draw before; then we said that we bind none.')).toBeVisible();
    });
  }

  test('and refuses the bets that win shows in the sum of what they would have paid, also without a network', LONG, async ({ page }) => {
    const double = new SeedDouble('refuses-winners');
    await openRoulette(page, double);
    for (let tries = 0; double.refused.length === 0 && tries < 12; tries += 1) {
      await playRed(page);
      await expect(page.locator('.result-text').or(page.getByText('The round was not played')).first()).toBeVisible();
    }
    expect(double.refused.length).toBeGreaterThan(0);
    await page.goto(`${product().url}/games-history?view=fairness`);
    await page.getByRole('button', { name: 'Reveal the secret' }).click();
    await expect(page.getByText('The secret is public.')).toBeVisible();
    await expectReadyOffline(page);
    await page.context().setOffline(true);
    await page.reload();
    await page.getByRole('button', { name: /^Check/ }).first().click();
    await expect(page.getByText(/bets? (was|were) refused after/)).toBeVisible();
    await expect(page.getByText(/For ₦[\d,]+\.\d\d staked ₦[\d,]+\.\d\d would have been paid; \d+ would have won/)).toBeVisible();
    await page.context().setOffline(false);
  });
});

test.describe('a platform whose bets bring no part', () => {
  const { platform, product } = useScripted(BOUND);

  test('can be played, and the line, the whole seal and the check say so', LONG, async ({ page }) => {
    const double = new SeedDouble('honest');
    double.takesParts = false;
    await page.emulateMedia({ reducedMotion: 'reduce' });
    platform().script = ({ method, path, name, key, body, query }) => {
      if (name === 'games') return { status: 200, body: { items: [ROULETTE] } };
      return double.answer(method, path, body, key, query);
    };
    await openFor(page, { platform: platform(), site: product().url, player: scriptedPlayer(5_000), path: '/game/roulette' });
    await expect(seal(page)).toHaveText(`Sealed: ${double.active.commit.slice(0, 8)}… · your part stays the same`);
    await playRed(page);
    await expect(page.locator('.result-text')).toHaveText(/^(No win|Won .+)$/);
    await seal(page).click();
    await expect(page.locator('#fairness')).toContainText('we could know the next results before you play.');
    await page.goto(`${product().url}/games-history?view=fairness`);
    await page.getByRole('button', { name: 'Reveal the secret' }).click();
    await expect(page.getByText('The secret is public.')).toBeVisible();
    await page.getByRole('button', { name: /^Check/ }).first().click();
    await expect(page.getByText('1 round had no fresh part: we could have known its result before you played.')).toBeVisible();
  });
});

test.describe('a platform that knows no seals', () => {
  const { platform, product } = useScripted({ ...ROUNDS, ...SEEDS });

  test('can be played, and the page says that its rounds are not sealed', LONG, async ({ page }) => {
    const double = new SeedDouble('honest');
    await page.emulateMedia({ reducedMotion: 'reduce' });
    platform().script = ({ method, path, name, key, body, query }) => {
      if (name === 'games') return { status: 200, body: { items: [ROULETTE] } };
      return double.answer(method, path, body, key, query);
    };
    await openFor(page, { platform: platform(), site: product().url, player: scriptedPlayer(5_000), path: '/game/roulette' });
    await expect(seal(page)).toHaveText('Our part is not locked before you bet.');
    await playRed(page);
    await expect(page.locator('.result-text')).toHaveText(/^(No win|Won .+)$/);
    expect(double.sent.map(({ seeds }) => seeds)).toEqual([undefined]);
    await seal(page).click();
    await expect(page.locator('#fairness')).toContainText('Rounds here are not bound to a commit before the bet.');
  });
});
