/** Deposits that nobody looks at, gateways that say nothing, and the end of those that nobody pays. */
import { beforeEach, describe, expect, it } from 'vitest';
import { depositPauseMs, startDepositSweep, sweepDeposits } from '../../server/cashier/deposits/sweep-deposits';
import { reserveCheck, settleDeposit, settleDepositIfPossible } from '../../server/cashier/deposits/settle-deposit';
import { startDeposit } from '../../server/cashier/deposits/start-deposit';
import { singleGateway } from '../../server/gateways/payment/gateways';
import { GatewayUnavailableError } from '../../server/gateways/payment/port';
import type { PaymentGateway } from '../../server/gateways/payment/port';
import { findViolations } from '../../server/ledger/invariants';
import { readMoneySwitch } from '../../server/ledger/money-switch';
import { MONEY_INVARIANTS } from '../../server/money-invariants';
import { checkMoneyNow } from '../../server/money-watch';
import { kobo } from '../../src/core/money';
import { DAY_MS } from '../../src/core/time';
import { testDatabase } from '../support/database';
import { SITE, makeCashier } from '../support/deposits';
import type { Cashier } from '../support/deposits';
import { HERE } from '../support/caller-places';
import { fileDatabase } from '../support/file-database';
import { refusalOf } from '../support/money';
import { giveMoney, makePlayer } from '../support/players';

const database = fileDatabase({ invariants: MONEY_INVARIANTS });
let cashier: Cashier;
let userId: string;
/** References that the gateway was asked about. */
let verifiedReferences: string[];
let isSilent: boolean;

beforeEach(async () => {
  await database.pool.query(`UPDATE deposit SET check_after = 'infinity' WHERE state = 'pending'`);
  verifiedReferences = [];
  isSilent = false;
  cashier = makeCashier(database.pool, (simulator) => ({
    ...simulator,
    verify: async (reference) => {
      verifiedReferences.push(reference);
      if (isSilent) throw new GatewayUnavailableError('silent');
      return simulator.verify(reference);
    },
  }));
  userId = await makePlayer(database.pool);
});

const stateOf = async (depositId: string): Promise<string> => (await cashier.deposit(depositId)).state;

describe('the sweep', () => {
  it('asks about a pending deposit with pauses that grow to half an hour', async () => {
    expect([0, 1, 2, 5, 6, 60].map(depositPauseMs)).toEqual([30_000, 60_000, 120_000, 960_000, 1_800_000, 1_800_000]);
    await cashier.start(userId, 5_000);
    const sweepAfter = async (ms: number): Promise<number> => {
      cashier.pass(ms);
      await sweepDeposits(cashier.platform);
      return verifiedReferences.length;
    };
    expect(await sweepAfter(29_999)).toBe(0);
    expect(await sweepAfter(1)).toBe(1);
    expect(await sweepAfter(29_999)).toBe(1);
    expect(await sweepAfter(1)).toBe(2);
    expect(await sweepAfter(59_999)).toBe(2);
    expect(await sweepAfter(1)).toBe(3);
  });

  it('leaves a deposit to whoever took it first', async () => {
    const { reference } = await cashier.start(userId, 5_000);
    await cashier.choose(reference, 'paid');
    cashier.pass(30_000);
    const counts = await Promise.all(Array.from({ length: 8 }, () => sweepDeposits(cashier.platform)));
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(1);
    expect(await cashier.readReal(userId)).toBe(500_000);
  });

  it('ends what nobody paid after a day, but only when the gateway has been asked', async () => {
    const { depositId } = await cashier.start(userId, 5_000);
    isSilent = true;
    cashier.pass(DAY_MS);
    await sweepDeposits(cashier.platform);
    expect(await stateOf(depositId)).toBe('pending');
    isSilent = false;
    cashier.pass(DAY_MS);
    await sweepDeposits(cashier.platform);
    expect(await cashier.deposit(depositId)).toMatchObject({ state: 'expired', next: null });
  });

  it('leaves alone what another gateway began', async () => {
    const key = 'a-key-of-another-gateway';
    await refusalOf(cashier.tryStart(userId, 5_000.09, key));
    cashier.pass(DAY_MS);
    const other: PaymentGateway = { ...cashier.gateway, name: 'other' };
    expect(await sweepDeposits({ ...cashier.platform, gateways: singleGateway(other) })).toBe(0);
    const start = startDeposit({ ...cashier.platform, gateways: singleGateway(other) }, {
      userId, key, method: 'mobile-money', amount: kobo(5_000_09), again: true, place: HERE, returnBase: SITE,
    });
    expect((await refusalOf(start)).code).toBe('gateway-unavailable');
  });

  it('ends a deposit also when somebody looks at it first', async () => {
    const { depositId } = await cashier.start(userId, 5_000);
    cashier.pass(DAY_MS - 1);
    expect(await settleDeposit(cashier.platform, depositId, 'page-view')).toBe('pending');
    cashier.pass(1);
    expect(await settleDeposit(cashier.platform, depositId, 'page-view')).toBe('expired');
  });

  it('credits what was paid in the meantime, even when a day has passed', async () => {
    const { depositId, reference } = await cashier.start(userId, 5_000);
    await cashier.choose(reference, 'late');
    cashier.pass(2 * DAY_MS);
    await sweepDeposits(cashier.platform);
    expect(await stateOf(depositId)).toBe('success');
  });

  it('goes on to the next deposit when one makes trouble', async () => {
    const [first, second] = [await cashier.start(userId, 5_000), await cashier.start(userId, 700)];
    await cashier.choose(second.reference, 'paid');
    await database.pool.query('UPDATE simulator_payment SET paid_amount = 10 ^ 16, state = $2 WHERE reference = $1', [first.reference, 'success']);
    cashier.pass(30_000);
    await sweepDeposits(cashier.platform);
    expect(await stateOf(second.depositId)).toBe('success');
    expect(cashier.log.map(({ event }) => event)).toContain('deposit.sweep-failed');
    await database.pool.query('UPDATE simulator_payment SET paid_amount = NULL, state = $2 WHERE reference = $1', [first.reference, 'pending']);
  });

  it('runs by itself, goes on after a failure, and stops when it is asked to', async () => {
    const { depositId, reference } = await cashier.start(userId, 5_000);
    await cashier.choose(reference, 'paid');
    cashier.pass(30_000);
    let troubles = 2;
    const flaky = new Proxy(database.pool, {
      get: (pool, name) => {
        if (name === 'connect' && troubles > 0) {
          troubles -= 1;
          return () => Promise.reject(new Error('away'));
        }
        const value: unknown = Reflect.get(pool, name);
        return typeof value === 'function' ? value.bind(pool) : value;
      },
    });
    const stop = startDepositSweep({ ...cashier.platform, pool: flaky }, { intervalMs: 1 });
    await expect.poll(() => stateOf(depositId)).toBe('success');
    await stop();
    expect(cashier.log.filter(({ event }) => event === 'deposit.sweep-failed')).toHaveLength(2);
  });
});

describe('a gateway that does not answer', () => {
  it('leaves the deposit pending, whoever asks', async () => {
    const { depositId, reference } = await cashier.start(userId, 5_000);
    await cashier.choose(reference, 'paid');
    isSilent = true;
    expect((await cashier.get(`/api/callbacks/mm/failure?ref=${reference}`)).location).toBe(`/deposit?deposit=${depositId}`);
    expect((await cashier.notify(cashier.notificationBody(reference))).status).toBe(200);
    expect(await settleDeposit(cashier.platform, depositId, 'page-view')).toBe('pending');
    isSilent = false;
    // The notification said that something has changed, so the sweep asks again soon.
    cashier.pass(5_000);
    await sweepDeposits(cashier.platform);
    expect(await stateOf(depositId)).toBe('success');
  });

  it('is not asked more often than every 5 s, however often somebody looks', async () => {
    const { depositId } = await cashier.start(userId, 5_000);
    const look = () => reserveCheck(cashier.platform, depositId, 5_000);
    expect((await Promise.all(Array.from({ length: 10 }, look))).filter(Boolean)).toHaveLength(1);
    cashier.pass(4_999);
    expect(await look()).toBe(false);
    cashier.pass(1);
    expect(await look()).toBe(true);
  });
});

describe('while money is turned off', () => {
  it('a paid deposit stays pending, its notification is to come again, and it is credited afterwards', async () => {
    const { depositId, reference } = await cashier.start(userId, 5_000);
    await cashier.choose(reference, 'paid');
    await database.pool.query(`UPDATE money_switch SET open = false, reason = 'a test'`);
    expect((await cashier.notify(cashier.notificationBody(reference))).status).toBe(503);
    await settleDepositIfPossible(cashier.platform, depositId, 'page-view');
    expect(await stateOf(depositId)).toBe('pending');
    expect(await refusalOf(cashier.tryStart(userId, 5_000, 'a-key-of-16-chars'))).toMatchObject({ status: 503 });

    expect(await checkMoneyNow(cashier.platform)).toBe(true);
    expect(await readMoneySwitch(database.pool)).toMatchObject({ isOpen: true });
    expect((await cashier.notify(cashier.notificationBody(reference))).status).toBe(200);
    expect(await stateOf(depositId)).toBe('success');
  });
});

describe('the invariants of deposits', () => {
  it('notice a credit without a deposit', async () => {
    const other = await testDatabase();
    const stranger = await makePlayer(other.pool);
    await giveMoney(other.pool, stranger, kobo(5));
    expect((await findViolations(other.pool, MONEY_INVARIANTS)).map(({ id }) => id)).toEqual(['I7']);
    await other.close();
  });
});
