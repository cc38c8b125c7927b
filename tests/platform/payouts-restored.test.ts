/**
 * Payouts of a restored database: its books are those of the backup, the gateway knows what was sent after it, and nothing goes out twice.
 * A gateway outside the database stands beside the books here, as it does in life.
 */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { reconcile } from '../../server/cashier/reconcile/reconcile';
import { readPayoutSwitch, turnPayoutsOnIfReconciled } from '../../server/cashier/payout-switch';
import { acceptDifferences, acceptGateway } from '../../server/cashier/reconcile/accept-differences';
import { WITHDRAWAL_INVARIANTS } from '../../server/cashier/withdrawals/invariants';
import { settlePaid } from '../../server/cashier/withdrawals/state-changes';
import { withdrawalById } from '../../server/cashier/withdrawals/withdrawal-rows';
import { transaction } from '../../server/db/transaction';
import { newWithdrawalId, playerOfReference } from '../../server/cashier/withdrawals/withdrawal-ids';
import type { PayoutRequest, StatementLine, VerifiedPayout } from '../../server/gateways/payment/port';
import { readBalance } from '../../server/ledger/accounts';
import { COUNTER_INVARIANTS, findViolations, LEDGER_INVARIANTS } from '../../server/ledger/invariants';
import { markAsRestored } from '../../server/tools/backup/restore-backup';
import { listTransactions } from '../../src/core/contract/cashier';
import { uploadStatement } from '../../src/core/contract/payment-cases';
import { kobo } from '../../src/core/money';
import { paramsOf } from '../support/http-client';
import { payoutStage } from '../support/payout-stage';
import type { PayoutStage, SentPlayer } from '../support/payout-stage';
import { giveMoney } from '../support/players';
import { ask, paidPlayer, readWithdrawal } from '../support/withdrawals';
import type { PaidPlayer } from '../support/withdrawals';

const HOUR_MS = 60 * 60_000;
const AMOUNT = kobo(5_000_00);

let stage: PayoutStage;
/** How often the gateway has paid, by reference; no restore touches it. */
const paid = new Map<string, number>();

beforeAll(async () => {
  stage = await payoutStage();
});
afterAll(() => stage.ayo.close());
beforeEach(async () => {
  await stage.clear();
  const answer = (reference: string): VerifiedPayout => ({ reference, state: paid.has(reference) ? 'success' : 'unknown', amount: AMOUNT, currency: 'NGN' });
  stage.overrides = {
    payOut: (request: PayoutRequest) => {
      paid.set(request.reference, (paid.get(request.reference) ?? 0) + 1);
      return Promise.resolve(answer(request.reference));
    },
    verifyPayout: (reference) => Promise.resolve(answer(reference)),
  };
});

const now = (): Date => stage.ayo.platform.now();
/** The books are a backup of an hour ago that was put back just now, and everybody has signed in again. */
async function restore(): Promise<void> {
  await markAsRestored(stage.ayo.pool, new Date(now().getTime() - HOUR_MS), now());
  await stage.ayo.pool.query('UPDATE session SET ended_at = NULL, end_reason = NULL');
}
const INVARIANTS = [...LEDGER_INVARIANTS, ...COUNTER_INVARIANTS, ...WITHDRAWAL_INVARIANTS];
const balances = async ({ userId }: PaidPlayer): Promise<[number, number]> => {
  const { real, held } = await readBalance(stage.ayo.pool, userId);
  return [real, held];
};
const isOn = async (): Promise<boolean> => (await readPayoutSwitch(stage.ayo.pool)).isOn;
const state = async ({ id }: SentPlayer): Promise<unknown> =>
  (await stage.ayo.pool.query<{ state: string }>('SELECT state FROM withdrawal WHERE withdrawal_id = $1', [id])).rows[0]?.state;
async function sweep(): Promise<void> {
  stage.ayo.pass(HOUR_MS);
  await stage.sweep();
}
/** Reconciles with the gateway's statement from before the backup until now. */
async function reconcileAll(more: readonly Partial<StatementLine>[] = [], from = new Date(now().getTime() - 48 * HOUR_MS)): Promise<void> {
  const line: StatementLine = { reference: '', direction: 'out', amount: AMOUNT, currency: 'NGN', state: 'success', at: now() };
  const lines = [...[...paid.keys()].map((reference) => ({ ...line, reference })), ...more.map((each) => ({ ...line, ...each }))];
  await reconcile(stage.ayo.platform, { gateway: 'simulator', source: 'gateway', from, to: now(), lines });
  await turnPayoutsOnIfReconciled(stage.ayo.platform, 'simulator');
}

describe('a restored database', () => {
  it('does not send a payout again that was sent after the backup, before and after payouts are on', async () => {
    const sentLater = await stage.makeSendingPlayer();
    const neverSent = await stage.makeSendingPlayer();
    paid.set(sentLater.reference, 1);
    await restore();

    await sweep();
    expect(stage.sent).toEqual([]);
    // What the gateway has paid is booked, without sending anything.
    expect([await state(sentLater), await state(neverSent)]).toEqual(['paid', 'sending']);
    expect(await isOn()).toBe(false);

    await reconcileAll();
    expect(await isOn()).toBe(true);
    await sweep();
    expect(stage.sent.map(({ reference }) => reference)).toEqual([neverSent.reference]);
    expect([paid.get(sentLater.reference), paid.get(neverSent.reference)]).toEqual([1, 1]);
    expect(await state(neverSent)).toBe('paid');
    expect(await stage.countPayouts(sentLater.id)).toBe(1);
  });

  it('asks the gateway first about everything from before the restore, also about what is released only later', async () => {
    const sentLater = await stage.makeSendingPlayer();
    await stage.ayo.pool.query(`UPDATE withdrawal SET check_after = 'infinity' WHERE withdrawal_id = $1`, [sentLater.id]);
    await restore();
    stage.ayo.pass(HOUR_MS);
    await reconcileAll();
    expect(await isOn()).toBe(true);
    // The gateway's statement did not have it yet.
    paid.set(sentLater.reference, 1);
    await stage.ayo.pool.query('UPDATE withdrawal SET check_after = $2 WHERE withdrawal_id = $1', [sentLater.id, now()]);
    await sweep();
    expect([stage.sent, paid.get(sentLater.reference), await state(sentLater)]).toEqual([[], 1, 'paid']);
  });

  it('lets players ask for withdrawals meanwhile, and sends them when payouts are on', async () => {
    await restore();
    stage.ayo.pass(1_000);
    const newer = await stage.makeSendingPlayer();
    await sweep();
    expect([stage.sent, stage.verifiedReferences]).toEqual([[], []]);
    expect((await readWithdrawal(newer, newer.id)).state).toBe('sending');
    await reconcileAll();
    await sweep();
    expect(paid.get(newer.reference)).toBe(1);
  });

  it('stays off after a statement that lacks a part of the unknown time, or that differs on a payout', async () => {
    await restore();
    stage.ayo.pass(1_000);
    await reconcileAll([], new Date(now().getTime() - HOUR_MS / 2));
    expect(await isOn()).toBe(false);
    // Somebody asked for it and was paid after the backup; the books know nothing of it.
    await reconcileAll([{ reference: 'wd-lost' }]);
    expect(await isOn()).toBe(false);
    // It is on its way, and may still be paid.
    await reconcileAll([{ reference: 'wd-lost-too', state: 'pending' }]);
    expect(await isOn()).toBe(false);
    // A lost deposit makes us send nothing.
    await reconcileAll([{ reference: 'dep-lost', direction: 'in' }]);
    expect(await isOn()).toBe(true);
  });

  it('is turned on with a difference that somebody on the server has settled, which stands in the audit trail', async () => {
    await restore();
    stage.ayo.pass(1_000);
    await reconcileAll([{ reference: 'wd-settled' }]);
    const accepted = { gateway: 'simulator', references: ['wd-settled', 'wd-of-nobody'], reason: 'The player was paid; booked by hand.', osUser: 'root' };
    expect(await acceptDifferences(stage.ayo.platform, accepted)).toEqual(['wd-of-nobody']);
    // It was not accepted with this amount.
    await reconcileAll([{ reference: 'wd-settled', amount: kobo(6_000_00) }]);
    expect(await isOn()).toBe(false);
    await acceptDifferences(stage.ayo.platform, { ...accepted, references: ['wd-settled'] });
    await reconcileAll([{ reference: 'wd-settled', amount: kobo(6_000_00) }]);
    expect(await isOn()).toBe(true);
    const { rows } = await stage.ayo.pool.query(`SELECT subject, after FROM admin_audit WHERE action = 'difference-accepted-on-server'`);
    const line = { subject: 'wd-settled', after: { osUser: 'root', reason: accepted.reason } };
    expect(rows).toEqual([line, line]);
  });

  it('takes a payout that was asked for and sent after the backup from its player, once, as a correction in the statement', async () => {
    const player = await paidPlayer(stage.ayo);
    const reference = `wd-${newWithdrawalId(stage.ayo.platform, player.userId)}`;
    const [before] = await balances(player);
    await restore();
    paid.set(reference, 1);
    stage.ayo.pass(1_000);
    await reconcileAll();
    expect(await isOn()).toBe(true);
    expect(await balances(player)).toEqual([before - AMOUNT, 0]);
    await reconcileAll();
    expect(await balances(player)).toEqual([before - AMOUNT, 0]);
    const { data } = await player.client.call(listTransactions, { params: paramsOf(player.client), query: {} });
    expect(data.items[0]).toMatchObject({ kind: 'adjustment', account: 'real', amount: -5_000, reference });
    expect(await findViolations(stage.ayo.pool, INVARIANTS)).toEqual([]);
    // The player goes on like anybody else.
    const { data: withdrawal } = await ask(player, 5_000);
    await sweep();
    expect(paid.get(`wd-${withdrawal.withdrawalId}`)).toBe(1);
  });

  it('takes nothing and turns nothing on for a statement that one person uploads at the desk, whatever it has or hides', async () => {
    const player = await paidPlayer(stage.ayo);
    const [before] = await balances(player);
    await restore();
    stage.ayo.pass(1_000);
    const admin = await stage.ayo.signUpAdmin();
    const upload = (...references: string[]) => admin.call(uploadStatement, {
      body: {
        gateway: 'simulator', from: new Date(now().getTime() - 48 * HOUR_MS).toISOString(), to: new Date(now().getTime() + HOUR_MS).toISOString(),
        csv: ['reference,direction,amount,currency,state,at', ...references.map((each) => `${each},out,"5,000.00",NGN,success,${new Date(now().getTime() - 1).toISOString()}`)].join('\n'),
      },
    });
    const agreed = [...paid.keys()];
    expect((await upload(...agreed)).data).toMatchObject({ lines: agreed.length });
    await turnPayoutsOnIfReconciled(stage.ayo.platform, 'simulator');
    expect(await isOn()).toBe(false);
    expect((await upload(...agreed, `wd-${newWithdrawalId(stage.ayo.platform, player.userId)}`)).status).toBe(200);
    expect([await isOn(), (await balances(player))[0]]).toEqual([false, before]);
    // A difference of the gateway's own statement is not hidden by finding it again in a file.
    await reconcileAll([{ reference: 'wd-found-again' }]);
    await upload(...agreed, 'wd-found-again');
    await turnPayoutsOnIfReconciled(stage.ayo.platform, 'simulator');
    expect(await isOn()).toBe(false);
    await reconcileAll();
    expect([await isOn(), (await balances(player))[0]]).toEqual([true, before]);
  });

  it('never takes more than there is: everybody else is paid, and this player once somebody has settled the rest', async () => {
    const player = await paidPlayer(stage.ayo, { naira: 3_000 });
    const other = await stage.makeSendingPlayer();
    const reference = `wd-${newWithdrawalId(stage.ayo.platform, player.userId)}`;
    await restore();
    paid.set(reference, 1);
    stage.ayo.pass(1_000);
    await reconcileAll();
    expect([await isOn(), ...(await balances(player))]).toEqual([true, 0, 0]);
    expect(await findViolations(stage.ayo.pool, INVARIANTS)).toEqual([]);
    await giveMoney(stage.ayo.pool, player.userId, AMOUNT, now(), { isPlayed: true });
    const { data: later } = await ask(player, 5_000);
    expect(later.state).toBe('sending');
    await sweep();
    expect([paid.get(other.reference), paid.get(`wd-${later.withdrawalId}`)]).toEqual([1, undefined]);

    const accepted = { gateway: 'simulator', references: [reference], reason: 'A win of ₦2,000 was lost, too.', osUser: 'root' };
    expect(await acceptDifferences(stage.ayo.platform, accepted)).toEqual([]);
    expect(await acceptDifferences(stage.ayo.platform, accepted)).toEqual([reference]);
    await sweep();
    expect(paid.get(`wd-${later.withdrawalId}`)).toBe(1);
    const { rows } = await stage.ayo.pool.query(`SELECT subject, before FROM admin_audit WHERE action = 'lost-payout-settled-on-server'`);
    expect(rows).toEqual([{ subject: player.userId, before: { gateway: 'simulator', reference, amount: 5_000_00, taken: 3_000_00 } }]);
    await expect(stage.ayo.pool.query('UPDATE lost_payout SET taken = amount')).rejects.toThrow();
    await expect(stage.ayo.pool.query('DELETE FROM lost_payout')).rejects.toThrow();
  });

  it('takes nothing for what is not certain: of nobody, from before the backup, sent twice, or while no restore is open', async () => {
    const player = await paidPlayer(stage.ayo);
    const [before] = await balances(player);
    const newReference = (userId = player.userId): string => `wd-${newWithdrawalId(stage.ayo.platform, userId)}`;
    await reconcileAll([{ reference: newReference() }]);
    await restore();
    stage.ayo.pass(1_000);
    const twice = newReference();
    await reconcileAll([
      { reference: newReference('AAAAAAAAAAAAAAAAAAAAAA') }, { reference: newReference(), at: new Date(now().getTime() - 2 * HOUR_MS) },
      { reference: twice }, { reference: twice }, { reference: newReference(), state: 'failed' }, { reference: newReference(), state: 'pending' },
    ]);
    expect([await isOn(), (await balances(player))[0]]).toEqual([false, before]);
    await reconcileAll();
    expect(await isOn()).toBe(true);
  });

  it('names its player in every id of a withdrawal', async () => {
    const player = await stage.makeSendingPlayer();
    expect(playerOfReference(player.reference)).toBe(player.userId);
    expect(player.reference.length).toBeLessThanOrEqual(50);
    for (const other of ['wd-0123456789abcdef01234567', `dep-${player.id}`, `wd-${player.id}0`]) expect(playerOfReference(other), other).toBeNull();
  });

  it('waits for every gateway that ever paid out, also for one that is used no more, until somebody accepts it by name', async () => {
    const old = await stage.makeSendingPlayer();
    await transaction(stage.ayo.pool, async (tx) => {
      await tx.query(`UPDATE withdrawal SET gateway = 'old-bank' WHERE withdrawal_id = $1`, [old.id]);
      const row = await withdrawalById(tx, old.id);
      if (row !== null) await settlePaid(tx, row, now());
    });
    expect(await state(old)).toBe('paid');
    await restore();
    stage.ayo.pass(1_000);
    await reconcileAll();
    expect(await isOn()).toBe(false);
    const accepted = { gateway: 'old-bank', reason: 'It was closed in March.', osUser: 'root' };
    expect([await acceptGateway(stage.ayo.platform, accepted), await acceptGateway(stage.ayo.platform, accepted)]).toEqual([true, false]);
    await turnPayoutsOnIfReconciled(stage.ayo.platform, 'simulator');
    expect(await isOn()).toBe(true);
    expect(await acceptGateway(stage.ayo.platform, accepted)).toBe(false);
    const { rows } = await stage.ayo.pool.query(`SELECT subject FROM admin_audit WHERE action = 'gateway-accepted-on-server'`);
    expect(rows).toEqual([{ subject: 'old-bank' }]);
  });

  it('keeps every restore: none is deleted, and payouts are turned on once', async () => {
    await restore();
    for (const change of ['DELETE FROM database_restore', 'UPDATE database_restore SET restored_at = now()', 'TRUNCATE database_restore']) {
      await expect(stage.ayo.pool.query(change), change).rejects.toThrow();
    }
    stage.ayo.pass(1_000);
    await reconcileAll();
  });
});
