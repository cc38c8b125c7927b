import { beforeEach, describe, expect, it } from 'vitest';
import { decideDeposit } from '../../server/cashier/deposits/decide-deposit';
import type { DepositFacts } from '../../server/cashier/deposits/decide-deposit';
import { depositAmountError } from '../../server/cashier/deposits/deposit-methods';
import { sweepDeposits } from '../../server/cashier/deposits/sweep-deposits';
import type { VerifiedPayment } from '../../server/gateways/payment/port';
import type { Outcome } from '../../server/gateways/payment/simulator/payments/outcomes';
import { readOperation } from '../../server/ledger/operation-rows';
import { MONEY_INVARIANTS } from '../../server/money-invariants';
import { kobo } from '../../src/core/money';
import { makeCashier } from '../support/deposits';
import type { Cashier } from '../support/deposits';
import { fileDatabase } from '../support/file-database';
import { newKey } from '../support/keys';
import { START, refusalOf } from '../support/money';
import { makePlayer } from '../support/players';

const database = fileDatabase({ invariants: MONEY_INVARIANTS });
let cashier: Cashier;
let userId: string;

beforeEach(async () => {
  cashier = makeCashier(database.pool);
  userId = await makePlayer(database.pool);
});

const stepsOf = async (depositId: string): Promise<string[]> =>
  (await cashier.deposit(depositId)).timeline.map(({ step }) => step);

describe('the amount of a deposit', () => {
  it('is between ₦100 and ₦9,999,999, and the refusal says which', () => {
    const error = (amount: number) => depositAmountError('mobile-money', kobo(amount));
    expect(error(100_00)).toBeNull();
    expect(error(9_999_999_00)).toBeNull();
    expect(error(99_99)).toBe('The smallest deposit is ₦100.');
    expect(error(9_999_999_01)).toBe('The largest deposit is ₦9,999,999.');
  });
});

describe('starting a deposit', () => {
  it('answers with what to do next, and credits nothing', async () => {
    const { deposit, reference } = await cashier.start(userId, 5_000);
    expect(reference).toMatch(/^[a-z0-9][a-z0-9-]{15,}$/);
    expect(deposit).toMatchObject({
      method: 'mobile-money', amount: 5_000, currency: 'NGN', state: 'pending',
      next: { type: 'redirect', url: `http://site.test/api/simulator/checkout/${reference}` },
    });
    expect(deposit.timeline.map(({ step }) => step)).toEqual(['asked', 'redirected']);
    expect(await cashier.readReal(userId)).toBe(0);
  });

  it('answers the same key with the same deposit, byte for byte, also after it was paid', async () => {
    const key = newKey();
    const first = await cashier.start(userId, 5_000, key);
    await cashier.get(await cashier.choose(first.reference, 'paid'));
    expect(await cashier.tryStart(userId, 5_000, key)).toEqual(first.answer);
    expect(await refusalOf(cashier.tryStart(userId, 5_001, key))).toMatchObject({ status: 422, code: 'key-reused' });
    const { rows } = await database.pool.query('SELECT 1 FROM deposit WHERE user_id = $1', [userId]);
    expect(rows).toHaveLength(1);
  });

  it('waits for the activated e-mail', async () => {
    const newcomer = await makePlayer(database.pool, { activated: false });
    const answer = await cashier.tryStart(newcomer, 5_000, newKey());
    expect(answer.status).toBe(403);
    expect(JSON.parse(answer.text)).toMatchObject({ code: 'email-not-activated', reason: 'email-not-activated' });
    const { rows } = await database.pool.query('SELECT 1 FROM deposit WHERE user_id = $1', [newcomer]);
    expect(rows).toEqual([]);
  });

  it('is refused during an exclusion, with the reason', async () => {
    await database.pool.query(`UPDATE player SET protection = 'excluded' WHERE user_id = $1`, [userId]);
    const answer = await cashier.tryStart(userId, 5_000, newKey());
    expect([answer.status, JSON.parse(answer.text).reason]).toEqual([403, 'excluded']);
  });

  it('can tell the player to approve it on the phone', async () => {
    const { deposit, depositId } = await cashier.start(userId, 5_000.08);
    expect(deposit.next).toMatchObject({ type: 'prompt' });
    cashier.pass(60_000);
    await sweepDeposits(cashier.platform);
    expect(await cashier.deposit(depositId)).toMatchObject({ state: 'success', next: null });
    expect(await cashier.readReal(userId)).toBe(500_008);
  });

  it('has no known outcome while the gateway does not answer, and then goes on with the same reference', async () => {
    const key = newKey();
    expect(await refusalOf(cashier.tryStart(userId, 5_000.09, key))).toMatchObject({ status: 503, code: 'gateway-unavailable' });
    expect((await readOperation(database.pool, userId, key))?.text).toContain('running');
    const before = await database.pool.query('SELECT reference FROM deposit WHERE user_id = $1', [userId]);
    const { reference } = await cashier.start(userId, 5_000.09, key);
    expect(before.rows).toEqual([{ reference }]);
  });

  it('is taken up by the sweep when nobody asks again', async () => {
    const key = newKey();
    await refusalOf(cashier.tryStart(userId, 5_000.09, key));
    cashier.pass(30_000);
    await sweepDeposits(cashier.platform);
    const operation = await readOperation(database.pool, userId, key);
    expect(JSON.parse(operation?.text ?? '')).toMatchObject({ state: 'done', answer: { status: 201, body: { state: 'pending' } } });
  });
});

describe('what the payer does on the simulator’s page', () => {
  const cases: readonly [Outcome, string, string, number, readonly string[]][] = [
    ['paid', 'success', 'success', 500_000, ['asked', 'redirected', 'returned', 'checked', 'credited']],
    ['twice', 'success', 'success', 500_000, ['asked', 'redirected', 'returned', 'checked', 'credited']],
    ['failed', 'failure', 'failed', 0, ['asked', 'redirected', 'returned', 'failed']],
    ['cancelled', 'cancel', 'cancelled', 0, ['asked', 'redirected', 'returned', 'cancelled']],
    ['wrong-amount', 'success', 'mismatch', 0, ['asked', 'redirected', 'returned', 'checked', 'mismatch']],
    ['late', 'success', 'pending', 0, ['asked', 'redirected', 'returned']],
    ['never', 'success', 'pending', 0, ['asked', 'redirected', 'returned']],
  ];

  it.each(cases)('%s: the browser comes back to %s and the deposit is %s', async (outcome, path, state, real, steps) => {
    const { depositId, reference } = await cashier.start(userId, 5_000);
    const back = await cashier.choose(reference, outcome);
    expect(back).toBe(`/api/callbacks/mm/${path}?ref=${reference}`);
    expect(await cashier.get(back)).toMatchObject({ status: 303, location: `/deposit?deposit=${depositId}` });
    expect((await cashier.deposit(depositId)).state).toBe(state);
    expect(await cashier.readReal(userId)).toBe(real);
    expect(await stepsOf(depositId)).toEqual(steps);
  });

  it('paying late is credited by the sweep when the money is there', async () => {
    const { depositId, reference } = await cashier.start(userId, 5_000);
    await cashier.choose(reference, 'late');
    cashier.pass(29_999);
    await sweepDeposits(cashier.platform);
    expect((await cashier.deposit(depositId)).state).toBe('pending');
    cashier.pass(60_001);
    await sweepDeposits(cashier.platform);
    expect((await cashier.deposit(depositId)).state).toBe('success');
    expect(await cashier.readReal(userId)).toBe(500_000);
  });

  it('the kobo of the amount choose it without the page', async () => {
    const states: string[] = [];
    for (const part of [0.01, 0.03, 0.04, 0.05, 0.07]) {
      const { depositId, reference } = await cashier.start(userId, 200 + part);
      const checkout = await cashier.get(`/api/simulator/checkout/${reference}`);
      expect(checkout.status).toBe(303);
      await cashier.get(checkout.location?.replace('http://site.test', '') ?? '');
      states.push((await cashier.deposit(depositId)).state);
    }
    expect(states).toEqual(['success', 'failed', 'cancelled', 'mismatch', 'pending']);
    expect(await cashier.readReal(userId)).toBe(200_01);
  });
});

describe('what the gateway’s answer makes of a deposit', () => {
  const facts: DepositFacts = {
    reference: 'dep-000000000000', amount: kobo(500), currency: 'NGN', state: 'pending',
    closesAt: new Date(START + 1_000), isClaimed: false,
  };
  const paid: VerifiedPayment = { reference: facts.reference, state: 'success', amount: facts.amount, currency: 'NGN' };
  const at = new Date(START);
  const decided = (deposit: Partial<DepositFacts>, payment: Partial<VerifiedPayment>, now = at) => {
    const decision = decideDeposit({ ...facts, ...deposit }, { ...paid, ...payment }, now);
    return decision.do === 'close' ? decision.state : decision.do;
  };

  it('is a credit only for exactly the requested amount, while the deposit is pending', () => {
    expect(decided({}, {})).toBe('credit');
    expect(decided({}, { amount: kobo(499) })).toBe('mismatch');
    expect(decided({}, { amount: kobo(501) })).toBe('mismatch');
    expect(decided({}, { currency: 'USD' })).toBe('mismatch');
    expect(decided({}, { reference: 'dep-000000000001' })).toBe('mismatch');
    for (const state of ['failed', 'cancelled', 'expired'] as const) expect(decided({ state }, {})).toBe('mismatch');
  });

  it('is a credit, too, of a claimed one that had only run out, and of no other that had ended', () => {
    const claimed = { isClaimed: true } as const;
    expect(decided({ ...claimed, state: 'expired' }, {})).toBe('credit');
    expect(decided({ ...claimed, state: 'expired' }, { amount: kobo(499) })).toBe('mismatch');
    expect(decided({ ...claimed, state: 'expired' }, { currency: 'USD' })).toBe('mismatch');
    expect(decided({ ...claimed, state: 'expired' }, { reference: 'dep-000000000001' })).toBe('mismatch');
    for (const state of ['failed', 'cancelled'] as const) expect(decided({ ...claimed, state }, {})).toBe('mismatch');
    for (const state of ['success', 'mismatch'] as const) expect(decided({ ...claimed, state }, {})).toBe('nothing');
  });

  it('never leaves success or mismatch', () => {
    for (const state of ['success', 'mismatch'] as const) {
      for (const gatewayState of ['pending', 'success', 'failed', 'reversed', 'expired', 'cancelled'] as const) {
        expect(decided({ state }, { state: gatewayState, amount: kobo(1) })).toBe('nothing');
      }
    }
  });

  it('closes a pending deposit by the gateway’s final words, and by its own age', () => {
    expect(decided({}, { state: 'failed' })).toBe('failed');
    expect(decided({}, { state: 'reversed' })).toBe('failed');
    expect(decided({}, { state: 'cancelled' })).toBe('cancelled');
    expect(decided({}, { state: 'expired' })).toBe('expired');
    expect(decided({}, { state: 'pending' })).toBe('nothing');
    expect(decided({}, { state: 'pending' }, new Date(START + 1_000))).toBe('expired');
    expect(decided({}, {}, new Date(START + 1_000))).toBe('credit');
  });
});
