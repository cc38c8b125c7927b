/** Roulette, dice, plinko, mines and blackjack: by the keyboard alone, without a network, for money, and cut in the middle. */
import type { Page } from '@playwright/test';
import { call, inKobo, moneyOf, openAccount, putSession } from './support/api';
import { balanceShown, expectLive, expectReadyOffline } from './support/frame-of-page';
import { expectNothingBesideSmallScreen, spinButton } from './support/game';
import { lookAwayAndBack, useBrokenSite } from './support/network';
import { RESULT, act, closedCell, playToEnd, result, signedInElsewhere, stage, start, yourMove } from './support/rounds';
import { sample } from './support/sample';
import { CALLS } from '../support/faults/rules';
import { LONG, LONG_ONLINE, ONLINE, POLL_LIMIT_MS, expect, test } from './support/test';

const STAKES = { roulette: 100, dice: 100, plinko: 50, mines: 100, blackjack: 100 };
const TABLES = ['roulette', 'dice', 'plinko', 'mines', 'blackjack'] as const;
const ACTIONS = /\/actions$/;
const OPERATIONS = /\/operations\//;

const { network, product } = useBrokenSite();

test('every table is played in practice without a network, by the keyboard alone, and fits on a screen of 320 px with its rules open', LONG, async ({ page, context }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('/category/table');
  await expectReadyOffline(page);
  await context.setOffline(true);
  for (const gameId of TABLES) {
    await page.goto(`/game/${gameId}`);
    await expect(spinButton(page)).toHaveAttribute('data-mode', 'practice');
    // The game's facts stand there before the first stake.
    await expect(page.locator('.game-facts')).toContainText('Largest win');
    await start(page, gameId);
    await playToEnd(page, gameId);
    const isWin = (await page.locator('.result').getAttribute('data-tone')) === 'won';
    expect(isWin, gameId).toBe((await result(page).innerText()).startsWith('Won '));
    await expect(page.locator('[aria-live="polite"]').filter({ hasText: /No win|Won|came back/ })).toHaveCount(1);
    await page.getByRole('button', { name: 'Rules' }).click();
    await expect(page.locator('.table-pays')).toBeVisible();
    await expectNothingBesideSmallScreen(page, gameId);
  }
});

test('every table is played for money, by the keyboard alone, and the platform has the same rounds', ONLINE, async ({ page, context }) => {
  const account = await openAccount(context, { naira: 2_000 });
  await putSession(page, account);
  // Each face is played in practice above; for money the round comes from the platform: of one step, and of several.
  const played = sample(TABLES, 4);
  for (const gameId of played) {
    await page.goto(`/game/${gameId}`);
    await expectLive(page);
    await expect(spinButton(page)).toHaveAttribute('data-mode', 'money');
    await start(page, gameId);
    await playToEnd(page, gameId);
  }
  const { real, rounds } = await moneyOf(context, account);
  expect(rounds.map(({ gameId, stake }) => [gameId, stake]).toReversed()).toEqual(played.map((gameId) => [gameId, STAKES[gameId]]));
  expect(real).toBe(rounds.reduce((sum, { stake, win }) => sum - inKobo(stake) + inKobo(win), inKobo(2_000.01)));
  await expect.poll(() => balanceShown(page)).toBe(real);
});

test('mines: an answer is lost in the middle, and the round goes on on another device, then here', LONG_ONLINE, async ({ page, context, browser }) => {
  const account = await openAccount(context, { naira: 500 });
  await putSession(page, account);
  await page.goto('/game/mines');
  await expectLive(page);
  // One mine: the round is most likely open after one field.
  await page.getByRole('slider', { name: 'Number of mines' }).fill('1');
  await start(page, 'mines');
  await expect(closedCell(page)).toBeVisible();

  // The step arrives, its answer does not, and what became of it can't be asked. Polls go on: without them the field would close.
  network().break({ method: 'POST', path: ACTIONS, fault: 'lose-answer' });
  network().break({ method: 'GET', path: OPERATIONS, fault: 'drop' });
  await page.getByRole('button', { name: /^Row 3, column 3/ }).click();
  await expect(page.getByText('We are checking this round')).toBeVisible();
  await expect(result(page)).toHaveCount(0);

  const otherContext = await browser.newContext({ baseURL: product().url });
  const other = await signedInElsewhere(otherContext, account);
  await other.goto('/game/mines');
  const field = (at: Page) => at.getByRole('button', { name: /^Row 3, column 3, (safe|mine)/ });
  const { items } = (await call(otherContext, 'GET', `/player/${account.userId}/open-rounds`, { sessionId: account.sessionId })) as { items: unknown[] };
  // Once in 25 times it was the mine: then nothing is left to go on with, and a fresh board lies there.
  if (items.length === 0) await expect(other.getByRole('button', { name: 'Row 3, column 3, closed' })).toBeVisible();
  else {
    await expect(field(other)).toBeVisible();
    await expect(other.getByText(/^Your unfinished round, with a stake of ₦[\d,.]+\./)).toBeVisible();
    await stage(other).press('c');
    await expect(result(other)).toHaveText(/^Won ₦/);
  }

  network().healForNew();
  await lookAwayAndBack(page);
  await expect(field(page)).toBeVisible({ timeout: POLL_LIMIT_MS });
  await expect(result(page)).toHaveText(RESULT, { timeout: POLL_LIMIT_MS });
  const { rounds } = await moneyOf(context, account);
  expect(rounds).toHaveLength(1);
  await otherContext.close();
});

test('blackjack: a round is left while the network is cut, is announced on every other game, and is finished on another device', LONG_ONLINE, async ({ page, context, browser }) => {
  const account = await openAccount(context, { naira: 500 });
  // Some rounds are over when they are dealt: one that is not is left open by a call, as another device would.
  const open = async () => {
    const { items } = (await call(context, 'GET', `/player/${account.userId}/open-rounds`, { sessionId: account.sessionId })) as { items: unknown[] };
    return items.length;
  };
  await putSession(page, account);
  await page.goto('/game/blackjack');
  await expectLive(page);
  for (let rounds = 0; rounds < 4 && (await open()) === 0; rounds += 1) {
    await start(page, 'blackjack');
    await expect(yourMove(page)).toBeVisible();
    if (await result(page).isVisible()) await expect(spinButton(page)).toHaveAttribute('data-kind', 'ready', { timeout: POLL_LIMIT_MS });
  }
  expect(await open()).toBe(1);

  network().break({ path: CALLS, fault: 'drop' });
  await stage(page).press('s');
  await expect(page.getByText('We are checking this round').or(page.getByText('The round waits for you')).first()).toBeVisible();
  await expect(page.locator('.bj-back')).toHaveCount(1);

  const otherContext = await browser.newContext({ baseURL: product().url });
  const other = await signedInElsewhere(otherContext, account);
  await other.goto('/game/adire-gold');
  const openRoundNotice = other.getByRole('status').filter({ hasText: 'Your round of Blackjack is not finished' });
  await expect(openRoundNotice).toContainText('You staked ₦100.00.');
  await openRoundNotice.getByRole('link', { name: 'Continue', exact: true }).click();
  await expect(act(other)).toBeVisible();
  await expect(other.locator('.bj-back')).toHaveCount(1);
  await stage(other).press('s');
  await expect(result(other)).toHaveText(RESULT);
  await expect(other.locator('.bj-back')).toHaveCount(0);

  network().healForNew();
  await page.reload();
  await expect(result(page)).toHaveText(RESULT, { timeout: POLL_LIMIT_MS });
  await expect(page.locator('.bj-back')).toHaveCount(0);
  expect(await open()).toBe(0);
  await otherContext.close();
});
