/**
 * Corrects a player's real balance, against the house's account `house:adjustments`. It counts as neither a stake, a win, a deposit nor a payout:
 * limits, wagering, turnover and lifetime net deposits say what the player did, and a correction is something that we did. So what is credited may be
 * withdrawn at once, and what is taken can't take more than the balance has. An exclusion or a break forbids no correction, because they
 * protect from play.
 */
import type { PoolClient } from 'pg';
import { kobo } from '../../../src/core/money';
import { ProblemError } from '../../http/problem';
import { accountIdOf } from '../../ledger/accounts';
import type { Db } from '../../ledger/accounts';
import { post } from '../../ledger/post';
import type { CheckedCorrection, ConfirmedCorrection, CorrectionKind } from '../correction-kind';
import type { NewCorrection } from '../correction-rows';
import { refuseOverCap } from './day-caps';

export const ADJUSTMENT = 'adjustment';

export const adjustmentKind: CorrectionKind = {
  check: async (tx, platform, checked) => {
    const userId = playerOf(checked.correction);
    await refusePlayer(tx, userId);
    await refuseWrongTakeBack(tx, checked);
    const proposalId = 'proposalId' in checked ? String(checked.proposalId) : null;
    await refuseOverCap(tx, platform, { ...checked, userId, amount: checked.correction.amount, proposalId });
    await refuseUncovered(tx, userId, checked.correction.amount);
  },
  apply: applyAdjustment,
};

function playerOf({ userId }: NewCorrection): string {
  if (userId === null) throw new Error('an adjustment has a player');
  return userId;
}

async function applyAdjustment(tx: PoolClient, _platform: unknown, { correction, proposalId, at }: ConfirmedCorrection): Promise<string> {
  const userId = playerOf(correction);
  const amount = kobo(Math.abs(correction.amount));
  const move = correction.amount > 0
    ? { kind: 'adjustment', from: 'house:adjustments', to: 'real', amount } as const
    : { kind: 'adjustment', from: 'real', to: 'house:adjustments', amount } as const;
  const { transactionId } = await post(tx, { userId, kind: 'adjustment', reference: proposalId, at, moves: [move] });
  return transactionId;
}

/** Refuses accounts that nobody plays with: an admin's, because colleagues would decide about each other's money, and closed ones. */
async function refusePlayer(tx: PoolClient, userId: string): Promise<void> {
  const { rows: [player] } = await tx.query<{ role: string; is_closed: boolean }>(
    'SELECT role, closed_at IS NOT NULL AS is_closed FROM player WHERE user_id = $1', [userId],
  );
  if (player === undefined) throw new ProblemError('not-found', 'There is no such player.');
  if (player.role === 'admin') {
    throw new ProblemError('own-request', 'This is an account of the team.', { detail: 'Balances of people who work here are not corrected at the desk.' });
  }
  if (player.is_closed) {
    throw new ProblemError('account-closed', 'This account is closed.', { detail: 'Its player could not take the money out. Pay it by hand.' });
  }
}

/** An adjustment is taken back by another one of the same player, in the other direction, and by no more than is left of it. */
async function refuseWrongTakeBack(tx: PoolClient, checked: CheckedCorrection): Promise<void> {
  const { correction: { takesBack, userId, amount } } = checked;
  if (takesBack === null) return;
  const { rows: [earlier] } = await tx.query<{ amount: number; taken_back: number }>(
    `SELECT c.amount, ${TAKEN_BACK} AS taken_back FROM correction c
     WHERE c.proposal_id = $1 AND c.user_id = $2 AND c.kind = 'adjustment' AND c.end_reason = 'confirmed'`,
    [takesBack, userId],
  );
  if (earlier === undefined) throw new ProblemError('not-found', 'There is no such adjustment of this player.');
  const isOtherWay = (earlier.amount > 0) !== (amount > 0);
  if (isOtherWay && Math.abs(amount) <= Math.abs(earlier.amount) - earlier.taken_back) return;
  throw new ProblemError('conflict', 'This does not take that adjustment back.', {
    detail: isOtherWay ? 'It is more than what is left of it.' : 'It goes in the same direction.',
  });
}

/** SQL for the kobo of an adjustment `c` that later ones have taken back. */
export const TAKEN_BACK = `(SELECT coalesce(sum(abs(t.amount)), 0)::bigint FROM correction t WHERE t.takes_back = c.proposal_id AND t.end_reason = 'confirmed')`;

/** Says early that the balance is too small. The posting refuses it, too, under the lock. */
async function refuseUncovered(db: Db, userId: string, amount: number): Promise<void> {
  if (amount >= 0) return;
  const { rows: [account] } = await db.query<{ balance: number }>('SELECT balance FROM ledger_account WHERE account_id = $1', [accountIdOf(userId, 'real')]);
  if ((account?.balance ?? 0) + amount >= 0) return;
  throw new ProblemError('insufficient-funds', 'The player has less than that.', { detail: 'A balance never goes below zero. Take what is there, or nothing.' });
}
