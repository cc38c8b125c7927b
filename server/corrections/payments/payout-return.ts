/**
 * Gives a player the money of a payout that came back after it was paid. It goes from the gateway to the balance in one posting, and not by way of
 * the held account: what is held is the money of open withdrawals, and the checks of an older Ayo close money where it is anything else. The
 * withdrawal stays paid in its own row, because it was; its player sees that it was returned. The correction with its posting is what says so, once
 * for a withdrawal and once for a reference of the bank. The gateway is asked whether it came back. Where it does not say so, the return rests on
 * what people say, so it counts in the caps of adjustments, and it is a difference from the gateway's statement (`cashier/reconcile/books.ts`). The
 * money is no deposit: it counts toward no limit, and what of it was unplayed is so again.
 */
import type { PoolClient } from 'pg';
import { kobo } from '../../../src/core/money';
import { dateTime } from '../../../src/core/time';
import { addWithdrawalStep, lockWithdrawal, withdrawalByAnyName } from '../../cashier';
import type { WithdrawalRow } from '../../cashier';
import { ProblemError } from '../../http/problem';
import type { Db } from '../../ledger/accounts';
import { post } from '../../ledger/post';
import type { Platform } from '../../platform';
import type { ConfirmedCorrection, CorrectionKind } from '../correction-kind';
import { refuseOverCap } from '../adjustments/day-caps';
import type { NewCorrection } from '../correction-rows';
import { sendPayoutReturnedMail } from './returned-mail';
import { askAboutPayout, cameBack, NO_ANSWER } from './payout-at-gateway';
import { hasDone, refuseUsedBankReference } from './solved-once';

export const PAYOUT_RETURN = 'payout-return';
const SUBJECT = 'withdrawal:';

export const payoutReturnKind: CorrectionKind = {
  check: async (tx, platform, { correction, proposedBy, at, ...more }) => {
    const { user_id: userId } = await requirePaid(tx, withdrawalIdOf(correction));
    const proposalId = 'proposalId' in more ? String(more.proposalId) : null;
    await refuseUsedBankReference(tx, correction, proposalId);
    if (!isConfirmedByGateway(correction)) await refuseOverCap(tx, platform, { userId, proposedBy, amount: correction.amount, at, proposalId });
  },
  askAgain: async (platform, correction) => {
    const row = await withdrawalByAnyName(platform.pool, withdrawalIdOf(correction));
    if (row === null || !isConfirmedByGateway(correction)) return null;
    const word = await askAboutPayout(platform, row);
    if (cameBack(word)) return null;
    if (word === NO_ANSWER) return new ProblemError('gateway-unavailable', 'The gateway does not answer.', { detail: 'We ask it again before this is confirmed. Try again later.' });
    return new ProblemError('conflict', 'The gateway does not say any more that it came back.', { reason: word, detail: `It says: ${word}. Withdraw this, and look into it.` });
  },
  apply,
};

const isConfirmedByGateway = ({ facts }: NewCorrection): boolean => cameBack(facts['gatewaySays']);
const withdrawalIdOf = ({ subject }: NewCorrection): string => subject.slice(SUBJECT.length);

export interface ReportedReturn {
  /** The withdrawal's id, or its reference at the gateway. */
  readonly reference: string;
  readonly bankReference: string;
  readonly note: string;
  readonly playerText: string;
}

/** Asks the gateway, and makes the correction of the withdrawal that has this id or this reference there. Throws 404 `not-found`. */
export async function payoutReturnOf(
  platform: Pick<Platform, 'pool' | 'gateways' | 'log'>,
  { reference, bankReference, note, playerText }: ReportedReturn,
): Promise<NewCorrection> {
  const { pool } = platform;
  const row = await withdrawalByAnyName(pool, reference);
  if (row === null) throw new ProblemError('not-found', 'There is no such withdrawal.');
  return {
    kind: PAYOUT_RETURN, subject: SUBJECT + row.withdrawal_id, userId: row.user_id, amount: row.amount, reasonCode: 'returned-by-bank', note, playerText,
    takesBack: null, bankReference,
    facts: {
      withdrawal: row.withdrawal_id, gatewayReference: row.reference, sentTo: `${row.bank_name} ••••${row.last_four}, ${row.account_name}`,
      paidAt: await readPaidAt(pool, row.withdrawal_id), gatewaySays: await askAboutPayout(platform, row), bankReference,
    },
  };
}

async function readPaidAt(db: Db, withdrawalId: string): Promise<string> {
  const { rows: [row] } = await db.query<{ at: Date }>(
    `SELECT t.at FROM withdrawal w JOIN ledger_transaction t ON t.transaction_id = w.end_transaction WHERE w.withdrawal_id = $1`, [withdrawalId],
  );
  return row === undefined ? '–' : dateTime(row.at.getTime());
}

/** Locks the withdrawal. Throws 409 `conflict` for one that was not paid or that was given back, and 403 `account-closed`. */
async function requirePaid(tx: PoolClient, withdrawalId: string): Promise<WithdrawalRow> {
  const row = await lockWithdrawal(tx, withdrawalId);
  if (row === null) throw new ProblemError('not-found', 'There is no such withdrawal.');
  if (row.state !== 'paid') {
    throw new ProblemError('conflict', 'This withdrawal was not paid.', { reason: row.state, detail: 'Only what was paid can come back. One on its way is given back by the gateway’s answer.' });
  }
  if (await hasDone(tx, SUBJECT + withdrawalId)) throw new ProblemError('conflict', 'The money of this withdrawal was given back already.');
  const { rowCount } = await tx.query('SELECT FROM player WHERE user_id = $1 AND closed_at IS NOT NULL', [row.user_id]);
  if (rowCount === 1) throw new ProblemError('account-closed', 'This account is closed.', { detail: 'Its player could not take the money out. Pay it to them by hand.' });
  return row;
}

async function apply(tx: PoolClient, platform: Platform, { correction, at }: ConfirmedCorrection): Promise<string> {
  const row = await requirePaid(tx, withdrawalIdOf(correction));
  const { transactionId } = await post(tx, {
    userId: row.user_id, kind: 'adjustment', reference: row.withdrawal_id, at, unplayedReturned: kobo(row.unplayed),
    moves: [{ kind: 'withdrawal-return', from: 'gateway', to: 'real', amount: kobo(row.amount) }],
  });
  await addWithdrawalStep(tx, row, 'given-back', at, correction.playerText ?? undefined);
  await sendPayoutReturnedMail(tx, platform, {
    userId: row.user_id, amount: kobo(row.amount), bankName: row.bank_name, lastFour: row.last_four, text: correction.playerText ?? '',
  });
  return transactionId;
}
