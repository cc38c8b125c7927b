/** A withdrawal with which the account is to be closed: what protects against it, and what ends it again. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PASSWORD_VALID_MS } from '../../server/cashier/withdrawals/request';
import { findViolations } from '../../server/ledger/invariants';
import { confirmPassword } from '../../src/core/contract/auth';
import { listBonuses } from '../../src/core/contract/bonuses';
import { getWithdrawalOptions } from '../../src/core/contract/withdrawals';
import { giveBonus } from '../support/bonuses';
import { PASSWORD, testPlatform } from '../support/platform';
import type { TestPlatform } from '../support/platform';
import { ask, invariantsOfGivenMoney, newKey, paidPlayer, paramsOf, readMoney } from '../support/withdrawals';
import type { PaidPlayer } from '../support/withdrawals';

let ayo: TestPlatform;
beforeAll(async () => {
  ayo = await testPlatform();
});
afterAll(async () => {
  expect(await findViolations(ayo.pool, invariantsOfGivenMoney())).toEqual([]);
  await ayo.close();
});

const isClosing = async ({ client }: PaidPlayer) => (await client.call(getWithdrawalOptions, { params: paramsOf(client) })).data.closing === true;
const close = (player: PaidPlayer, naira: number) => ask(player, naira, newKey(), { unplayed: 'closing' });

it('asks for the password, also where the bank account was paid out to before', async () => {
  const ada = await paidPlayer(ayo, { naira: 5_000, isPlayed: false });
  await ayo.pool.query('UPDATE bank_account SET used_at = added_at WHERE user_id = $1', [ada.userId]);
  await giveBonus(ayo.platform, ada.userId, 1_000_00);
  ayo.pass(PASSWORD_VALID_MS + 1);
  expect((await close(ada, 5_000)).problem).toMatchObject({ status: 401, code: 'password-needed', detail: 'You asked for your account to be closed.' });
  expect(await isClosing(ada)).toBe(false);
  expect((await ada.client.call(listBonuses, { params: paramsOf(ada.client), query: {} })).data.items).toMatchObject([{ status: 'active' }]);
  expect(await readMoney(ada)).toEqual({ real: 5_000, held: 0 });
  await ada.client.call(confirmPassword, { params: paramsOf(ada.client), body: { password: PASSWORD } });
  expect((await close(ada, 5_000)).data).toMatchObject({ state: 'checking' });
  expect(await isClosing(ada)).toBe(true);
});
