/** The Paystack adapter beyond what every gateway does: its words, its signature, its transfers, and all kinds of trouble. */
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { paymentState } from '../../server/gateways/payment/paystack/deposits';
import { createPaystack } from '../../server/gateways/payment/paystack/gateway';
import { payoutState } from '../../server/gateways/payment/paystack/payouts';
import { isFromPaystack, signPaystack } from '../../server/gateways/payment/paystack/signature';
import { GatewayUnavailableError } from '../../server/gateways/payment/port';
import type { PayoutRequest, DepositStartRequest } from '../../server/gateways/payment/port';
import { kobo } from '../../src/core/money';
import { PATIENT_MS, paystackHarness } from '../support/gateway-harness';
import { PAYSTACK_KEY } from '../support/paystack-server';
import type { Trouble } from '../support/paystack-server';

let paystack: Awaited<ReturnType<typeof paystackHarness>>;
beforeAll(async () => {
  paystack = await paystackHarness();
});
afterAll(async () => {
  await paystack.close();
});
beforeEach(() => {
  Object.assign(paystack.server, { trouble: 'none', troublePattern: /./, balance: 100_000_000_00, isForgetful: false });
  paystack.server.calls.length = 0;
  paystack.patience.ms = PATIENT_MS;
});

const newReference = (prefix = 'dep'): string => `${prefix}-${randomBytes(12).toString('hex')}`;
const startRequest = (method: DepositStartRequest['method'], changes: Partial<DepositStartRequest> = {}): DepositStartRequest => ({
  method, amount: kobo(5_000_00), currency: 'NGN', email: 'ada@example.com', reference: newReference(),
  expiresAt: new Date('2026-11-21T10:30:00.000Z'), returnUrls: { success: 'https://a.test/s', cancel: 'https://a.test/c', failure: 'https://a.test/f' },
  ...(method === 'ussd' && { bankCode: '058' }), ...changes,
});
const payout = (changes: Partial<PayoutRequest> = {}): PayoutRequest => ({
  reference: newReference('wd'), amount: kobo(20_000_00), currency: 'NGN', bankCode: '058', accountNumber: '0001234567',
  accountName: 'OBI ADA NGOZI', narration: 'Ayo withdrawal', ...changes,
});

describe('the signature', () => {
  const body =
    '{"event":"charge.success","data":{"reference":"dep_01J0000000000000000000000","amount":500000,"currency":"NGN","status":"success"}}';
  const signature =
    'bd173ff6a7325c76e8489ba4b0e0ba6eac75849d611cc3557c5b55f04031bde80824f095ec73451ccb1a85b50b22dc55b4f86e6cadc93ef211f023681fb0b219';

  it('is the hex HMAC-SHA512 of the raw body with the secret key', () => {
    expect(signPaystack('sk_test_example', body)).toBe(signature);
    expect(isFromPaystack(['sk_test_example'], Buffer.from(body), signature)).toBe(true);
  });

  it('holds for exactly these bytes, in lower case, with one of the keys', () => {
    const raw = Buffer.from(body);
    expect(isFromPaystack(['sk_new', 'sk_test_example'], raw, signature)).toBe(true);
    expect(isFromPaystack(['sk_new'], raw, signature)).toBe(false);
    expect(isFromPaystack([], raw, signature)).toBe(false);
    expect(isFromPaystack(['sk_test_example'], Buffer.from(`${body} `), signature)).toBe(false);
    expect(isFromPaystack(['sk_test_example'], raw, signature.toUpperCase())).toBe(false);
    expect(isFromPaystack(['sk_test_example'], raw, `${signature}\n`)).toBe(false);
    expect(isFromPaystack(['sk_test_example'], raw, undefined)).toBe(false);
  });
});

describe('a final state of Paystack’s', () => {
  it('ends a payment only where nobody can pay any more', () => {
    const state = (status: string, channel = 'card') => paymentState({ status, channel });
    expect(state('success')).toBe('success');
    expect(state('reversed')).toBe('reversed');
    expect(['failed', 'abandoned', 'ongoing', 'pending', 'processing', 'queued', 'new word', ''].map((word) => state(word))).toEqual(
      Array.from({ length: 8 }, () => 'pending'),
    );
    expect(state('failed', 'bank_transfer')).toBe('failed');
    expect(state('failed', 'ussd')).toBe('failed');
  });

  it('ends a transfer only where the money is there or back', () => {
    expect(['success', 'reversed', 'failed', 'abandoned', 'blocked', 'rejected'].map(payoutState)).toEqual(
      ['success', 'reversed', 'failed', 'failed', 'failed', 'failed'],
    );
    for (const word of ['pending', 'otp', 'received', 'queued', 'new word', '']) expect(payoutState(word)).toBe('pending');
  });
});

describe('starting a payment', () => {
  it('sends what Paystack asks for: integer kobo, our reference, the one way to pay', async () => {
    const [card, transfer, ussd] = [startRequest('card'), startRequest('bank-transfer'), startRequest('ussd')];
    expect(await paystack.gateway.startDeposit(card)).toEqual({ type: 'redirect', url: `${paystack.server.url}/checkout/${card.reference}` });
    expect(await paystack.gateway.startDeposit(transfer)).toEqual({
      type: 'account', bankName: 'Test Bank', accountNumber: '1231084927', accountName: 'PAYSTACK CHECKOUT', expiresAt: transfer.expiresAt,
    });
    expect(await paystack.gateway.startDeposit(ussd)).toMatchObject({ type: 'ussd', bankName: 'Guaranty Trust Bank (GTBank)' });
    const sent = (reference: string) => paystack.server.payments.get(reference)?.body;
    const common = { email: 'ada@example.com', amount: 500_000, currency: 'NGN' };
    expect(sent(card.reference)).toEqual({
      ...common, reference: card.reference, channels: ['card'], callback_url: 'https://a.test/s', metadata: { cancel_action: 'https://a.test/c' },
    });
    expect(sent(transfer.reference)).toEqual({ ...common, reference: transfer.reference, bank_transfer: { account_expires_at: '2026-11-21T10:30:00.000Z' } });
    expect(sent(ussd.reference)).toEqual({ ...common, reference: ussd.reference, ussd: { type: '737' } });
  });

  it('is not started again when its answer was lost: the account and the code are read, the page is given up', async () => {
    for (const [method, type] of [['card', 'lost'], ['bank-transfer', 'account'], ['ussd', 'ussd']] as const) {
      const deposit = startRequest(method);
      paystack.server.trouble = 'drop-after';
      await expect(paystack.gateway.startDeposit(deposit)).rejects.toThrow(GatewayUnavailableError);
      paystack.server.trouble = 'none';
      expect((await paystack.gateway.startDeposit(deposit)).type).toBe(type);
    }
    paystack.server.isForgetful = true;
    const forgotten = startRequest('ussd');
    await paystack.gateway.startDeposit(forgotten);
    expect(await paystack.gateway.startDeposit(forgotten)).toEqual({ type: 'lost' });
  });

  it('that Paystack will never take is refused, and what it can’t do is not even sent', async () => {
    expect(await paystack.gateway.startDeposit(startRequest('card', { email: 'nothing' }))).toMatchObject({ type: 'refused' });
    paystack.server.calls.length = 0;
    expect((await paystack.gateway.startDeposit(startRequest('mobile-money'))).type).toBe('refused');
    expect((await paystack.gateway.startDeposit(startRequest('ussd', { bankCode: '011' }))).type).toBe('refused');
    expect(paystack.server.calls).toEqual([]);
  });
});

const IMPATIENT_MS = 200;
const TROUBLES: readonly Trouble[] = [
  'status-500', 'status-429', 'status-401', 'html', 'truncated', 'wrong-shape', 'hang', 'drop-before', 'drop-after',
];

describe.each(TROUBLES)('trouble: %s', (trouble) => {
  it('means "not known" to every question, and nothing is sent twice', async () => {
    const { gateway, server } = paystack;
    const deposit = startRequest('card');
    const request = payout();
    server.trouble = trouble;
    if (trouble === 'hang') paystack.patience.ms = IMPATIENT_MS;
    const unknown = (call: Promise<unknown>) => expect(call).rejects.toThrow(GatewayUnavailableError);
    await unknown(gateway.startDeposit(deposit));
    await unknown(gateway.verify(deposit.reference));
    await unknown(gateway.payouts.resolveAccount({ bankCode: '058', accountNumber: '0001234567' }));
    server.troublePattern = /^POST \/transfer$/;
    await unknown(gateway.payouts.payOut(request));
    server.troublePattern = /verify/;
    await unknown(gateway.payouts.verifyPayout(request.reference));
    server.troublePattern = /^GET \/transaction$/;
    await unknown(gateway.statement(new Date(0), new Date()));
    server.trouble = 'none';
    paystack.patience.ms = PATIENT_MS;
    await gateway.payouts.payOut(request);
    await gateway.payouts.payOut(request);
    expect(100_000_000_00 - server.balance).toBe(request.amount);
  });

  it('never shows the secret key', async () => {
    paystack.server.trouble = trouble;
    if (trouble === 'hang') paystack.patience.ms = IMPATIENT_MS;
    const error: unknown = await paystack.gateway.verify('dep-000000000000').catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(GatewayUnavailableError);
    expect(`${String(error)} ${JSON.stringify(error)}`).not.toContain(PAYSTACK_KEY);
  });
});

describe('paying out', () => {
  it('asks whose account it is', async () => {
    const resolve = (accountNumber: string) => paystack.gateway.payouts.resolveAccount({ bankCode: '058', accountNumber });
    expect(await resolve('0001234567')).toEqual({ accountName: 'OBI ADA NGOZI' });
    expect(await resolve('0000000000')).toBeNull();
  });

  it('sends the money once and reports the outcome', async () => {
    const request = payout();
    const { payouts } = paystack.gateway;
    const payment = { reference: request.reference, amount: request.amount, currency: 'NGN' };
    expect(await payouts.verifyPayout(request.reference)).toMatchObject({ state: 'unknown' });
    expect(await payouts.payOut(request)).toEqual({ ...payment, state: 'pending' });
    expect(await payouts.payOut(request)).toEqual({ ...payment, state: 'pending' });
    const sent = paystack.server.payouts.get(request.reference);
    if (sent === undefined) throw new Error('nothing was sent');
    expect(sent).toMatchObject({ recipient: 'RCP_0580001234567', reason: 'Ayo withdrawal', amount: 2_000_000 });
    for (const [word, state] of [['otp', 'pending'], ['success', 'success']] as const) {
      sent.status = word;
      expect(await payouts.verifyPayout(request.reference)).toEqual({ ...payment, state });
    }
    sent.status = 'failed';
    expect(await payouts.verifyPayout(request.reference)).toEqual({ ...payment, state: 'failed', reason: 'The bank did not take the money.' });
    sent.status = 'reversed';
    expect(await payouts.payOut(request)).toEqual({ ...payment, state: 'reversed', reason: 'The bank sent the money back.' });
    expect(100_000_000_00 - paystack.server.balance).toBe(request.amount);
  });

  it('finds the outcome by the reference when the answer was lost', async () => {
    const request = payout();
    Object.assign(paystack.server, { trouble: 'drop-after', troublePattern: /^POST \/transfer$/ });
    await expect(paystack.gateway.payouts.payOut(request)).rejects.toThrow(GatewayUnavailableError);
    paystack.server.trouble = 'none';
    expect(await paystack.gateway.payouts.verifyPayout(request.reference)).toMatchObject({ state: 'pending' });
    expect(await paystack.gateway.payouts.payOut(request)).toMatchObject({ state: 'pending' });
    expect(100_000_000_00 - paystack.server.balance).toBe(request.amount);
  });

  it('is not a failure of the player’s when the operator’s balance is too small', async () => {
    paystack.server.balance = 0;
    const request = payout();
    await expect(paystack.gateway.payouts.payOut(request)).rejects.toThrow('insufficient_balance');
    paystack.server.balance = 100_000_000_00;
    expect(await paystack.gateway.payouts.payOut(request)).toMatchObject({ state: 'pending' });
  });

  it('fails for an account that can’t be paid to, unless it was sent before', async () => {
    const bad = payout({ accountNumber: '0000000000' });
    expect(await paystack.gateway.payouts.payOut(bad)).toMatchObject({ state: 'failed', amount: bad.amount });
    const good = payout();
    await paystack.gateway.payouts.payOut(good);
    expect(await paystack.gateway.payouts.payOut({ ...good, accountNumber: '0000000000' })).toMatchObject({ state: 'pending' });
  });
});

describe('its statement', () => {
  it('is read to its last page, of both ways', async () => {
    const other = await paystackHarness();
    for (let n = 0; n < 205; n += 1) {
      other.server.payments.set(`dep-${n}`, {
        reference: `dep-${n}`, amount: 100 + n, currency: 'NGN', email: 'a@b.c', channel: 'card', status: n === 0 ? 'abandoned' : 'success',
        body: {}, createdAt: '2026-11-21T10:00:00.000Z', paidAt: '2026-11-21T10:01:00.000Z',
      });
    }
    await other.gateway.payouts.payOut(payout());
    const lines = await other.gateway.statement(new Date('2026-11-21T00:00:00Z'), new Date('2026-11-22T00:00:00Z'));
    expect(lines.filter(({ direction }) => direction === 'in')).toHaveLength(205);
    expect(lines.filter(({ state }) => state === 'success')).toHaveLength(204);
    expect(lines.filter(({ direction }) => direction === 'out')).toMatchObject([{ state: 'pending', amount: 2_000_000 }]);
    await other.close();
  });
});

describe('a page that Paystack names', () => {
  it('is not believed unless it is served over TLS', async () => {
    const answer = { status: true, message: 'ok', data: { authorization_url: 'http://evil.test/pay', reference: 'dep-000000000000' } };
    const gateway = createPaystack({
      baseUrl: 'https://api.paystack.co', secretKeys: ['k'], fetch: () => Promise.resolve(new Response(JSON.stringify(answer))),
    });
    await expect(gateway.startDeposit(startRequest('card', { reference: 'dep-000000000000' }))).rejects.toThrow(GatewayUnavailableError);
  });
});
