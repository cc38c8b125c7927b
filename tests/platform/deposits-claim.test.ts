/** "I was debited": what the player's word does, and what it does not. */
import { beforeEach, describe, expect, it } from 'vitest';
import { claimDebit } from '../../server/cashier/deposits/claim-debit';
import { sweepDeposits } from '../../server/cashier/deposits/sweep-deposits';
import { GatewayUnavailableError } from '../../server/gateways/payment/port';
import { MONEY_INVARIANTS } from '../../server/money-invariants';
import { DAY_MS } from '../../src/core/time';
import { makeCashier } from '../support/deposits';
import type { Cashier, StartedDeposit } from '../support/deposits';
import { fileDatabase } from '../support/file-database';
import { newKey } from '../support/keys';
import { refusalOf } from '../support/money';
import { makePlayer } from '../support/players';

const database = fileDatabase({ invariants: MONEY_INVARIANTS });
let cashier: Cashier;
let userId: string;
let verifyCount: number;
let isSilent: boolean;

beforeEach(async () => {
  await database.pool.query(`UPDATE deposit SET check_after = 'infinity'`);
  verifyCount = 0;
  isSilent = false;
  cashier = makeCashier(database.pool, (simulator) => ({
    ...simulator,
    verify: async (reference) => {
      verifyCount += 1;
      if (isSilent) throw new GatewayUnavailableError('silent');
      return simulator.verify(reference);
    },
  }));
  userId = await makePlayer(database.pool);
});

const MINUTE_MS = 60_000;
const transfer = (): Promise<StartedDeposit> => cashier.start(userId, 5_000, newKey(), { method: 'bank-transfer' });
const claim = (depositId: string, bankReference = 'FT26112100004711') => claimDebit(cashier.platform, { userId, depositId, bankReference });
const stateOf = async (depositId: string): Promise<string> => (await cashier.deposit(depositId)).state;
async function sweepAfter(ms: number): Promise<void> {
  cashier.pass(ms);
  await sweepDeposits(cashier.platform);
}
/** Lets a deposit run out. */
async function expire(depositId: string): Promise<void> {
  await database.pool.query(`UPDATE deposit SET check_after = created_at WHERE deposit_id = $1`, [depositId]);
  await sweepAfter(90 * MINUTE_MS);
  expect(await stateOf(depositId)).toBe('expired');
}

describe('a claim', () => {
  it('keeps the bank’s reference, shows its end, and asks the gateway at once', async () => {
    const { depositId, reference } = await transfer();
    await cashier.choose(reference, 'paid');
    expect((await claim(depositId)).state).toBe('success');
    expect((await cashier.deposit(depositId)).timeline.map(({ step, detail }) => [step, detail])).toContainEqual(
      ['claimed', 'The bank’s reference is …4711. We are asking.'],
    );
    const { rows } = await database.pool.query('SELECT bank_reference FROM deposit_claim WHERE deposit_id = $1', [depositId]);
    expect(rows).toEqual([{ bank_reference: 'FT26112100004711' }]);
  });

  it('credits nothing by itself', async () => {
    const { depositId } = await transfer();
    expect((await claim(depositId)).state).toBe('pending');
    expect(await cashier.readReal(userId)).toBe(0);
  });

  it('has the gateway asked for three days with growing pauses, although the deposit runs out when it would have', async () => {
    const { depositId } = await transfer();
    await claim(depositId);
    const before = verifyCount;
    await sweepAfter(30_000);
    await sweepAfter(30_000);
    expect(verifyCount - before).toBe(2);
    await sweepAfter(60 * MINUTE_MS);
    expect(await stateOf(depositId)).toBe('pending');
    for (let hours = 1; hours < 71; hours += 1) await sweepAfter(60 * MINUTE_MS);
    expect(await stateOf(depositId)).toBe('expired');
    expect(verifyCount - before).toBeGreaterThan(60);
    const all = verifyCount;
    for (let hours = 0; hours < 4; hours += 1) await sweepAfter(60 * MINUTE_MS);
    expect(verifyCount - all).toBeLessThan(2);
  });

  it('goes on while the gateway is silent', async () => {
    const { depositId, reference } = await transfer();
    await cashier.choose(reference, 'paid');
    isSilent = true;
    expect((await claim(depositId)).state).toBe('pending');
    isSilent = false;
    await sweepAfter(30_000);
    expect(await stateOf(depositId)).toBe('success');
  });

  it('brings late money of exactly the amount into the balance, although the deposit had expired', async () => {
    const { depositId, reference } = await transfer();
    await expire(depositId);
    await claim(depositId);
    expect(await stateOf(depositId)).toBe('expired');
    await cashier.choose(reference, 'paid');
    await sweepAfter(30_000);
    expect(await stateOf(depositId)).toBe('success');
    expect([await cashier.readReal(userId), await cashier.countCredits(depositId)]).toEqual([500_000, 1]);
    expect((await cashier.deposit(depositId)).timeline.map(({ step }) => step)).toEqual(
      ['asked', 'account-given', 'expired', 'claimed', 'checked', 'credited'],
    );
    for (let n = 0; n < 3; n += 1) await cashier.notify(cashier.notificationBody(reference, `payment.success.${n}`));
    expect(await cashier.countCredits(depositId)).toBe(1);
  });

  it('leaves late money of any other amount to people', async () => {
    const { depositId, reference } = await transfer();
    await expire(depositId);
    await claim(depositId);
    await cashier.choose(reference, 'wrong-amount');
    await sweepAfter(30_000);
    expect([await stateOf(depositId), await cashier.readReal(userId)]).toEqual(['mismatch', 0]);
  });

  it('changes nothing for a deposit that the gateway itself refused: a success afterwards is left to people', async () => {
    const { depositId, reference } = await transfer();
    await cashier.choose(reference, 'failed');
    await cashier.notify(cashier.notificationBody(reference));
    await claim(depositId);
    expect(await stateOf(depositId)).toBe('failed');
    await database.pool.query(`UPDATE simulator_payment SET state = 'success', paid_amount = amount WHERE reference = $1`, [reference]);
    await sweepAfter(30_000);
    expect([await stateOf(depositId), await cashier.readReal(userId)]).toEqual(['mismatch', 0]);
  });

  it('is over after three days: nobody asks any more, but a notification still brings the money', async () => {
    const { depositId, reference } = await transfer();
    await expire(depositId);
    await claim(depositId);
    await sweepAfter(3 * DAY_MS);
    const before = verifyCount;
    await sweepAfter(DAY_MS);
    expect(verifyCount).toBe(before);
    await cashier.choose(reference, 'paid');
    await cashier.notify(cashier.notificationBody(reference));
    expect(await stateOf(depositId)).toBe('success');
  });

  it('is needed, because late money without one is left to people', async () => {
    const { depositId, reference } = await transfer();
    await expire(depositId);
    await cashier.choose(reference, 'paid');
    await cashier.notify(cashier.notificationBody(reference));
    expect([await stateOf(depositId), await cashier.readReal(userId)]).toEqual(['mismatch', 0]);
  });

  it('can get a corrected reference five times; the gateway is not asked more often than every 5 s', async () => {
    const { depositId } = await transfer();
    for (let n = 0; n < 7; n += 1) await claim(depositId, `FT-${n}-0000`);
    expect(verifyCount).toBe(1);
    const { rows } = await database.pool.query('SELECT count(*) AS claims FROM deposit_claim WHERE deposit_id = $1', [depositId]);
    expect(rows).toEqual([{ claims: 5 }]);
    expect((await cashier.deposit(depositId)).timeline.filter(({ step }) => step === 'claimed')).toHaveLength(1);
  });

  it('is refused after ten in an hour, and for a deposit of somebody else', async () => {
    const { depositId } = await transfer();
    for (let n = 0; n < 10; n += 1) await claim(depositId);
    expect(await refusalOf(claim(depositId))).toMatchObject({ code: 'too-many-requests' });
    cashier.pass(60 * MINUTE_MS);
    await claim(depositId);
    userId = await makePlayer(database.pool);
    expect(await refusalOf(claim(depositId))).toMatchObject({ code: 'not-found' });
    expect(await refusalOf(claim('no-such-deposit'))).toMatchObject({ code: 'not-found' });
  });

  it('changes nothing for a deposit that is credited already', async () => {
    const { depositId, reference } = await transfer();
    await cashier.choose(reference, 'paid');
    await cashier.notify(cashier.notificationBody(reference));
    await claim(depositId);
    expect((await cashier.deposit(depositId)).timeline.map(({ step }) => step)).not.toContain('claimed');
  });

  it('is stored once when it is sent eight times at the same moment', async () => {
    const { depositId } = await transfer();
    await Promise.all(Array.from({ length: 8 }, () => claim(depositId)));
    const { rows } = await database.pool.query('SELECT count(*) AS claims FROM deposit_claim WHERE deposit_id = $1', [depositId]);
    expect(rows).toEqual([{ claims: 1 }]);
  });
});

describe('the database', () => {
  it('refuses to credit an expired deposit that nobody claimed, and to take a claim back', async () => {
    const { depositId } = await transfer();
    await expire(depositId);
    const set = (what: string) => database.pool.query(`UPDATE deposit SET ${what} WHERE deposit_id = $1`, [depositId]);
    await expect(set(`state = 'success', transaction_id = 1`)).rejects.toThrow('which is final');
    await claim(depositId);
    await expect(set('claimed_at = NULL')).rejects.toThrow('a claim stays');
    await expect(database.pool.query('DELETE FROM deposit_claim')).rejects.toThrow();
  });
});
