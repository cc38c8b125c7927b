/** A bonus wallet that an operator's platform does not answer as it should: what a player would lose by it. */
import type { ConsoleMessage } from '@playwright/test';
import type { ChangedReply } from '../support/operator-platform';
import { chip, expectLive } from './support/frame-of-page';
import { lookAwayAndBack } from './support/network';
import { bonusLine, enter, list, panel, pill, useOddOperator } from './support/odd-operator';
import { LONG, POLL_LIMIT_MS, expect, ignoreWorkerRequests, test } from './support/test';

ignoreWorkerRequests();

const { operator, polls } = useOddOperator();

const UNREAD: Readonly<Record<string, ChangedReply>> = {
  'answers 500': { status: 500, body: '{"error":"boom"}' },
  'has null for its list': { body: '{"items":null}' },
  'has a text for a number': list({ walletId: 1, status: 'active', name: 'Welcome', currentAmount: '250.5', currency: 'NGN' }),
};

for (const [what, reply] of Object.entries(UNREAD)) {
  test(`a bonus wallet that ${what} does not make the app say that it is offline: it alone could not be read`, LONG, async ({ page }) => {
    const lines: string[] = [];
    page.on('console', (message: ConsoleMessage) => lines.push(message.text()));
    operator().replies['bonusWallet'] = reply;
    await enter(page);
    await chip(page).click();
    await expect(bonusLine(page)).toHaveText(/could not be read/);
    operator().player.real = 4000.25;
    await lookAwayAndBack(page);
    await expect(chip(page)).toContainText('₦4,000.25', { timeout: POLL_LIMIT_MS });
    await polls(page, 'balance', 1);
    await expectLive(page);
    await expect(pill(page)).toHaveCount(0);
    expect(lines.filter((line) => line.startsWith('The answer to bonusWallet')).length).toBe(what === 'answers 500' ? 0 : 1);

    // The bonus that was known before stays, and says that it is not of now.
    delete operator().replies['bonusWallet'];
    await lookAwayAndBack(page);
    await expect(bonusLine(page)).toHaveText(/^Bonus₦250\.50$/, { timeout: 3 * POLL_LIMIT_MS });
    operator().replies['bonusWallet'] = reply;
    await lookAwayAndBack(page);
    await expect(bonusLine(page)).toHaveText(/could not be read.*₦250\.50/, { timeout: POLL_LIMIT_MS });
    await page.goto('/profile');
    await expect(page.locator('.purse', { hasText: 'Bonus' })).toContainText('could not be read', { timeout: POLL_LIMIT_MS });
    await expect(page.locator('.purse-large')).toContainText('₦4,000.25');
    await expect(pill(page)).toHaveCount(0);
  });
}

test('a bonus wallet from minutes ago is not shown as current although the balance is current', LONG, async ({ page }) => {
  await enter(page);
  await chip(page).click();
  await expect(bonusLine(page)).toHaveText(/^Bonus₦250\.50$/, { timeout: POLL_LIMIT_MS });
  operator().replies['bonusWallet'] = { status: 429, body: '{}' };
  await expect(bonusLine(page)).toHaveText(/^Bonusas of \d\d:\d\d ₦250\.50$/, { timeout: 2 * POLL_LIMIT_MS });
  await expect(panel(page)).toContainText('now (live)');
});

test('Retry-After: 3600 on the bonus wallet does not stop the balance for an hour', LONG, async ({ page }) => {
  operator().replies['bonusWallet'] = { status: 429, body: '{}', headers: { 'retry-after': '3600' } };
  await enter(page);
  const callCount = operator().callsOf('bonusWallet').length;
  operator().player.real = 4000.25;
  await expect(chip(page)).toContainText('₦4,000.25', { timeout: POLL_LIMIT_MS });
  operator().player.real = 4000.75;
  await expect(chip(page)).toContainText('₦4,000.75', { timeout: POLL_LIMIT_MS });
  await expectLive(page);
  expect(operator().callsOf('bonusWallet')).toHaveLength(callCount);
});
