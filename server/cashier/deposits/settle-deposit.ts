import type { PoolClient } from 'pg';
import { onDepositCredited, onDepositEnded } from '../../bonuses';
import { commitDoubtOf } from '../../db/commit-doubt';
import { GatewayUnavailableError } from '../../gateways';
import type { PaymentGateway, VerifiedPayment } from '../../gateways';
import { ProblemError } from '../../http/problem';
import { moneyTransaction } from '../../ledger/operation';
import { post } from '../../ledger/post';
import { measure } from '../../measurements';
import type { Platform } from '../../platform';
import { withGatewayDeadline } from '../gateway-deadline';
import { decideDeposit, isDecided } from './decide-deposit';
import type { Decision } from './decide-deposit';
import { addStep, depositAmount, depositById, lockDeposit, setState } from './deposit-rows';
import type { DepositRow, DepositState } from './deposit-rows';
import { holdDeposit, isSecondAccount, findHoldReason } from '../held-deposits/hold-deposit';
import type { HoldReason } from '../held-deposits/hold-deposit';
import { requestReturn } from '../held-deposits/return-rows';

/** The reason why we ask the gateway, for the log. */
export type SettleCause = 'notification' | 'return' | 'page-view' | 'sweep' | 'claim' | 'reconciliation';

/** After a deposit has ended, only these causes make us ask the gateway again. */
const CAUSES_AFTER_END: readonly SettleCause[] = ['notification', 'claim', 'reconciliation'];

/** This is shorter than the 8 s for which a page waits for the answer. */
const VERIFY_DEADLINE_MS = 5_000;
/** A page that shows a deposit makes us ask the gateway at most once in this time. */
export const CHECK_INTERVAL_MS = 5_000;

/**
 * Asks the gateway what became of a deposit and applies its answer, at most once even if several callers do so at the same time. Money
 * moves only by this answer, never by the claim of a browser or the text of a notification.
 *
 * Returns the state afterwards, or null for an unknown deposit. When the gateway does not answer, nothing changes.
 * Throws a ProblemError `money-unavailable` when the database can't be reached or money is turned off.
 */
export async function settleDeposit(
  platform: Platform,
  depositId: string,
  cause: SettleCause,
): Promise<DepositState | null> {
  const row = await depositById(platform.pool, depositId);
  if (row === null) return null;
  const gateway = platform.gateways.byName(row.gateway);
  if (isDecided(row.state) || gateway === null) return row.state;
  if (row.state !== 'pending' && row.claimed_at === null && !CAUSES_AFTER_END.includes(cause)) return row.state;

  const verified = await askGateway(platform, gateway, row, cause);
  if (verified === null) return row.state;
  const settlement = await moneyTransaction(platform, (tx) => applyAnswer(tx, platform, row.deposit_id, verified));
  if (settlement.action !== 'nothing') {
    logSettlement(platform, row, settlement, verified, cause);
    const seconds = (platform.now().getTime() - row.created_at.getTime()) / 1_000;
    measure('deposit.ended', { gateway: row.gateway, outcome: settlement.state, seconds });
  }
  return settlement.state;
}

/** Settles a deposit for a page that shows it. A ProblemError is logged, and the deposit stays as it is. */
export async function settleDepositIfPossible(platform: Platform, depositId: string, cause: SettleCause): Promise<void> {
  try {
    await settleDeposit(platform, depositId, cause);
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
    platform.log('deposit.unsettled', { depositId, cause, code: error.code });
  }
}

async function askGateway(
  platform: Pick<Platform, 'log'>,
  gateway: PaymentGateway,
  row: DepositRow,
  cause: SettleCause,
): Promise<VerifiedPayment | null> {
  try {
    return await withGatewayDeadline(gateway.verify(row.reference), VERIFY_DEADLINE_MS);
  } catch (error) {
    if (!(error instanceof GatewayUnavailableError)) throw error;
    measure('gateway.silent', { gateway: row.gateway, purpose: 'deposit' });
    platform.log('deposit.gateway-silent', { depositId: row.deposit_id, cause, why: error.message });
    return null;
  }
}

interface Settlement {
  readonly state: DepositState;
  readonly action: Decision['do'] | 'hold';
  /** The player closed the account before the money arrived. */
  readonly isAccountClosed?: boolean;
}

async function applyAnswer(
  tx: PoolClient,
  platform: Platform,
  depositId: string,
  verified: VerifiedPayment,
): Promise<Settlement> {
  const row = await lockDeposit(tx, depositId);
  if (row === null) throw new Error('the deposit is missing');
  const now = platform.now();
  const amount = depositAmount(row);
  const decision = decideDeposit({ ...row, amount, closesAt: row.closes_at, isClaimed: row.claimed_at !== null }, verified, now);
  switch (decision.do) {
    case 'nothing':
      return { state: row.state, action: 'nothing' };
    case 'credit': {
      const holdReason = decision.isLate || (await isSecondAccount(tx, row.user_id)) ? await findHoldReason(tx, platform, row, now) : null;
      if (holdReason !== null) return holdPayment(tx, platform, row, holdReason);
      const { transactionId } = await post(tx, {
        userId: row.user_id,
        kind: 'deposit',
        reference: row.deposit_id,
        at: now,
        moves: [{ kind: 'deposit', from: 'gateway', to: 'real', amount }],
      });
      await setState(tx, depositId, 'success', now, transactionId);
      await addStep(tx, depositId, 'checked', now);
      await addStep(tx, depositId, 'credited', now);
      await onDepositCredited(tx, { userId: row.user_id, depositId, amount, at: now });
      return { state: 'success', action: 'credit', isAccountClosed: await isClosed(tx, row.user_id) };
    }
    case 'mismatch':
      await setState(tx, depositId, 'mismatch', now, null);
      await addStep(tx, depositId, 'checked', now);
      await addStep(tx, depositId, 'mismatch', now, decision.detail);
      await onDepositEnded(tx, { userId: row.user_id, depositId, at: now });
      return { state: 'mismatch', action: 'mismatch' };
    case 'close':
      await setState(tx, depositId, decision.state, now, null);
      await addStep(tx, depositId, decision.state, now, decision.detail);
      await onDepositEnded(tx, { userId: row.user_id, depositId, at: now });
      return { state: decision.state, action: 'close' };
  }
}

/** Holds a payment for the player's choice. Nobody can choose for a closed account, so its payment is returned at once. */
async function holdPayment(tx: PoolClient, platform: Platform, row: DepositRow, holdReason: HoldReason): Promise<Settlement> {
  const now = platform.now();
  await holdDeposit(tx, row, holdReason, now);
  if (!(await isClosed(tx, row.user_id))) return { state: 'held', action: 'hold' };
  await requestReturn(tx, platform, row, { key: null, at: now });
  return { state: 'returning', action: 'hold' };
}

async function isClosed(tx: PoolClient, userId: string): Promise<boolean> {
  const { rowCount } = await tx.query('SELECT 1 FROM player WHERE user_id = $1 AND closed_at IS NOT NULL', [userId]);
  return rowCount === 1;
}

function logSettlement(
  platform: Platform,
  row: DepositRow,
  settlement: Settlement,
  verified: VerifiedPayment,
  cause: SettleCause,
): void {
  const details = { depositId: row.deposit_id, cause, was: row.state, state: settlement.state, askedKobo: row.amount };
  if (settlement.action !== 'mismatch') {
    platform.log('deposit.settled', details);
    // The money belongs to a player who can't sign in any more, so staff have to send it back.
    if (settlement.isAccountClosed === true) platform.log('deposit.into-closed-account', { ...details, alert: true });
    return;
  }
  // The operator must look at these: the gateway has money that is in nobody's balance.
  platform.log('deposit.mismatch', {
    ...details,
    alert: true,
    verifiedKobo: verified.amount,
    verifiedCurrency: verified.currency,
    sameReference: verified.reference === row.reference,
  });
}

/**
 * Reserves a check of a deposit that is pending or claimed. Returns false when one was made within the last `intervalMs`, so that
 * pages that poll do not flood the gateway.
 */
export async function reserveCheck(platform: Pick<Platform, 'pool' | 'now'>, depositId: string, intervalMs: number): Promise<boolean> {
  // A write would wait as long as the doubt lasts, and so would each further one.
  if (commitDoubtOf(platform.pool) !== null) return false;
  const now = platform.now();
  const { rowCount } = await platform.pool.query(
    `UPDATE deposit SET checked_at = $2
     WHERE deposit_id = $1 AND (state = 'pending' OR claimed_at IS NOT NULL) AND (checked_at IS NULL OR checked_at <= $3)`,
    [depositId, now, new Date(now.getTime() - intervalMs)],
  );
  return rowCount === 1;
}
