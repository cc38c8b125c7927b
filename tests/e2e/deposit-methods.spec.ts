/** Paying in by each of the four ways, with the network gone at another step of each; the ledger has it once. */
import { findingsOn } from './support/axe';
import { call, enterAsPlayer, moneyOf } from './support/api';
import { changeScripts } from './support/changed-scripts';
import {
  amountField, card, expectCreditedOnce, expectPaid, goToPay, methodChoice, openForm, payButton, playPayer,
} from './support/deposit';
import { settleIn, useBrokenSite } from './support/network';
import { LONG, POLL_LIMIT_MS, expect, test } from './support/test';

const MINUTE_MS = 60_000;
const DEPOSITS = /\/deposits$/;
const OPERATIONS = /\/operations\//;
const CHECKING = 'We are checking. Do not pay again.';

const { network, cutOff, bringBack } = useBrokenSite();

const keysSent = (from: number) => {
  const sent = network().requests.slice(from).filter(({ method, path }) => method === 'POST' && DEPOSITS.test(path));
  return [...new Set(sent.map(({ key }) => key))];
};

test('mobile money, with the network gone before the request and again on the way back', LONG, async ({ page, context }) => {
  const account = await settleIn(page, 0);
  await openForm(page);
  await methodChoice(page, 'mobile-money').check();
  await page.getByRole('button', { name: '₦2,000' }).click();
  // A press while the list is reloaded would be lost.
  await expect(payButton(page)).not.toHaveAttribute('aria-busy');
  const from = network().requests.length;
  await context.setOffline(true);
  await payButton(page).click();
  await expect(page.getByText('There is no connection. Nothing was sent and nothing was taken.')).toBeVisible();
  await expect(amountField(page)).toHaveValue('2,000');
  await context.setOffline(false);
  expect(keysSent(from)).toEqual([]);

  await goToPay(page, '2,000');
  network().break({ path: /^\/api\/(?:v1|callbacks)\//, fault: 'drop' });
  await page.getByRole('button', { name: /^Pay ₦/ }).click();
  await expect(card(page).getByText(CHECKING)).toBeVisible({ timeout: POLL_LIMIT_MS });
  await expect(payButton(page)).toHaveCount(0);
  network().heal();
  await expectPaid(page);
  await expectCreditedOnce(context, account, 2000);
  expect(keysSent(from)).toHaveLength(1);
});

test('a card, with the network gone on the payment page: what was paid there is not paid again', LONG, async ({ page, context }) => {
  const account = await settleIn(page, 0);
  await openForm(page);
  await methodChoice(page, 'card').check();
  await expect(page.getByText('we never see its number')).toBeVisible();
  await goToPay(page, '3,500');
  const from = network().requests.length;
  network().break({ method: 'POST', path: /\/simulator\/checkout\//, fault: 'lose-answer' });
  await page.getByRole('button', { name: /^Pay ₦/ }).click();
  await expect.poll(() => network().requests.slice(from).some(({ status }) => status === 303)).toBe(true);
  // The browser's own page for a line that broke: it has sent it again by itself by then, and whoever goes on earlier is overtaken.
  await expect.poll(() => page.url()).toContain('chrome-error:');
  network().heal();
  await page.goto('/deposit');
  await expect(page.getByText('Paid', { exact: true }).or(page.getByText('It is on your balance')).first()).toBeVisible({ timeout: POLL_LIMIT_MS });
  await expectCreditedOnce(context, account, 3500);
});

// `npm test` has money.spec.ts for the lost answer and tests/platform/deposits-methods.test.ts for the four ways.
test('a bank transfer, with the answer lost and the phone offline while it can be paid', LONG, async ({ page, context }) => {
  const account = await settleIn(page, 0);
  await openForm(page);
  await methodChoice(page, 'bank-transfer').check();
  await amountField(page).fill('5,000');
  await expect(page.getByText('It is valid for 30 minutes.')).toBeVisible();
  expect.soft(await findingsOn(page), 'the form').toEqual([]);
  const from = network().requests.length;
  network().break({ method: 'POST', path: DEPOSITS, fault: 'lose-answer' });
  network().break({ path: OPERATIONS, fault: 'drop' });
  await payButton(page).click();
  await expect(card(page).getByText(CHECKING)).toBeVisible({ timeout: POLL_LIMIT_MS });
  await page.reload();
  await expect(card(page).getByText(CHECKING)).toBeVisible({ timeout: POLL_LIMIT_MS });
  await expect(payButton(page)).toHaveCount(0);
  network().heal();
  await expect(card(page).getByText('Waiting for your transfer')).toBeVisible({ timeout: POLL_LIMIT_MS });
  expect(keysSent(from)).toHaveLength(1);

  const number = card(page).locator('.pay-to-large');
  const accountNumber = await number.innerText();
  expect(accountNumber).toMatch(/^\d{10}$/);
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  for (const [what, text] of [['Account number', accountNumber], ['Exactly this amount', '5000']] as const) {
    await card(page).getByRole('button', { name: `Copy: ${what}` }).press('Enter');
    await expect(card(page).getByText('Copied', { exact: true })).toHaveCount(1);
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(text);
  }
  expect.soft(await findingsOn(page), 'the account to pay to').toEqual([]);

  // In the bank's queue there is no network: what is to be paid stays readable, and is not paid when its time is over.
  await cutOff(context);
  // In a page that is open already, the clock of a test stands in 1970 for a moment. Such a leap is somebody setting the clock,
  // which the page doesn't believe, nor the leap back.
  await page.clock.install();
  await page.reload();
  await expect(number).toHaveText(accountNumber);
  await expect(card(page).getByText(/^Pay within (2\d|30) minutes, until \d\d:\d\d\.$/)).toBeVisible();
  await expect(page.getByText(/^Saved copy, /).first()).toBeVisible();
  await page.clock.setFixedTime(Date.now() + 40 * MINUTE_MS);
  await expect(card(page).getByText('The time to pay is over')).toBeVisible();
  await expect(number).toHaveCount(0);
  await bringBack(context);
  // The phone's clock was wrong: the platform says what time it is.
  await expect(number).toHaveText(accountNumber, { timeout: POLL_LIMIT_MS });
  await playPayer(page);
  await expectPaid(page);
  await expectCreditedOnce(context, account, 5000);
});

test('USSD by keyboard alone, with the network gone while the code is dialled', LONG, async ({ page, context }) => {
  const account = await settleIn(page, 0);
  await openForm(page);
  await amountField(page).focus();
  await page.keyboard.type('1500');
  await methodChoice(page, 'mobile-money').focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await expect(methodChoice(page, 'ussd')).toBeChecked();
  await payButton(page).press('Enter');
  const bank = page.getByLabel('Your bank');
  await expect(bank).toBeFocused();
  await expect(page.getByText('Choose the bank that pays.')).toBeVisible();
  await page.keyboard.type('Guaranty');
  await expect(page.getByText('You get a code from Guaranty Trust Bank (GTBank) to dial.')).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(payButton(page)).toBeFocused();
  // The answer with the code is the last that gets through: no list of deposits has it.
  network().break({ method: 'GET', path: DEPOSITS, fault: 'drop' });
  await page.keyboard.press('Enter');

  const code = card(page).locator('.pay-to-large');
  await expect(code).toHaveText(/^\*737\*[\d*]+#$/, { timeout: POLL_LIMIT_MS });
  const dialled = (await code.innerText()).replace('#', '%23');
  await expect(card(page).getByRole('link', { name: 'Dial it on this phone' })).toHaveAttribute('href', `tel:${dialled}`);
  network().break({ path: /^\/api\/v1\//, fault: 'drop' });
  await playPayer(page);
  await page.reload();
  await expect(code).toBeVisible();
  await expect(card(page).getByText(/^Pay within 1[0-5] minutes/)).toBeVisible();
  network().heal();
  await expectPaid(page);
  await expectCreditedOnce(context, account, 1500);
});

test('the same deposit again is asked about first, and “I was debited” is told to the platform', LONG, async ({ page, context }) => {
  const account = await settleIn(page, 0);
  await openForm(page);
  // This deposit was started on another phone, so only the platform knows of it.
  const { sessionId, userId } = account;
  const body = { method: 'bank-transfer', amount: 900, currency: 'NGN' };
  await call(context, 'POST', `/player/${userId}/deposits`, { sessionId, key: `e2e-${crypto.randomUUID()}`, body });
  await methodChoice(page, 'bank-transfer').check();
  await amountField(page).fill('900');
  await payButton(page).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText('You started ₦900 by bank transfer a moment ago. Pay it again?')).toBeVisible();
  // Wide: the tool does not know that a dialog lies above the bar at the bottom of a phone.
  const phone = page.viewportSize();
  await page.setViewportSize({ width: 1280, height: 800 });
  expect.soft(await findingsOn(page), 'the question').toEqual([]);
  await page.setViewportSize(phone ?? { width: 412, height: 823 });
  await dialog.getByRole('button', { name: 'No, show me the first one' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(card(page).getByText('Waiting for your transfer')).toBeVisible();
  expect((await moneyOf(context, account)).deposits).toHaveLength(1);

  // This device knows the deposit now, so it asks before anything is sent.
  await page.getByRole('button', { name: 'Make another deposit' }).click();
  await expect(amountField(page)).toBeFocused();
  const from = network().requests.length;
  await payButton(page).click();
  await expect(dialog).toBeVisible();
  expect(keysSent(from)).toEqual([]);
  await dialog.getByRole('button', { name: 'Yes, pay ₦900 a second time' }).click();
  await expect(page.locator('.money-card')).toHaveCount(2, { timeout: POLL_LIMIT_MS });
  expect(keysSent(from)).toHaveLength(1);
  expect((await moneyOf(context, account)).deposits).toHaveLength(2);

  await card(page).getByText('I was debited').click();
  const reference = card(page).getByLabel('Reference from your bank');
  await reference.fill('no');
  await context.setOffline(true);
  await card(page).getByRole('button', { name: 'Send the reference' }).click();
  await expect(card(page).getByText('so it was not sent')).toBeVisible();
  await context.setOffline(false);
  await card(page).getByRole('button', { name: 'Send the reference' }).click();
  await expect(reference).toHaveAccessibleDescription(/Enter the reference from your bank/);
  await expect(reference).toHaveValue('no');
  await reference.fill('GTB/090405/77123');
  await page.keyboard.press('Enter');
  await expect(card(page).getByText('We are asking about it. Do not pay again.')).toBeVisible();
  await expect(card(page).getByRole('listitem').filter({ hasText: 'You told us that you were debited' })).toContainText('7123');
  expect(await moneyOf(context, account)).toMatchObject({ real: 0, transactions: [] });
});

test.describe('the compact form', () => {
  // The service worker would answer with the chunk as it was built.
  test.use({ serviceWorkers: 'block', viewport: { width: 360, height: 800 } });

  test('has amounts and method in one row, no explanations, and all its states', LONG, async ({ page, context }) => {
    let isSwitched = false;
    await changeScripts(page, '**/assets/*.js', (script) => {
      isSwitched ||= script.includes('shortCashier:!1');
      return script.replace('shortCashier:!1', 'shortCashier:!0');
    });
    const account = await enterAsPlayer(page);
    await page.goto('/deposit');
    const method = page.getByLabel('Pay with');
    await expect(method).toBeVisible();
    expect(isSwitched).toBe(true);
    await expect(page.getByText('What happens next')).toHaveCount(0);
    const [chips, select] = [await page.locator('.quick').boundingBox(), await method.boundingBox()];
    expect(Math.abs((chips?.y ?? 0) + (chips?.height ?? 0) - (select?.y ?? 0) - (select?.height ?? 0))).toBeLessThan(12);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
    expect.soft(await findingsOn(page), 'the compact form').toEqual([]);

    await amountField(page).fill('1');
    await method.selectOption('USSD');
    await payButton(page).click();
    await expect(page.getByText('The smallest deposit is ₦100.')).toBeVisible();
    await expect(page.getByText('Choose the bank that pays.')).toBeVisible();
    await page.getByRole('button', { name: '₦500' }).click();
    await page.getByLabel('Your bank').selectOption('Zenith Bank');
    await context.setOffline(true);
    await payButton(page).click();
    await expect(page.getByText('There is no connection. Nothing was sent and nothing was taken.')).toBeVisible();
    await context.setOffline(false);
    await payButton(page).click();
    await expect(card(page).getByText('Waiting for you to dial')).toBeVisible({ timeout: POLL_LIMIT_MS });
    await playPayer(page);
    await expectPaid(page);
    await expectCreditedOnce(context, account, 500);
  });
});
