/** Withdrawals as the app meets them: asked for, held, sent, paid or given back. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runPaymentsDue } from '../../server/cashier/deposits/sweep-deposits';
import { sweepPayouts } from '../../server/cashier/withdrawals/payouts/sweep-payouts';
import { findViolations } from '../../server/ledger/invariants';
import { confirmPassword } from '../../src/core/contract/auth';
import { getOperation, listTransactions } from '../../src/core/contract/cashier';
import { patchDetails } from '../../src/core/contract/details';
import { getWithdrawalOptions, listBankAccounts, listWithdrawals } from '../../src/core/contract/withdrawals';
import { kobo } from '../../src/core/money';
import { paramsOf, userIdOf } from '../support/http-client';
import { newKey } from '../support/keys';
import { PASSWORD, testPlatform } from '../support/platform';
import type { TestPlatform } from '../support/platform';
import { GTBANK, ask, invariantsOfGivenMoney, readMoney, paidPlayer, stepsOf, readWithdrawal } from '../support/withdrawals';
import { readAccountNumbers } from '../support/field-keys';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

let ayo: TestPlatform;
beforeAll(async () => {
  ayo = await testPlatform();
});
afterAll(async () => {
  expect(await findViolations(ayo.pool, invariantsOfGivenMoney())).toEqual([]);
  await ayo.close();
});

/** One round of everything that the platform does by itself about payments. */
async function work(): Promise<void> {
  await sweepPayouts(ayo.platform);
  await runPaymentsDue(ayo.platform);
}

describe('a withdrawal', () => {
  it('is held at once, sent by the job, paid by the gateway’s word, and shown in the history', async () => {
    const ada = await paidPlayer(ayo);
    const answer = await ask(ada, 5_000.5);
    expect(answer.status).toBe(201);
    expect(answer.data).toMatchObject({
      amount: 5_000.5, currency: 'NGN', state: 'sending', bankName: ada.account.bankName, lastFour: ada.account.lastFour,
      accountName: 'OBI ADA', reason: null,
    });
    expect(stepsOf(answer.data)).toEqual(['asked', 'held', 'checked']);
    expect(await readMoney(ada)).toEqual({ real: 94_999.5, held: 5_000.5 });

    await sweepPayouts(ayo.platform);
    const paid = await readWithdrawal(ada, answer.data.withdrawalId);
    expect([paid.state, stepsOf(paid)]).toEqual(['paid', ['asked', 'held', 'checked', 'sent', 'paid']]);
    expect(await readMoney(ada)).toEqual({ real: 94_999.5, held: 0 });

    const { items, totals } = (await ada.client.call(listTransactions, { params: paramsOf(ada.client) })).data;
    const reference = answer.data.withdrawalId;
    expect(items.slice(0, 3)).toMatchObject([
      { kind: 'withdrawal', account: 'held', amount: -5_000.5, reference, balanceAfter: 0 },
      { kind: 'withdrawal', account: 'held', amount: 5_000.5, reference, balanceAfter: 5_000.5 },
      { kind: 'withdrawal', account: 'real', amount: -5_000.5, reference, balanceAfter: 94_999.5 },
    ]);
    expect(totals).toEqual({ in: 100_000, out: 5_000.5, net: 94_999.5, lifetimeNetDeposits: 94_999.5 });
    const { data } = await ada.client.call(listBankAccounts, { params: paramsOf(ada.client) });
    expect(data.items).toMatchObject([{ used: true }]);
  });

  it('gives the money back, with the reason, when the bank does not take it', async () => {
    const ada = await paidPlayer(ayo, { ending: '02' });
    const { data } = await ask(ada, 5_000);
    await work();
    const failed = await readWithdrawal(ada, data.withdrawalId);
    expect(failed).toMatchObject({ state: 'failed', reason: 'Your bank says that this account can’t take money at the moment.' });
    expect(stepsOf(failed)).toEqual(['asked', 'held', 'checked', 'failed', 'returned']);
    expect(failed.timeline[3]?.detail).toBe(failed.reason);
    expect(await readMoney(ada)).toEqual({ real: 100_000, held: 0 });
    const { items, totals } = (await ada.client.call(listTransactions, { params: paramsOf(ada.client) })).data;
    expect(items.slice(0, 2).map(({ kind, account, amount }) => [kind, account, amount])).toEqual([
      ['withdrawal-return', 'real', 5_000], ['withdrawal-return', 'held', -5_000],
    ]);
    expect(totals.lifetimeNetDeposits).toBe(100_000);
    const { data: accounts } = await ada.client.call(listBankAccounts, { params: paramsOf(ada.client) });
    expect(accounts.items).toMatchObject([{ used: false }]);
  });

  it('answers the same key with the same withdrawal, byte for byte, also after it was paid; another body is refused', async () => {
    const ada = await paidPlayer(ayo);
    const key = newKey();
    const first = await ask(ada, 5_000, key);
    await work();
    const again = await ask(ada, 5_000, key);
    expect([again.status, again.text]).toEqual([201, first.text]);
    expect((await ask(ada, 5_001, key)).problem).toMatchObject({ status: 422, code: 'key-reused' });
    expect((await ada.client.call(getOperation, { params: { ...paramsOf(ada.client), key } })).text).toBe(
      `{"state":"done","answer":{"status":201,"body":${first.text}}}`,
    );
    expect(await readMoney(ada)).toEqual({ real: 95_000, held: 0 });
  });

  it('sent 64 times at once with one key holds once; with 64 keys it holds no more than there is', async () => {
    const ada = await paidPlayer(ayo, { naira: 20_000 });
    const key = newKey();
    const same = await Promise.all(Array.from({ length: 64 }, () => ask(ada, 4_000, key)));
    expect(new Set(same.filter(({ status }) => status === 201).map(({ text }) => text)).size).toBe(1);
    expect(same.every(({ status, problem }) => status === 201 || problem?.code === 'key-running')).toBe(true);
    expect(await readMoney(ada)).toEqual({ real: 16_000, held: 4_000 });
    const others = await Promise.all(Array.from({ length: 64 }, () => ask(ada, 3_000)));
    expect(others.filter(({ status }) => status === 201)).toHaveLength(5);
    const refused = others.filter(({ status }) => status !== 201);
    expect(new Set(refused.map(({ problem }) => problem?.code))).toEqual(new Set(['insufficient-funds']));
    expect(await readMoney(ada)).toEqual({ real: 1_000, held: 19_000 });
    await work();
  });

  it('is refused above the balance without the held money, and holds nothing (row 23)', async () => {
    const ada = await paidPlayer(ayo, { naira: 10_000 });
    await ask(ada, 6_000);
    const { status, problem } = await ask(ada, 4_000.01);
    expect([status, problem?.code]).toEqual([422, 'insufficient-funds']);
    expect(await readMoney(ada)).toEqual({ real: 4_000, held: 6_000 });
    const { data } = await ada.client.call(listWithdrawals, { params: paramsOf(ada.client) });
    expect(data.items).toHaveLength(1);
    await work();
  });

  it('is between ₦1,000 and ₦9,999,999, and the refusal says which, without using up the key', async () => {
    const ada = await paidPlayer(ayo);
    const key = newKey();
    for (const [naira, message] of [[999.99, 'The smallest withdrawal is ₦1,000.'], [10_000_000, 'The largest withdrawal is ₦9,999,999.']] as const) {
      const { status, problem } = await ask(ada, naira, key);
      expect([status, problem?.code, problem?.errors]).toEqual([400, 'validation', [{ field: 'amount', message }]]);
    }
    expect((await ask(ada, 1_000, key)).status).toBe(201);
    await work();
  });

  it('can’t exceed ₦15,000,000 in a day of Lagos together, also when all of it is requested at once; returned money does not count', async () => {
    const ada = await paidPlayer(ayo, { naira: 40_000_000, ending: '02' });
    const atOnce = await Promise.all(Array.from({ length: 8 }, () => ask(ada, 4_000_000)));
    expect(atOnce.filter(({ status }) => status === 201)).toHaveLength(3);
    for (const { status, problem } of atOnce.filter((answer) => answer.status !== 201)) {
      expect([status, problem?.code, problem?.title]).toEqual([403, 'limit-exceeded', 'You can withdraw ₦15,000,000 a day.']);
    }
    expect(await readMoney(ada)).toEqual({ real: 28_000_000, held: 12_000_000 });
    const options = async () => (await ada.client.call(getWithdrawalOptions, { params: paramsOf(ada.client) })).data;
    expect((await options()).leftToday).toBe(3_000_000);
    // 11:00 in Lagos; the next day begins in 13 hours.
    ayo.pass(13 * 60 * MINUTE_MS - 1);
    await ada.client.call(confirmPassword, { params: paramsOf(ada.client), body: { password: PASSWORD } });
    expect((await ask(ada, 3_000_001)).problem?.code).toBe('limit-exceeded');
    ayo.pass(1);
    expect((await options()).leftToday).toBe(15_000_000);
    expect((await ask(ada, 3_000_001)).status).toBe(201);
  });
});

describe('before a withdrawal', () => {
  it('the e-mail is activated', async () => {
    const ada = await paidPlayer(ayo);
    await ayo.pool.query('UPDATE player SET email_activated_at = NULL WHERE user_id = $1', [ada.userId]);
    expect((await ask(ada, 5_000)).problem).toMatchObject({ status: 403, code: 'email-not-activated' });
    const { data } = await ada.client.call(getWithdrawalOptions, { params: paramsOf(ada.client) });
    expect(data.needs).toEqual(['email']);
    expect(await readMoney(ada)).toEqual({ real: 100_000, held: 0 });
  });

  it('the identity is proven, where the operator wants it', async () => {
    const ada = await paidPlayer(ayo, { verified: false });
    expect((await ask(ada, 5_000)).problem).toMatchObject({ status: 403, code: 'nin-needed' });
    const { data } = await ada.client.call(getWithdrawalOptions, { params: paramsOf(ada.client) });
    expect(data).toEqual({
      minAmount: 1_000, maxAmount: 9_999_999, leftToday: 15_000_000, automaticUpTo: 50_000, currency: 'NGN', needs: ['nin'], accountNeeds: [],
      turnover: { left: 0, of: 0, free: 100_000, minUnplayed: 1_000, waived: null, endsBonuses: [], closingEnds: [] }, bankUrl: '/api/simulator/bank',
    });
  });

  it('people look at what a person takes out with several accounts in turn: closing one begins no new sum of the day', async () => {
    const [before, now] = [await paidPlayer(ayo), await paidPlayer(ayo)];
    await ayo.pool.query('UPDATE player SET person_id = $1 WHERE user_id = ANY($2)', [userIdOf(before.client), [userIdOf(before.client), userIdOf(now.client)]]);
    expect(stepsOf((await ask(before, 50_000)).data)).toContain('checked');
    expect(stepsOf((await ask(now, 50_000)).data)).toEqual(['asked', 'held', 'review']);
  });

  it('people decide on every amount without that proof, where the operator does not demand it', async () => {
    const free = await testPlatform({ config: { ninBeforeWithdrawal: false }, database: ayo.database });
    const ada = await paidPlayer(free, { verified: false });
    const answer = await ask(ada, 1_000);
    expect([answer.data.state, stepsOf(answer.data)]).toEqual(['checking', ['asked', 'held', 'review']]);
    const options = await ada.client.call(getWithdrawalOptions, { params: paramsOf(ada.client) });
    expect(options.data).toMatchObject({ automaticUpTo: 0, needs: [] });
    await free.close();
  });

  it('the account is one of the player’s own that are kept', async () => {
    const [ada, bola] = [await paidPlayer(ayo), await paidPlayer(ayo)];
    const { status, problem } = await ask({ ...ada, account: bola.account }, 5_000);
    expect([status, problem?.code]).toEqual([404, 'not-found']);
  });

  it('the account still has the player’s name: after a change of name it can’t be used', async () => {
    const ada = await paidPlayer(ayo);
    const rename = (lastname: string, version: number) =>
      ada.client.call(patchDetails, { params: paramsOf(ada.client), body: { lastname }, key: newKey(), headers: { 'if-match': `"${version}"` } });
    await ayo.pool.query(`UPDATE player SET verification = 'none' WHERE user_id = $1`, [ada.userId]);
    expect((await rename('Okafor', 1)).status).toBe(200);
    await ayo.pool.query(`UPDATE player SET verification = 'verified' WHERE user_id = $1`, [ada.userId]);
    expect((await ask(ada, 5_000)).problem).toMatchObject({ status: 422, code: 'name-mismatch' });
    expect(await readMoney(ada)).toEqual({ real: 100_000, held: 0 });
  });

  it('an account that nothing was paid out to asks for the password, given here within five minutes; a used one does not', async () => {
    const ada = await paidPlayer(ayo);
    const key = newKey();
    ayo.pass(5 * MINUTE_MS + 1);
    const { status, problem } = await ask(ada, 5_000, key);
    expect([status, problem?.code]).toEqual([401, 'password-needed']);
    const other = await ayo.signIn((await ayo.pool.query('SELECT username FROM player WHERE user_id = $1', [ada.userId])).rows[0].username);
    await other.call(confirmPassword, { params: paramsOf(ada.client), body: { password: PASSWORD } });
    expect((await ask(ada, 5_000, key)).problem?.code).toBe('password-needed');
    await ada.client.call(confirmPassword, { params: paramsOf(ada.client), body: { password: PASSWORD } });
    ayo.pass(5 * MINUTE_MS);
    expect((await ask(ada, 5_000, key)).status).toBe(201);
    await work();
    ayo.pass(5 * MINUTE_MS + 1);
    expect((await ask(ada, 5_000)).status).toBe(201);
    await work();
  });

  it.each(['cool-off', 'excluded'])('a %s changes nothing: withdrawing stays open', async (protection) => {
    const ada = await paidPlayer(ayo);
    await ayo.pool.query('UPDATE player SET protection = $2, protection_until = NULL WHERE user_id = $1', [ada.userId, protection]);
    const { data } = await ask(ada, 5_000);
    await work();
    expect((await readWithdrawal(ada, data.withdrawalId)).state).toBe('paid');
  });

  it('half an hour without an action asks for the password, whatever the account', async () => {
    const ada = await paidPlayer(ayo);
    await ask(ada, 5_000);
    await work();
    ayo.pass(31 * MINUTE_MS);
    expect((await ask(ada, 5_000)).problem?.code).toBe('password-needed');
  });
});

describe('what rules alone decide', () => {
  it('is ₦50,000 a day of one player, in parts or at once; the rest is for people', async () => {
    const ada = await paidPlayer(ayo, { naira: 200_000 });
    const stateOf = async (naira: number): Promise<string> => (await ask(ada, naira)).data.state;
    expect(await stateOf(50_000.01)).toBe('checking');
    expect(await stateOf(30_000)).toBe('sending');
    expect(await stateOf(20_000.01)).toBe('checking');
    const { data } = await ada.client.call(getWithdrawalOptions, { params: paramsOf(ada.client) });
    expect(data.automaticUpTo).toBe(20_000);
    expect(await stateOf(20_000)).toBe('sending');
    expect(await stateOf(1_000)).toBe('checking');
    await work();
    ayo.pass(DAY_MS);
    await ada.client.call(confirmPassword, { params: paramsOf(ada.client), body: { password: PASSWORD } });
    expect(await stateOf(1_000)).toBe('sending');
    await work();
  });

  it('is nothing where the operator says so', async () => {
    const strict = await testPlatform({ config: { withdrawalAutomaticUpTo: kobo(0) }, database: ayo.database });
    const ada = await paidPlayer(strict);
    expect((await ask(ada, 1_000)).data.state).toBe('checking');
    await strict.close();
  });
});

describe('the list of withdrawals', () => {
  it('goes on page by page, newest first, and is answered with 304 until something changes', async () => {
    const ada = await paidPlayer(ayo, { ending: '01' });
    const withdrawalIds: string[] = [];
    for (const naira of [1_000, 2_000, 3_000]) {
      withdrawalIds.unshift((await ask(ada, naira)).data.withdrawalId);
      ayo.pass(1_000);
    }
    const read = (query: { limit?: number; cursor?: string } = {}, headers: Record<string, string> = {}) =>
      ada.client.call(listWithdrawals, { params: paramsOf(ada.client), query, headers });
    const first = (await read({ limit: 2 })).data;
    const second = (await read({ limit: 2, cursor: first.next ?? '' })).data;
    expect([...first.items, ...second.items].map(({ withdrawalId }) => withdrawalId)).toEqual(withdrawalIds);
    expect(second.next).toBeNull();

    const etag = async () => (await read()).headers.get('etag') ?? '';
    const before = await etag();
    expect((await read({}, { 'if-none-match': before })).status).toBe(304);
    await sweepPayouts(ayo.platform);
    expect((await read({}, { 'if-none-match': before })).status).toBe(200);
    const sent = await etag();
    ayo.pass(31_000);
    await work();
    const paid = await read({}, { 'if-none-match': sent });
    expect([paid.status, paid.data.items.map(({ state }) => state)]).toEqual([200, ['paid', 'paid', 'paid']]);
    expect((await read({ cursor: 'x' })).status).toBe(400);
  });

  it('shows nobody the withdrawals of another player', async () => {
    const [ada, bola] = [await paidPlayer(ayo), await paidPlayer(ayo)];
    const { data } = await ask(ada, 5_000);
    const path = (userId: string) => `/api/v1/player/${userId}/withdrawals/${data.withdrawalId}`;
    expect((await bola.client.request('GET', path(bola.userId))).status).toBe(404);
    expect((await bola.client.request('GET', path(ada.userId))).status).toBe(403);
    expect((await bola.client.call(listWithdrawals, { params: paramsOf(bola.client) })).data.items).toEqual([]);
    await work();
  });

  it('has no more of an account’s number than its last four digits, like every other answer', async () => {
    const ada = await paidPlayer(ayo);
    await ask(ada, 60_000);
    const [number = 'none'] = await readAccountNumbers(ayo.pool, ada.userId);
    const admin = await ayo.signUpAdmin();
    const texts = await Promise.all([
      ada.client.request('GET', `/api/v1/player/${ada.userId}/withdrawals`),
      ada.client.request('GET', `/api/v1/player/${ada.userId}/bank-accounts`),
      ada.client.request('GET', `/api/v1/player/${ada.userId}/transactions`),
      admin.request('GET', '/api/v1/admin/withdrawals'),
    ]);
    for (const { status, text } of texts) expect([status, text.includes(number.slice(0, 6))]).toEqual([200, false]);
    expect(ayo.logs.filter((line) => line.includes(number))).toEqual([]);
    expect(GTBANK).toBe(ada.account.bankCode);
  });
});
