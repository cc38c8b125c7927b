/**
 * Rows 15 to 19 of what must be refused: browsers prove nothing, and only genuine notifications make us ask the
 * gateway.
 */
import { beforeEach, describe, expect, it } from 'vitest';
import { rotateSecret, readValidSecrets } from '../../server/gateways/payment/simulator/notifications/secrets';
import { signNotification } from '../../server/gateways/payment/simulator/notifications/signature';
import { MONEY_INVARIANTS } from '../../server/money-invariants';
import { DAY_MS } from '../../src/core/time';
import { makeCashier } from '../support/deposits';
import type { Cashier } from '../support/deposits';
import { fileDatabase } from '../support/file-database';
import { makePlayer } from '../support/players';

const database = fileDatabase({ invariants: MONEY_INVARIANTS });
let cashier: Cashier;
let userId: string;

beforeEach(async () => {
  cashier = makeCashier(database.pool);
  userId = await makePlayer(database.pool);
});

const nowMs = (): number => cashier.platform.now().getTime();
const secrets = () => readValidSecrets({ ...cashier.platform, pool: database.pool });
const stateOf = async (depositId: string): Promise<string> => (await cashier.deposit(depositId)).state;
const set = (reference: string, what: string) =>
  database.pool.query(`UPDATE simulator_payment SET ${what} WHERE reference = $1`, [reference]);

describe('a browser that comes back', () => {
  it('proves nothing, whatever its address claims', async () => {
    const { depositId, reference } = await cashier.start(userId, 5_000);
    for (const path of ['success', 'cancel', 'failure']) {
      const reply = await cashier.get(`/api/callbacks/mm/${path}?amount=999999&status=success&ref=${reference}`);
      expect(reply).toMatchObject({ status: 303, location: `/deposit?deposit=${depositId}` });
      expect(await stateOf(depositId)).toBe('pending');
    }
    expect(await cashier.readReal(userId)).toBe(0);
  });

  it('goes to the deposit page with a reference that is unknown, missing, doubled or odd', async () => {
    for (const query of ['', '?ref=dep-000000000000000000000000', '?ref=a&ref=b', '?ref=%00', '?ref=../../x', `?ref=${'x'.repeat(2_000)}`]) {
      expect(await cashier.get(`/api/callbacks/mm/success${query}`)).toMatchObject({ status: 303, location: '/deposit' });
    }
  });

  it('is not served by POST', async () => {
    const { depositId, reference } = await cashier.start(userId, 5_000);
    await cashier.choose(reference, 'paid');
    const reply = await cashier.app.inject({ method: 'POST', url: `/api/callbacks/mm/success?ref=${reference}` });
    expect([reply.statusCode, reply.headers.allow]).toEqual([405, 'GET, HEAD']);
    expect(await stateOf(depositId)).toBe('pending');
  });

  it('leaves the credit as it is when it comes by "cancel" after the gateway confirmed', async () => {
    const { depositId, reference } = await cashier.start(userId, 5_000);
    await cashier.choose(reference, 'paid');
    await cashier.get(`/api/callbacks/mm/cancel?ref=${reference}`);
    await cashier.get(`/api/callbacks/mm/failure?ref=${reference}`);
    expect(await stateOf(depositId)).toBe('success');
    expect(await cashier.readReal(userId)).toBe(500_000);
  });
});

describe('a notification', () => {
  it('gets 200 when it is genuine, and credits the amount that the gateway confirms', async () => {
    const { depositId, reference } = await cashier.start(userId, 5_000);
    await cashier.choose(reference, 'paid');
    expect((await cashier.notify(cashier.notificationBody(reference))).status).toBe(200);
    expect(await stateOf(depositId)).toBe('success');
    expect(await cashier.readReal(userId)).toBe(500_000);
  });

  it('changes nothing when it says "paid" about a payment that is not', async () => {
    const { depositId, reference } = await cashier.start(userId, 5_000);
    expect((await cashier.notify(cashier.notificationBody(reference))).status).toBe(200);
    expect(await stateOf(depositId)).toBe('pending');
    expect(await cashier.readReal(userId)).toBe(0);
  });

  it('about a reference that is not ours is answered with 200 and logged', async () => {
    expect((await cashier.notify(cashier.notificationBody('dep-ffffffffffffffffffffffff'))).status).toBe(200);
    expect(cashier.log.map(({ event }) => event)).toEqual(['payment.notification-unknown']);
  });

  it('gets 401 when it is not genuine, is logged, and has no effect', async () => {
    const { depositId, reference } = await cashier.start(userId, 5_000);
    await cashier.choose(reference, 'paid');
    const body = cashier.notificationBody(reference);
    const [secret] = await secrets();
    const good = signNotification(secret, body, nowMs());
    const forged: readonly [string, string][] = [
      [body, ''],
      [body, 'nonsense'],
      [body, good.replace('v1=', 'v2=')],
      [body, good.toUpperCase()],
      [body, `${good},${good}`],
      [body, good.slice(0, -1)],
      [body, good.replace(/^t=\d+/, 't=0')],
      [body, signNotification('another secret', body, nowMs())],
      [body, signNotification(secret, body, nowMs() - 301_000)],
      [body, signNotification(secret, body, nowMs() + 301_000)],
      [JSON.stringify(JSON.parse(body), null, 1), good],
      [`${body} `, good],
      ['', good],
      ['not json', signNotification(secret, 'not json', nowMs())],
      ['{"event":"x"}', signNotification(secret, '{"event":"x"}', nowMs())],
    ];
    for (const [bytes, signature] of forged) {
      expect((await cashier.notify(bytes, signature)).status, signature).toBe(401);
    }
    expect(cashier.log.filter(({ event }) => event === 'payment.notification-refused')).toHaveLength(forged.length);
    expect(await stateOf(depositId)).toBe('pending');
    expect(await cashier.readReal(userId)).toBe(0);
    expect((await cashier.notify(body, signNotification(secret, body, nowMs() - 299_000))).status).toBe(200);
  });

  it('may be signed with the old secret for a day after a rotation, and not longer', async () => {
    const { reference } = await cashier.start(userId, 5_000);
    const body = cashier.notificationBody(reference);
    const [old] = await secrets();
    await rotateSecret({ ...cashier.platform, pool: database.pool });
    expect((await secrets())[0]).not.toBe(old);
    cashier.pass(DAY_MS - 1);
    expect((await cashier.notify(body, signNotification(old, body, nowMs()))).status).toBe(200);
    cashier.pass(1);
    expect((await cashier.notify(body, signNotification(old, body, nowMs()))).status).toBe(401);
    expect((await cashier.notify(body)).status).toBe(200);
  });

  it('gets 200 each time when it comes 50 times at once, and credits once', async () => {
    const { depositId, reference } = await cashier.start(userId, 5_000);
    await cashier.choose(reference, 'paid');
    const replies = await Promise.all(Array.from({ length: 50 }, () => cashier.notify(cashier.notificationBody(reference))));
    expect(replies.map(({ status }) => status)).toEqual(Array.from({ length: 50 }, () => 200));
    expect(await cashier.countCredits(depositId)).toBe(1);
    expect(await cashier.readReal(userId)).toBe(500_000);
    const { rows } = await database.pool.query('SELECT times FROM gateway_notification WHERE reference = $1', [reference]);
    expect(rows).toEqual([{ times: 50 }]);
  });

  it('credits the player whose reference it is, whoever else has one', async () => {
    const other = await makePlayer(database.pool);
    const [mine, theirs] = [await cashier.start(userId, 5_000), await cashier.start(other, 700)];
    await cashier.choose(theirs.reference, 'paid');
    await cashier.notify(cashier.notificationBody(theirs.reference));
    await cashier.notify(cashier.notificationBody(mine.reference));
    expect([await cashier.readReal(userId), await cashier.readReal(other)]).toEqual([0, 70_000]);
  });
});

describe('a payment that is not what was asked for', () => {
  const alerts = () => cashier.log.filter(({ event }) => event === 'deposit.mismatch');

  it.each([
    ['one kobo less', 'paid_amount = paid_amount - 1'],
    ['one kobo more', 'paid_amount = paid_amount + 1'],
    ['another currency', `currency = 'USD'`],
  ])('%s: no credit, mismatch, an alert', async (_name, change) => {
    const { depositId, reference } = await cashier.start(userId, 5_000);
    await cashier.choose(reference, 'paid');
    await set(reference, change);
    await cashier.notify(cashier.notificationBody(reference));
    expect(await stateOf(depositId)).toBe('mismatch');
    expect(await cashier.readReal(userId)).toBe(0);
    expect(alerts()).toHaveLength(1);
    expect(alerts()[0]?.details).toMatchObject({ depositId, alert: true, askedKobo: 500_000 });

    // The gateway corrects it afterwards, but a mismatch stays with people and not with the program.
    await set(reference, `paid_amount = amount, currency = 'NGN'`);
    await cashier.notify(cashier.notificationBody(reference));
    expect(await stateOf(depositId)).toBe('mismatch');
    expect(await cashier.readReal(userId)).toBe(0);
  });

  it.each(['failed', 'cancelled'] as const)('a success after it had %s: no credit, mismatch, an alert', async (outcome) => {
    const { depositId, reference } = await cashier.start(userId, 5_000);
    await cashier.get(await cashier.choose(reference, outcome));
    expect(await stateOf(depositId)).toBe(outcome);
    await set(reference, `state = 'success', paid_amount = amount`);
    await cashier.notify(cashier.notificationBody(reference));
    expect(await stateOf(depositId)).toBe('mismatch');
    expect(await cashier.readReal(userId)).toBe(0);
    expect(alerts()).toHaveLength(1);
  });

  it('a failure after the success: stays credited', async () => {
    const { depositId, reference } = await cashier.start(userId, 5_000);
    await cashier.get(await cashier.choose(reference, 'paid'));
    await set(reference, `state = 'failed'`);
    await cashier.notify(cashier.notificationBody(reference, 'payment.failed'));
    expect(await stateOf(depositId)).toBe('success');
    expect(await cashier.readReal(userId)).toBe(500_000);
  });

  it('can’t leave a final state even by hand, nor can its trail or what it asked for be changed', async () => {
    const { depositId, reference } = await cashier.start(userId, 5_000);
    await cashier.get(await cashier.choose(reference, 'paid'));
    const run = (sql: string) => database.pool.query(sql, [depositId]);
    await expect(run(`UPDATE deposit SET state = 'pending', transaction_id = NULL WHERE deposit_id = $1`)).rejects.toThrow('final');
    await expect(run(`UPDATE deposit SET amount = amount + 1 WHERE deposit_id = $1`)).rejects.toThrow('fixed');
    await expect(run(`DELETE FROM deposit WHERE deposit_id = $1`)).rejects.toThrow('stays');
    await expect(run(`UPDATE deposit_step SET step = 'x' WHERE deposit_id = $1`)).rejects.toThrow('only ever added');
  });
});
