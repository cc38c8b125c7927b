/** Every payment gateway must do the same behind the port, so these tests run over the simulator and the Paystack adapter alike. */
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PayoutRequest, DepositStartRequest, StartedDeposit } from '../../server/gateways/payment/port';
import type { DepositMethod } from '../../src/core/contract/cashier';
import { DEPOSIT_METHODS } from '../../src/core/contract/cashier';
import { kobo } from '../../src/core/money';
import { fileDatabase } from '../support/file-database';
import { paystackHarness, simulatorHarness } from '../support/gateway-harness';
import type { Harness } from '../support/gateway-harness';

const database = fileDatabase();

const REFERENCE = /^[a-z0-9][a-z0-9-]{15,63}$/;
const AMOUNT = kobo(5_000_00);
const TYPES: Readonly<Record<DepositMethod, StartedDeposit['type']>> = {
  'mobile-money': 'redirect', card: 'redirect', 'bank-transfer': 'account', ussd: 'ussd',
};
const GATEWAYS = [
  { name: 'simulator', methods: DEPOSIT_METHODS, make: () => simulatorHarness(database.pool) },
  { name: 'paystack', methods: DEPOSIT_METHODS.filter((method) => method !== 'mobile-money'), make: paystackHarness },
] as const;

describe.each(GATEWAYS)('$name', ({ name, methods, make }) => {
  let harness: Harness;
  beforeAll(async () => {
    harness = await make();
  });
  afterAll(async () => {
    await harness.close();
  });

  const startRequest = (method: DepositMethod): DepositStartRequest => {
    const reference = `dep-${randomBytes(12).toString('hex')}`;
    const site = 'http://site.test/api/callbacks/mm';
    return {
      method, amount: AMOUNT, currency: 'NGN', email: 'ada@example.com', reference,
      expiresAt: new Date(harness.now().getTime() + 30 * 60_000),
      returnUrls: { success: `${site}/success?ref=${reference}`, cancel: `${site}/cancel?ref=${reference}`, failure: `${site}/failure?ref=${reference}` },
      ...(method === 'ussd' && { bankCode: '058' }),
    };
  };

  it('names itself and the methods that it takes', () => {
    const { gateway } = harness;
    expect(gateway.name).toBe(name);
    expect([...gateway.methods].sort()).toEqual([...methods].sort());
    expect(gateway.ussdBanks.map(({ code }) => code)).toContain('058');
    expect(new Set(gateway.ussdBanks.map(({ code }) => code)).size).toBe(gateway.ussdBanks.length);
    expect(startRequest('card').reference).toMatch(REFERENCE);
  });

  it('says nothing final about an unknown reference', async () => {
    expect((await harness.gateway.verify('dep-nothing-was-ever-heard')).state).toBe('pending');
  });

  describe.each(methods.map((method) => ({ method })))('$method', ({ method }) => {
    it('tells the payer what to do, and knows the payment as pending', async () => {
      const deposit = startRequest(method);
      const started = await harness.gateway.startDeposit(deposit);
      expect(started.type).toBe(TYPES[method]);
      if (started.type === 'account') expect(started.accountNumber).toMatch(/^\d{10}$/);
      if (started.type === 'ussd') expect(started.code).toMatch(/^\*737\*[\d*]+#$/);
      if (started.type === 'redirect') expect(URL.canParse(started.url)).toBe(true);
      expect(await harness.gateway.verify(deposit.reference)).toMatchObject({ reference: deposit.reference, state: 'pending' });
    });

    it('makes one payment of a reference, however often it is started', async () => {
      const deposit = startRequest(method);
      const before = await harness.count();
      const first = await harness.gateway.startDeposit(deposit);
      for (let n = 0; n < 3; n += 1) {
        const again = await harness.gateway.startDeposit(deposit);
        if (again.type !== 'lost') expect(again).toEqual(first);
      }
      expect((await harness.count()) - before).toBe(1);
    });

    it('knows a payment of exactly the amount as a success', async () => {
      const deposit = startRequest(method);
      await harness.gateway.startDeposit(deposit);
      await harness.payer(deposit.reference, 'pays');
      expect(await harness.gateway.verify(deposit.reference)).toEqual({ reference: deposit.reference, state: 'success', amount: AMOUNT, currency: 'NGN' });
    });

    it('tells the amount that came, to the kobo', async () => {
      const deposit = startRequest(method);
      await harness.gateway.startDeposit(deposit);
      await harness.payer(deposit.reference, 'pays-one-kobo-less');
      expect(await harness.gateway.verify(deposit.reference)).toMatchObject({ state: 'success', amount: AMOUNT - 1 });
    });

    it('knows a refusal, where it is the end', async () => {
      const deposit = startRequest(method);
      await harness.gateway.startDeposit(deposit);
      await harness.payer(deposit.reference, 'is-refused');
      expect((await harness.gateway.verify(deposit.reference)).state).toBe(harness.stateAfterRefusal(method));
    });

    it('leaves one that nobody pays pending', async () => {
      const deposit = startRequest(method);
      await harness.gateway.startDeposit(deposit);
      await harness.payer(deposit.reference, 'does-nothing');
      expect((await harness.gateway.verify(deposit.reference)).state).toBe('pending');
    });

    it('has what was paid in its statement, once, and not in that of another period', async () => {
      const deposit = startRequest(method);
      await harness.gateway.startDeposit(deposit);
      await harness.payer(deposit.reference, 'pays');
      const at = harness.now().getTime();
      const lines = await harness.gateway.statement(new Date(at - 1_000), new Date(at + 1_000));
      expect(lines.filter(({ reference }) => reference === deposit.reference)).toEqual([
        { reference: deposit.reference, direction: 'in', amount: AMOUNT, currency: 'NGN', state: 'success', at: new Date(at) },
      ]);
      const later = await harness.gateway.statement(new Date(at + 1_000), new Date(at + 2_000));
      expect(later.map(({ reference }) => reference)).not.toContain(deposit.reference);
    });
  });

  describe('paying out', () => {
    const payout = (): PayoutRequest => ({
      reference: `wd-${randomBytes(12).toString('hex')}`, amount: kobo(20_000_00), currency: 'NGN', bankCode: '058',
      accountNumber: harness.account.number, accountName: harness.account.holder, narration: 'Ayo withdrawal',
    });

    it('finds the holder of an account, and says that an unknown account does not exist', async () => {
      const { payouts } = harness.gateway;
      expect(await payouts.resolveAccount({ bankCode: '058', accountNumber: harness.account.number })).toEqual({ accountName: harness.account.holder });
      expect(await payouts.resolveAccount({ bankCode: '058', accountNumber: harness.account.unknown })).toBeNull();
    });

    it('sends each reference once, reports its outcome, and says that another one is unknown', async () => {
      const { payouts } = harness.gateway;
      const request = payout();
      const payment = { reference: request.reference, amount: request.amount, currency: 'NGN' };
      expect((await payouts.verifyPayout(request.reference)).state).toBe('unknown');
      const before = await harness.countPayouts();
      expect(await payouts.payOut(request)).toMatchObject({ ...payment, state: 'pending' });
      expect(await payouts.payOut(request)).toMatchObject({ ...payment, state: 'pending' });
      expect((await harness.countPayouts()) - before).toBe(1);
      await harness.bank(request.reference, 'takes-it');
      expect(await payouts.verifyPayout(request.reference)).toMatchObject({ ...payment, state: 'success' });
      expect(await payouts.payOut(request)).toMatchObject({ ...payment, state: 'success' });
      expect((await harness.countPayouts()) - before).toBe(1);
    });

    it.each([['refuses', 'failed'], ['sends-it-back', 'reversed']] as const)('that the bank %s is %s, with a reason for the player', async (does, state) => {
      const request = payout();
      await harness.gateway.payouts.payOut(request);
      await harness.bank(request.reference, does);
      expect(await harness.gateway.payouts.verifyPayout(request.reference)).toMatchObject({ state, amount: request.amount, reason: expect.stringMatching(/\w/) });
    });
  });

  describe('its notifications', () => {
    const parse = async (body: Buffer, headers: Parameters<Harness['gateway']['parseNotification']>[1]) =>
      harness.gateway.parseNotification(body, headers, harness.now().getTime());

    it('are believed with the key in use and with the one before it, and name the reference', async () => {
      for (const key of ['key', 'old-key'] as const) {
        const { body, headers } = await harness.makeNotification('dep-000000000000', key);
        expect(await parse(body, headers)).toMatchObject({ reference: 'dep-000000000000' });
      }
    });

    it('are not believed with any other, changed, written anew, without a header, or with two', async () => {
      const { body, headers } = await harness.makeNotification('dep-000000000000', 'key');
      const wrong = await harness.makeNotification('dep-000000000000', 'other-key');
      expect(await parse(wrong.body, wrong.headers)).toBeNull();
      expect(await parse(Buffer.from(body.toString().replace('000', '001')), headers)).toBeNull();
      expect(await parse(Buffer.from(JSON.stringify(JSON.parse(body.toString()), null, 1)), headers)).toBeNull();
      expect(await parse(body, {})).toBeNull();
      for (const [header, value] of Object.entries(headers)) {
        expect(await parse(body, { [header]: [String(value), String(value)] })).toBeNull();
        expect(await parse(body, { [header]: '' })).toBeNull();
        expect(await parse(body, { [header]: String(value).slice(0, -2) })).toBeNull();
        expect(await parse(body, { [header]: `${String(value)}00` })).toBeNull();
      }
    });

    it('that are signed but say nothing are not believed', async () => {
      for (const text of ['', 'null', '[]', '{', '{"event":"x"}', '{"event":1,"data":{"reference":"a"}}', '\u0000']) {
        const { body, headers } = await harness.makeNotification('', 'key', text);
        expect(await parse(body, headers)).toBeNull();
      }
    });
  });
});
