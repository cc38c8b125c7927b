import type { Browser, Locator, Page } from '@playwright/test';
import type { TwoAdmins } from '../support/first-admins';
import { inKobo, moneyOf, openAccount, putSession } from './support/api';
import type { Account } from './support/api';
import { decidedRow, enrolOnScreen, fillInvitation, inviteOnScreen, loadAgain, request, approveOnScreen, signInAsAdmin, tab } from './support/admins';
import type { NewAdmin } from './support/admins';
import { findingsOn } from './support/axe';
import { decidingAdmins, withDecidingAdmins } from './support/deciding-admins';
import { chip, expectLive, heading, koboIn } from './support/frame-of-page';
import { setVisibility } from './support/scripted';
import { LONG_ONLINE, ONLINE, POLL_LIMIT_MS, expect, test, useOwnProduct } from './support/test';
import {
  HOLDER, NO_TURNOVER, NUMBER, amountField, bankField, chooseAndGoOn, keepAccount, movesOf, numberField, proveIdentity, sendButton, withdrawalsOf,
} from './support/withdraw';

const NIN = '34567890123';
/** This amount is more than the platform pays out without an admin. */
const MONEY = '₦120,000';
const REASON = 'The account was used from two places at once. Write to us, and we sort it out.';
useOwnProduct(async () => ({ ...(await withDecidingAdmins()), ...NO_TURNOVER, ADMIN_OFFICE_NETWORKS: '127.0.0.1' }));
let admins: TwoAdmins;
test.beforeAll(async () => {
  admins = await decidingAdmins();
});

/** The exact words that say where the money goes. */
const PLACE = /Zenith Bank ••••4012, OBI NGOZI/;

/** Opens a separate, empty browser. */
async function newBrowser(browser: Browser): Promise<Page> {
  return (await browser.newContext({ viewport: { width: 1280, height: 800 } })).newPage();
}

const person = (username: string): NewAdmin => ({ username, password: 'a quiet tortoise', firstname: 'Dayo', lastname: 'Adeyemi' });

/** The outcome of a decision takes the focus, because the row may be gone. */
const outcomeInFocus = (page: Page): Locator => page.locator('main :focus');

/** Verifies the identity, adds the bank account and requests the withdrawal, on the screens. */
async function askOnScreen(player: Page): Promise<void> {
  await player.goto('/withdraw');
  await player.getByRole('link', { name: 'Verify my identity' }).click();
  await player.getByLabel('Your NIN', { exact: true }).fill(NIN);
  await player.getByRole('checkbox').check();
  await player.getByRole('button', { name: 'Verify my identity' }).click();
  await expect(heading(player)).toHaveText('Withdraw');
  await expectLive(player);
  await bankField(player).fill('zenith');
  await player.getByRole('option', { name: 'Zenith Bank' }).click();
  await numberField(player).fill(NUMBER);
  await player.getByRole('button', { name: 'Look up the name' }).click();
  await player.getByRole('button', { name: 'Yes, use this account' }).click();
  await amountField(player).fill('120,000');
  await player.getByRole('button', { name: 'Continue', exact: true }).click();
  await expect(player.getByText('so our team checks it')).toBeVisible();
  await sendButton(player).click();
}

async function openPlayer(page: Page, naira: number): Promise<Account> {
  const account = await openAccount(page.context(), { naira, person: HOLDER });
  await putSession(page, account);
  return account;
}

test('a withdrawal above the limit goes from the player through two admins and back, in three browsers, on the screens alone', ONLINE, async ({ page: player, browser, trouble }) => {
  const account = await openPlayer(player, 200_000);
  await askOnScreen(player);
  await expect(player.getByText('Our team is checking it')).toBeVisible();

  // Two admins let a third one in: one invites, the other one says yes, and only then there is a mail.
  const [first, second, third] = [await newBrowser(browser), await newBrowser(browser), await newBrowser(browser)];
  for (const page of [first, second, third]) await trouble.watch(page.context());
  await signInAsAdmin(first, admins.first);
  await signInAsAdmin(second, admins.second, '?tab=people');
  await inviteOnScreen(first, 'dayo@work.example');
  await expect(first.getByRole('listitem').filter({ hasText: 'dayo@work.example' })).toContainText('You have invited them yourself.');
  await expect(first.getByRole('button', { name: /^Approve the invitation/ })).toHaveCount(0);
  expect(await findingsOn(first), 'people').toEqual([]);
  await loadAgain(second);
  const link = await approveOnScreen(second, 'dayo@work.example');
  await expect(second.getByRole('listitem').filter({ hasText: 'dayo@work.example' })).toContainText('works until');

  // A browser in which somebody is signed in says that the link is not for them.
  const tabOfPlayer = await player.context().newPage();
  await tabOfPlayer.goto(link);
  await expect(tabOfPlayer.getByText('You are signed in')).toBeVisible();
  await tabOfPlayer.close();

  await third.goto(link);
  await expect(heading(third)).toHaveText('Help to run Ayo');
  await expect(third.getByLabel(/birth|terms|offers/i)).toHaveCount(0);
  await third.getByRole('button', { name: 'Become an admin' }).click();
  await expect(third.locator('main input[name="username"]')).toHaveAttribute('aria-invalid', 'true');
  await fillInvitation(third, person('dayo'));
  expect(await findingsOn(third), 'the invitation').toEqual([]);
  await third.getByRole('button', { name: 'Become an admin' }).click();
  await enrolOnScreen(third);
  await expect(heading(third)).toHaveText('Today');
  await loadAgain(first);
  await expect(first.getByRole('listitem').filter({ hasText: 'Dayo Adeyemi' })).toContainText('can decide about money from');
  await expect(first.getByText('No invitation is open.')).toBeVisible();

  // On the first day their approval would not count, which is said before anybody presses.
  await tab(third, 'Approvals').click();
  await expect(request(third, MONEY)).toContainText('Your approval would not count here. You became an admin less than 24 hours ago.');
  await expect(request(third, MONEY).getByRole('button', { name: /^Approve/ })).toHaveCount(0);
  await expect(request(third, MONEY).getByRole('button', { name: /^Refuse/ })).toBeVisible();
  expect(await findingsOn(third), 'not counted').toEqual([]);

  // The first of two approvals sends nothing.
  await tab(second, 'Approvals').click();
  await expect(request(second, MONEY)).toContainText('0 of 2 approvals');
  await expect(request(second, MONEY)).toContainText(PLACE);
  await expect(request(second, MONEY)).toContainText('NIN checked');
  expect(await findingsOn(second), 'approvals').toEqual([]);
  await request(second, MONEY).getByRole('button', { name: /^Approve/ }).click();
  const ask = second.getByRole('dialog', { name: 'Approve this withdrawal?' });
  await expect(ask).toContainText('This is the first approval of 2. Nothing is sent yet');
  expect(await findingsOn(second), 'the question').toEqual([]);
  await ask.getByRole('button', { name: `Approve ${MONEY}` }).click();
  await expect(outcomeInFocus(second)).toContainText(`You approved ${MONEY}`);
  await expect(request(second, MONEY)).toContainText('You approved it. Somebody else has to approve it, too.');
  await expect(request(second, MONEY).getByRole('button')).toHaveCount(0);
  expect((await withdrawalsOf(player.context(), account)).map(({ state }) => state)).toEqual(['checking']);

  // The second approval sends the money.
  await tab(first, 'Approvals').click();
  await expect(request(first, MONEY)).toContainText('1 of 2 approvals');
  await expect(request(first, MONEY)).toContainText('bola,');
  await request(first, MONEY).getByRole('button', { name: /^Approve/ }).click();
  await expect(first.getByRole('dialog')).toContainText(/This is the second approval: ₦120,000 goes to Zenith Bank ••••4012, OBI NGOZI\./);
  await first.getByRole('dialog').getByRole('button', { name: `Approve ${MONEY}` }).click();
  await expect(outcomeInFocus(first)).toContainText('is approved and on its way to');
  await expect(request(first, MONEY)).toHaveCount(0);

  // The player has not touched anything, and sees it paid, with every step.
  await expect(player.getByText('Paid out', { exact: true }).first()).toBeVisible({ timeout: POLL_LIMIT_MS });
  const steps = player.getByRole('list', { name: 'What happened so far' }).first();
  for (const step of ['You asked for it', 'Money held', 'Given to our team to check', 'Checked', 'Paid: your bank has it']) await expect(steps).toContainText(step);
  const [withdrawal] = await withdrawalsOf(player.context(), account);
  if (withdrawal === undefined) throw new Error('There is no withdrawal.');
  expect(await movesOf(player.context(), account, withdrawal)).toEqual([
    `real ${-inKobo(120_000)}`, `held ${inKobo(120_000)}`, `held ${-inKobo(120_000)}`,
  ]);
  await loadAgain(first);
  await expect(decidedRow(first, MONEY)).toContainText('Paid');
  await expect(decidedRow(first, MONEY)).toContainText('Approved by bola, admin');

  // The link works only once.
  await second.goto(link);
  await second.getByRole('button', { name: 'Sign out and continue' }).click();
  await fillInvitation(second, person('another'));
  await second.getByRole('button', { name: 'Become an admin' }).click();
  await expect(second.getByText('This invitation does not work')).toBeVisible();
  await expect(second.getByRole('main').getByRole('link', { name: 'Sign in' })).toBeVisible();

  // A role is taken away with a password and a reason, and is over at once.
  await tab(first, 'People').click();
  await first.getByRole('button', { name: 'Remove Dayo Adeyemi' }).click();
  const removal = first.getByRole('dialog', { name: 'Remove Dayo Adeyemi as admin?' });
  await removal.getByRole('button', { name: 'Remove admin' }).click();
  await expect(removal.getByLabel('Reason, for the other admins')).toHaveAccessibleDescription(/Enter a reason/);
  await removal.getByLabel('Reason, for the other admins').fill('Was here for the test alone.');
  await removal.getByLabel('Your password', { exact: true }).fill('not the right one');
  expect(await findingsOn(first), 'the removal').toEqual([]);
  await removal.getByRole('button', { name: 'Remove admin' }).click();
  await expect(removal.getByLabel('Your password', { exact: true })).toHaveAccessibleDescription(/This is not your password/);
  await removal.getByLabel('Your password', { exact: true }).fill(admins.first.password);
  await removal.getByRole('button', { name: 'Remove admin' }).click();
  await expect(first.getByText('Dayo Adeyemi is no longer an admin.')).toBeVisible();
  await expect(first.getByRole('listitem').filter({ hasText: 'Dayo Adeyemi' })).toHaveCount(0);
  await third.reload();
  await expect(third.getByRole('tablist')).toHaveCount(0, { timeout: POLL_LIMIT_MS });
});

test('a refusal returns the money and tells the player why; another admin at the same row learns of it and loses no typed text', LONG_ONLINE, async ({ page: player, browser, trouble }) => {
  const account = await openPlayer(player, 90_000);
  await proveIdentity(player.context(), account);
  await keepAccount(player.context(), account, NUMBER);
  await player.goto('/withdraw');
  await expectLive(player);
  await chooseAndGoOn(player, '4012', '80,000');
  await sendButton(player).click();
  await expect(player.getByText('Our team is checking it')).toBeVisible();

  const [first, second] = [await newBrowser(browser), await newBrowser(browser)];
  await trouble.watch(first.context());
  await trouble.watch(second.context());
  await signInAsAdmin(first, admins.first, '?tab=approvals');
  await signInAsAdmin(second, admins.second, '?tab=approvals');

  // The second admin is typing while the list is reloaded.
  await request(second, '₦80,000').getByRole('button', { name: /^Refuse/ }).click();
  await expect(second.getByLabel('Reason, shown to the player')).toBeFocused();
  await second.keyboard.type('No');
  await second.getByRole('button', { name: 'Refuse ₦80,000', exact: true }).click();
  await expect(second.getByLabel('Reason, shown to the player')).toHaveAccessibleDescription(/Give the player a reason.*2 of 200 characters/);
  expect(await findingsOn(second), 'the reason').toEqual([]);
  await loadAgain(second);
  await expect(second.getByLabel('Reason, shown to the player')).toHaveValue('No');

  // The first admin decides first, and the second one's page does not know it yet.
  await setVisibility(second, 'hidden');
  await request(first, '₦80,000').getByRole('button', { name: /^Refuse/ }).click();
  await first.keyboard.type(REASON);
  await first.getByRole('button', { name: 'Refuse ₦80,000', exact: true }).click();
  await expect(outcomeInFocus(first)).toContainText('is refused. The money is back on the player’s balance');
  await decidedRow(first, '₦80,000').click();
  await expect(decidedRow(first, '₦80,000')).toContainText('Refused by admin');
  await expect(decidedRow(first, '₦80,000')).toContainText(REASON);

  await second.getByLabel('Reason, shown to the player').fill('Too late, I fear.');
  await second.getByRole('button', { name: 'Refuse ₦80,000', exact: true }).click();
  await expect(outcomeInFocus(second)).toContainText('your decision was not saved. This withdrawal has already been decided.');
  await expect(request(second, '₦80,000')).toHaveCount(0);
  await expect(decidedRow(second, '₦80,000')).toContainText('Refused by admin');

  // The player reads the reason and has the money back.
  await expect(player.getByText(REASON).first()).toBeVisible({ timeout: POLL_LIMIT_MS });
  expect((await moneyOf(player.context(), account)).real).toBe(inKobo(90_000.01));
  await expect.poll(async () => koboIn((await chip(player).textContent()) ?? ''), { timeout: POLL_LIMIT_MS }).toBe(inKobo(90_000.01));
});
