/** Sending withdrawals: lost calls and answers, crashes in the middle, several processes. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { payoutPauseMs, startPayoutSweep, sweepPayouts } from '../../server/cashier/withdrawals/payouts/sweep-payouts';
import { singleGateway } from '../../server/gateways/payment/gateways';
import type { PaymentGateway } from '../../server/gateways/payment/port';
import { checkMoney } from '../../server/ledger/money-switch';
import { findViolations } from '../../server/ledger/invariants';
import type { Platform } from '../../server/platform';
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

/** Counts how often the simulated bank has really paid it. */
async function paidAtBank(reference: string): Promise<number> {
  const { rowCount } = await stage.ayo.pool.query(`SELECT 1 FROM simulator_payout WHERE reference = $1 AND state = 'success'`, [reference]);
  return rowCount ?? 0;
}

describe('the payout job', () => {
  it('sends what the bank needs, under a reference that was stored before', async () => {
    const ada = await stage.makeSendingPlayer();
    let stored: unknown;
    stage.overrides = {
      payOut: async (request) => {
        stored = (await stage.ayo.pool.query('SELECT reference, gateway FROM withdrawal WHERE withdrawal_id = $1', [ada.id])).rows[0];
        return stage.simulator.payouts.payOut(request);
      },
    };
    expect(await stage.sweep()).toBe(1);
    expect(stored).toEqual({ reference: ada.reference, gateway: 'simulator' });
    expect(stage.sent).toEqual([
      {
        reference: ada.reference, amount: 500_000, currency: 'NGN', bankCode: '058', accountNumber: stage.sent[0]?.accountNumber,
        accountName: 'OBI ADA', narration: 'Ayo withdrawal',
      },
    ]);
    expect(stage.sent[0]?.accountNumber).toMatch(new RegExp(`^\\d{6}${ada.account.lastFour}$`));
    expect(ada.reference).toMatch(/^[a-z0-9][a-z0-9-]{15,}$/);
  });

  it('run by eight at once sends once', async () => {
    const ada = await stage.makeSendingPlayer();
    const counts = await Promise.all(Array.from({ length: 8 }, stage.sweep));
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(1);
    expect([stage.sent.length, await stage.countPayouts(ada.id), (await readWithdrawal(ada, ada.id)).state]).toEqual([1, 1, 'paid']);
  });

  it('asks about one on its way with pauses that grow to half an hour, and tells people when it takes hours', async () => {
    expect([0, 1, 2, 5, 6, 60].map(payoutPauseMs)).toEqual([30_000, 60_000, 120_000, 960_000, 1_800_000, 1_800_000]);
    const ada = await stage.makeSendingPlayer('04');
    await stage.sweep();
    expect([stage.sent.length, stepsOf(await readWithdrawal(ada, ada.id))]).toEqual([1, ['asked', 'held', 'checked', 'sent']]);
    stage.verifiedReferences = [];
    for (let checks = 0; checks < 13; checks += 1) {
      stage.ayo.pass(payoutPauseMs(checks) - 1);
      expect(await stage.sweep()).toBe(0);
      stage.ayo.pass(1);
      expect(await stage.sweep()).toBe(1);
    }
    expect([stage.sent.length, stage.verifiedReferences.length, stage.alerts(ada.id)]).toEqual([1, 13, ['withdrawal.stuck']]);
    expect(await readWithdrawal(ada, ada.id)).toMatchObject({ state: 'sending', reason: null });
    expect(await readMoney(ada)).toMatchObject({ held: 5_000 });
  });

  it.each([
    ['the answer is lost', '05', 1],
    ['the call is lost', '06', 2],
  ])('pays once when %s', async (_, ending, calls) => {
    const ada = await stage.makeSendingPlayer(ending);
    await stage.sweep();
    expect([stage.sent.length, await stage.countPayouts(ada.id)]).toEqual([1, 0]);
    stage.ayo.pass(30_000);
    await stage.sweep();
    expect((await readWithdrawal(ada, ada.id)).state).toBe('paid');
    expect([stage.sent.length, await paidAtBank(ada.reference), await stage.countPayouts(ada.id)]).toEqual([calls, 1, 1]);
    expect(new Set(stage.sent.map(({ reference }) => reference))).toEqual(new Set([ada.reference]));
  });

  it('that dies after the call goes on with the next one, and the bank pays once', async () => {
    const ada = await stage.makeSendingPlayer();
    stage.overrides = {
      payOut: async (request) => {
        await stage.simulator.payouts.payOut(request);
        throw new Error('the process dies here');
      },
    };
    await stage.sweep();
    expect([await paidAtBank(ada.reference), await stage.countPayouts(ada.id)]).toEqual([1, 0]);
    stage.overrides = {};
    stage.ayo.pass(29_999);
    expect(await stage.sweep()).toBe(0);
    stage.ayo.pass(1);
    expect(await stage.sweep()).toBe(1);
    expect([(await readWithdrawal(ada, ada.id)).state, stage.sent.length, await stage.countPayouts(ada.id)]).toEqual(['paid', 1, 1]);
  });

  it('that dies before the call sends it the next time', async () => {
    const ada = await stage.makeSendingPlayer();
    stage.overrides = { payOut: () => Promise.reject(new Error('the process dies here')) };
    await stage.sweep();
    expect(await paidAtBank(ada.reference)).toBe(0);
    stage.overrides = {};
    stage.ayo.pass(30_000);
    await stage.sweep();
    expect([(await readWithdrawal(ada, ada.id)).state, stage.verifiedReferences.length, await paidAtBank(ada.reference)]).toEqual(['paid', 1, 1]);
  });

  it('that dies between the bank’s word and the ledger leaves nothing half done', async () => {
    const ada = await stage.makeSendingPlayer();
    const broken: Platform = {
      ...stage.ayo.platform,
      // The first transaction of the sweep takes the withdrawal; the next one would write its end.
      pool: new Proxy(stage.ayo.pool, {
        get: (target, name) => {
          if (name === 'connect' && stage.sent.length > 0) return () => Promise.reject(new Error('the process dies here'));
          const value: unknown = Reflect.get(target, name);
          return typeof value === 'function' ? value.bind(target) : value;
        },
      }),
    };
    await sweepPayouts(broken);
    expect([stage.sent.length, await stage.countPayouts(ada.id), (await readMoney(ada)).held]).toEqual([1, 0, 5_000]);
    stage.ayo.pass(30_000);
    await stage.sweep();
    expect([stage.sent.length, await stage.countPayouts(ada.id), (await readMoney(ada)).held]).toEqual([1, 1, 0]);
  });

  it('goes on with the others when one makes trouble', async () => {
    const [ada, bola] = [await stage.makeSendingPlayer(), await stage.makeSendingPlayer()];
    stage.overrides = { payOut: (request) => (request.reference === ada.reference ? Promise.reject(new Error('odd')) : stage.simulator.payouts.payOut(request)) };
    expect(await stage.sweep()).toBe(2);
    expect([(await readWithdrawal(ada, ada.id)).state, (await readWithdrawal(bola, bola.id)).state]).toEqual(['sending', 'paid']);
  });

  it('sends nothing while money is turned off, and goes on when it is on again', async () => {
    const ada = await stage.makeSendingPlayer();
    await checkMoney(stage.ayo.platform, [{ id: 'X', rule: 'never', violations: `SELECT 'always' AS found` }]);
    expect([await stage.sweep(), stage.sent.length]).toEqual([0, 0]);
    await checkMoney(stage.ayo.platform, []);
    expect(await stage.sweep()).toBe(1);
    expect((await readWithdrawal(ada, ada.id)).state).toBe('paid');
  });

  it('never gives one that began with a gateway to another', async () => {
    const ada = await stage.makeSendingPlayer('05');
    await stage.sweep();
    stage.ayo.pass(30_000);
    const other: PaymentGateway = { ...stage.simulator, name: 'other' };
    await sweepPayouts({ ...stage.ayo.platform, gateways: singleGateway(other) });
    expect([stage.sent.length, stage.verifiedReferences.length, stage.alerts(ada.id)]).toEqual([1, 0, ['withdrawal.gateway-gone']]);
    stage.ayo.pass(60_000);
    await stage.sweep();
    expect((await readWithdrawal(ada, ada.id)).state).toBe('paid');
  });

  it('sends through the gateway of the day what waited for people when another one was in use', async () => {
    const ada = await stage.makeSendingPlayer();
    const other: PaymentGateway = { ...stage.simulator, name: 'other' };
    await sweepPayouts({ ...stage.ayo.platform, gateways: singleGateway(other) });
    const { rows } = await stage.ayo.pool.query('SELECT gateway, state FROM withdrawal WHERE withdrawal_id = $1', [ada.id]);
    expect(rows).toEqual([{ gateway: 'other', state: 'paid' }]);
  });

  it('runs by itself', async () => {
    const ada = await stage.makeSendingPlayer();
    const paid = new Promise<void>((resolve) => {
      stage.overrides = {
        payOut: async (request) => {
          const outcome = await stage.simulator.payouts.payOut(request);
          resolve();
          return outcome;
        },
      };
    });
    const stop = startPayoutSweep(stage.ayo.platform, { intervalMs: 1 });
    await paid;
    await expect.poll(async () => (await readWithdrawal(ada, ada.id)).state).toBe('paid');
    await stop();
  });
});
