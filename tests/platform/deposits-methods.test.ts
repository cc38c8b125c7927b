/** The four ways to pay in, each to every end, and the question before the same deposit again. */
import { beforeEach, describe, expect, it } from 'vitest';
import type { DepositMethod } from '../../server/cashier/deposits/deposit-methods';
import { runPaymentsDue, sweepDeposits } from '../../server/cashier/deposits/sweep-deposits';
import type { Outcome } from '../../server/gateways/payment/simulator/payments/outcomes';
import { MONEY_INVARIANTS } from '../../server/money-invariants';
import { DEPOSIT_METHODS } from '../../src/core/contract/cashier';
import { makeCashier } from '../support/deposits';
import type { Cashier, DepositOptions, StartedDeposit } from '../support/deposits';
import { fileDatabase } from '../support/file-database';
import { newKey } from '../support/keys';
import { refusalOf } from '../support/money';
import { makePlayer } from '../support/players';

const database = fileDatabase({ invariants: MONEY_INVARIANTS });
let cashier: Cashier;
let userId: string;

beforeEach(async () => {
  await database.pool.query(`UPDATE deposit SET check_after = 'infinity' WHERE state = 'pending'`);
  await database.pool.query('UPDATE simulator_notification SET delivered_at = now()');
  cashier = makeCashier(database.pool);
  userId = await makePlayer(database.pool);
});

const MINUTE_MS = 60_000;
const GTBANK = '058';
const how = (method: DepositMethod): DepositOptions => ({ method, ...(method === 'ussd' && { bankCode: GTBANK }) });
const start = (method: DepositMethod, naira = 5_000): Promise<StartedDeposit> => cashier.start(userId, naira, newKey(), how(method));
const steps = async (depositId: string): Promise<string[]> => (await cashier.deposit(depositId)).timeline.map(({ step }) => step);

/** All that the gateway and the platform do by themselves, with the notifications of the simulator delivered in the test. */
async function deliver(reference: string): Promise<void> {
  const { rows } = await database.pool.query<{ body: string }>(
    'SELECT body FROM simulator_notification WHERE reference = $1 AND due_at <= $2', [reference, cashier.platform.now()],
  );
  for (const { body } of rows) expect((await cashier.notify(body)).status).toBe(200);
}

describe('what the player is told to do', () => {
  it('is a page to go to, for mobile money and card', async () => {
    for (const method of ['mobile-money', 'card'] as const) {
      const { deposit, reference } = await start(method);
      expect(deposit).toMatchObject({ method, next: { type: 'redirect', url: `http://site.test/api/simulator/checkout/${reference}` } });
      expect(await steps(deposit.depositId)).toEqual(['asked', 'redirected']);
    }
  });

  it('is an account of ten digits to transfer to within 30 minutes', async () => {
    const { deposit } = await start('bank-transfer');
    expect(deposit.next).toEqual({
      type: 'account', bankName: 'Simulator Bank', accountNumber: expect.stringMatching(/^\d{10}$/), accountName: expect.stringContaining('deposit'),
    });
    expect(Date.parse(deposit.expiresAt ?? '') - Date.parse(deposit.createdAt)).toBe(30 * MINUTE_MS);
    expect(await steps(deposit.depositId)).toEqual(['asked', 'account-given']);
  });

  it('is a code of the bank that was chosen', async () => {
    const { deposit } = await start('ussd');
    expect(deposit.next).toEqual({
      type: 'ussd', bankName: 'Guaranty Trust Bank (GTBank)', code: expect.stringMatching(/^\*737\*000\*\d{8}#$/),
    });
    expect(Date.parse(deposit.expiresAt ?? '') - Date.parse(deposit.createdAt)).toBe(15 * MINUTE_MS);
    expect(await steps(deposit.depositId)).toEqual(['asked', 'code-given']);
  });

  it('stays the same when the start is answered late, or asked for twice', async () => {
    const key = newKey();
    await refusalOf(cashier.tryStart(userId, 700.09, key, how('bank-transfer')));
    const [first, again] = [await cashier.start(userId, 700.09, key, how('bank-transfer')), await cashier.start(userId, 700.09, key, how('bank-transfer'))];
    expect(first.answer.text).toBe(again.answer.text);
    const { rows } = await database.pool.query('SELECT starts FROM simulator_payment WHERE reference = $1', [first.reference]);
    expect(rows).toEqual([{ starts: 2 }]);
  });

  it('asks for a bank with USSD, and for one that has a code, and for none otherwise', async () => {
    const refused = async (options: DepositOptions) => {
      const { status, text } = await cashier.tryStart(userId, 500, newKey(), options);
      return [status, JSON.parse(text).errors[0].field];
    };
    expect(await refused({ method: 'ussd' })).toEqual([400, 'bankCode']);
    expect(await refused({ method: 'ussd', bankCode: '999' })).toEqual([400, 'bankCode']);
    expect(await refused({ method: 'card', bankCode: GTBANK })).toEqual([400, 'bankCode']);
  });
});

describe.each(DEPOSIT_METHODS)('%s on the simulator', (method) => {
  const ENDS: readonly (readonly [Outcome, string, number])[] = [
    ['paid', 'success', 500_000], ['late', 'success', 500_000], ['failed', 'failed', 0],
    ['wrong-amount', 'mismatch', 0], ['twice', 'success', 500_000], ['never', 'pending', 0],
  ];
  it.each(ENDS)('ends, when the payer chooses "%s", as %s', async (outcome, state, kobo) => {
    const { depositId, reference } = await start(method);
    await cashier.choose(reference, outcome);
    expect((await cashier.deposit(depositId)).state).toBe('pending');
    cashier.pass(30_000);
    await deliver(reference);
    expect((await cashier.deposit(depositId)).state).toBe(state);
    expect(await cashier.readReal(userId)).toBe(kobo);
    expect(await cashier.countCredits(depositId)).toBe(kobo === 0 ? 0 : 1);
  });

  it('ends in the same ways by the kobo of the amount, without a page', async () => {
    const states: string[] = [];
    for (const part of [0.01, 0.02, 0.03, 0.05, 0.06, 0.07, 0.08]) {
      const { depositId, reference } = await start(method, 300 + part);
      cashier.pass(30_000);
      await deliver(reference);
      states.push((await cashier.deposit(depositId)).state);
    }
    expect(states).toEqual(['success', 'success', 'failed', 'mismatch', 'success', 'pending', 'success']);
  });

  it('is found by the sweep when the notification is lost', async () => {
    const { depositId, reference } = await start(method);
    await cashier.choose(reference, 'paid');
    cashier.pass(30_000);
    await sweepDeposits(cashier.platform);
    expect((await cashier.deposit(depositId)).state).toBe('success');
  });
});

describe('the simulated bank and phone', () => {
  it('find the payment by the details that the player got, however they are written', async () => {
    const account = await start('bank-transfer');
    const code = await start('ussd');
    if (account.deposit.next?.type !== 'account' || code.deposit.next?.type !== 'ussd') throw new Error('told otherwise');
    const find = (to: string) => cashier.get(`/api/simulator/pay?to=${encodeURIComponent(to)}`);
    const number = account.deposit.next.accountNumber;
    for (const to of [number, `${number.slice(0, 3)} ${number.slice(3, 6)} ${number.slice(6)}`]) {
      expect(await find(to)).toMatchObject({ status: 303, location: `/api/simulator/checkout/${account.reference}` });
    }
    expect(await find(code.deposit.next.code)).toMatchObject({ status: 303, location: `/api/simulator/checkout/${code.reference}` });
    expect((await cashier.get('/api/simulator/pay')).body).toContain('name="to"');
    expect(await find('0000000000')).toMatchObject({ status: 404, location: undefined });
    expect((await find('"><script>')).body).toContain('&quot;&gt;&lt;script&gt;');
    expect((await cashier.get('/api/simulator/pay?to=a&to=b')).status).toBe(200);
  });

  it('show where it is paid to, have nothing to cancel, and lead nowhere afterwards', async () => {
    const { reference } = await start('bank-transfer');
    const page = await cashier.get(`/api/simulator/checkout/${reference}`);
    expect(page.body).toContain('Paid to');
    expect(page.body).not.toContain('value="cancelled"');
    expect(await cashier.choose(reference, 'paid')).toBe('undefined');
    expect(await cashier.get(`/api/simulator/checkout/${reference}`)).toMatchObject({ status: 200, location: undefined });
  });
});

describe('what nobody paid', () => {
  it.each([['bank-transfer', 30, 60], ['ussd', 15, 15], ['card', 60, 30]] as const)(
    '%s is shown as open for %i minutes, and the platform waits for %i more',
    async (method, shownMs, grace) => {
      const { depositId, deposit } = await start(method);
      expect(Date.parse(deposit.expiresAt ?? '') - Date.parse(deposit.createdAt)).toBe(shownMs * MINUTE_MS);
      const sweepAt = async (ms: number) => {
        cashier.pass(ms);
        await database.pool.query('UPDATE deposit SET check_after = $2 WHERE deposit_id = $1', [depositId, cashier.platform.now()]);
        await sweepDeposits(cashier.platform);
        return (await cashier.deposit(depositId)).state;
      };
      expect(await sweepAt((shownMs + grace) * MINUTE_MS - 1)).toBe('pending');
      expect(await sweepAt(1)).toBe('expired');
    },
  );

  it('is credited when the bank was slow but within that time', async () => {
    const { depositId, reference } = await start('bank-transfer');
    cashier.pass(29 * MINUTE_MS);
    await cashier.choose(reference, 'late');
    cashier.pass(40 * MINUTE_MS);
    await runPaymentsDue(cashier.platform);
    expect((await cashier.deposit(depositId)).state).toBe('success');
  });
});

describe('the same deposit again', () => {
  const once: DepositOptions = { again: undefined };
  const codeOf = ({ status, text }: { status: number; text: string }) => (status === 201 ? 201 : String(JSON.parse(text).code));
  const tryAgain = async (naira: number, options: DepositOptions = once) => codeOf(await cashier.tryStart(userId, naira, newKey(), options));

  it('is asked about within 10 minutes, and started when it is wanted', async () => {
    expect(await tryAgain(500)).toBe(201);
    expect(await tryAgain(500)).toBe('repeated-deposit');
    expect(await tryAgain(500, {})).toBe(201);
    expect(await tryAgain(501)).toBe(201);
    expect(await tryAgain(500, { ...once, method: 'card' })).toBe(201);
    cashier.pass(10 * MINUTE_MS - 1);
    expect(await tryAgain(500)).toBe('repeated-deposit');
    cashier.pass(1);
    expect(await tryAgain(500)).toBe(201);
  });

  it('is not asked about when the first one failed, or is another player’s', async () => {
    const { reference, depositId } = await cashier.start(userId, 500, newKey(), once);
    await cashier.choose(reference, 'failed');
    await cashier.notify(cashier.notificationBody(reference));
    expect((await cashier.deposit(depositId)).state).toBe('failed');
    expect(await tryAgain(500)).toBe(201);
    userId = await makePlayer(database.pool);
    expect(await tryAgain(500)).toBe(201);
  });

  it('is answered to its own key as the first time: it is the same deposit', async () => {
    const key = newKey();
    const [first, again] = [await cashier.tryStart(userId, 500, key, once), await cashier.tryStart(userId, 500, key, once)];
    expect([first.status, again.text]).toEqual([201, first.text]);
  });

  it('is started once by eight different keys at the same moment', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => tryAgain(750)));
    expect(answers.filter((answer) => answer === 201)).toHaveLength(1);
    expect(answers.filter((answer) => answer === 'repeated-deposit')).toHaveLength(7);
  });
});
