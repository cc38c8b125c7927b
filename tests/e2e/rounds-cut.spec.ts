/** The network is cut in the middle of a round for money, in all thirteen games. */
import { CALLS } from '../support/faults/rules';
import { minimumCycleMs } from '../../src/core/play-times';
import { listInitialGames } from '../../server/games/initial-catalogue';
import { inKobo, moneyOf, openAccount, putSession } from './support/api';
import { balanceShown, expectLive } from './support/frame-of-page';
import { useBrokenSite } from './support/network';
import { RESULT, placeBet, playToEnd, result, signedInElsewhere, yourMove } from './support/rounds';
import { LONG_ONLINE, POLL_LIMIT_MS, expect, test } from './support/test';

const START = /\/rounds$/;
const STEPPED = ['mines', 'blackjack'];
/** The longest: that of the tables. */
const CYCLE_MS = minimumCycleMs('roulette');

const { network, product } = useBrokenSite();

const games = listInitialGames();
const slots = games.filter(({ kind }) => kind === 'slots');
const tables = games.filter(({ kind }) => kind !== 'slots');
const KINDS = [
  ['slot', slots],
  ['table', tables],
] as const;

for (const [kind, those] of KINDS) {
  // `npm test` has money.spec.ts for a slot, games-tables.spec.ts for the tables’ rounds, and tests/unit/bridge/open-rounds-late.test.ts.
  test(`in a ${kind} a round whose answer is lost comes first afterwards, is paid for once, and is on another device`, LONG_ONLINE, async ({ page, context, browser }) => {
    const account = await openAccount(context, { naira: 2_000 });
    await putSession(page, account);
    for (const { gameId } of those) {
      await page.goto(`/game/${gameId}`);
      await expectLive(page);
      await placeBet(page, gameId);
      // The oldest rule that fits is taken: the round arrives, and from then on nothing does.
      network().break({ method: 'POST', path: START, fault: 'lose-answer', times: 1 });
      network().break({ path: CALLS, fault: 'drop' });
      await page.keyboard.press('Space');
      await expect(page.getByText('We are checking this round')).toBeVisible();
      const begunAt = Date.now();
      await expect(result(page)).toHaveCount(0);

      network().heal();
      await page.reload();
      await expect(yourMove(page)).toBeVisible({ timeout: POLL_LIMIT_MS });
      if (STEPPED.includes(gameId) && !(await result(page).isVisible())) await playToEnd(page, gameId);
      await expect(result(page)).toHaveText(RESULT);
      // The pace is the player's, over all games: the next round may begin once this one has lasted its cycle.
      if (gameId !== those.at(-1)?.gameId) await expect.poll(() => Date.now() - begunAt).toBeGreaterThan(CYCLE_MS);
    }
    const { real, rounds } = await moneyOf(context, account);
    expect(rounds.map(({ gameId }) => gameId).toReversed()).toEqual(those.map(({ gameId }) => gameId));
    expect(real).toBe(rounds.reduce((sum, { stake, win }) => sum - inKobo(stake) + inKobo(win), inKobo(2_000.01)));

    const otherContext = await browser.newContext({ baseURL: product().url });
    const other = await signedInElsewhere(otherContext, account);
    await other.goto('/games-history');
    await expect(other.locator('.history-card')).toHaveCount(those.length);
    await expectLive(other);
    await expect.poll(() => balanceShown(other)).toBe(real);
    await otherContext.close();
  });
}
