/** Time brings a draw that is held and checked on the device, and ends free spins; and a player chooses a bonus with a deposit. */
import { claim, enterAsPlayer, inKobo, moneyOf } from './support/api';
import { findingsOn } from './support/axe';
import { changeScripts } from './support/changed-scripts';
import { amountField, expectPaid, goToPay, payAtSimulator } from './support/deposit';
import { HOUR_MS, useMovedClock } from './support/moved-clock';
import { LONG_ONLINE, POLL_LIMIT_MS, expect, test, useOwnProduct } from './support/test';

/** For a page that is there to be drawn. */
const LOOK_MS = 5_000;

const clock = useMovedClock();
useOwnProduct(async () => ({ ...clock.env }));

// The service worker would answer with the deposit form as it was built.
test.use({ serviceWorkers: 'block', viewport: { width: 360, height: 800 } });

/** Entries rest from Sunday 20:00 to midnight in Lagos, an hour ahead of UTC: a test that comes near that goes on on Monday. */
async function untilEntriesAreOpen(): Promise<void> {
  const inLagos = new Date(Date.now() + HOUR_MS);
  if (inLagos.getUTCDay() === 0 && inLagos.getUTCHours() >= 19) await clock.move(5 * HOUR_MS);
}

test('a bonus is chosen with the deposit, a won draw is checked on the device, and unused spins expire', LONG_ONLINE, async ({ page, context }) => {
  await untilEntriesAreOpen();
  let isSwitched = false;
  await changeScripts(page, '**/assets/*.js', (script) => {
    isSwitched ||= script.includes('bonusSelection:!1');
    return script.replace('bonusSelection:!1', 'bonusSelection:!0');
  });
  const account = await enterAsPlayer(page);
  const { userId, sessionId } = account;

  // A bonus that needs no deposit is given once to a person, so the page leads to the identity check, and back.
  await page.goto('/promo/free-spins');
  await expect(page.getByText('Verify your NIN first, because this is once for each person.')).toBeVisible();
  await page.goto('/promo/giveaway');
  await expect(page.getByText('Verify your NIN first, because this is once for each person.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Enter', exact: true })).toHaveCount(0);
  expect.soft(await findingsOn(page), 'the draw before a NIN was shown').toEqual([]);
  await page.getByRole('link', { name: 'Verify my NIN' }).click();
  await page.getByLabel('Your NIN', { exact: true }).fill('34567890188');
  await page.getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Verify my identity' }).click();
  await expect(page.getByRole('button', { name: 'Enter', exact: true })).toBeVisible();
  await claim(context, { userId, sessionId }, 'free-spins');

  await page.goto('/deposit');
  const choice = page.getByLabel('Bonus with this deposit');
  await expect(choice).toHaveValue('');
  expect(isSwitched).toBe(true);
  await choice.selectOption('Welcome bonus');
  await amountField(page).fill('300');
  await expect(page.getByText('Brings ₦300 of bonus: ₦3,000 to be staked within 30 days.')).toBeVisible();
  await page.locator('main form button[type="submit"]').click();
  await expect(page.getByText('This bonus needs at least ₦500.')).toBeVisible();
  expect.soft(await findingsOn(page), 'the form with a choice').toEqual([]);
  await goToPay(page, '500');
  await payAtSimulator(page);
  await expectPaid(page);
  await page.goto('/bonuses');
  await expect(page.getByRole('article', { name: 'Welcome bonus' })).toContainText('₦0 of ₦5,000 staked');
  await expect(page.getByRole('article', { name: '50 free spins' })).toContainText('50 of 50 free spins left');
  await page.getByRole('article', { name: 'Welcome bonus' }).getByText('Expected cost of the rest').click();
  await expect(page.getByText(/^(Even on|On) the cheapest game/)).toBeVisible();
  expect.soft(await findingsOn(page), 'running bonuses').toEqual([]);

  await page.goto('/promo/giveaway');
  await page.getByRole('button', { name: 'Enter', exact: true }).click();
  await expect(page.getByText('You are in this week’s draw.')).toBeVisible();
  await expect(page.getByText('1 entry so far')).toBeVisible();
  const commit = await page.locator('.commit').innerText();

  await clock.move(8 * 24 * HOUR_MS);
  await expect.poll(async () => (await moneyOf(context, account)).real, { timeout: POLL_LIMIT_MS }).toBe(inKobo(100_500));
  // Two weeks end in eight days when they begin on a Sunday: the draw that runs is opened after the last one is held.
  await expect(async () => {
    await page.reload();
    await expect(page.locator('.commit')).toBeVisible({ timeout: LOOK_MS });
  }).toPass({ timeout: POLL_LIMIT_MS });
  await expect(page.getByText('1. You: ₦100,000, paid into your balance')).toBeVisible();
  await page.getByRole('button', { name: 'Check this draw' }).first().click();
  await expect(page.getByText('Checked on this device: the winners are right')).toBeVisible();
  await expect(page.getByText('The fingerprint of the 1 entry is the one that is published.')).toBeVisible();
  // The present week needs another secret.
  await expect(page.locator('.commit')).not.toHaveText(commit);
  expect.soft(await findingsOn(page), 'a draw that was checked').toEqual([]);

  await page.goto('/bonuses');
  await expect(page.getByText('It expired.')).toBeVisible({ timeout: POLL_LIMIT_MS });
  await expect(page.getByRole('article', { name: 'Welcome bonus' })).toBeVisible();
});
