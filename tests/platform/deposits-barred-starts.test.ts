/** Deposits whose start was interrupted, by players who may not pay in any more when it is resumed. */
import { expect, it } from 'vitest';
import { sweepDeposits } from '../../server/cashier/deposits/sweep-deposits';
import { startDeposit } from '../../server/cashier/deposits/start-deposit';
import { GatewayUnavailableError } from '../../server/gateways/payment/port';
import { readOperation } from '../../server/ledger/operation-rows';
import { createPlaces, standardBook } from '../../server/place/places';
import { kobo } from '../../src/core/money';
import { makeCashier } from '../support/deposits';
import { fileDatabase } from '../support/file-database';
import { refusalOf } from '../support/money';
import { makePlayer } from '../support/players';

const database = fileDatabase();

it.each([
  ['excluded', `protection = 'excluded', protection_until = NULL`],
  ['account-closed', `closed_at = '2020-01-01'`],
])('a start that is taken up after the player was %s ends there: the gateway is not called again', async (_, change) => {
  const userId = await makePlayer(database.pool);
  let calls = 0;
  let isSilent = true;
  const cashier = makeCashier(database.pool, (simulator) => ({
    ...simulator,
    startDeposit: async (request) => {
      calls += 1;
      if (isSilent) throw new GatewayUnavailableError('nobody there');
      return simulator.startDeposit(request);
    },
  }));
  const key = `barred-${userId}`.slice(0, 40);
  expect((await refusalOf(cashier.tryStart(userId, 500, key))).code).toBe('gateway-unavailable');
  isSilent = false;
  await database.pool.query(`UPDATE player SET ${change} WHERE user_id = $1`, [userId]);
  cashier.pass(31_000);
  await sweepDeposits(cashier.platform);
  expect(calls).toBe(1);
  const operation = JSON.parse((await readOperation(database.pool, userId, key))?.text ?? 'null');
  expect(operation).toMatchObject({ state: 'done', answer: { status: 201, body: { state: 'failed', next: null } } });
  expect(JSON.stringify(operation)).toContain('You can’t deposit right now.');
});

it.each([['NG', 'pending', 2], ['GB', 'failed', 1]] as const)(
  'a start that the platform takes up again by itself keeps the place that it began in: from %s it is %s',
  async (country, state, calls) => {
    const userId = await makePlayer(database.pool);
    let callCount = 0;
    const cashier = makeCashier(database.pool, (simulator) => ({
      ...simulator,
      startDeposit: async (wanted) => {
        callCount += 1;
        if (callCount === 1) throw new GatewayUnavailableError('nobody there');
        return simulator.startDeposit(wanted);
      },
    }));
    const everywhere = createPlaces({ ...cashier.platform.config, allowedCountries: [] }, standardBook());
    const key = `placed-${userId}`;
    const request = { userId, key, method: 'card', amount: kobo(500_00), again: true, returnBase: 'https://ayo.example' } as const;
    const start = startDeposit(cashier.platform, { ...request, place: everywhere.ofLocation({ country, state: null }) });
    expect((await refusalOf(start)).code).toBe('gateway-unavailable');
    cashier.pass(31_000);
    // The operator serves only some countries since then.
    const places = createPlaces({ ...cashier.platform.config, allowedCountries: ['NG'] }, standardBook());
    await sweepDeposits({ ...cashier.platform, places });
    expect(callCount).toBe(calls);
    const operation = JSON.parse((await readOperation(database.pool, userId, key))?.text ?? 'null');
    expect(operation).toMatchObject({ state: 'done', answer: { status: 201, body: { state } } });
  },
);
