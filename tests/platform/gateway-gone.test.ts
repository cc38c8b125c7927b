/** Deposits of a gateway that the operator has taken out of use. */
import { expect, it } from 'vitest';
import { sweepDeposits } from '../../server/cashier/deposits/sweep-deposits';
import { singleGateway } from '../../server/gateways/payment/gateways';
import { GatewayUnavailableError } from '../../server/gateways/payment/port';
import { readOperation } from '../../server/ledger/operation-rows';
import { makeCashier } from '../support/deposits';
import { fileDatabase } from '../support/file-database';
import { refusalOf } from '../support/money';
import { makePlayer } from '../support/players';

const database = fileDatabase();

const DAY_MS = 24 * 60 * 60_000;

it('a deposit of a gateway that is not in use any more runs out, and its key gets an answer', async () => {
  const userId = await makePlayer(database.pool);
  const cashier = makeCashier(database.pool, (simulator) => ({
    ...simulator,
    startDeposit: () => Promise.reject(new GatewayUnavailableError('nobody there')),
  }));
  const key = 'left-gateway-00000001';
  expect((await refusalOf(cashier.tryStart(userId, 500, key))).code).toBe('gateway-unavailable');
  const [before] = cashier.platform.gateways.all;
  if (before === undefined) throw new Error('there is one');
  const platform = { ...cashier.platform, gateways: singleGateway({ ...before, name: 'another' }) };

  // Another process may still have the gateway configured, so it gets time to ask first.
  cashier.pass(DAY_MS + 60_000);
  await sweepDeposits(platform);
  const stateNow = async () => (await database.pool.query<{ state: string }>('SELECT state FROM deposit WHERE user_id = $1', [userId])).rows[0]?.state;
  expect(await stateNow()).toBe('pending');
  cashier.pass(DAY_MS);
  await sweepDeposits(platform);
  await sweepDeposits(platform);
  expect(await stateNow()).toBe('expired');
  expect(JSON.parse((await readOperation(database.pool, userId, key))?.text ?? 'null')).toMatchObject({
    state: 'done', answer: { status: 201, body: { state: 'expired' } },
  });
});
