/** Reads a player's deposits and payouts for the desk: with what a bank or gateway calls them, and what a payout waits for. */
import type { AnswerOf } from '../../src/core/contract/endpoint';
import type { DeskPayout, readPlayerDeposits, readPlayerPayouts } from '../../src/core/contract/desk-players';
import type { Db } from '../ledger/accounts';
import { readDeposits, toDeposits } from './deposits/deposit-rows';
import { formatDepositCursor, parseDepositCursor } from './deposits/deposit-cursor';
import { isHeldSql } from './payout-holds';
import { IS_HELD_FOR_LOST, readPayoutSwitch } from './payout-switch';
import { formatWithdrawalCursor, parseWithdrawalCursor } from './withdrawals/withdrawal-cursor';
import { readWithdrawals, toWithdrawals } from './withdrawals/withdrawal-rows';
import type { WithdrawalRow } from './withdrawals/withdrawal-rows';

interface PageQuery {
  readonly userId: string;
  readonly cursor: string | undefined;
  readonly limit: number;
}

/** Throws `bad-request` for a malformed cursor. */
export async function readDeskDeposits(db: Db, { userId, cursor, limit }: PageQuery): Promise<AnswerOf<typeof readPlayerDeposits>> {
  const { rows, hasMore } = await readDeposits(db, userId, parseDepositCursor(cursor), limit);
  const deposits = await toDeposits(db, rows);
  const last = rows.at(-1);
  return {
    items: deposits.map(({ next: _, ...deposit }, index) => {
      const { reference = '', gateway = '' } = rows[index] ?? {};
      return { ...deposit, reference, gateway };
    }),
    next: hasMore && last !== undefined ? formatDepositCursor(last) : null,
  };
}

interface WaitRow {
  readonly withdrawal_id: string;
  readonly approvals: number;
  readonly is_held_for_lost: boolean;
  readonly is_held_for_check: boolean;
}

/** Throws `bad-request` for a malformed cursor. */
export async function readDeskPayouts(db: Db, { userId, cursor, limit }: PageQuery, now: Date): Promise<AnswerOf<typeof readPlayerPayouts>> {
  const { rows, hasMore } = await readWithdrawals(db, userId, parseWithdrawalCursor(cursor), limit);
  const payouts = await toWithdrawals(db, rows);
  const { rows: waits } = await db.query<WaitRow>(
    `SELECT w.withdrawal_id, ${IS_HELD_FOR_LOST} AS is_held_for_lost, ${isHeldSql('$2')} AS is_held_for_check,
       (SELECT count(DISTINCT admin_eyes(a.user_id)) FROM withdrawal_approval a JOIN admin USING (user_id)
        WHERE a.withdrawal_id = w.withdrawal_id AND admin.ended_at IS NULL) AS approvals
     FROM withdrawal w WHERE w.withdrawal_id = ANY($1)`,
    [rows.map((row) => row.withdrawal_id), now],
  );
  const { isOn } = await readPayoutSwitch(db);
  const last = rows.at(-1);
  return {
    items: payouts.map((payout, index) => {
      const row = rows[index];
      const wait = waits.find((each) => each.withdrawal_id === payout.withdrawalId);
      return {
        ...payout,
        reference: row?.reference ?? '',
        gateway: row?.gateway ?? null,
        waitsFor: row === undefined ? null
          : waitOf(row, { isOn, isHeldForLost: wait?.is_held_for_lost === true, isHeldForCheck: wait?.is_held_for_check === true }),
        approvals: wait?.approvals ?? 0,
        approvalsNeeded: row?.approvals_needed ?? 0,
      };
    }),
    next: hasMore && last !== undefined ? formatWithdrawalCursor(last.created_at, last) : null,
  };
}

function waitOf(
  { state, gateway }: Pick<WithdrawalRow, 'state' | 'gateway'>,
  { isOn, isHeldForLost, isHeldForCheck }: { readonly isOn: boolean; readonly isHeldForLost: boolean; readonly isHeldForCheck: boolean },
): DeskPayout['waitsFor'] {
  if (isHeldForCheck && (state === 'checking' || state === 'sending')) return 'check';
  if (state === 'checking') return 'approvals';
  if (state !== 'sending') return null;
  if (gateway !== null) return 'bank';
  if (isHeldForLost) return 'lost-payout';
  return isOn ? 'bank' : 'payouts-off';
}
