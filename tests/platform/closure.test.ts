import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ADMIN_ROLES } from '../../src/core/admin-roles';
import { activateEmail, signIn, signUp } from '../../src/core/contract/auth';
import { acceptInvitation, confirmInvitation, inviteAdmin, listAdmins } from '../../src/core/contract/admins';
import { createDeposit } from '../../src/core/contract/cashier';
import { getFairness, playRound } from '../../src/core/contract/games';
import { changePassword } from '../../src/core/contract/passwords';
import { getProfile } from '../../src/core/contract/player';
import { closeAccount, listSessions } from '../../src/core/contract/sessions';
import { getWithdrawalOptions } from '../../src/core/contract/withdrawals';
import { kobo } from '../../src/core/money';
import { settleDeposit } from '../../server/cashier/deposits/settle-deposit';
import { sweepPayouts } from '../../server/cashier/withdrawals/payouts/sweep-payouts';
import { readMailbox } from '../../server/gateways/mail/mailbox';
import { findViolations } from '../../server/ledger/invariants';
import { readWallets } from '../support/bonus-rows';
import { claimMatch, giveBonus } from '../support/bonuses';
import { paramsOf, userIdOf } from '../support/http-client';
import type { TestAnswer, TestClient } from '../support/http-client';
import { newKey } from '../support/keys';
import { newestToken } from '../support/logins';
import { runInOrder } from '../support/one-after-the-other';
import { PASSWORD, newPlayer, testPlatform } from '../support/platform';
import type { TestPlatform } from '../support/platform';
import { giveMoney } from '../support/players';
import { ask, invariantsOfGivenMoney, readMoney, paidPlayer, readWithdrawal } from '../support/withdrawals';

const MINUTE_MS = 60_000;

let site: TestPlatform;
beforeAll(async () => {
  site = await testPlatform();
});
afterAll(() => site.close());

const close = (client: TestClient, password = PASSWORD, reason?: string) =>
  client.call(closeAccount, { params: paramsOf(client), body: { password, ...(reason !== undefined && { reason }) } });
const give = (client: TestClient, amount: number) => giveMoney(site.pool, userIdOf(client), kobo(amount), site.platform.now());
const isClosed = async (client: TestClient): Promise<boolean> => {
  const { rows } = await site.pool.query<{ closed: boolean }>('SELECT closed_at IS NOT NULL AS closed FROM player WHERE user_id = $1', [userIdOf(client)]);
  return rows[0]?.closed === true;
};
const deposit = (client: TestClient, naira = 500) =>
  client.call(createDeposit, { params: paramsOf(client), body: { method: 'mobile-money', amount: naira, currency: 'NGN', again: true }, key: newKey() });

describe('closing the account', () => {
  it('ends bonuses, which never prevent it, and says what is lost with them', async () => {
    const player = newPlayer();
    const client = await site.signUp(player);
    await giveBonus(site.platform, userIdOf(client), 800_00);
    await claimMatch(site.platform, userIdOf(client));
    await give(client, 500_00);
    const refused = (await close(client)).problem;
    expect(refused).toMatchObject({ code: 'money-left', current: { balance: 500 } });
    expect(refused?.detail).toContain('₦800 in your bonuses is lost');
    const other = newPlayer();
    const poor = await site.signUp(other);
    await giveBonus(site.platform, userIdOf(poor), 800_00);
    await claimMatch(site.platform, userIdOf(poor));
    expect((await close(poor)).status).toBe(204);
    const ended = (await readWallets(site.pool, userIdOf(poor))) as { readonly reason: string; readonly lost: number; readonly balance: number }[];
    expect(ended.map(({ reason, balance }) => [reason, balance])).toEqual([['account-closed', 0], ['account-closed', 0]]);
    expect(ended.reduce((sum, { lost }) => sum + lost, 0)).toBe(800_00);
    const [mail] = await readMailbox(site.pool, other.email);
    expect(mail?.text).toContain('Bonus money lost');
    expect(mail?.text).toContain('₦800.00');
  });

  it('ends every session with the reason, takes marketing consents back, writes a mail, and keeps the rest on record', async () => {
    const player = newPlayer({ consents: ['sms', 'emailmarketing'] });
    const phone = await site.signUp(player);
    const laptop = await site.signIn(player.username);
    await give(phone, 99_99);
    expect((await close(phone, PASSWORD, ' I play too much. ')).status).toBe(204);
    for (const client of [phone, laptop]) {
      expect((await client.call(getProfile, { params: paramsOf(client) })).problem).toMatchObject({ code: 'session-ended', reason: 'account-closed' });
    }
    expect(phone.cookies.has('ayo_bind')).toBe(false);
    const { rows: consents } = await site.pool.query<{ tag: string; given: boolean }>(
      'SELECT DISTINCT ON (tag) tag, given FROM consent WHERE user_id = $1 ORDER BY tag, consent_id DESC', [userIdOf(phone)],
    );
    expect(consents).toEqual([{ tag: 'emailmarketing', given: false }, { tag: 'sms', given: false }]);
    const { rows: closures } = await site.pool.query('SELECT reason, rest, bonus_rest FROM account_closure WHERE user_id = $1', [userIdOf(phone)]);
    expect(closures).toEqual([{ reason: 'I play too much.', rest: 99_99, bonus_rest: 0 }]);
    const [mail] = await readMailbox(site.pool, player.email);
    expect(mail?.subject).toBe('Your Ayo account is closed');
    expect(mail?.text).toContain('₦99.99');
  });

  it('is revealed only to a sign-in with the right password', async () => {
    const player = newPlayer();
    const client = await site.signUp(player);
    expect((await close(client)).status).toBe(204);
    const enter = (password: string) => site.client().call(signIn, { body: { username: player.email, password } });
    expect((await enter('not the right one')).problem).toMatchObject({ status: 401, code: 'invalid-credentials' });
    expect((await enter(PASSWORD)).problem).toMatchObject({ status: 403, code: 'account-closed' });
  });

  it('leaves e-mail and username taken', async () => {
    const player = newPlayer();
    await close(await site.signUp(player));
    expect((await site.client().call(signUp, { body: newPlayer({ email: player.email }) })).problem?.code).toBe('email-taken');
    expect((await site.client().call(signUp, { body: newPlayer({ username: player.username }) })).problem?.code).toBe('username-taken');
  });

  it('lets nobody back in with the same sign-up sent again within two minutes', async () => {
    const player = newPlayer();
    await close(await site.signUp(player));
    const again = await site.client().call(signUp, { body: player });
    expect([again.status, again.problem?.code]).toEqual([409, 'email-taken']);
    const unconfirmed = newPlayer();
    await close(await site.signUp({ ...unconfirmed, activated: false }));
    expect((await site.client().call(signUp, { body: unconfirmed })).problem?.code).toBe('username-taken');
  });

  it('makes links in mails void', async () => {
    const player = newPlayer();
    const client = await site.signUp({ ...player, activated: false });
    const token = await newestToken(site.pool, player.email);
    await close(client);
    expect((await site.client().call(activateEmail, { body: { token } })).problem?.code).toBe('token-invalid');
  });

  it('needs the password, whose wrong tries slow this session down and no sign-in', async () => {
    const player = newPlayer();
    const client = await site.signUp(player);
    for (let n = 0; n < 5; n += 1) {
      expect((await close(client, 'a guess')).problem).toMatchObject({ status: 401, code: 'invalid-credentials', errors: [{ field: 'password' }] });
    }
    expect((await close(client)).status).toBe(429);
    expect((await site.client().call(signIn, { body: { username: player.username, password: PASSWORD } })).status).toBe(200);
    expect(await isClosed(client)).toBe(false);
  });

  it('sent twice happens once, and the second answer is the end of the session or success', async () => {
    const client = await site.signUp();
    const statuses = (await Promise.all([close(client), close(client)])).map(({ status }) => status).sort();
    expect([[204, 204], [204, 401]]).toContainEqual(statuses);
    const { rowCount } = await site.pool.query('SELECT 1 FROM account_closure WHERE user_id = $1', [userIdOf(client)]);
    expect(rowCount).toBe(1);
  });
});

describe('money in the way', () => {
  it('prevents closing from ₦100 on, and the answer says so', async () => {
    const client = await site.signUp();
    await give(client, 100_00);
    const { problem } = await close(client);
    expect(problem).toMatchObject({
      status: 409, code: 'money-left', detail: 'You still have ₦100: withdraw it first.',
      current: { balance: 100, held: 0, currency: 'NGN', pendingDeposits: 0, openWithdrawals: 0, openRounds: 0, closesBelow: 100 },
    });
    expect(await isClosed(client)).toBe(false);
    expect((await client.call(listSessions, { params: paramsOf(client) })).status).toBe(200);
  });

  it('is listed completely in one answer: the money on its way out and the money on its way in', async () => {
    const player = await paidPlayer(site, { naira: 60_050 });
    expect((await ask(player, 60_000)).status).toBe(201);
    expect([(await deposit(player.client)).status, (await deposit(player.client, 700)).status]).toEqual([201, 201]);
    const { problem } = await close(player.client);
    expect(problem?.current).toEqual({ balance: 50, held: 60_000, currency: 'NGN', pendingDeposits: 2, openWithdrawals: 1, openRounds: 0, closesBelow: 100 });
    expect(problem?.detail).toBe(
      '₦60,000 is on its way to your bank: wait until it has arrived. 2 deposits are in progress: wait until they are credited or have expired.',
    );
  });

  it('prevents closing while a claim is open, although the deposit has expired', async () => {
    const client = await site.signUp();
    const { depositId } = (await deposit(client)).data;
    await site.pool.query(`UPDATE deposit SET state = 'expired', claimed_at = $2, closes_at = $3 WHERE deposit_id = $1`, [
      depositId, site.platform.now(), new Date(site.platform.now().getTime() + 3 * 86_400_000),
    ]);
    expect((await close(client)).problem?.current).toMatchObject({ pendingDeposits: 1 });
    await site.pool.query('UPDATE deposit SET closes_at = $2, expires_at = $2 WHERE deposit_id = $1', [depositId, site.platform.now()]);
    expect((await close(client)).status).toBe(204);
  });
});

describe('the last of the money', () => {
  it('can be withdrawn though it is less than the smallest withdrawal, all of it and no part of it, and then the account closes', async () => {
    const player = await paidPlayer(site, { naira: 500 });
    expect((await close(player.client)).problem?.detail).toBe('You still have ₦500: withdraw it first.');
    const options = () => player.client.call(getWithdrawalOptions, { params: paramsOf(player.client) });
    expect((await options()).data.minAmount).toBe(500);
    expect((await ask(player, 499)).problem?.errors).toEqual([{ field: 'amount', message: 'The smallest withdrawal is ₦500.' }]);
    const { withdrawalId } = (await ask(player, 500)).data;
    expect((await options()).data.minAmount).toBe(1_000);
    expect((await close(player.client)).problem?.current).toMatchObject({ balance: 0, held: 500, openWithdrawals: 1 });
    await sweepPayouts(site.platform);
    site.pass(MINUTE_MS);
    await sweepPayouts(site.platform);
    expect((await readWithdrawal(player, withdrawalId)).state).toBe('paid');
    expect((await close(player.client)).status).toBe(204);
  });

  it('is not the last any more when a deposit arrives first: the key is refused and nothing is held', async () => {
    const player = await paidPlayer(site, { naira: 500 });
    const more = () => giveMoney(site.pool, player.userId, kobo(100_00), site.platform.now());
    const [, withdrawal] = await runInOrder(site.pool, player.userId, more, () => ask(player, 500));
    expect(withdrawal.problem).toMatchObject({ status: 400, errors: [{ field: 'amount' }] });
    expect(await readMoney(player)).toEqual({ real: 600, held: 0 });
  });

  it('is not paid out below ₦100', async () => {
    const player = await paidPlayer(site, { naira: 99.99 });
    expect((await ask(player, 99.99)).problem?.errors).toEqual([{ field: 'amount', message: 'The smallest withdrawal is ₦1,000.' }]);
  });
});

describe('closing at the same moment as money moves', () => {
  const stakeOf = (client: TestClient) => () =>
    client.call(playRound, { params: { ...paramsOf(client), gameId: 'adire-gold' }, body: { stake: 50, currency: 'NGN', bet: {} }, key: newKey() });
  const roundsOf = async (client: TestClient) => (await site.pool.query('SELECT 1 FROM round WHERE user_id = $1', [userIdOf(client)])).rowCount;

  it('a stake that came first counts, and one that came later is refused and moves nothing', async () => {
    const [before, after] = [await site.signUp(), await site.signUp()];
    // The seeds exist already, because making them locks the player's row, which would change the order of the queue.
    for (const client of [before, after]) {
      await give(client, 99_00);
      expect((await client.call(getFairness, { params: paramsOf(client) })).status).toBe(200);
    }
    const [played] = await runInOrder(site.pool, userIdOf(before), stakeOf(before), () => close(before));
    expect([played.status, await roundsOf(before)]).toEqual([201, 1]);
    const [closed, late] = await runInOrder(site.pool, userIdOf(after), () => close(after), stakeOf(after));
    expect([closed.status, late.problem?.code, await roundsOf(after), await balanceOf(after)]).toEqual([204, 'account-closed', 0, 99_00]);
    const { rows } = await site.pool.query<{ rest: number; balance: number }>(
      'SELECT rest, balance FROM account_closure JOIN ledger_account USING (user_id) WHERE user_id = ANY($1)', [[userIdOf(before), userIdOf(after)]],
    );
    for (const { rest, balance } of rows) expect(rest).toBe(balance);
    expect(await findViolations(site.pool, invariantsOfGivenMoney())).toEqual([]);
  });

  it('a deposit either begins and prevents the closing, or does not begin', async () => {
    for (let n = 0; n < 4; n += 1) {
      const client = await site.signUp();
      const answers = new Map<string, TestAnswer>();
      const begin = async () => void answers.set('begun', await deposit(client));
      const end = async () => void answers.set('closed', await close(client));
      await runInOrder(site.pool, userIdOf(client), ...(n % 2 === 0 ? [begin, end] as const : [end, begin] as const));
      const [begun, closed] = [answers.get('begun'), answers.get('closed')];
      const { rowCount } = await site.pool.query('SELECT 1 FROM deposit WHERE user_id = $1', [userIdOf(client)]);
      expect([
        [201, 409, 'money-left', 1], [403, 204, 'account-closed', 0],
      ]).toContainEqual([begun?.status, closed?.status, (closed?.problem ?? begun?.problem)?.code, rowCount]);
    }
  });

  it('a stake and a deposit that waited for it since the moment before are refused, too', async () => {
    const [player, payer] = [await site.signUp(), await site.signUp()];
    await give(player, 99_00);
    expect((await player.call(getFairness, { params: paramsOf(player) })).status).toBe(200);
    const later = () => site.pass(1);
    const [closed, late] = await runInOrder(site.pool, userIdOf(player), () => close(player), stakeOf(player), later);
    expect([closed.status, late.problem?.code, await roundsOf(player), await balanceOf(player)]).toEqual([204, 'account-closed', 0, 99_00]);
    // A deposit has referred to the player's row before it waits, so it may come first.
    const [ended, begun] = await runInOrder<TestAnswer, TestAnswer>(
      site.pool, userIdOf(payer), () => close(payer), () => deposit(payer), later,
    );
    expect([[204, 403], [409, 201]]).toContainEqual([ended.status, begun.status]);
  });

  it('the credit of a deposit that came first prevents the closing', async () => {
    const client = await site.signUp();
    const { depositId } = (await deposit(client)).data;
    await pay(depositId);
    const credit = () => settleDeposit(site.platform, depositId, 'notification');
    const [state, refused] = await runInOrder(site.pool, userIdOf(client), credit, () => close(client));
    expect([state, refused.problem?.current]).toEqual(['success', expect.objectContaining({ balance: 500, pendingDeposits: 0 })]);
  });

  it('a withdrawal that came first prevents the closing', async () => {
    const player = await paidPlayer(site, { naira: 1_000 });
    const [withdrawal, refused] = await runInOrder(site.pool, player.userId, () => ask(player, 1_000), () => close(player.client));
    expect([withdrawal.status, refused.problem?.current]).toEqual([201, expect.objectContaining({ balance: 0, held: 1_000, openWithdrawals: 1 })]);
  });

  it('a sign-in whose password was checked before the closing gets no session', async () => {
    const player = newPlayer();
    const client = await site.signUp(player);
    const enter = () => site.client().call(signIn, { body: { username: player.username, password: PASSWORD } });
    const [closed, late] = await runInOrder(site.pool, userIdOf(client), () => close(client), enter);
    expect([closed.status, late.status]).toEqual([204, 401]);
    const { rowCount } = await site.pool.query('SELECT 1 FROM session WHERE user_id = $1 AND ended_at IS NULL', [userIdOf(client)]);
    expect(rowCount).toBe(0);
  });

  it('a password that was changed during the check closes nothing', async () => {
    const client = await site.signUp();
    const change = () => client.call(changePassword, { params: paramsOf(client), body: { current: PASSWORD, password: 'quiet mango rivers' } });
    const [changed, refused] = await runInOrder(site.pool, userIdOf(client), change, () => close(client));
    expect([changed.status, refused.status, refused.problem?.code]).toEqual([200, 401, 'invalid-credentials']);
    expect(await isClosed(client)).toBe(false);
  });

  it('a payment that arrives after the closing is credited all the same, and people learn of it', async () => {
    const client = await site.signUp();
    const { depositId, next } = (await deposit(client)).data;
    expect(next?.type).toBe('redirect');
    // The operator may have closed the account, because a player's own closing waits for deposits.
    await site.pool.query('UPDATE player SET closed_at = $2 WHERE user_id = $1', [userIdOf(client), site.platform.now()]);
    await pay(depositId);
    expect(await settleDeposit(site.platform, depositId, 'notification')).toBe('success');
    expect(await balanceOf(client)).toBe(500_00);
    expect(site.logs.some((line) => line.includes('"deposit.into-closed-account"') && line.includes('"alert":true') && line.includes(depositId))).toBe(true);
  });
});

describe('an admin', () => {
  it('can’t close the account as the last one, also when two try at the same moment; a closed one’s invitations and place in the list end', async () => {
    const own = await testPlatform();
    try {
      const [first, second] = [await own.signUpAdmin(), await own.signUpAdmin()];
      const answers = await Promise.all([close(first), close(second)]);
      expect(answers.map(({ status }) => status).sort()).toEqual([204, 409]);
      const left = answers[0].status === 204 ? second : first;
      expect((await close(left)).problem).toMatchObject({ code: 'conflict', detail: expect.stringContaining('Invite another admin') as string });
      expect((await left.call(listAdmins, {})).data.items).toHaveLength(1);

      const third = await own.signUpAdmin();
      const { invitationId } = (await third.call(inviteAdmin, { body: { email: 'fourth@admin.example', roles: [...ADMIN_ROLES] } })).data;
      await left.call(confirmInvitation, { params: { invitationId } });
      const token = /invitation=([\w-]+)/.exec((await readMailbox(own.pool, 'fourth@admin.example'))[0]?.text ?? '')?.[1] ?? '';
      expect((await close(third)).status).toBe(204);
      const body = { token, username: 'fourth-admin', password: 'quiet mango rivers', firstname: 'Ife', lastname: 'Ojo' };
      expect((await own.client().call(acceptInvitation, { body })).problem?.code).toBe('token-invalid');
    } finally {
      await own.close();
    }
  });
});

/** Pays in the payer's place at the simulated bank. */
async function pay(depositId: string): Promise<void> {
  await site.pool.query(
    `UPDATE simulator_payment SET state = 'success', outcome = 'paid', paid_amount = amount, decided_at = $2 WHERE reference = $1`,
    [`dep-${depositId}`, site.platform.now()],
  );
}

async function balanceOf(client: TestClient): Promise<number> {
  const { rows } = await site.pool.query<{ balance: number }>('SELECT balance FROM ledger_account WHERE account_id = $1', [`real:${userIdOf(client)}`]);
  return rows[0]?.balance ?? 0;
}
