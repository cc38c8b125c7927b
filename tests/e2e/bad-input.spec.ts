import type { Page } from '@playwright/test';
import { latestBirthDay } from '../../src/pages/sign-up/check';
import { enterAsPlayer, moneyOf, openAccount } from './support/api';
import { amountField, payButton } from './support/deposit';
import { FIRST_STEP, SignUpForm, expectWordsAt, signUpDialog, signUpOn } from './support/forms';
import type { SignUpField } from './support/forms';
import { chip, expectLive, topBar } from './support/frame-of-page';
import { newPerson } from './support/people';
import type { Person } from './support/people';
import { LONG_ONLINE, ONLINE, expect, test, useProduct } from './support/test';

const MINUTE_MS = 60_000;
useProduct();

const DAY_MS = 24 * 60 * MINUTE_MS;
const dayAfter = (day: string) => new Date(Date.parse(day) + DAY_MS).toISOString().slice(0, 10);

const NAME_RULE = 'Use 3 to 24 letters, digits, dots, dashes or underscores.';
const PHONE_RULE = 'Enter a Nigerian mobile number, like 0803 123 4567.';

/** Wrong values for each field, with the words that must be shown at it. */
const WRONG: readonly (readonly [SignUpField, string, string])[] = [
  ['email', '', 'Enter an e-mail address like ada@example.com.'],
  ['email', 'ada', 'Enter an e-mail address like ada@example.com.'],
  ['email', 'ada@', 'Enter an e-mail address like ada@example.com.'],
  ['email', 'a b@example.com', 'Enter an e-mail address like ada@example.com.'],
  ['username', '', NAME_RULE],
  ['username', 'ab', NAME_RULE],
  ['username', 'two words', NAME_RULE],
  ['username', '<script>', NAME_RULE],
  ['password', '', 'Use at least 8 characters.'],
  ['password', 'seven77', 'Use at least 8 characters.'],
  ['password', 'x'.repeat(129), 'Use at most 128 characters.'],
  ['firstname', '', 'Tell us your name.'],
  ['firstname', '   ', 'Tell us your name.'],
  ['firstname', 'A'.repeat(81), 'At most 80 characters.'],
  ['lastname', '', 'Tell us your name.'],
  ['lastname', 'B'.repeat(81), 'At most 80 characters.'],
  ['dateOfBirth', '', 'Enter your date of birth: day, month and year.'],
  ['dateOfBirth', '1899-12-31', 'Check the year of birth.'],
  ['phone', '', PHONE_RULE],
  ['phone', '0803', PHONE_RULE],
  ['phone', '+44 20 7946 0958', PHONE_RULE],
  ['phone', 'abc', PHONE_RULE],
];

/** Fills both steps and sends; false when the first step refused to go on. */
async function fillAndSend(form: SignUpForm, values: Person): Promise<boolean> {
  await form.fillFirst(values);
  await form.goOnButton.click();
  await expect(form.sendButton.or(form.place.locator('[aria-invalid="true"]').first()).first()).toBeVisible();
  if (!(await form.sendButton.isVisible())) return false;
  await form.fillSecond(values);
  await form.sendButton.click();
  return true;
}

async function openSignUp(page: Page): Promise<SignUpForm> {
  await page.goto('/sign-up');
  await expect(page.locator('main h1')).toHaveText('Open an account');
  return signUpOn(page);
}

test('every field of sign-up says what is wrong with it, beside it, and loses nothing that was typed', LONG_ONLINE, async ({ page }) => {
  const sent: string[] = [];
  page.on('request', (request) => request.method() === 'POST' && sent.push(request.url()));
  const form = await openSignUp(page);
  const person = newPerson();
  for (const [field, value, words] of WRONG) {
    const typed = { ...person, [field]: value };
    const isReached = await fillAndSend(form, typed);
    await expectWordsAt(form.field(field), words);
    await expect(form.field(field), `${field}: ${value}`).toBeFocused();
    const keptFields = Object.entries(await form.values()).filter(([name]) => isReached || FIRST_STEP.some((each) => each === name));
    expect(Object.fromEntries(keptFields), `${field}: ${value}`).toEqual(
      Object.fromEntries(keptFields.map(([name]) => [name, typed[name as SignUpField]])),
    );
    if (await form.backButton.isVisible()) await form.backButton.click();
  }
  expect(sent.filter((url) => url.includes('sign-up')), 'what is wrong by itself is not sent').toEqual([]);
});

test('a birthday one day too late for 18, and terms that were not accepted, are refused at their fields', LONG_ONLINE, async ({ page }) => {
  const form = await openSignUp(page);
  const latest = latestBirthDay(Date.now(), 18);
  const tooYoung = { ...newPerson(), dateOfBirth: dayAfter(latest) };
  await fillAndSend(form, tooYoung);
  await expectWordsAt(form.field('dateOfBirth'), 'You must be 18 or older to open an account.');
  await form.field('dateOfBirth').fill(latest);
  await form.terms.setChecked(false);
  await form.sendButton.click();
  await expectWordsAt(form.terms, 'Accept the terms to open an account.');
  await expect(form.field('dateOfBirth')).toHaveValue(latest);
  // Exactly 18 today is old enough.
  await form.terms.setChecked(true);
  await form.sendButton.click();
  await expect(chip(page)).toBeVisible();
});

test('a fault that only the platform can find is shown in its words at the field, on that field’s step', ONLINE, async ({ page, browser }) => {
  const elsewhere = await browser.newContext();
  const existingAccount = await openAccount(elsewhere);
  await elsewhere.close();
  const person = newPerson();
  const form = await openSignUp(page);
  await form.fill({ ...person, email: existingAccount.email });
  await form.sendButton.click();
  await expectWordsAt(form.field('email'), 'This e-mail already has an account. Sign in instead.');
  await form.field('email').fill(person.email);
  await form.field('username').fill(existingAccount.username);
  await form.goOnButton.click();
  await form.sendButton.click();
  await expectWordsAt(form.field('username'), 'Somebody else has this username. Choose another.');
  await form.field('username').fill(person.username);
  await form.field('password').fill('password123');
  await form.goOnButton.click();
  await form.sendButton.click();
  await expectWordsAt(form.field('password'), /\S/);
  const { password: _password, ...expected } = person;
  expect(await form.values()).toMatchObject(expected);
  await expect(form.terms).toBeChecked();
  await form.field('password').fill(person.password);
  await form.goOnButton.click();
  await form.sendButton.click();
  await expect(chip(page)).toBeVisible();
});

test('sign-up keeps every field while the platform can’t be reached, and succeeds later', ONLINE, async ({ page, context }) => {
  const person = newPerson();
  await page.goto('/');
  await topBar(page).getByRole('link', { name: 'Join' }).click();
  const form = new SignUpForm(signUpDialog(page));
  await form.fill(person);
  await context.route('**/api/v1/auth/sign-up', (route) => route.abort('connectionreset'));
  await form.sendButton.click();
  await expect(page.getByText('We don’t know yet whether it went through')).toBeVisible();
  expect(await form.values()).toEqual(person);
  await expect(form.terms).toBeChecked();

  // Closing and reopening the dialog loses nothing but the password.
  await page.keyboard.press('Escape');
  await expect(signUpDialog(page)).toHaveCount(0);
  await topBar(page).getByRole('link', { name: 'Join' }).click();
  const { password, ...rest } = await form.values();
  expect({ ...rest, password: person.password }).toEqual(person);
  expect(password).toBe('');

  await context.unroute('**/api/v1/auth/sign-up');
  await form.field('password').fill(person.password);
  await form.goOnButton.click();
  await form.sendButton.click();
  await expect(chip(page)).toBeVisible();
});

test('without a network sign-up says that nothing was sent', LONG_ONLINE, async ({ page, context }) => {
  const person = newPerson();
  const form = await openSignUp(page);
  await form.fill(person);
  await context.setOffline(true);
  await form.sendButton.click();
  await expect(page.getByText('so nothing was sent')).toBeVisible();
  expect(await form.values()).toEqual(person);
  await context.setOffline(false);
  await form.sendButton.click();
  await expect(chip(page)).toBeVisible();
});

const WRONG_AMOUNTS: readonly (readonly [string, string])[] = [
  ['', 'Enter an amount.'],
  ['0', 'Enter an amount above zero.'],
  ['0.00', 'Enter an amount above zero.'],
  ['-500', 'Enter an amount above zero.'],
  ['five thousand', 'Enter an amount in figures, like 5,000.'],
  ['1e3', 'Enter an amount in figures, like 5,000.'],
  ['<b>5</b>', 'Enter an amount in figures, like 5,000.'],
  ['50,00', 'This could mean two amounts. Write it like 5,000 or 5000.50.'],
  ['100.001', 'At most two decimals: naira and kobo.'],
  ['99.99', 'The smallest deposit is ₦100.'],
  ['10,000,000', 'The largest deposit is ₦9,999,999.'],
  ['9'.repeat(30), 'This is more than you can move at once.'],
];

test('the amount of a deposit says what is wrong with it and keeps what was typed', LONG_ONLINE, async ({ page }) => {
  const account = await enterAsPlayer(page);
  await expectLive(page);
  await page.goto('/deposit');
  await expect(page.getByText('From ₦100 to ₦9,999,999.')).toBeVisible();
  for (const [typed, words] of WRONG_AMOUNTS) {
    await amountField(page).fill(typed);
    await payButton(page).click();
    await expectWordsAt(amountField(page), words);
    await expect(amountField(page)).toHaveValue(typed);
    await expect(amountField(page)).toBeFocused();
  }
  expect((await moneyOf(page.context(), account)).deposits).toEqual([]);
});

test('limits that the page does not know are said by the platform at the field', LONG_ONLINE, async ({ page, context }) => {
  await context.route('**/api/v1/deposit-options', (route) => route.abort('connectionreset'));
  const account = await enterAsPlayer(page);
  await page.goto('/deposit');
  await amountField(page).fill('50');
  await payButton(page).click();
  await expectWordsAt(amountField(page), 'The smallest deposit is ₦100.');
  await expect(amountField(page)).toHaveValue('50');
  expect((await moneyOf(context, account)).deposits).toEqual([]);
});

test('without a network a deposit is not sent, and its amount stays', LONG_ONLINE, async ({ page, context }) => {
  const account = await enterAsPlayer(page);
  await expectLive(page);
  await page.goto('/deposit');
  await amountField(page).fill('5,000');
  await context.setOffline(true);
  await payButton(page).click();
  await expect(page.getByText('There is no connection. Nothing was sent and nothing was taken.')).toBeVisible();
  await expect(amountField(page)).toHaveValue('5,000');
  await context.setOffline(false);
  expect((await moneyOf(context, account)).deposits).toEqual([]);
  await payButton(page).click();
  await page.waitForURL('**/api/simulator/checkout/**');
});
