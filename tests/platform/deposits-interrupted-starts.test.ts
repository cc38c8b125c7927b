import { expect, it } from 'vitest';
import { sweepDeposits } from '../../server/cashier/deposits/sweep-deposits';
import { settleDeposit } from '../../server/cashier/deposits/settle-deposit';
import { GatewayUnavailableError } from '../../server/gateways/payment/port';
import { readOperation } from '../../server/ledger/operation-rows';
import { makeCashier } from '../support/deposits';
import { fileDatabase } from '../support/file-database';
import { refusalOf } from '../support/money';
import { makePlayer } from '../support/players';

const database = fileDatabase();

it('a start whose answer was lost is answered under its key also when the payer was faster than the sweep', async () => {
  const userId = await makePlayer(database.pool);
  let isSilent = true;
  const cashier = makeCashier(database.pool, (simulator) => ({
    ...simulator,
    startDeposit: async (request) => {
      const started = await simulator.startDeposit(request);
      if (isSilent) throw new GatewayUnavailableError('the answer was lost');
      return started;
    },
  }));
  const key = 'left-start-000000001';
  // An amount that ends in .01 is paid at once.
  expect((await refusalOf(cashier.tryStart(userId, 500.01, key))).code).toBe('gateway-unavailable');
  isSilent = false;
  const { rows } = await database.pool.query<{ deposit_id: string }>('SELECT deposit_id FROM deposit WHERE user_id = $1', [userId]);
  const depositId = rows[0]?.deposit_id ?? '';
  expect(await settleDeposit(cashier.platform, depositId, 'notification')).toBe('success');
  expect((await readOperation(database.pool, userId, key))?.text).toContain('running');

  cashier.pass(30_000);
  await sweepDeposits(cashier.platform);
  const operation = JSON.parse((await readOperation(database.pool, userId, key))?.text ?? 'null');
  expect(operation).toMatchObject({ state: 'done', answer: { status: 201, body: { depositId, state: 'success', next: null } } });
  expect(await cashier.countCredits(depositId)).toBe(1);
});
