/** A phone whose clock is wrong: what it shows of a deposit, and for how long. */
import { amountField, card, methodChoice, openForm, payButton } from './support/deposit';
import { expectReadyOffline } from './support/frame-of-page';
import { settleIn, useBrokenSite } from './support/network';
import { LONG, POLL_LIMIT_MS, expect, test } from './support/test';

const { network, cutOff, bringBack } = useBrokenSite();

const CALLS = /^\/api\//;
const NOT_SENT = 'The deposit of ₦5,000 was not started. Nothing was taken.';
const HOUR_MS = 60 * 60_000;

for (const [words, hours] of [['five hours ahead', 5], ['five hours behind', -5]] as const) {
  test(`the account number of a bank transfer stands on the screen offline although the phone’s clock is ${words}`, LONG, async ({ page, context }) => {
    await settleIn(page, 0);
    await openForm(page);
    await methodChoice(page, 'bank-transfer').check();
    await amountField(page).fill('5,000');
    await payButton(page).click();
    const number = card(page).locator('.pay-to-large');
    await expect(number).toHaveText(/^\d{10}$/);
    const accountNumber = await number.innerText();
    await expectReadyOffline(page);
    await cutOff(context);
    await page.clock.setFixedTime(Date.now() + hours * HOUR_MS);
    await page.goto('/deposit');
    await expect(number).toHaveText(accountNumber);
    await expect(card(page).getByText(/^Pay before \d\d\/\d\d\/\d{4}, \d\d:\d\d\./)).toBeVisible();
    await bringBack(context);
    await expect(card(page).getByText(/^Pay within (2\d|30) minutes/)).toBeVisible({ timeout: POLL_LIMIT_MS });
    await expect(number).toHaveText(accountNumber);
  });
}

test('a deposit that never went out is not checked for days, although the phone’s date was three days ahead or behind when it was pressed', LONG, async ({ browser, trouble }) => {
  const phones = await Promise.all([72, -72].map(async (hours) => {
    const context = await browser.newContext({ baseURL: network().url });
    await trouble.watch(context);
    const page = await context.newPage();
    await page.clock.setFixedTime(Date.now() + hours * HOUR_MS);
    await settleIn(page, 0);
    await openForm(page);
    await methodChoice(page, 'bank-transfer').check();
    await amountField(page).fill('5,000');
    return page;
  }));
  network().break({ path: CALLS, fault: 'drop' });
  // The app is closed, the date is set right, the line is back, and the app opens again, in a browser with what this one kept.
  const closed = await Promise.all(phones.map(async (page) => {
    await payButton(page).click();
    await expect(card(page).getByText('We are checking. Do not pay again.')).toBeVisible({ timeout: POLL_LIMIT_MS });
    const storageState = await page.context().storageState({ indexedDB: true });
    await page.close();
    return storageState;
  }));
  network().heal();
  await Promise.all(closed.map(async (storageState) => {
    const opened = await (await browser.newContext({ baseURL: network().url, storageState })).newPage();
    await opened.goto('/deposit');
    await expect(card(opened).getByText('We are checking. Do not pay again.')).toBeVisible({ timeout: POLL_LIMIT_MS });
    await expect(opened.getByText(NOT_SENT)).toBeVisible({ timeout: 3 * 60_000 });
    await expect(payButton(opened)).toBeVisible();
  }));
});
