/** Sending withdrawals: lost calls and answers, crashes in the middle, late news, and everything that is for people. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { runPaymentsDue } from '../../server/cashier/requery';
import { decidePayout } from '../../server/cashier/withdrawals/decide-payout';
import type { PayoutFacts } from '../../server/cashier/withdrawals/decide-payout';
import { payoutPauseMs, startPayoutSweep, sweepPayouts } from '../../server/cashier/withdrawals/payouts';
import { oneGateway } from '../../server/gateways/payment/gateways';
import { GatewayUnavailableError } from '../../server/gateways/payment/port';
import type { PaymentGateway, PayoutGateway, PayoutRequest, VerifiedPayout } from '../../server/gateways/payment/port';
import { SIGNATURE_HEADER, signNotification } from '../../server/gateways/payment/simulator/signature';
import { believedSecrets } from '../../server/gateways/payment/simulator/secrets';
import { checkMoney } from '../../server/ledger/money-switch';
import { findViolations } from '../../server/ledger/invariants';
import type { Platform } from '../../server/platform';
import { kobo } from '../../src/core/money';
import type { TestAnswer } from '../support/http-client';
import { testPlatform } from '../support/platform';
import type { TestPlatform } from '../support/platform';
import { ask, invariantsOfGivenMoney, moneyOf, paidPlayer, stepsOf, withdrawalNow } from '../support/withdrawals';
import type { PaidPlayer } from '../support/withdrawals';

let ayo: TestPlatform;
/** Every call that reached the gateway. */
let sent: PayoutRequest[];
let verified: string[];
/** What the gateway does instead of its own. */
let instead: Partial<PayoutGateway>;
let simulator: PaymentGateway;

beforeAll(async () => {
  ayo = await testPlatform({
    parts: {
      wrapGateway: (gateway) => {
        simulator = gateway;
        return {
          ...gateway,
          payouts: {
            resolveAccount: (place) => gateway.payouts.resolveAccount(place),
            payOut: (request) => {
              sent.push(request);
              return (instead.payOut ?? gateway.payouts.payOut)(request);
            },
            verifyPayout: (reference) => {
              verified.push(reference);
              return (instead.verifyPayout ?? gateway.payouts.verifyPayout)(reference);
            },
          },
        };
      },
    },
  });
});
afterAll(async () => {
  expect(await findViolations(ayo.pool, invariantsOfGivenMoney())).toEqual([]);
  await ayo.close();
});
beforeEach(async () => {
  sent = [];
  verified = [];
  instead = {};
  // What the test before left on its way is nobody's now.
  await ayo.pool.query(`UPDATE withdrawal SET check_after = 'infinity' WHERE state = 'sending'`);
  await ayo.pool.query(`UPDATE simulator_notification SET delivered_at = now()`);
});

const sweep = (): Promise<number> => sweepPayouts(ayo.platform);
const silent = () => Promise.reject(new GatewayUnavailableError('silent'));
const alerts = (id: string): string[] =>
  ayo.logs.filter((line) => line.includes(id) && line.includes('"alert":true')).map((line) => String((JSON.parse(line) as { event: string }).event));

async function sending(ending = '00', naira = 5_000): Promise<PaidPlayer & { readonly id: string; readonly reference: string }> {
  const player = await paidPlayer(ayo, { ending });
  const { data } = await ask(player, naira);
  expect(data.state).toBe('sending');
  return { ...player, id: data.withdrawalId, reference: `wd-${data.withdrawalId}` };
}

async function notify(reference: string, event: string, signature?: string): Promise<TestAnswer> {
  const body = JSON.stringify({ event, data: { reference } });
  const [secret] = await believedSecrets(ayo.platform);
  return ayo.client().request('POST', '/api/notifications/payments/simulator', {
    body, headers: { [SIGNATURE_HEADER]: signature ?? signNotification(secret, body, ayo.platform.now().getTime()) },
  });
}

async function payoutsOf(id: string): Promise<number> {
  const { rows } = await ayo.pool.query<{ count: number }>(`SELECT count(*) FROM ledger_transaction WHERE reference = $1 AND kind = 'payout'`, [id]);
  return rows[0]?.count ?? 0;
}

/** How often the simulated bank really paid it. */
async function paidAtBank(reference: string): Promise<number> {
  const { rowCount } = await ayo.pool.query(`SELECT 1 FROM simulator_payout WHERE reference = $1 AND state = 'success'`, [reference]);
  return rowCount ?? 0;
}

describe('the payout job', () => {
  it('sends what the bank needs, under a reference that was stored before', async () => {
    const ada = await sending();
    let stored: unknown;
    instead = {
      payOut: async (request) => {
        stored = (await ayo.pool.query('SELECT reference, gateway FROM withdrawal WHERE withdrawal_id = $1', [ada.id])).rows[0];
        return simulator.payouts.payOut(request);
      },
    };
    expect(await sweep()).toBe(1);
    expect(stored).toEqual({ reference: ada.reference, gateway: 'simulator' });
    expect(sent).toEqual([
      {
        reference: ada.reference, amount: 500_000, currency: 'NGN', bankCode: '058', accountNumber: sent[0]?.accountNumber,
        accountName: 'OBI ADA', narration: 'Ayo withdrawal',
      },
    ]);
    expect(sent[0]?.accountNumber).toMatch(new RegExp(`^\\d{6}${ada.account.lastFour}$`));
    expect(ada.reference).toMatch(/^[a-z0-9][a-z0-9-]{15,}$/);
  });

  it('run by eight at once sends once', async () => {
    const ada = await sending();
    const counts = await Promise.all(Array.from({ length: 8 }, sweep));
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(1);
    expect([sent.length, await payoutsOf(ada.id), (await withdrawalNow(ada, ada.id)).state]).toEqual([1, 1, 'paid']);
  });

  it('asks about one on its way with pauses that grow to half an hour, and tells people when it takes hours', async () => {
    expect([0, 1, 2, 5, 6, 60].map(payoutPauseMs)).toEqual([30_000, 60_000, 120_000, 960_000, 1_800_000, 1_800_000]);
    const ada = await sending('04');
    await sweep();
    expect([sent.length, stepsOf(await withdrawalNow(ada, ada.id))]).toEqual([1, ['asked', 'held', 'checked', 'sent']]);
    verified = [];
    for (let checks = 0; checks < 13; checks += 1) {
      ayo.pass(payoutPauseMs(checks) - 1);
      expect(await sweep()).toBe(0);
      ayo.pass(1);
      expect(await sweep()).toBe(1);
    }
    expect([sent.length, verified.length, alerts(ada.id)]).toEqual([1, 13, ['withdrawal.stuck']]);
    expect(await withdrawalNow(ada, ada.id)).toMatchObject({ state: 'sending', reason: null });
    expect(await moneyOf(ada)).toMatchObject({ held: 5_000 });
  });

  it.each([
    ['the answer is lost', '05', 1],
    ['the call is lost', '06', 2],
  ])('pays once when %s', async (_, ending, calls) => {
    const ada = await sending(ending);
    await sweep();
    expect([sent.length, await payoutsOf(ada.id)]).toEqual([1, 0]);
    ayo.pass(30_000);
    await sweep();
    expect((await withdrawalNow(ada, ada.id)).state).toBe('paid');
    expect([sent.length, await paidAtBank(ada.reference), await payoutsOf(ada.id)]).toEqual([calls, 1, 1]);
    expect(new Set(sent.map(({ reference }) => reference))).toEqual(new Set([ada.reference]));
  });

  it('that dies after the call goes on with the next one, and the bank pays once', async () => {
    const ada = await sending();
    instead = {
      payOut: async (request) => {
        await simulator.payouts.payOut(request);
        throw new Error('the process dies here');
      },
    };
    await sweep();
    expect([await paidAtBank(ada.reference), await payoutsOf(ada.id)]).toEqual([1, 0]);
    instead = {};
    ayo.pass(29_999);
    expect(await sweep()).toBe(0);
    ayo.pass(1);
    expect(await sweep()).toBe(1);
    expect([(await withdrawalNow(ada, ada.id)).state, sent.length, await payoutsOf(ada.id)]).toEqual(['paid', 1, 1]);
  });

  it('that dies before the call sends it the next time', async () => {
    const ada = await sending();
    instead = { payOut: () => Promise.reject(new Error('the process dies here')) };
    await sweep();
    expect(await paidAtBank(ada.reference)).toBe(0);
    instead = {};
    ayo.pass(30_000);
    await sweep();
    expect([(await withdrawalNow(ada, ada.id)).state, verified.length, await paidAtBank(ada.reference)]).toEqual(['paid', 1, 1]);
  });

  it('that dies between the bank’s word and the ledger leaves nothing half done', async () => {
    const ada = await sending();
    const broken: Platform = {
      ...ayo.platform,
      // The first transaction of the sweep takes it up, the next one would write the end.
      pool: new Proxy(ayo.pool, {
        get: (target, name) => {
          if (name === 'connect' && sent.length > 0) return () => Promise.reject(new Error('the process dies here'));
          const value: unknown = Reflect.get(target, name);
          return typeof value === 'function' ? value.bind(target) : value;
        },
      }),
    };
    await sweepPayouts(broken);
    expect([sent.length, await payoutsOf(ada.id), (await moneyOf(ada)).held]).toEqual([1, 0, 5_000]);
    ayo.pass(30_000);
    await sweep();
    expect([sent.length, await payoutsOf(ada.id), (await moneyOf(ada)).held]).toEqual([1, 1, 0]);
  });

  it('goes on with the others when one makes trouble', async () => {
    const [ada, bola] = [await sending(), await sending()];
    instead = { payOut: (request) => (request.reference === ada.reference ? Promise.reject(new Error('odd')) : simulator.payouts.payOut(request)) };
    expect(await sweep()).toBe(2);
    expect([(await withdrawalNow(ada, ada.id)).state, (await withdrawalNow(bola, bola.id)).state]).toEqual(['sending', 'paid']);
  });

  it('sends nothing while money is turned off, and goes on when it is on again', async () => {
    const ada = await sending();
    await checkMoney(ayo.platform, [{ id: 'X', says: 'never', violations: `SELECT 'always' AS found` }]);
    expect([await sweep(), sent.length]).toEqual([0, 0]);
    await checkMoney(ayo.platform, []);
    expect(await sweep()).toBe(1);
    expect((await withdrawalNow(ada, ada.id)).state).toBe('paid');
  });

  it('never gives one that began with a gateway to another', async () => {
    const ada = await sending('05');
    await sweep();
    ayo.pass(30_000);
    const other: PaymentGateway = { ...simulator, name: 'other' };
    await sweepPayouts({ ...ayo.platform, gateways: oneGateway(other) });
    expect([sent.length, verified.length, alerts(ada.id)]).toEqual([1, 0, ['withdrawal.gateway-gone']]);
    ayo.pass(60_000);
    await sweep();
    expect((await withdrawalNow(ada, ada.id)).state).toBe('paid');
  });

  it('sends through the gateway of the day what waited for people when another one was in use', async () => {
    const ada = await sending();
    const other: PaymentGateway = { ...simulator, name: 'other' };
    await sweepPayouts({ ...ayo.platform, gateways: oneGateway(other) });
    const { rows } = await ayo.pool.query('SELECT gateway, state FROM withdrawal WHERE withdrawal_id = $1', [ada.id]);
    expect(rows).toEqual([{ gateway: 'other', state: 'paid' }]);
  });

  it('runs by itself', async () => {
    const ada = await sending();
    const paid = new Promise<void>((resolve) => {
      instead = {
        payOut: async (request) => {
          const said = await simulator.payouts.payOut(request);
          resolve();
          return said;
        },
      };
    });
    const stop = startPayoutSweep(ayo.platform, { intervalMs: 1 });
    await paid;
    await expect.poll(async () => (await withdrawalNow(ada, ada.id)).state).toBe('paid');
    stop();
  });
});

describe('somebody who looks', () => {
  it('makes us ask the gateway, at most every five seconds, and never before it was called', async () => {
    const ada = await sending('01');
    await withdrawalNow(ada, ada.id);
    expect(verified).toEqual([]);
    await sweep();
    ayo.pass(29_999);
    await Promise.all(Array.from({ length: 8 }, () => withdrawalNow(ada, ada.id)));
    expect(verified).toEqual([ada.reference]);
    ayo.pass(4_999);
    expect((await withdrawalNow(ada, ada.id)).state).toBe('sending');
    ayo.pass(1);
    expect((await withdrawalNow(ada, ada.id)).state).toBe('paid');
    ayo.pass(5_000);
    await withdrawalNow(ada, ada.id);
    expect(verified).toHaveLength(2);
  });

  it('sees it as it is while the gateway is silent', async () => {
    const ada = await sending('01');
    await sweep();
    instead = { verifyPayout: silent };
    ayo.pass(40_000);
    expect((await withdrawalNow(ada, ada.id)).state).toBe('sending');
  });
});

describe('news of the gateway', () => {
  it('comes through the same endpoint as that of payments, signed, and is looked into', async () => {
    const ada = await sending('01');
    await sweep();
    ayo.pass(30_000);
    await runPaymentsDue(ayo.platform);
    expect((await withdrawalNow(ada, ada.id)).state).toBe('paid');
    const { rows } = await ayo.pool.query('SELECT event, times FROM gateway_notification WHERE reference = $1', [ada.reference]);
    expect(rows).toEqual([{ event: 'transfer.success', times: 1 }]);
  });

  it('50 times at once is answered 50 times and ends it once', async () => {
    const ada = await sending('01');
    await sweep();
    ayo.pass(30_000);
    const answers = await Promise.all(Array.from({ length: 50 }, () => notify(ada.reference, 'transfer.success')));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect([await payoutsOf(ada.id), stepsOf(await withdrawalNow(ada, ada.id))]).toEqual([1, ['asked', 'held', 'checked', 'sent', 'paid']]);
  });

  it('proves nothing by itself: what it claims is asked for, and asked for again soon', async () => {
    const ada = await sending('01');
    await sweep();
    for (const event of ['transfer.success', 'transfer.failed', 'transfer.reversed']) expect((await notify(ada.reference, event)).status).toBe(200);
    expect((await withdrawalNow(ada, ada.id)).state).toBe('sending');
    ayo.pass(5_000);
    expect(await sweep()).toBe(1);
  });

  it('unsigned, or about what nobody knows, moves nothing', async () => {
    const ada = await sending('01');
    await sweep();
    ayo.pass(30_000);
    expect((await notify(ada.reference, 'transfer.success', 't=1,v1=00')).status).toBe(401);
    expect((await notify('wd-000000000000000000000000', 'transfer.success')).status).toBe(200);
    const before = await moneyOf(ada);
    expect(before.held).toBe(5_000);
  });

  it('about a withdrawal that was not sent yet moves nothing', async () => {
    const ada = await sending();
    expect((await notify(ada.reference, 'transfer.success')).status).toBe(200);
    expect([verified, (await withdrawalNow(ada, ada.id)).state]).toEqual([[], 'sending']);
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
    const ada = await sending(ending);
    await sweep();
    if (ms > 0) {
      expect((await withdrawalNow(ada, ada.id)).state).toBe('sending');
      ayo.pass(ms);
      await runPaymentsDue(ayo.platform);
    }
    expect(await withdrawalNow(ada, ada.id)).toMatchObject({ state, reason });
    expect(await moneyOf(ada)).toEqual({ real: state === 'paid' ? 95_000 : 100_000, held: 0 });
  });

  it('sent back after it was paid stays paid, is told to the player, and goes to people once', async () => {
    const ada = await sending('08');
    await sweep();
    expect((await withdrawalNow(ada, ada.id)).state).toBe('paid');
    ayo.pass(60_000);
    await Promise.all([runPaymentsDue(ayo.platform), notify(ada.reference, 'transfer.reversed'), notify(ada.reference, 'transfer.reversed')]);
    const told = await withdrawalNow(ada, ada.id);
    expect([told.state, stepsOf(told)]).toEqual(['paid', ['asked', 'held', 'checked', 'sent', 'paid', 'reversed']]);
    expect(told.timeline.at(-1)?.detail).toBe('Your bank sent the money back after it was paid. Our team is looking at it.');
    expect([await moneyOf(ada), alerts(ada.id)]).toEqual([{ real: 95_000, held: 0 }, ['withdrawal.alert']]);
  });

  it('of another amount than was sent moves nothing and goes to people', async () => {
    const ada = await sending();
    const less = (said: VerifiedPayout): VerifiedPayout => ({ ...said, amount: kobo(499_999) });
    instead = {
      payOut: async (request) => less(await simulator.payouts.payOut(request)),
      verifyPayout: async (reference) => less(await simulator.payouts.verifyPayout(reference)),
    };
    await sweep();
    ayo.pass(30_000);
    await sweep();
    expect([(await withdrawalNow(ada, ada.id)).state, await moneyOf(ada), alerts(ada.id)]).toEqual([
      'sending', { real: 95_000, held: 5_000 }, ['withdrawal.alert'],
    ]);
  });

  it('that succeeds after it failed gives nothing a second time and goes to people', async () => {
    const ada = await sending('02');
    await sweep();
    instead = {
      verifyPayout: (reference) => Promise.resolve({ reference, state: 'success', amount: kobo(500_000), currency: 'NGN' }),
    };
    await notify(ada.reference, 'transfer.success');
    expect([(await withdrawalNow(ada, ada.id)).state, await moneyOf(ada), alerts(ada.id)]).toEqual([
      'failed', { real: 100_000, held: 0 }, ['withdrawal.alert'],
    ]);
  });
});

describe('what the gateway’s answer makes of a withdrawal', () => {
  const facts: PayoutFacts = { reference: 'wd-000000000000', amount: kobo(500), currency: 'NGN', state: 'sending' };
  const said: VerifiedPayout = { reference: facts.reference, state: 'success', amount: facts.amount, currency: 'NGN' };
  const decided = (state: PayoutFacts['state'], answer: Partial<VerifiedPayout>) => decidePayout({ ...facts, state }, { ...said, ...answer }).do;

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

  it('tells the player the bank’s own reason, in one line, or one of ours', () => {
    const reasonOf = (answer: Partial<VerifiedPayout>) => decidePayout(facts, { ...said, ...answer });
    expect(reasonOf({ state: 'failed', reason: '  Account\n frozen\u0000 ' })).toEqual({ do: 'give-back', reason: 'Account frozen' });
    expect(reasonOf({ state: 'failed', reason: ' ' })).toEqual({ do: 'give-back', reason: 'Your bank did not take the payment.' });
    expect(reasonOf({ state: 'reversed' })).toEqual({ do: 'give-back', reason: 'Your bank sent the money back.' });
    expect(reasonOf({ state: 'failed', reason: 'x'.repeat(500) })).toEqual({ do: 'give-back', reason: 'x'.repeat(200) });
  });
});

describe('the simulator’s statement', () => {
  it('has every payout that ended, one that was sent back later twice, and none that never arrived', async () => {
    const from = ayo.platform.now();
    const [paid, back, never, late] = [await sending(), await sending('08'), await sending('04'), await sending('01')];
    await sweep();
    ayo.pass(60_001);
    const lines = await simulator.statement(from, ayo.platform.now());
    const of = (reference: string) => lines.filter((line) => line.reference === reference).map(({ direction, state, amount }) => [direction, state, amount]);
    expect(of(paid.reference)).toEqual([['out', 'success', 500_000]]);
    expect(of(back.reference)).toEqual([['out', 'success', 500_000], ['out', 'reversed', 500_000]]);
    expect(of(never.reference)).toEqual([]);
    expect(of(late.reference)).toEqual([['out', 'success', 500_000]]);
  });
});
