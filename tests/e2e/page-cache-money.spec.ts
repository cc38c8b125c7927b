/**
 * Paid, and back by the browser's own button instead of the payment page's: the deposit page comes out of the back/forward cache as
 * it was left, before the payment. In a Chromium that has such a cache (see `startOwnChromium`), on the real platform.
 */
import type { Page } from '@playwright/test';
import { formatNaira, kobo } from '../../src/core/money';
import { inKobo, moneyOf, openAccount } from './support/api';
import type { Account } from './support/api';
import { amountField, goToPay, payButton } from './support/deposit';
import { signInWith } from './support/forms';
import { chip, expectLive, expectReadyOffline } from './support/frame-of-page';
import { goBackInHistory, startOwnChromium } from './support/own-chromium';
import type { OwnChromium } from './support/own-chromium';
import { POLL_LIMIT_MS, expect, ignoreWorkerRequests, test, useProduct } from './support/test';

ignoreWorkerRequests();

/** A browser may throw a kept page out for reasons of its own; then the whole of it is done again. */
const MAX_TRIES = 5;
const product = useProduct();

// Playwright's trace and pictures run scripts in the page, which throw the page out of the cache.
test.use({ trace: 'off', screenshot: 'off' });

let own: OwnChromium;
test.beforeAll(async () => {
  own = await startOwnChromium();
});
test.afterAll(() => own.close());

type Left = Window & { readonly left: true | undefined };

async function signInOn(page: Page, account: Account): Promise<void> {
  await page.goto(`${product().url}/sign-in`);
  await signInWith(page.locator('main'), account);
  await expectLive(page);
  await page.close();
}

/** On the payment page, with the deposit page behind it in the history. */
async function leaveToPay(naira: number): Promise<Page> {
  const page = await own.context.newPage();
  await page.goto(`${product().url}/deposit`);
  await expectLive(page);
  // A service worker that takes charge throws what it finds out of the cache.
  await expectReadyOffline(page);
  await expect(async () => {
    // The deposit that the last try paid stands where the form was.
    const another = page.getByRole('button', { name: 'Make another deposit' });
    if (await another.isVisible()) await another.click();
    await expect(amountField(page)).toBeVisible({ timeout: 1_000 });
  }).toPass({ timeout: POLL_LIMIT_MS });
  await page.evaluate(() => Object.assign(window, { left: true }));
  await goToPay(page, String(naira));
  return page;
}

/** The payer pays, and this tab hears nothing of it. */
async function payUnseen(page: Page): Promise<void> {
  const { token, action } = await page.evaluate(() => {
    const field = document.querySelector<HTMLInputElement>('form input[name="token"]');
    return { token: field?.value ?? '', action: field?.form?.action ?? '' };
  });
  const answer = await own.context.request.post(action, { form: { token, outcome: 'paid' }, maxRedirects: 0 });
  expect(answer.status()).toBe(303);
}

test('A-21: paid, and back through the cache: it is credited once, and nothing is paid a second time', async ({ context }) => {
  const account = await openAccount(context);
  await signInOn(await own.context.newPage(), account);
  let paid = 0;
  let tries = 0;
  const reasons: string[] = [];
  for (let isKept = false; !isKept; tries += 1) {
    expect(tries, `the browser kept no page: ${reasons.join('; ')}`).toBeLessThan(MAX_TRIES);
    const naira = 700 + tries;
    const page = await leaveToPay(naira);
    await payUnseen(page);
    paid += naira;
    reasons.push(...(await goBackInHistory(page)));
    isKept = await page.evaluate(() => (window as unknown as Left).left ?? false);
    if (isKept) {
      const now = page.getByRole('article', { name: 'It is on your balance' }).filter({ hasText: formatNaira(kobo(naira * 100), { whole: true }) });
      await expect(now).toBeVisible({ timeout: POLL_LIMIT_MS });
      await expect(chip(page)).toContainText(formatNaira(kobo(paid * 100), { whole: true }), { timeout: POLL_LIMIT_MS });
      await expect(payButton(page).or(page.getByRole('button', { name: 'Make another deposit' })).first()).toBeVisible();
      if (await amountField(page).isVisible()) await expect(amountField(page)).toHaveValue('');
      const { real, deposits, transactions } = await moneyOf(context, account);
      expect({ real, deposits: deposits.length, credits: transactions.filter(({ kind }) => kind === 'deposit').length })
        .toEqual({ real: inKobo(paid), deposits: tries + 1, credits: tries + 1 });
    }
    await page.close();
  }
});
