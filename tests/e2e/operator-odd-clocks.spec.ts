/** An operator's platform whose clocks are wrong, or whose profile is not as it should be: what a player would lose by it. */
import { OPERATOR_SESSION } from '../support/operator-platform';
import { startProduct } from '../support/product';
import { chip, expectDated, expectLive, expectReadyOffline } from './support/frame-of-page';
import { enter, pill, useOddOperator } from './support/odd-operator';
import { LONG, expect, test } from './support/test';

const { operator, polls } = useOddOperator();

test('two machines of the platform whose clocks are 40 minutes apart do not make the balance of now an old one', LONG, async ({ page }) => {
  operator().replies['bonusWallet'] = { headers: { date: new Date(Date.now() - 40 * 60_000).toUTCString() } };
  await enter(page);
  await polls(page, 'bonusWallet', 2);
  await expect(chip(page).locator('.balance-age')).toHaveText('just now');
});

// `npm test` has tests/unit/core/clock.test.ts and tests/unit/bridge/figure-age.test.ts.
for (const date of ['Mon, 01 Mar 1999 00:00:00 GMT', 'Fri, 21 Nov 2036 13:02:00 GMT']) {
  test(`a platform whose clock says ${date} does not give the balance an age of years`, LONG, async ({ page, context }) => {
    for (const name of ['profile', 'balance', 'bonusWallet']) operator().replies[name] = { headers: { date } };
    await enter(page);
    await expect(chip(page).locator('.balance-age')).toHaveText('just now');
    await expectReadyOffline(page);
    await polls(page, 'balance', 3);
    await expect(chip(page).locator('.balance-age')).toHaveText('just now');
    await context.setOffline(true);
    await page.reload();
    await expectDated(page, '₦4,321.50');
    // The instant of today, without a date.
    await expect(chip(page).locator('.balance-age')).toHaveText(/^as of \d\d:\d\d$/);
  });
}

test('a profile that comes as 204, without a user name or with a list of consents ends no session, and nothing is posted for it', LONG, async ({ page }) => {
  const implied = await startProduct({ PLATFORM_URL: operator().url, CONSENT_POLICY: 'implied' });
  const names = { firstname: 'Chidi', lastname: 'Okafor', email: 'chidi@player.example' };
  try {
    await page.goto(`${implied.url}/version.json`);
    await page.evaluate(({ sessionId, userId }) => {
      localStorage.setItem('userId', userId);
      localStorage.setItem('sessionId', sessionId);
    }, OPERATOR_SESSION);
    for (const [profile, shown] of [
      [{ status: 204 }, 'Player'],
      [{ body: JSON.stringify({ ...names, username: null, consents: [] }) }, 'Chidi Okafor'],
      [{ body: JSON.stringify({ username: null, firstname: null, lastname: null, email: names.email, consents: null }) }, 'Player'],
    ] as const) {
      operator().replies['profile'] = profile;
      await page.goto(`${implied.url}/profile`);
      await expectLive(page);
      await expect(page.locator('.who-name')).toHaveText(shown);
      await expect(page.getByRole('main')).toContainText('We could not read what you agreed to');
      await expect(pill(page)).toHaveCount(0);
      // The session check comes before the polls: with the second poll it is over.
      await polls(page, 'balance', 2);
    }
    expect(operator().callsOf('consent')).toEqual([]);
    await expect(page.getByText('You were signed out')).toHaveCount(0);
  } finally {
    await implied.dispose();
  }
});
