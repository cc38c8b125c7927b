/** One player on two devices: each makes its own part, and no bet is drawn from seeds that its device has not shown before. */
import type { Page } from '@playwright/test';
import { openAccount, putSession } from './support/api';
import { expectLive } from './support/frame-of-page';
import { spinButton } from './support/game';
import { useBrokenSite } from './support/network';
import { RESULT, result, signedInElsewhere } from './support/rounds';
import { LONG, expect, ignoreWorkerRequests, test } from './support/test';

ignoreWorkerRequests();

const { product } = useBrokenSite();

const seal = (page: Page) => page.locator('.seal-line');
const sealOf = async (page: Page): Promise<string> => {
  await expect(seal(page)).toHaveText(/^Sealed: /);
  return seal(page).innerText();
};

/** In the page: whether nothing lies over the middle of the element, as the pinned controls would. */
function isUncovered(element: HTMLElement): boolean {
  const { left, right, top, bottom } = element.getBoundingClientRect();
  return element.contains(document.elementFromPoint((left + right) / 2, (top + bottom) / 2));
}

async function press(page: Page): Promise<void> {
  await expect(spinButton(page)).toHaveAttribute('data-kind', 'ready', { timeout: 15_000 });
  await spinButton(page).click();
}

test('two devices of one player: a bet for seeds that the other has ended is not taken, and each round is sealed where it was played', LONG, async ({ page, context, browser }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const account = await openAccount(context, { naira: 2_000 });
  await putSession(page, account);
  await page.goto('/game/adire-gold');
  await expectLive(page);
  await press(page);
  await expect(result(page)).toHaveText(RESULT);
  const first = await sealOf(page);

  const otherContext = await browser.newContext({ baseURL: product().url, reducedMotion: 'reduce' });
  const other = await signedInElsewhere(otherContext, account);
  await other.goto('/game/dice');
  await expectLive(other);
  const second = await sealOf(other);
  expect(second).not.toBe(first);

  await press(page);
  await expect(page.getByText('The seal has changed, so nothing was staked')).toBeVisible();
  await expect(page.getByText('It is the one that was announced.')).toBeVisible();
  await expect(seal(page)).not.toHaveText(first);
  const third = await sealOf(page);
  expect(third).not.toBe(second);
  await press(page);
  await expect(result(page)).toHaveText(RESULT);

  await test.step('one window at a time: the other device plays once its player asks for it', async () => {
    await other.setViewportSize({ width: 360, height: 660 });
    await press(other);
    await expect(other.getByText('You are playing in another window or on another phone')).toBeVisible();
    const playHere = other.getByRole('button', { name: 'Play here' });
    await expect.poll(() => playHere.evaluate(isUncovered), { message: 'the notice is in sight on a low screen' }).toBe(true);
    await playHere.click();
    await expect(other.getByText('You can play here now')).toBeVisible();
    await press(other);
    await expect(result(other)).toHaveText(RESULT);
    await press(page);
    await expect(page.getByRole('button', { name: 'Play here' })).toBeVisible();
  });

  await test.step('the check knows the rounds of this device, and says that the other round is elsewhere', async () => {
    await page.goto('/games-history?view=fairness');
    await page.getByRole('button', { name: 'Reveal the secret' }).click();
    await expect(page.getByText('The secret is public.')).toBeVisible();
    await page.getByRole('button', { name: /^Check/ }).first().click();
    await expect(page.getByText('All 2 rounds are as they were drawn')).toBeVisible();
    await expect(page.getByText('1 round is not on this device.')).toBeVisible();
    await expect(page.getByText(/not sealed|does not fit|neither this device nor your history/)).toHaveCount(0);
    // The bets that were not taken stand with what they would have been: one for its seeds, two for their window.
    await expect(page.getByText('3 bets were refused after they were sealed')).toBeVisible();
  });
  await otherContext.close();
});
