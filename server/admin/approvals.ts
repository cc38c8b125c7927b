/**
 * Handles the decisions of admins about withdrawals: large ones need several persons, and each step leaves a line in the audit
 * trail.
 */
import type { PoolClient } from 'pg';
import type { AdminWithdrawal } from '../../src/core/contract/approvals';
import { settleRefused, readHold, releaseWithdrawal, lockWithdrawal } from '../cashier';
import type { WithdrawalRow } from '../cashier';
import { ProblemError } from '../http/problem';
import { moneyTransaction } from '../ledger/operation';
import type { Platform } from '../platform';
import { describeHold, toAdminWithdrawals } from './admin-withdrawals';
import { readCountedApprovals, insertApproval } from './approval-rows';
import { writeAudit } from '../audit';
import { createDecisionContext, findOwnPlayerRefusal, findSamePerson, describeSamePerson, readMoneyWait, describeTooNew, readOrigin, requireRole } from '../four-eyes';
import type { DecisionContext, OtherAdmin, Browser } from '../four-eyes';

export interface Decider {
  readonly adminId: string;
  readonly withdrawalId: string;
  /** The browser that the decision came from; undefined where it came by no request. */
  readonly browser?: Browser;
}

type Deps = Pick<Platform, 'pool' | 'now' | 'log' | 'config'>;

/**
 * Stores an admin's approval; the last one that is needed releases the withdrawal. Approving again changes nothing, even where
 * the withdrawal was decided meanwhile, because the first answer may have been lost. Throws `not-found`, `own-request`,
 * `not-counted` for somebody who counts as one person with another approver or has just become an admin or got the role (this also writes a
 * line into the audit trail and alerts), and `conflict` where the withdrawal is decided, or the admin approved it before their
 * role was taken away, or while payouts of the player are held for a check (with the reason `held`).
 */
export async function approveWithdrawal(platform: Deps, decider: Decider): Promise<AdminWithdrawal> {
  const { adminId, withdrawalId } = decider;
  const context = createDecisionContext(platform, adminId);
  const result = await moneyTransaction(platform, async (tx) => {
    await lockRole(tx, adminId);
    const row = await lockForDecision(tx, adminId, withdrawalId);
    const before = await readCountedApprovals(tx, withdrawalId);
    const isRepeated = before.some(({ userId }) => userId === adminId);
    const mayAnswerAgain = isRepeated && row.state !== 'refused';
    if (row.state !== 'checking' && !mayAnswerAgain) throw alreadyDecided(row);
    if (isRepeated) return readAdminWithdrawal(tx, context, withdrawalId);
    await refuseWhileHeld(tx, row, context.now);
    const refusal = await findApprovalRefusal(tx, context, { row, before, deviceCookie: decider.browser?.cookie ?? null });
    if (refusal !== null) return recordRefusal(tx, context, row, refusal);
    await approve(tx, row, { decider, before, at: context.now });
    return readAdminWithdrawal(tx, context, withdrawalId);
  }).catch((error: unknown) => {
    throw isHeldMeanwhile(error) ? heldProblem('Payouts of this player are held for a check. Approve it once the check is over.') : error;
  });
  if (!('problem' in result)) return result;
  platform.log('approval.not-counted', { alert: true, adminId, withdrawalId, ...result.why });
  throw result.problem;
}

/** While somebody looks at a flag nobody approves: the hold ends by itself after a day at most, or `risk` releases it. */
async function refuseWhileHeld(tx: PoolClient, { user_id: userId }: WithdrawalRow, at: Date): Promise<void> {
  const hold = await readHold(tx, userId, at);
  if (hold === null) return;
  throw heldProblem(describeHold(hold));
}

const heldProblem = (detail: string): ProblemError => new ProblemError('conflict', 'This withdrawal waits for a check.', { reason: 'held', detail });

/** The database itself refuses a release (`refuse_release_of_held`) where the hold came after we had looked for one. */
const isHeldMeanwhile = (error: unknown): boolean => error instanceof Error && /^withdrawal \S+ is held$/.test(error.message);

interface ApprovalRefusal {
  readonly problem: ProblemError;
  /** The audit trail and the log get this. */
  readonly why: Readonly<Record<string, string>>;
}

interface ApprovalCheck {
  readonly row: WithdrawalRow;
  readonly before: readonly OtherAdmin[];
  readonly deviceCookie: string | null;
}

const OWN_PLAYER = 'Its player has your identity, your phone number or your bank account, or has been in a browser that you use. Others decide on it.';

/** Returns why this approval does not count; null where it comes from another person and counts. */
async function findApprovalRefusal(
  tx: PoolClient,
  context: DecisionContext,
  { row, before, deviceCookie }: ApprovalCheck,
): Promise<ApprovalRefusal | null> {
  const wait = await readMoneyWait(tx, context.adminId, context.now, ['payments']);
  if (wait !== null) {
    const detail = describeTooNew(wait);
    return { why: { by: 'new' }, problem: new ProblemError('not-counted', 'You can’t decide about money yet.', { reason: 'new', detail }) };
  }
  const ownPlayer = await findOwnPlayerRefusal(tx, context, { playerId: row.user_id, deviceCookie });
  if (ownPlayer !== null) {
    return { why: { ...ownPlayer }, problem: new ProblemError('own-request', 'This withdrawal seems to be your own.', { detail: OWN_PLAYER }) };
  }
  const match = await findSamePerson(tx, context, before);
  if (match === null) return null;
  const problem = new ProblemError('not-counted', 'Your approval does not count here.', { reason: match.by, detail: describeSamePerson(match) });
  return { why: { by: match.by, with: match.userId }, problem };
}

/** Writes the refusal into the audit trail. The line must stay, so the caller throws only after the commit. */
async function recordRefusal(
  tx: PoolClient,
  { adminId, now }: DecisionContext,
  row: WithdrawalRow,
  refusal: ApprovalRefusal,
): Promise<ApprovalRefusal> {
  await writeAudit(tx, { at: now, userId: adminId, action: 'approval-not-counted', subject: row.withdrawal_id, before: null, after: refusal.why });
  return refusal;
}

/** Locks the admin's role until the transaction ends. */
async function lockRole(tx: PoolClient, adminId: string): Promise<void> {
  const { rows } = await tx.query<{ ended: boolean }>('SELECT ended_at IS NOT NULL AS ended FROM admin WHERE user_id = $1 FOR SHARE', [adminId]);
  if (rows[0]?.ended === true) throw new ProblemError('forbidden', 'You don’t have access to this.');
  await requireRole(tx, adminId, 'payments');
}

interface NewApproval {
  readonly decider: Decider;
  readonly before: readonly OtherAdmin[];
  readonly at: Date;
}

async function approve(tx: PoolClient, row: WithdrawalRow, { decider, before, at }: NewApproval): Promise<void> {
  await insertApproval(tx, row.withdrawal_id, { adminId: decider.adminId, at, ...readOrigin(decider.browser) });
  const approvals = before.length + 1;
  const isEnough = approvals >= row.approvals_needed;
  if (isEnough) await releaseWithdrawal(tx, row, at);
  await writeAudit(tx, {
    at,
    userId: decider.adminId,
    action: 'withdrawal-approved',
    subject: row.withdrawal_id,
    before: { state: row.state, approvals: before.length },
    after: { state: isEnough ? 'sending' : row.state, approvals, needed: row.approvals_needed },
  });
}

/**
 * Refuses a withdrawal and returns the money in the same transaction. The same admin's repeated refusal changes nothing. Throws
 * `not-found`, `own-request`, and `conflict` where the withdrawal is decided, or this admin approved it.
 */
export async function refuseWithdrawal(platform: Deps, { adminId, withdrawalId }: Decider, reason: string): Promise<AdminWithdrawal> {
  return moneyTransaction(platform, async (tx) => {
    await requireRole(tx, adminId, 'payments');
    const row = await lockForDecision(tx, adminId, withdrawalId);
    if (row.state !== 'checking' && row.refused_by !== adminId) throw alreadyDecided(row);
    if (row.state === 'checking') {
      if ((await readCountedApprovals(tx, withdrawalId)).some(({ userId }) => userId === adminId)) {
        throw new ProblemError('conflict', 'You have approved this withdrawal already. Ask somebody else to refuse it.');
      }
      const at = platform.now();
      await settleRefused(tx, row, at, { adminId, reason });
      await writeAudit(tx, {
        at, userId: adminId, action: 'withdrawal-refused', subject: withdrawalId,
        before: { state: row.state }, after: { state: 'refused', reason },
      });
    }
    return readAdminWithdrawal(tx, createDecisionContext(platform, adminId), withdrawalId);
  });
}

/** Locks the withdrawal until the transaction ends, so that another admin who decides on it waits and then sees this decision. */
async function lockForDecision(tx: PoolClient, adminId: string, withdrawalId: string): Promise<WithdrawalRow> {
  const row = await lockWithdrawal(tx, withdrawalId);
  // Withdrawals that the rules release by themselves need no decision.
  if (row === null || row.approvals_needed === 0) throw new ProblemError('not-found', 'There is no such withdrawal.');
  if (row.user_id === adminId) throw new ProblemError('own-request', 'This withdrawal is your own. Others decide on it.');
  return row;
}

function alreadyDecided({ state }: WithdrawalRow): ProblemError {
  return new ProblemError('conflict', 'This withdrawal has already been decided.', { reason: state });
}

async function readAdminWithdrawal(tx: PoolClient, context: DecisionContext, withdrawalId: string): Promise<AdminWithdrawal> {
  const row = await lockWithdrawal(tx, withdrawalId);
  const [withdrawal] = row === null ? [] : await toAdminWithdrawals(tx, [row], context);
  if (withdrawal === undefined) throw new Error('the withdrawal is missing');
  return withdrawal;
}
