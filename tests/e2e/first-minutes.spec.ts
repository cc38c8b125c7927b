/** The first minutes of a new player, on the screen of a cheap phone with the browser's bars around it. */
import type { Page } from '@playwright/test';
import { activationLink, openAccount, putSession } from './support/api';
import { amountField, expectPaid, goToPay, payAtSimulator } from './support/deposit';
import { SignUpForm, signUpDialog } from './support/forms';
import { expectLive, heading, topBar } from './support/frame-of-page';
import { spin, spinButton } from './support/game';
import { newPerson } from './support/people';
import { LONG, LONG_ONLINE, ONLINE, POLL_LIMIT_MS, expect, test, useProduct } from './support/test';

useProduct();
test.use({ viewport: { width: 360, height: 660 } });

const MOST_SCREENS = 5;

declare global {
  interface Window {
    noteScreen: (screen: string) => Promise<void>;
  }
}

/** Collects the screens on which the player pressed something: each page, and each step of a form over or on it, once. */
async function countScreens(page: Page): Promise<ReadonlySet<string>> {
  const screens = new Set<string>();
  await page.exposeFunction('noteScreen', (screen: string) => void screens.add(screen));
  await page.addInitScript(() => {
    const note = () => {
      const step = [...document.querySelectorAll('form legend')].find((legend) => legend.checkVisibility());
      // The payment service's own page, and nothing of ours.
      if (!location.pathname.startsWith('/api/')) void window.noteScreen(`${location.pathname} ${step?.textContent.includes('Step') ? step.textContent : ''}`.trim());
    };
    addEventListener('click', note, true);
  });
  return screens;
}

/** The pixels between an element and the bottom bar on the first screen: the heading stands below the top bar there. */
function roomBelow(page: Page, selector: string): Promise<number> {
  return page.evaluate((wanted) => {
    const edge = (each: string, side: 'top' | 'bottom') => document.querySelector(each)?.getBoundingClientRect()[side] ?? NaN;
    return edge('.bottom-bar', 'top') - edge('.top-bar', 'bottom') - (edge(wanted, 'bottom') - edge('main h1', 'top'));
  }, selector);
}

test('from the first page to the first round for money it is at most five screens', async ({ page, context }) => {
  const person = newPerson();
  const screens = await countScreens(page);
  await page.goto('/');
  await topBar(page).getByRole('link', { name: 'Join' }).click();
  const form = new SignUpForm(signUpDialog(page));
  await form.fill(person);
  await form.sendButton.click();

  await expect(heading(page)).toHaveText('Deposit');
  await expect(page.getByText('Confirm your e-mail first')).toBeVisible();
  await page.getByLabel('I deposit at most').fill('5,000');
  await page.getByRole('button', { name: 'Set limits' }).click();
  await expect(page.getByLabel('I deposit at most')).toHaveCount(0);

  await page.goto(await activationLink(context, person.email));
  await expect(page).toHaveURL(/\/deposit$/);
  await expect(page.getByText('Your e-mail is confirmed')).toBeVisible();
  await expect(page.getByText('Confirm your e-mail first')).toHaveCount(0);
  await expect(page.getByText('₦5,000 left of your ₦5,000 for today')).toBeVisible();
  await goToPay(page, '2,000');
  await payAtSimulator(page);
  await expectPaid(page);

  await page.getByRole('main').getByRole('link', { name: /^Play / }).click();
  await expect(spinButton(page)).toHaveAttribute('data-mode', 'money');
  await spin(page);
  expect([...screens]).toHaveLength(MOST_SCREENS);
});

test('a player who has not confirmed the e-mail opens a game in practice, which works at once', LONG_ONLINE, async ({ page, context }) => {
  const account = await openAccount(context, { activated: false, unasked: true });
  await putSession(page, account);
  await page.goto('/game/adire-gold');
  await expect(spinButton(page)).toHaveAttribute('data-mode', 'practice', { timeout: POLL_LIMIT_MS });
  await spin(page);
  await page.locator('input[name="mode"][value="money"]').check({ force: true });
  await expect(page.getByText('Confirm your e-mail first')).toBeVisible();
  await page.getByRole('link', { name: 'Confirm my e-mail' }).click();
  await expect(heading(page)).toHaveText('Confirm your e-mail');
});

test('a player who chose practice stays in practice, in another game and after a reload, until they choose money', ONLINE, async ({ page, context }) => {
  await putSession(page, await openAccount(context, { naira: 1_000 }));
  await page.goto('/game/adire-gold');
  await expect(spinButton(page)).toHaveAttribute('data-mode', 'money', { timeout: POLL_LIMIT_MS });
  const choose = (mode: string) => page.locator(`input[name="mode"][value="${mode}"]`).check({ force: true });
  await choose('practice');
  for (const path of ['/game/adire-gold', '/game/dice']) {
    await page.goto(path);
    await expectLive(page);
    await expect(spinButton(page)).toHaveAttribute('data-mode', 'practice');
  }
  await choose('money');
  await page.reload();
  await expectLive(page);
  await expect(spinButton(page)).toHaveAttribute('data-mode', 'money');
});

test('a player without money opens a game of the lobby in practice', LONG, async ({ page, context }) => {
  await putSession(page, await openAccount(context));
  await page.goto('/');
  await expectLive(page);
  await page.locator('a[href="/game/adire-gold"]').first().click();
  await expect(spinButton(page)).toHaveAttribute('data-mode', 'practice');
  await spin(page);
});

test('a deposit limit is offered once, before the first deposit, and can be skipped', LONG_ONLINE, async ({ page, context }) => {
  const account = await openAccount(context, { unasked: true });
  await putSession(page, account);
  await page.goto('/deposit');
  const field = page.getByLabel('I deposit at most');
  await expect(field).toBeVisible();
  await expect(amountField(page)).toBeVisible();
  expect(await roomBelow(page, '.amount-field .field-frame'), 'the amount is on the first screen').toBeGreaterThanOrEqual(0);
  await page.getByRole('button', { name: 'Not now' }).click();
  await expect(field).toHaveCount(0);
  await expect(heading(page)).toBeFocused();
  await page.reload();
  await expect(amountField(page)).toBeVisible();
  await expect(field).toHaveCount(0);
});

test('the bonuses of a new player show an offer on the first screen', LONG_ONLINE, async ({ page, context }) => {
  await putSession(page, await openAccount(context));
  await page.goto('/bonuses');
  await expect(page.getByText('No bonus is running.')).toBeVisible({ timeout: POLL_LIMIT_MS });
  expect(await roomBelow(page, 'main a[href="/promo/welcome-bonus"]')).toBeGreaterThanOrEqual(0);
});
