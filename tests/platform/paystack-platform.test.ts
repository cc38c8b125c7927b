/** The platform with Paystack's key: the whole road of a deposit over HTTP, and nothing of the simulator. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sweepDeposits } from '../../server/cashier/deposits/sweep-deposits';
import { sweepPayouts } from '../../server/cashier/withdrawals/payouts/sweep-payouts';
import { claimDeposit, createDeposit, getDeposit, getDepositOptions, getOperation } from '../../src/core/contract/cashier';
import type { BodyOf } from '../../src/core/contract/endpoint';
import { getBalance } from '../../src/core/contract/player';
import { addBankAccount, createWithdrawal } from '../../src/core/contract/withdrawals';
import { kobo } from '../../src/core/money';
import { paramsOf } from '../support/http-client';
import type { TestClient } from '../support/http-client';
import { newKey } from '../support/keys';
import { PAYSTACK_KEY, startPaystackServer } from '../support/paystack-server';
import type { PaystackServer } from '../support/paystack-server';
import { testPlatform } from '../support/platform';
import type { TestPlatform } from '../support/platform';
import { giveMoney } from '../support/players';
import { differences, readState } from '../support/refusals/state';

let paystack: PaystackServer;
let ayo: TestPlatform;
beforeAll(async () => {
  paystack = await startPaystackServer();
  ayo = await testPlatform({
    config: {
      publicUrl: 'https://ayo.example',
      payments: { methods: { 'bank-transfer': 'paystack', ussd: 'paystack', card: 'paystack' }, payouts: 'paystack', paystackKeys: [PAYSTACK_KEY] },
    },
    parts: { paystackUrl: paystack.url },
  });
});
afterAll(async () => {
  await ayo.close();
  await paystack.close();
});

const CARD: BodyOf<typeof createDeposit> = { method: 'card', amount: 5_000, currency: 'NGN' };
const start = (client: TestClient, body = CARD, key = newKey()) => client.call(createDeposit, { params: paramsOf(client), body, key });
const realOf = async (client: TestClient): Promise<number | undefined> =>
  (await client.call(getBalance, { params: paramsOf(client) })).data.items.find(({ type }) => type === 'Real')?.amount;
const stateOf = async (client: TestClient, depositId: string) =>
  (await client.call(getDeposit, { params: { ...paramsOf(client), depositId } })).data.state;

async function notify(reference: string, event = 'charge.success'): Promise<number> {
  const { body, headers } = paystack.notification(event, { reference });
  const sent = await fetch(`${ayo.baseUrl}/api/notifications/payments/paystack`, { method: 'POST', body, headers });
  return sent.status;
}

describe('with Paystack', () => {
  it('the platform offers the methods that Paystack takes, and no mobile money', async () => {
    const { items } = (await ayo.client().call(getDepositOptions, {})).data;
    expect(items.map(({ method, banks, payUrl }) => [method, banks?.length, payUrl])).toEqual([
      ['bank-transfer', undefined, undefined], ['ussd', 4, undefined], ['card', undefined, undefined],
    ]);
    const client = await ayo.signUp();
    await client.request('GET', '/api/v1/auth/anti-forgery');
    const refused = await client.request('POST', `/api/v1/player/${paramsOf(client).userId}/deposits`, {
      body: { ...CARD, method: 'mobile-money' }, key: newKey(),
    });
    expect([refused.status, JSON.parse(refused.text).errors[0].field]).toEqual([400, 'method']);
  });

  it('there is no simulator: not its pages, nor its notifications', async () => {
    for (const path of ['/api/simulator/pay', '/api/simulator/checkout/dep-000000000000', '/api/notifications/payments/simulator']) {
      for (const method of ['GET', 'POST']) expect((await fetch(ayo.baseUrl + path, { method })).status).toBe(404);
    }
  });

  it('a card is paid on Paystack’s page, which is told where to come back to; the notification brings the money', async () => {
    const client = await ayo.signUp();
    const { data } = await start(client);
    const reference = `dep-${data.depositId}`;
    expect(data.next).toEqual({ type: 'redirect', url: `${paystack.url}/checkout/${reference}` });
    expect(paystack.payments.get(reference)?.body).toMatchObject({ callback_url: `https://ayo.example/api/callbacks/mm/success?ref=${reference}` });
    const back = await fetch(`${ayo.baseUrl}/api/callbacks/mm/success?ref=${reference}&trxref=${reference}&reference=${reference}`, { redirect: 'manual' });
    expect([back.status, back.headers.get('location')]).toEqual([303, `/deposit?deposit=${data.depositId}`]);
    expect(await stateOf(client, data.depositId)).toBe('pending');
    Object.assign(paystack.payments.get(reference) ?? {}, { status: 'success' });
    expect(await notify(reference)).toBe(200);
    expect([await stateOf(client, data.depositId), await realOf(client)]).toEqual(['success', 5_000]);
  });

  it('a card that is refused leaves the payer on the page: the next try on the same reference counts', async () => {
    const client = await ayo.signUp();
    const { data } = await start(client);
    const payment = paystack.payments.get(`dep-${data.depositId}`);
    Object.assign(payment ?? {}, { status: 'failed' });
    expect(await stateOf(client, data.depositId)).toBe('pending');
    Object.assign(payment ?? {}, { status: 'success' });
    ayo.pass(5_000);
    expect(await stateOf(client, data.depositId)).toBe('success');
  });

  it('a transfer tells Paystack’s account with Paystack’s own end; a claim finds out at once', async () => {
    const client = await ayo.signUp();
    const { data } = await start(client, { ...CARD, method: 'bank-transfer' });
    expect(data).toMatchObject({ next: { type: 'account', bankName: 'Test Bank', accountNumber: '1231084927' } });
    Object.assign(paystack.payments.get(`dep-${data.depositId}`) ?? {}, { status: 'success' });
    const claimed = await client.call(claimDeposit, { params: { ...paramsOf(client), depositId: data.depositId }, body: { bankReference: ' FT2611210001 ' } });
    expect(claimed.data.state).toBe('success');
    expect(await realOf(client)).toBe(5_000);
  });

  it('a start whose answer went lost is not made twice: the deposit is there, and says so', async () => {
    const client = await ayo.signUp();
    await client.request('GET', '/api/v1/auth/anti-forgery');
    const key = newKey();
    const before = paystack.payments.size;
    paystack.trouble = 'drop-after';
    const lost = await client.request('POST', `/api/v1/player/${paramsOf(client).userId}/deposits`, { body: CARD, key });
    expect(lost.status).toBe(503);
    paystack.trouble = 'none';
    const { data } = await start(client, CARD, key);
    expect(data).toMatchObject({ state: 'pending', next: null });
    expect(data.timeline.map(({ step }) => step)).toEqual(['asked', 'start-lost']);
    expect(paystack.payments.size - before).toBe(1);
  });

  it('a start that Paystack refuses is a failed deposit, not one that is waited for', async () => {
    const client = await ayo.signUp();
    await ayo.pool.query(`UPDATE player SET email = 'no-address' WHERE user_id = $1`, [paramsOf(client).userId]);
    const { data } = await start(client);
    expect(data).toMatchObject({ state: 'failed', next: null });
    expect(ayo.logs.join('\n')).toContain('deposit.start-refused');
  });

  it('a start that never got an answer ends with its deposit, and its key gets an answer', async () => {
    const client = await ayo.signUp();
    await client.request('GET', '/api/v1/auth/anti-forgery');
    const key = newKey();
    Object.assign(paystack, { trouble: 'drop-before', troublePattern: /^POST/ });
    const silent = await client.request('POST', `/api/v1/player/${paramsOf(client).userId}/deposits`, { body: CARD, key });
    expect(silent.status).toBe(503);
    ayo.pass(91 * 60_000);
    await sweepDeposits(ayo.platform);
    await sweepDeposits(ayo.platform);
    Object.assign(paystack, { trouble: 'none', troublePattern: /./ });
    const { state, answer } = (await client.call(getOperation, { params: { ...paramsOf(client), key } })).data;
    expect([state, answer]).toMatchObject(['done', { status: 201, body: { state: 'expired', next: null } }]);
    expect(paystack.payments.has(`dep-${(answer?.body as { depositId: string }).depositId}`)).toBe(false);
  });

  it('a notification that Paystack did not sign is refused, and nothing changes', async () => {
    const client = await ayo.signUp();
    const { data } = await start(client);
    const { body, headers } = paystack.notification('charge.success', { reference: `dep-${data.depositId}` });
    const send = async (text: string, signed: Readonly<Record<string, string>>): Promise<number> =>
      (await fetch(`${ayo.baseUrl}/api/notifications/payments/paystack`, { method: 'POST', body: text, headers: signed })).status;
    const before = await readState(ayo.pool);
    const forged = paystack.notification('charge.success', { reference: `dep-${data.depositId}` }, 'sk_test_of_somebody_else');
    for (const [text, signed] of [[body, {}], [body, forged.headers], [`${body} `, headers]] as const) {
      expect(await send(text, signed)).toBe(401);
      expect(differences(before, await readState(ayo.pool))).toEqual([]);
    }
    expect(await send(body, headers)).toBe(200);
  });

  it('genuine news about something that has no reference of ours is taken, so that it does not come again and again', async () => {
    const events: readonly [string, Readonly<Record<string, unknown>>][] = [
      ['customeridentification.success', { customer_code: 'CUS_example' }],
      ['charge.dispute.create', { id: 1, transaction: { reference: 'dep-000000000000000000000000' } }],
    ];
    for (const [event, data] of events) {
      const { body, headers } = paystack.notification(event, data);
      const send = (signed: Record<string, string>) => fetch(`${ayo.baseUrl}/api/notifications/payments/paystack`, { method: 'POST', body, headers: signed });
      expect((await send(headers)).status).toBe(200);
      expect((await send({ ...headers, 'x-paystack-signature': 'a'.repeat(128) })).status).toBe(401);
    }
  });

  it('whoever runs the platform reads why Paystack does not send a withdrawal', async () => {
    paystack.balance = 0;
    const client = await ayo.signUp();
    const { userId } = paramsOf(client);
    await ayo.pool.query(`UPDATE player SET verification = 'verified' WHERE user_id = $1`, [userId]);
    await giveMoney(ayo.pool, userId, kobo(5_000_00), ayo.platform.now());
    const account = await client.call(addBankAccount, { params: { userId }, body: { bankCode: '058', accountNumber: '0001234567' } });
    const body = { bankAccountId: account.data.bankAccountId, amount: 2_000, currency: 'NGN' } as const;
    const answer = await client.call(createWithdrawal, { params: { userId }, body, key: newKey() });
    expect(answer.data.state).toBe('sending');
    await sweepPayouts(ayo.platform);
    const line = ayo.logs.find((each) => each.includes('withdrawal.gateway-silent')) ?? '';
    expect(line).toMatch(/balance/i);
    expect(line).not.toContain('0001234567');
  });

  it('nothing in the log has the key', () => {
    expect(ayo.logs.join('\n')).not.toContain(PAYSTACK_KEY);
  });
});
