import type { Page } from '@playwright/test';
import type { AdminWithdrawal } from '../../src/core/contract/approvals';
import type { ScriptedAnswer, ScriptedCall } from '../support/scripted-platform';
import { request, tab } from './support/admins';
import { findingsOn } from './support/axe';
import { expectReadyOffline, heading } from './support/frame-of-page';
import { setVisibility, scriptedPlayer, signInElsewhere, useScripted } from './support/scripted';
import { storedAt } from './support/snapshots';
import { INSTALL_LIMIT_MS, LONG, LONG_ONLINE, POLL_LIMIT_MS, expect, test } from './support/test';

const AT = '2026-11-21T08:00:00Z';
const { platform, product } = useScripted();

function item(withdrawalId: string, changes: Partial<AdminWithdrawal> = {}): AdminWithdrawal {
  return {
    withdrawalId, amount: 60_000, currency: 'NGN', state: 'checking', bankName: 'Zenith Bank', lastFour: '4012', accountName: 'OBI NGOZI',
    timeline: [{ step: 'asked', at: AT }], reason: null, createdAt: AT, updatedAt: AT, approvalsNeeded: 2,
    approvals: [{ userId: 'u-chidi', username: 'chidi', at: AT }], refusedBy: null, locked: null, lockedWhy: null,
    player: {
      userId: 'u-ngozi', username: 'ngozi', name: 'Ngozi Obi', memberSince: AT, verification: 'verified', paidIn: 100_000, paidOut: 0, staked: 0, won: 0,
    },
    ...changes,
  };
}

const problem = (code: string, status: number, title = 'No'): ScriptedAnswer => ({ status, body: { title, status, code } });

/** An admin's page before a platform that answers the calls of `/admin` as the test says; null: as usual. */
async function openAs(page: Page, answer: (call: ScriptedCall) => ScriptedAnswer | null, path = '/admin?tab=approvals'): Promise<void> {
  const player = scriptedPlayer(0);
  platform().addPlayer(player);
  platform().script = (call) => {
    if (call.name !== 'account') return answer(call);
    const account = {
      userId: player.userId, role: 'admin', emailActivated: false, verification: 'none', protection: 'none', language: 'en', phone: null,
      memberSince: AT, previousSignIn: null,
    };
    return { status: 200, body: account };
  };
  await signInElsewhere(page, product().url, player);
  await page.goto(path);
}

/** The queue of an admin; `waiting` is asked for with each look. */
const queue = (waiting: () => readonly AdminWithdrawal[]) => (call: ScriptedCall): ScriptedAnswer | null => {
  if (call.name === 'withdrawals') return { status: 200, body: { items: call.query.get('state') === 'decided' ? [] : waiting(), next: null, persons: 2 } };
  return call.name === 'games' ? { status: 200, body: { items: [] } } : null;
};

test('the tabs are walked by keyboard, and an address, a reload and the way back open the same one', LONG_ONLINE, async ({ page }) => {
  await openAs(page, queue(() => []), '/admin');
  await expect(heading(page)).toHaveText('Games');
  await tab(page, 'Games').focus();
  await page.keyboard.press('ArrowRight');
  await expect(tab(page, 'Approvals')).toBeFocused();
  await page.keyboard.press('Space');
  await expect(heading(page)).toHaveText('Approvals');
  await expect(page.getByText('No withdrawals waiting for approval')).toBeVisible();
  await expect(page.getByText('No decisions yet.')).toBeVisible();
  expect(await findingsOn(page), 'the empty queue').toEqual([]);
  await page.reload();
  await expect(tab(page, 'Approvals')).toHaveAttribute('aria-selected', 'true');
  await page.goBack();
  await expect(heading(page)).toHaveText('Games');
  // This platform has no people to invite: there is no such tab, and its address opens the first one.
  await expect(tab(page, 'People')).toHaveCount(0);
  await page.goto('/admin?tab=people');
  await expect(heading(page)).toHaveText('Games');
});

// `npm test` has tests/platform/approvals.test.ts and security-fresh.test.ts, and tests/unit/pages/approvals.test.ts.
test('own requests and those decided before are locked; after half an hour a decision asks for the password, and is sent once', LONG_ONLINE, async ({ page }) => {
  const locked = [item('w1', { amount: 70_000, locked: 'own', approvals: [] }), item('w2', { amount: 80_000, locked: 'approved' })];
  let isFresh = false;
  let isSent = false;
  await openAs(page, (call) => {
    if (call.name === 'confirm-password') {
      isFresh = true;
      return { status: 204 };
    }
    if (call.name !== 'approval') return queue(() => (isSent ? locked : [...locked, item('w3')]))(call);
    if (!isFresh) return problem('password-needed', 401);
    isSent = true;
    return { status: 200, body: item('w3', { state: 'sending' }) };
  });
  await test.step('an admin can’t decide on their own withdrawal, or twice on one, and reads why', async () => {
    await expect(request(page, '₦70,000')).toContainText('This is your own withdrawal. Somebody else has to decide.');
    await expect(request(page, '₦80,000')).toContainText('You approved it.');
    for (const amount of ['₦70,000', '₦80,000']) await expect(request(page, amount).getByRole('button')).toHaveCount(0);
    await expect(request(page, '₦60,000').getByRole('button')).toHaveCount(2);
    expect(await findingsOn(page), 'locked requests').toEqual([]);
  });
  await test.step('the password is asked for again, and then the same decision is sent, once', async () => {
    await request(page, '₦60,000').getByRole('button', { name: /^Approve/ }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Approve ₦60,000' }).click();
    const password = page.getByRole('dialog', { name: 'Enter your password' });
    await expect(password).toContainText('Before you decide about money');
    await password.getByLabel('Password', { exact: true }).fill('a quiet tortoise');
    await password.getByRole('button', { name: 'Continue' }).click();
    await expect(page.locator('main :focus')).toContainText('is approved and on its way to Zenith Bank ••••4012');
    expect(platform().of('approval').map(({ status }) => status)).toEqual([401, 200]);
  });
});

test('a lost answer is shown as neither success nor failure, and the list shows how it ended', LONG_ONLINE, async ({ page }) => {
  let isSent = false;
  await openAs(page, (call) => {
    if (call.name !== 'approval') return queue(() => [item('w1', isSent ? { locked: 'approved' } : {})])(call);
    isSent = true;
    return { status: 502, body: '<html>Bad gateway</html>' };
  });
  await request(page, '₦60,000').getByRole('button', { name: /^Approve/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Approve ₦60,000' }).click();
  await expect(page.locator('main :focus')).toContainText('No answer came back for ₦60,000 for Ngozi Obi.');
  await expect(request(page, '₦60,000')).toContainText('You approved it.');
});

test('the queue reloads while the page is visible and keeps typed text; a row that another admin decided stays until it is dismissed', LONG_ONLINE, async ({ page }) => {
  let waiting = [item('w1')];
  await openAs(page, queue(() => waiting));
  await request(page, '₦60,000').getByRole('button', { name: /^Refuse/ }).click();
  const reason = page.getByLabel('Reason, shown to the player');
  await reason.fill('We have to ask');
  waiting = [item('w1'), item('w2', { amount: 90_000 })];
  await expect(request(page, '₦90,000')).toBeVisible({ timeout: POLL_LIMIT_MS });
  await expect(reason).toHaveValue('We have to ask');
  await expect(reason).toBeFocused();

  // A hidden page asks nothing. It asks as soon as it is visible.
  await setVisibility(page, 'hidden');
  const callCount = platform().of('withdrawals').length;
  waiting = [item('w2', { amount: 90_000 })];
  await setVisibility(page, 'visible');
  await expect(request(page, '₦60,000')).toContainText('Somebody else decided this first.');
  expect(platform().of('withdrawals').length - callCount).toBe(2);
  await expect(reason).toHaveCount(0);
  await request(page, '₦60,000').getByRole('button', { name: 'Remove from the list' }).click();
  await expect(request(page, '₦60,000')).toHaveCount(0);
});

// `npm test` has tests/unit/pages/approvals.test.ts.
test('without a connection nothing can be decided, and the queue is not stored', LONG, async ({ page, context }) => {
  await openAs(page, queue(() => [item('w1')]));
  await expect(request(page, '₦60,000')).toBeVisible();
  await expectReadyOffline(page);
  // Without a connection the device decides who may see this page.
  await expect.poll(async () => Object.keys(await storedAt(page)), { timeout: INSTALL_LIMIT_MS }).toContain('account');
  await context.setOffline(true);
  await expect(page.getByText('You need a connection to decide.')).toBeVisible();
  for (const button of await request(page, '₦60,000').getByRole('button').all()) await expect(button).toBeDisabled();
  await page.reload();
  await expect(page.getByText('This list needs a connection')).toBeVisible();
  await expect(page.getByText('is not kept on this device')).toBeVisible();
  await context.setOffline(false);
  await expect(request(page, '₦60,000')).toBeVisible({ timeout: POLL_LIMIT_MS });
});
