/** Shows that the invariants of withdrawals notice every row that somebody changed past the checks of the database. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { approveWithdrawal as approve, refuseWithdrawal as refuse } from '../../server/admin/approvals';
import { WITHDRAWAL_INVARIANTS } from '../../server/cashier/withdrawals/invariants';
import { sweepPayouts } from '../../server/cashier/withdrawals/payouts/sweep-payouts';
import { transaction } from '../../server/db/transaction';
import { findViolations } from '../../server/ledger/invariants';
import { post } from '../../server/ledger/post';
import { kobo } from '../../src/core/money';
import { userIdOf } from '../support/http-client';
import { testPlatform } from '../support/platform';
import type { TestPlatform } from '../support/platform';
import { nameOfRule, violatedAfter } from '../support/violations';
import { ask, paidPlayer } from '../support/withdrawals';
import type { PaidPlayer } from '../support/withdrawals';

/** The id of a withdrawal in each state. */
interface WithdrawalIds {
  readonly checking: string;
  readonly sending: string;
  readonly paid: string;
  readonly refused: string;
  readonly failed: string;
}

let ayo: TestPlatform;
let ada: PaidPlayer;
let ids: WithdrawalIds;
beforeAll(async () => {
  ayo = await testPlatform();
  ada = await paidPlayer(ayo, { naira: 1_000_000 });
  const bank = await paidPlayer(ayo, { ending: '02' });
  const [amina, bode] = [userIdOf(await ayo.signUpAdmin()), userIdOf(await ayo.signUpAdmin())];
  const newWithdrawal = async (player: PaidPlayer, naira: number): Promise<string> => (await ask(player, naira)).data.withdrawalId;
  const [checking, refused] = [await newWithdrawal(ada, 60_000), await newWithdrawal(ada, 70_000)];
  await refuse(ayo.platform, { adminId: amina, withdrawalId: refused }, 'For the test.');
  const people = await newWithdrawal(ada, 80_000);
  for (const adminId of [amina, bode]) await approve(ayo.platform, { adminId, withdrawalId: people });
  const failed = await newWithdrawal(bank, 3_000);
  await sweepPayouts(ayo.platform);
  ids = { checking, refused, paid: people, failed, sending: await newWithdrawal(ada, 2_000) };
});
afterAll(() => ayo.close());

const violated = async (): Promise<string[]> => (await findViolations(ayo.pool, WITHDRAWAL_INVARIANTS)).map(nameOfRule);

const TABLES = ['withdrawal', 'withdrawal_step', 'withdrawal_approval', 'ledger_transaction', 'ledger_entry', 'ledger_account', 'operation'];

const spoilt = (sql: string, values: readonly unknown[] = []): Promise<string[]> =>
  violatedAfter({ pool: ayo.pool, tables: TABLES, invariants: WITHDRAWAL_INVARIANTS }, sql, values);

const HELD = 'I4 the held money of each player is the sum of the open withdrawals';
const HOLD = 'I4 every withdrawal has its hold: once, of its amount, from its player’s real money';
const PAID = 'I4 every withdrawal that was paid went to the gateway once, with its amount, and every other one not at all';
const RETURNED = 'I4 every withdrawal that was refused or failed was given back once, with its amount, and every other one not at all';
const ALONE = 'I4 money is held, paid out and given back for withdrawals alone';
const TIMELINE = 'I11 the timeline of a withdrawal has the steps of its state, and none of another end';
const APPROVED = 'I11 a withdrawal that people decide on was approved by enough of them, and never by its own player';

describe('what must always hold of withdrawals', () => {
  it('holds of one in each state', async () => {
    const { rows } = await ayo.pool.query<{ state: string }>('SELECT state FROM withdrawal ORDER BY state');
    expect(rows.map(({ state }) => state)).toEqual(['checking', 'failed', 'paid', 'refused', 'sending']);
    expect(await violated()).toEqual([]);
  });

  it('does not when a kobo of what is held is missing, or too much', async () => {
    for (const change of ['- 1', '+ 1']) {
      expect(await spoilt(`UPDATE ledger_account SET balance = balance ${change} WHERE account_id = 'held:' || $1`, [ada.userId])).toEqual([HELD]);
    }
  });

  it('does not when an amount is another than what was held for it', async () => {
    expect(await spoilt('UPDATE withdrawal SET amount = amount - 1 WHERE withdrawal_id = $1', [ids.sending])).toEqual([HELD, HOLD]);
    expect(await spoilt('UPDATE withdrawal SET amount = amount + 1 WHERE withdrawal_id = $1', [ids.paid])).toEqual([HOLD, PAID]);
    expect(await spoilt('UPDATE withdrawal SET amount = amount + 1 WHERE withdrawal_id = $1', [ids.failed])).toEqual([HOLD, RETURNED]);
  });

  it('does not when an end was written down that did not happen', async () => {
    const end = (state: string, id: string) =>
      spoilt(`UPDATE withdrawal SET state = $2, end_transaction = 1, check_after = NULL, gateway = 'simulator' WHERE withdrawal_id = $1`, [id, state]);
    expect(await end('paid', ids.sending)).toEqual(expect.arrayContaining([HELD, PAID]));
    expect(await spoilt(`UPDATE withdrawal SET state = 'failed', reason = 'x', end_transaction = 1, check_after = NULL, gateway = 'simulator' WHERE withdrawal_id = $1`, [ids.sending]))
      .toEqual(expect.arrayContaining([HELD, RETURNED]));
  });

  it('does not when it went to the gateway twice, or back to the player and to the gateway', async () => {
    const again = (kind: string, id: string) =>
      spoilt(`WITH t AS (INSERT INTO ledger_transaction (kind, user_id, reference, at) SELECT $2, user_id, reference || '', at FROM ledger_transaction
                         WHERE reference = $1 AND kind = 'withdrawal' RETURNING transaction_id, user_id)
              INSERT INTO ledger_entry (transaction_id, account_id, user_id, kind, amount, at)
              SELECT transaction_id, 'gateway:NGN', user_id, 'withdrawal', 1, now() FROM t`, [id, kind]);
    expect(await again('payout', ids.failed)).toEqual([PAID]);
    expect(await again('payout', ids.checking)).toEqual([PAID]);
    expect(await again('withdrawal-return', ids.paid)).toEqual([RETURNED]);
    await expect(again('payout', ids.paid)).rejects.toThrow('ledger_transaction_one_payout');
    await expect(again('withdrawal-return', ids.failed)).rejects.toThrow('ledger_transaction_one_return');
    await expect(again('withdrawal', ids.paid)).rejects.toThrow('ledger_transaction_one_hold');
  });

  it('does not when money is held for nothing, or taken out of what is held by anything else', async () => {
    const move = (kind: 'withdrawal' | 'adjustment') => async (): Promise<string[]> => {
      await transaction(ayo.pool, (tx) =>
        post(tx, { userId: ada.userId, kind, reference: `nothing-${kind}`, at: ayo.platform.now(), moves: [{ kind: 'withdrawal', from: 'real', to: 'held', amount: kobo(1) }] }),
      );
      const found = await violated();
      await transaction(ayo.pool, (tx) =>
        post(tx, { userId: ada.userId, kind: 'adjustment', reference: 'undone', at: ayo.platform.now(), moves: [{ kind: 'withdrawal-return', from: 'held', to: 'real', amount: kobo(1) }] }),
      );
      return found;
    };
    expect(await move('withdrawal')()).toEqual([HELD, ALONE]);
    expect(await violated()).toEqual([ALONE]);
  });

  it('does not without its key, its steps or its approvals', async () => {
    const withoutStep = (id: string, step: string) => spoilt('DELETE FROM withdrawal_step WHERE withdrawal_id = $1 AND step = $2', [id, step]);
    for (const [id, step] of [[ids.checking, 'review'], [ids.sending, 'checked'], [ids.paid, 'paid'], [ids.refused, 'returned'], [ids.failed, 'failed'], [ids.paid, 'held']] as const) {
      expect(await withoutStep(id, step)).toContain(TIMELINE);
    }
    expect(await spoilt(`INSERT INTO withdrawal_step (withdrawal_id, user_id, step, at) VALUES ($1, $2, 'returned', now())`, [ids.paid, ada.userId])).toContain(TIMELINE);
    expect(await spoilt('DELETE FROM withdrawal_approval WHERE withdrawal_id = $1', [ids.paid])).toContain(APPROVED);
    expect(await spoilt('UPDATE withdrawal_approval SET user_id = $2 WHERE withdrawal_id = $1 AND approval_id = (SELECT max(approval_id) FROM withdrawal_approval)', [ids.paid, ada.userId]))
      .toContain(APPROVED);
  });
});
