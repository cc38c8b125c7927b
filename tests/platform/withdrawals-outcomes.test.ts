/** A withdrawal that was sent ends because we ask the gateway, because the gateway notifies us, or because people decide. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { runPaymentsDue } from '../../server/cashier/deposits/sweep-deposits';
import { decidePayout } from '../../server/cashier/withdrawals/payouts/decide-payout';
import type { PayoutFacts } from '../../server/cashier/withdrawals/payouts/decide-payout';
import { GatewayUnavailableError } from '../../server/gateways/payment/port';
import type { VerifiedPayout } from '../../server/gateways/payment/port';
import { findViolations } from '../../server/ledger/invariants';
import { kobo } from '../../src/core/money';
import { payoutStage } from '../support/payout-stage';
import type { PayoutStage } from '../support/payout-stage';
import { invariantsOfGivenMoney, readMoney, stepsOf, readWithdrawal } from '../support/withdrawals';

let stage: PayoutStage;
beforeAll(async () => {
  stage = await payoutStage();
});
afterAll(async () => {
  expect(await findViolations(stage.ayo.pool, invariantsOfGivenMoney())).toEqual([]);
  await stage.ayo.close();
});
beforeEach(() => stage.clear());

describe('a player who looks at a withdrawal', () => {
  it('makes us ask the gateway, at most every five seconds, and never before it was called', async () => {
    const ada = await stage.makeSendingPlayer('01');
    await readWithdrawal(ada, ada.id);
    expect(stage.verifiedReferences).toEqual([]);
    await stage.sweep();
    stage.ayo.pass(29_999);
    await Promise.all(Array.from({ length: 8 }, () => readWithdrawal(ada, ada.id)));
    expect(stage.verifiedReferences).toEqual([ada.reference]);
    stage.ayo.pass(4_999);
    expect((await readWithdrawal(ada, ada.id)).state).toBe('sending');
    stage.ayo.pass(1);
    expect((await readWithdrawal(ada, ada.id)).state).toBe('paid');
    stage.ayo.pass(5_000);
    await readWithdrawal(ada, ada.id);
    expect(stage.verifiedReferences).toHaveLength(2);
  });

  it('sees it as it is while the gateway is silent', async () => {
    const ada = await stage.makeSendingPlayer('01');
    await stage.sweep();
    stage.overrides = { verifyPayout: () => Promise.reject(new GatewayUnavailableError('silent')) };
    stage.ayo.pass(40_000);
    expect((await readWithdrawal(ada, ada.id)).state).toBe('sending');
  });
});

describe('a notification of the gateway', () => {
  it('comes through the same endpoint as that of payments, signed, and is looked into', async () => {
    const ada = await stage.makeSendingPlayer('01');
    await stage.sweep();
    stage.ayo.pass(30_000);
    await runPaymentsDue(stage.ayo.platform);
    expect((await readWithdrawal(ada, ada.id)).state).toBe('paid');
    const { rows } = await stage.ayo.pool.query('SELECT event, times FROM gateway_notification WHERE reference = $1', [ada.reference]);
    expect(rows).toEqual([{ event: 'transfer.success', times: 1 }]);
  });

  it('50 times at once is answered 50 times and ends it once', async () => {
    const ada = await stage.makeSendingPlayer('01');
    await stage.sweep();
    stage.ayo.pass(30_000);
    const answers = await Promise.all(Array.from({ length: 50 }, () => stage.notify(ada.reference, 'transfer.success')));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect([await stage.countPayouts(ada.id), stepsOf(await readWithdrawal(ada, ada.id))]).toEqual([1, ['asked', 'held', 'checked', 'sent', 'paid']]);
  });

  it('proves nothing by itself: what it claims is asked for, and asked for again soon', async () => {
    const ada = await stage.makeSendingPlayer('01');
    await stage.sweep();
    for (const event of ['transfer.success', 'transfer.failed', 'transfer.reversed']) expect((await stage.notify(ada.reference, event)).status).toBe(200);
    expect((await readWithdrawal(ada, ada.id)).state).toBe('sending');
    stage.ayo.pass(5_000);
    expect(await stage.sweep()).toBe(1);
  });

  it('unsigned, or about what nobody knows, moves nothing', async () => {
    const ada = await stage.makeSendingPlayer('01');
    await stage.sweep();
    stage.ayo.pass(30_000);
    expect((await stage.notify(ada.reference, 'transfer.success', 't=1,v1=00')).status).toBe(401);
    expect((await stage.notify('wd-000000000000000000000000', 'transfer.success')).status).toBe(200);
    const before = await readMoney(ada);
    expect(before.held).toBe(5_000);
  });

  it('about a withdrawal that was not sent yet moves nothing', async () => {
    const ada = await stage.makeSendingPlayer();
    expect((await stage.notify(ada.reference, 'transfer.success')).status).toBe(200);
    expect([stage.verifiedReferences, (await readWithdrawal(ada, ada.id)).state]).toEqual([[], 'sending']);
  });
});

describe('each outcome of a payout', () => {
  it.each([
    ['01', 30_000, 'paid', null],
    ['02', 0, 'failed', 'Your bank says that this account can’t take money at the moment.'],
    ['03', 10_000, 'failed', 'Your bank sent the money back.'],
    ['07', 10_000, 'failed', 'Your bank says that this account can’t take money at the moment.'],
    ['09', 0, 'paid', null],
  ])('ending %s: after %i ms it is %s', async (ending, ms, state, reason) => {
    const ada = await stage.makeSendingPlayer(ending);
    await stage.sweep();
    if (ms > 0) {
      expect((await readWithdrawal(ada, ada.id)).state).toBe('sending');
      stage.ayo.pass(ms);
      await runPaymentsDue(stage.ayo.platform);
    }
    expect(await readWithdrawal(ada, ada.id)).toMatchObject({ state, reason });
    expect(await readMoney(ada)).toEqual({ real: state === 'paid' ? 95_000 : 100_000, held: 0 });
  });

  it('stays paid when it is sent back after it was paid, is shown to the player, and goes to people once', async () => {
    const ada = await stage.makeSendingPlayer('08');
    await stage.sweep();
    expect((await readWithdrawal(ada, ada.id)).state).toBe('paid');
    stage.ayo.pass(60_000);
    await Promise.all([runPaymentsDue(stage.ayo.platform), stage.notify(ada.reference, 'transfer.reversed'), stage.notify(ada.reference, 'transfer.reversed')]);
    const withdrawal = await readWithdrawal(ada, ada.id);
    expect([withdrawal.state, stepsOf(withdrawal)]).toEqual(['paid', ['asked', 'held', 'checked', 'sent', 'paid', 'reversed']]);
    expect(withdrawal.timeline.at(-1)?.detail).toBe('Your bank sent the money back after it was paid. Our team is looking at it.');
    expect([await readMoney(ada), stage.alerts(ada.id)]).toEqual([{ real: 95_000, held: 0 }, ['withdrawal.alert']]);
  });

  it('moves nothing and goes to people when its amount is another than was sent', async () => {
    const ada = await stage.makeSendingPlayer();
    const less = (payout: VerifiedPayout): VerifiedPayout => ({ ...payout, amount: kobo(499_999) });
    stage.overrides = {
      payOut: async (request) => less(await stage.simulator.payouts.payOut(request)),
      verifyPayout: async (reference) => less(await stage.simulator.payouts.verifyPayout(reference)),
    };
    await stage.sweep();
    stage.ayo.pass(30_000);
    await stage.sweep();
    expect([(await readWithdrawal(ada, ada.id)).state, await readMoney(ada), stage.alerts(ada.id)]).toEqual([
      'sending', { real: 95_000, held: 5_000 }, ['withdrawal.alert'],
    ]);
  });

  it('moves nothing a second time and goes to people when it succeeds after a failure', async () => {
    const ada = await stage.makeSendingPlayer('02');
    await stage.sweep();
    stage.overrides = {
      verifyPayout: (reference) => Promise.resolve({ reference, state: 'success', amount: kobo(500_000), currency: 'NGN' }),
    };
    await stage.notify(ada.reference, 'transfer.success');
    expect([(await readWithdrawal(ada, ada.id)).state, await readMoney(ada), stage.alerts(ada.id)]).toEqual([
      'failed', { real: 100_000, held: 0 }, ['withdrawal.alert'],
    ]);
  });
});

describe('what the gateway’s answer makes of a withdrawal', () => {
  const facts: PayoutFacts = { reference: 'wd-000000000000', amount: kobo(500), currency: 'NGN', state: 'sending' };
  const payout: VerifiedPayout = { reference: facts.reference, state: 'success', amount: facts.amount, currency: 'NGN' };
  const decided = (state: PayoutFacts['state'], answer: Partial<VerifiedPayout>) => decidePayout({ ...facts, state }, { ...payout, ...answer }).do;

  it('is its end only while it is on its way, by the gateway’s final words about exactly this payout', () => {
    const words = ['unknown', 'pending', 'success', 'failed', 'reversed'] as const;
    expect(words.map((state) => decided('sending', { state }))).toEqual(['nothing', 'sent', 'pay', 'give-back', 'give-back']);
    expect(words.map((state) => decided('checking', { state }))).toEqual(Array.from(words, () => 'nothing'));
    expect(words.map((state) => decided('paid', { state }))).toEqual(['nothing', 'nothing', 'nothing', 'alert', 'alert']);
    expect(words.map((state) => decided('failed', { state }))).toEqual(['nothing', 'nothing', 'alert', 'nothing', 'nothing']);
    expect(words.map((state) => decided('refused', { state }))).toEqual(['nothing', 'nothing', 'alert', 'nothing', 'nothing']);
    for (const odd of [{ amount: kobo(499) }, { amount: kobo(501) }, { currency: 'USD' }, { reference: 'wd-000000000001' }]) {
      expect(decided('sending', odd)).toBe('alert');
    }
    expect(decided('sending', { state: 'failed', reference: 'wd-000000000001' })).toBe('alert');
  });

  it('tells the player the bank’s own reason in one line, or a sentence of ours where the bank gives none', () => {
    const reasonOf = (answer: Partial<VerifiedPayout>) => decidePayout(facts, { ...payout, ...answer });
    expect(reasonOf({ state: 'failed', reason: '  Account\n frozen\u0000 ' })).toEqual({ do: 'give-back', reason: 'Account frozen' });
    expect(reasonOf({ state: 'failed', reason: ' ' })).toEqual({ do: 'give-back', reason: 'Your bank did not take the payment.' });
    expect(reasonOf({ state: 'reversed' })).toEqual({ do: 'give-back', reason: 'Your bank sent the money back.' });
    expect(reasonOf({ state: 'failed', reason: 'x'.repeat(500) })).toEqual({ do: 'give-back', reason: 'x'.repeat(200) });
  });
});

describe('the simulator’s statement', () => {
  it('has every payout that ended, one that was sent back later twice, and none that never arrived', async () => {
    const from = stage.ayo.platform.now();
    const [paid, back, never, late] = [await stage.makeSendingPlayer(), await stage.makeSendingPlayer('08'), await stage.makeSendingPlayer('04'), await stage.makeSendingPlayer('01')];
    await stage.sweep();
    stage.ayo.pass(60_001);
    const lines = await stage.simulator.statement(from, stage.ayo.platform.now());
    const of = (reference: string) =>
      lines.filter((line) => line.reference === reference).map(({ direction, state, amount }) => [direction, state, amount]);
    expect(of(paid.reference)).toEqual([['out', 'success', 500_000]]);
    expect(of(back.reference)).toEqual([['out', 'success', 500_000], ['out', 'reversed', 500_000]]);
    expect(of(never.reference)).toEqual([]);
    expect(of(late.reference)).toEqual([['out', 'success', 500_000]]);
  });
});
