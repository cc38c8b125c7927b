/** Taking an admin's role away: what a former admin still has, and what of theirs still counts. */
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sweepPayouts } from '../../server/cashier/withdrawals/payouts/sweep-payouts';
import { readMailbox } from '../../server/gateways/mail/mailbox';
import { findViolations } from '../../server/ledger/invariants';
import { ADMIN_ROLES } from '../../src/core/admin-roles';
import { listAdminGames } from '../../src/core/contract/admin';
import { acceptInvitation, confirmInvitation, inviteAdmin, listAdmins, removeAdmin } from '../../src/core/contract/admins';
import { approveWithdrawal } from '../../src/core/contract/approvals';
import { signIn } from '../../src/core/contract/auth';
import { createDeposit } from '../../src/core/contract/cashier';
import { playRound } from '../../src/core/contract/games';
import { requestPasswordReset } from '../../src/core/contract/passwords';
import { listAdminPromotions, listPromotions, proposePromotion } from '../../src/core/contract/promotions';
import { statusAndCode, userIdOf } from '../support/http-client';
import type { TestClient } from '../support/http-client';
import { kobo } from '../../src/core/money';
import { PASSWORD, testPlatform } from '../support/platform';
import type { TestPlatform } from '../support/platform';
import { giveMoney } from '../support/players';
import { isLong } from '../support/seeds';
import { ask, findInQueue, invariantsOfGivenMoney, paidPlayer, readMoney, readWithdrawal, stepsOf } from '../support/withdrawals';

const REASON = 'Left the company on Friday.';

let ayo: TestPlatform;
let amina: TestClient;
let bode: TestClient;
beforeAll(async () => {
  ayo = await testPlatform();
  [amina, bode] = [await ayo.signUpAdmin(), await ayo.signUpAdmin()];
});
afterAll(async () => {
  expect(await findViolations(ayo.pool, invariantsOfGivenMoney())).toEqual([]);
  await ayo.close();
});

const approve = (admin: TestClient, withdrawalId: string) => admin.call(approveWithdrawal, { params: { withdrawalId } });
const remove = (admin: TestClient, other: TestClient, password = PASSWORD, reason = REASON) =>
  admin.call(removeAdmin, { params: { adminId: userIdOf(other) }, body: { password, reason } });

async function waiting() {
  const player = await paidPlayer(ayo, { naira: 500_000 });
  return { player, id: (await ask(player, 150_000)).data.withdrawalId };
}

/** The account of an admin, as the database has it. */
async function accountOf(client: TestClient) {
  const { rows } = await ayo.pool.query<{ email: string; username: string; role: string; closed: boolean }>(
    'SELECT email, username, role, closed_at IS NOT NULL AS closed FROM player WHERE user_id = $1',
    [userIdOf(client)],
  );
  if (rows[0] === undefined) throw new Error('the account is there');
  return rows[0];
}

describe('a former admin', () => {
  it('has nothing left: signed out everywhere, the account closed, no way back by password, link or mail', async () => {
    const gone = await ayo.signUpAdmin();
    const { email, username } = await accountOf(gone);
    const phone = await ayo.signIn(username);
    expect((await remove(amina, gone)).data).toEqual({ approvals: 0, invitations: 0, proposals: 0 });
    for (const client of [gone, phone]) expect(statusAndCode(await client.call(listAdminGames, {}))).toEqual([401, 'session-ended']);
    expect(statusAndCode(await ayo.client().call(signIn, { body: { username, password: PASSWORD } }))).toEqual([403, 'account-closed']);
    await ayo.client().call(requestPasswordReset, { body: { email } });
    expect((await readMailbox(ayo.pool, email)).map(({ subject }) => subject)).not.toContain('Set a new password for Ayo');
    expect(await accountOf(gone)).toMatchObject({ role: 'player', closed: true });
    expect((await amina.call(listAdmins, {})).data.items.map(({ userId }) => userId)).not.toContain(userIdOf(gone));
    // Removing the admin again changes nothing, and nobody gets a second mail.
    expect((await remove(bode, gone)).data).toEqual({ approvals: 0, invitations: 0, proposals: 0 });
    const subject = 'An admin of Ayo was removed';
    for (const each of [await accountOf(amina), await accountOf(bode), { email }]) {
      expect((await readMailbox(ayo.pool, each.email)).filter((mail) => mail.subject === subject)).toHaveLength(1);
    }
    const { rows } = await ayo.pool.query('SELECT user_id, before, after FROM admin_audit WHERE subject = $1 AND action = $2', [userIdOf(gone), 'admin-removed']);
    expect(rows).toEqual([{ user_id: userIdOf(amina), before: { role: 'admin' }, after: { reason: REASON, approvals: [], invitations: 0, proposals: 0 } }]);
  });

  it('pays nothing out afterwards: an approval that waits for a second one counts no more', async () => {
    const [gone, { id }] = [await ayo.signUpAdmin(), await waiting()];
    await approve(gone, id);
    expect((await remove(amina, gone)).data).toMatchObject({ approvals: 1 });
    const shown = await findInQueue(amina, id);
    expect(shown).toMatchObject({ approvals: [], locked: null });
    expect((await approve(amina, id)).data.state).toBe('checking');
    expect((await approve(bode, id)).data.state).toBe('sending');
  });

  it('sends nothing with the last approval given on the way out: what the bank has not got yet waits for people again', async () => {
    const [gone, { id, player }] = [await ayo.signUpAdmin(), await waiting()];
    await approve(amina, id);
    expect((await approve(gone, id)).data.state).toBe('sending');
    expect((await remove(bode, gone)).data.approvals).toBe(1);
    await sweepPayouts(ayo.platform);
    const again = await readWithdrawal(player, id);
    expect([again.state, stepsOf(again)]).toEqual(['checking', ['asked', 'held', 'review', 'checked', 'again']]);
    expect((await approve(bode, id)).data.state).toBe('sending');
    await sweepPayouts(ayo.platform);
    expect((await readWithdrawal(player, id)).state).toBe('paid');
    expect(await readMoney(player)).toEqual({ real: 350_000, held: 0 });
    // A payout that was sent stays sent when an admin who approved it is removed.
    const other = await ayo.signUpAdmin();
    const second = await waiting();
    await approve(amina, second.id);
    await approve(other, second.id);
    await sweepPayouts(ayo.platform);
    expect((await remove(bode, other)).data.approvals).toBe(0);
    expect((await readWithdrawal(second.player, second.id)).state).toBe('paid');
  });

  it('leaves no way in: invitations that they sent or approved let nobody in, and their proposals end', async () => {
    const gone = await ayo.signUpAdmin();
    const email = () => `chidi-${randomBytes(6).toString('hex')}@admin.example`;
    const own = (await gone.call(inviteAdmin, { body: { email: email(), roles: [...ADMIN_ROLES] } })).data;
    await amina.call(confirmInvitation, { params: { invitationId: own.invitationId } });
    const others = (await amina.call(inviteAdmin, { body: { email: email(), roles: [...ADMIN_ROLES] } })).data;
    await gone.call(confirmInvitation, { params: { invitationId: others.invitationId } });
    const { version } = (await ayo.client().call(listPromotions, {})).data.items.find(({ promotionId }) => promotionId === 'friday') ?? { version: 0 };
    await gone.call(proposePromotion, { params: { promotionId: 'friday' }, body: { name: 'Friday for friends' }, headers: { 'if-match': `"${version}"` } });
    expect((await remove(amina, gone)).data).toEqual({ approvals: 0, invitations: 2, proposals: 1 });
    for (const { email: to } of [own, others]) {
      const [mail] = await readMailbox(ayo.pool, to);
      const token = /invitation=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? '';
      const body = { token, username: `c${randomBytes(5).toString('hex')}`, password: PASSWORD, firstname: 'Chidi', lastname: 'Nwosu' };
      expect(statusAndCode(await ayo.client().call(acceptInvitation, { body }))).toEqual([400, 'token-invalid']);
    }
    expect((await amina.call(listAdminPromotions, {})).data.items.every(({ proposal }) => proposal === null)).toBe(true);
  });
});

describe('taking a role away', () => {
  it('asks for the password each time, and a reason; nobody takes their own, so the last admin stays', async () => {
    const other = await ayo.signUpAdmin();
    expect((await remove(amina, other, 'not the right one')).problem).toMatchObject({ status: 401, code: 'invalid-credentials', errors: [{ field: 'password' }] });
    expect((await remove(amina, other, PASSWORD, ' no ')).problem).toMatchObject({ status: 400, errors: [{ field: 'reason' }] });
    expect(statusAndCode(await remove(amina, amina))).toEqual([409, 'conflict']);
    expect(statusAndCode(await amina.call(removeAdmin, { params: { adminId: 'nobody' }, body: { password: PASSWORD, reason: REASON } }))).toEqual([404, 'not-found']);
    const player = await ayo.signUp();
    expect(statusAndCode(await remove(amina, player))).toEqual([404, 'not-found']);
    expect(statusAndCode(await remove(player, other))).toEqual([403, 'forbidden']);
    expect((await other.call(listAdminGames, {})).status).toBe(200);
  });

  it('leaves one of two admins who take the role from each other at the same moment', async () => {
    for (let round = 0; round < (isLong ? 20 : 2); round += 1) {
      const [one, two] = [await ayo.signUpAdmin(), await ayo.signUpAdmin()];
      const answers = await Promise.all([remove(one, two), remove(two, one)]);
      expect(answers.map(({ status }) => status).filter((status) => status === 200)).toHaveLength(1);
      expect([(await accountOf(one)).role, (await accountOf(two)).role].sort()).toEqual(['admin', 'player']);
    }
  });

  it('while that admin approves leaves no approval that counts', async () => {
    for (let round = 0; round < (isLong ? 20 : 3); round += 1) {
      const [gone, { id }] = [await ayo.signUpAdmin(), await waiting()];
      await approve(amina, id);
      const [approved, removed] = await Promise.all([approve(gone, id), remove(bode, gone)]);
      expect(removed.status).toBe(200);
      expect([200, 401, 403]).toContain(approved.status);
      await sweepPayouts(ayo.platform);
      const { rows } = await ayo.pool.query('SELECT state FROM withdrawal WHERE withdrawal_id = $1', [id]);
      expect(rows).toEqual([{ state: 'checking' }]);
    }
  }, 60_000);
});

describe('an admin’s account', () => {
  it('can neither play nor pay in, whatever its balance is, and is not listed as a player', async () => {
    const client = await ayo.signUpAdmin();
    const userId = userIdOf(client);
    await giveMoney(ayo.pool, userId, kobo(100_000));
    const play = await client.call(playRound, {
      params: { userId, gameId: 'adire-gold' }, body: { stake: 10, currency: 'NGN', bet: {} }, key: `round-of-${userId}`,
    });
    const deposit = await client.call(createDeposit, {
      params: { userId }, body: { method: 'mobile-money', amount: 500, currency: 'NGN' }, key: `deposit-of-${userId}`,
    });
    for (const answer of [play, deposit]) expect(answer.problem).toMatchObject({ status: 403, code: 'forbidden', reason: 'admin-account' });
    const { rows } = await ayo.pool.query('SELECT balance FROM ledger_account WHERE account_id = $1', [`real:${userId}`]);
    expect(rows).toEqual([{ balance: 100_000 }]);
  });
});

it('a former admin does not get a session of the closed account by accepting the invitation again within two minutes', async () => {
  const email = `chidi-${randomBytes(6).toString('hex')}@admin.example`;
  const { invitationId } = (await amina.call(inviteAdmin, { body: { email, roles: [...ADMIN_ROLES] } })).data;
  await bode.call(confirmInvitation, { params: { invitationId } });
  const token = /invitation=([\w-]+)/.exec((await readMailbox(ayo.pool, email))[0]?.text ?? '')?.[1] ?? '';
  const body = { token, username: `chidi${randomBytes(5).toString('hex')}`, password: PASSWORD, firstname: 'Chidi', lastname: 'Nwosu' };
  const gone = ayo.client();
  gone.session = (await gone.call(acceptInvitation, { body })).data;
  expect((await remove(amina, gone)).status).toBe(200);
  expect(statusAndCode(await ayo.client().call(acceptInvitation, { body }))).toEqual([400, 'token-invalid']);
});
