/** A balance that an operator's platform does not answer as it should: what a player would lose by it. */
import { OPERATOR_SESSION } from '../support/operator-platform';
import { putSession } from './support/api';
import { chip } from './support/frame-of-page';
import { bonusLine, enter, list, panel, pill, useOddOperator } from './support/odd-operator';
import { LONG, POLL_LIMIT_MS, expect, ignoreWorkerRequests, test } from './support/test';

ignoreWorkerRequests();

const { operator, polls } = useOddOperator();

// `npm test` has tests/unit/state/figures.test.ts and tests/unit/worker/poller-odd.test.ts.
for (const [what, reply, chipText] of [
  ['500', { status: 500, body: '{}' }, 'could not be read'],
  ['a web page', { body: '<!doctype html><title>Sign in</title>' }, 'could not be read'],
  ['a list without the player’s money', list(), 'not known'],
] as const) {
  test(`a balance that comes as ${what} is never shown as “just now”, and does not hide the bonus`, LONG, async ({ page }) => {
    operator().replies['balance'] = reply;
    await putSession(page, OPERATOR_SESSION);
    await page.goto('/');
    await polls(page, 'balance', 1);
    await expect(chip(page).locator('.balance-age')).toHaveText(chipText);
    await chip(page).click();
    await expect(bonusLine(page)).toHaveText(/^Bonus₦250\.50$/, { timeout: POLL_LIMIT_MS });
    await expect(panel(page)).not.toContainText('now (live)');
    await expect(pill(page)).toHaveCount(0);
  });
}

// `npm test` has tests/unit/state/figures.test.ts, tests/unit/core/balance.test.ts and tests/unit/worker/poller-odd.test.ts.
test('neither a malformed wallet beside it nor a rounding error of floats removes the player’s own money from the screen', LONG, async ({ page }) => {
  operator().replies['balance'] = list(
    null, { type: 'Loyalty', amount: null, currency: null }, { type: 'Bonus', amount: '12', currency: 'NGN' },
    { type: 'Real', amount: 7, currency: 'USD' }, { type: 'Real', amount: 1234.5600000000001, currency: 'ngn' },
  );
  operator().replies['bonusWallet'] = list(
    null, { walletId: 2, status: 'expired', name: 'Old', currentAmount: null, currency: 'NGN' },
    { walletId: 3, status: 'active', name: 'Welcome', currentAmount: 250.50000000000003, currency: 'ngn', extension: [] },
  );
  await enter(page);
  await expect(chip(page)).toContainText('₦1,234.56');
  await chip(page).click();
  await expect(bonusLine(page)).toHaveText(/₦250\.50$/);
  await expect(pill(page)).toHaveCount(0);
});
