/** Limits on deposits: what was started counts until it can't be paid any more, what was paid is always credited. */
import { beforeEach, describe, expect, it } from 'vitest';
import { sweepDeposits } from '../../server/cashier/deposits/sweep-deposits';
import { findViolations, LEDGER_INVARIANTS } from '../../server/ledger/invariants';
import { PROTECTION_INVARIANTS } from '../../server/protection/invariants';
import { fileDatabase } from '../support/file-database';
import { newKey } from '../support/keys';
import { makeStage } from '../support/protection/stage';
import type { Stage } from '../support/protection/stage';

const DAY_MS = 86_400_000;
const START = '2026-11-21T10:00:00.000Z';

const database = fileDatabase();
let stage: Stage;
beforeEach(() => {
  stage = makeStage(database.pool);
  stage.at(START);
});

/** Starts a deposit that must be refused, and returns the problem of the refusal. */
async function refused(userId: string, naira: number, key = newKey()): Promise<Record<string, unknown>> {
  const { status, text } = await stage.cashier.tryStart(userId, naira, key);
  expect(status, text).toBe(403);
  return JSON.parse(text) as Record<string, unknown>;
}

describe('a deposit limit', () => {
  it('counts deposits that can still be paid, and its refusal is at the amount', async () => {
    const ada = await stage.player(0);
    await ada.set('deposit', 'day', 5_000);
    await stage.cashier.start(ada.userId, 3_000);
    expect(await ada.limit('deposit', 'day')).toMatchObject({ used: 3_000, left: 2_000 });
    const detail = 'Your daily deposit limit is ₦5,000.00: ₦2,000.00 is left until 22/11/2026, 00:00.';
    const key = newKey();
    expect(await refused(ada.userId, 2_000.1, key)).toMatchObject({ code: 'limit-exceeded', reason: 'deposit-day', detail, errors: [{ field: 'amount', message: detail }] });
    // The refusal is the answer to its key, and nothing was started.
    expect(await refused(ada.userId, 2_000.1, key)).toMatchObject({ code: 'limit-exceeded' });
    const { rows } = await database.pool.query('SELECT 1 FROM deposit WHERE user_id = $1', [ada.userId]);
    expect(rows).toHaveLength(1);
    await stage.cashier.start(ada.userId, 2_000);
    expect(await ada.limit('deposit', 'day')).toMatchObject({ used: 5_000, left: 0 });
  });

  it('counts a deposit once when it is paid, and one that fails no more', async () => {
    const ada = await stage.player(0);
    await ada.set('deposit', 'week', 5_000);
    // An amount that ends in .01 is paid at once.
    const { reference } = await stage.cashier.start(ada.userId, 1_000.01);
    await stage.cashier.notify(stage.cashier.notificationBody(reference));
    expect(await ada.limit('deposit', 'week')).toMatchObject({ used: 1_000.01 });
    const second = await stage.cashier.start(ada.userId, 3_999);
    expect(await ada.limit('deposit', 'week')).toMatchObject({ left: 0.99 });
    await stage.cashier.choose(second.reference, 'failed');
    await stage.cashier.get(`/api/callbacks/mm/failure?ref=${second.reference}`);
    expect(await ada.limit('deposit', 'week')).toMatchObject({ used: 1_000.01 });
  });

  it('counts one that ran out no more, to the millisecond; money that was on its way is held where another took its place', async () => {
    const ada = await stage.player(0);
    await ada.set('deposit', 'month', 5_000);
    const late = await stage.cashier.start(ada.userId, 4_000);
    // Paid half a minute later, and nobody looks.
    await stage.cashier.choose(late.reference, 'late');
    stage.pass(DAY_MS - 1);
    expect(await refused(ada.userId, 4_000)).toMatchObject({ code: 'limit-exceeded' });
    stage.pass(1);
    expect(await ada.limit('deposit', 'month')).toMatchObject({ used: 0, left: 5_000 });
    const next = await stage.cashier.start(ada.userId, 5_000);
    await sweepDeposits(stage.platform);
    expect((await stage.cashier.deposit(late.depositId)).state).toBe('held');
    expect(await stage.cashier.readReal(ada.userId)).toBe(0);
    expect(await ada.limit('deposit', 'month')).toMatchObject({ used: 5_000, left: 0 });
    expect(await refused(ada.userId, 100)).toMatchObject({ code: 'limit-exceeded' });
    expect((await stage.cashier.deposit(next.depositId)).state).toBe('pending');
  });

  it('counts one that was started before midnight on the day on which it is paid', async () => {
    const ada = await stage.player(0);
    await ada.set('deposit', 'day', 5_000);
    stage.at('2026-11-21T22:59:59.999Z');
    const { reference } = await stage.cashier.start(ada.userId, 4_000);
    stage.pass(1);
    expect(await ada.limit('deposit', 'day')).toMatchObject({ used: 4_000 });
    expect(await refused(ada.userId, 1_000.5)).toMatchObject({ code: 'limit-exceeded' });
    await stage.cashier.choose(reference, 'paid');
    await stage.cashier.notify(stage.cashier.notificationBody(reference));
    expect(await stage.cashier.readReal(ada.userId)).toBe(400_000);
    expect(await ada.limit('deposit', 'day')).toMatchObject({ used: 4_000, left: 1_000 });
    stage.pass(DAY_MS);
    expect(await ada.limit('deposit', 'day')).toMatchObject({ used: 0, left: 5_000 });
  });

  it('that is lowered below the started deposits stops the next one, and not the money of the started ones', async () => {
    const ada = await stage.player(0);
    const { reference } = await stage.cashier.start(ada.userId, 4_000);
    await ada.set('deposit', 'day', 1_000);
    expect(await ada.limit('deposit', 'day')).toMatchObject({ used: 4_000, left: 0 });
    await stage.cashier.choose(reference, 'paid');
    await stage.cashier.notify(stage.cashier.notificationBody(reference));
    expect(await stage.cashier.readReal(ada.userId)).toBe(400_000);
    expect(await refused(ada.userId, 100)).toMatchObject({ code: 'limit-exceeded' });
  });

  it('comes with the deposits minus the payouts of all time', async () => {
    const ada = await stage.player(0);
    const { reference } = await stage.cashier.start(ada.userId, 1_000.01);
    await stage.cashier.notify(stage.cashier.notificationBody(reference));
    await ada.bet(500, 2_000);
    stage.pass(400 * DAY_MS);
    expect(await ada.protection()).toMatchObject({ netDeposits: 1_000.01, played: { day: 0, ever: 0 } });
  });
});

it('every invariant of the ledger and of protection holds at the end', async () => {
  const invariants = [...LEDGER_INVARIANTS, ...PROTECTION_INVARIANTS];
  expect(await findViolations(database.pool, invariants)).toEqual([]);
});
