/** Reads withdrawals as admins see them, with their approvals and the player's history. */
import type { PoolClient } from 'pg';
import type { AdminWithdrawal } from '../../src/core/contract/approvals';
import { kobo, koboToNaira } from '../../src/core/money';
import { readRepeatedBonuses } from '../bonuses';
import type { RepeatedBonus } from '../bonuses';
import { WITHDRAWAL_COLUMNS, toWithdrawals } from '../cashier';
import type { WithdrawalPage, WithdrawalPosition, WithdrawalRow } from '../cashier';
import { findSamePersons, describeSamePerson, readMoneyDecisionsFrom, describeTooNew, readPlayerOwners } from '../four-eyes';
import type { DecisionContext, OtherAdmin, Origin, PlayerOwner } from '../four-eyes';
import { ProblemError } from '../http/problem';
import type { Db } from '../ledger/accounts';
import { readRelated } from './related-accounts';

/** Lists the withdrawals that wait for a decision, oldest first, starting after `after`. */
export async function listWaitingWithdrawals(db: Db, after: WithdrawalPosition | null, limit: number): Promise<WithdrawalPage> {
  const { rows } = await db.query<WithdrawalRow>(
    `SELECT ${WITHDRAWAL_COLUMNS} FROM withdrawal w
     WHERE state = 'checking' AND ($1::timestamptz IS NULL OR (created_at, withdrawal_id) > ($1, $2))
     ORDER BY created_at, withdrawal_id LIMIT $3`,
    [after?.at ?? null, after?.withdrawalId ?? null, limit + 1],
  );
  return { rows: rows.slice(0, limit), hasMore: rows.length > limit };
}

/** Lists the withdrawals that people have decided, the newest decision first, starting after `after`. */
export async function listDecidedWithdrawals(db: Db, after: WithdrawalPosition | null, limit: number): Promise<WithdrawalPage> {
  const { rows } = await db.query<WithdrawalRow>(
    `SELECT ${WITHDRAWAL_COLUMNS} FROM withdrawal w
     WHERE approvals_needed > 0 AND decided_at IS NOT NULL AND ($1::timestamptz IS NULL OR (decided_at, withdrawal_id) < ($1, $2))
     ORDER BY decided_at DESC, withdrawal_id DESC LIMIT $3`,
    [after?.at ?? null, after?.withdrawalId ?? null, limit + 1],
  );
  return { rows: rows.slice(0, limit), hasMore: rows.length > limit };
}

/** Holds where the approval `a` counts by the role of its `admin`, and the player does not seem to be that admin. */
const APPROVAL_COUNTS = `(admin.user_id IS NOT NULL AND admin.ended_at IS NULL AND (admin.restored_at IS NULL OR a.at > admin.restored_at)
  AND NOT EXISTS (SELECT FROM admin_own_player o JOIN withdrawal own ON own.user_id = o.player_id WHERE o.admin_id = a.user_id AND own.withdrawal_id = a.withdrawal_id))`;

interface NewApproval extends Origin {
  readonly adminId: string;
  readonly at: Date;
}

/**
 * Stores an approval with its origin. Throws 409 `conflict` where the admin had approved it before their role was taken away
 * and given back: that approval was undone, and each admin approves once.
 */
export async function insertApproval(tx: PoolClient, withdrawalId: string, { adminId, at, network, device }: NewApproval): Promise<void> {
  const { rowCount } = await tx.query(
    'INSERT INTO withdrawal_approval (withdrawal_id, user_id, at, network, device) VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING',
    [withdrawalId, adminId, at, network, device],
  );
  if (rowCount === 1) return;
  const detail = 'You approved this before your role was taken away, and that counts no more. Others have to decide on it.';
  throw new ProblemError('conflict', 'Others decide on this one.', { detail });
}

/**
 * Returns the approvals that count, in their order, and keeps the roles of their admins until the transaction ends. Approvals
 * of former admins don't count, and neither do those from before a role was given back.
 */
export async function readCountedApprovals(tx: PoolClient, withdrawalId: string): Promise<OtherAdmin[]> {
  const { rows } = await tx.query<ApprovalOriginRow>(
    `SELECT a.user_id, a.at, a.network, a.device FROM withdrawal_approval a JOIN player p USING (user_id) JOIN admin USING (user_id)
     WHERE a.withdrawal_id = $1 AND p.role = 'admin' AND ${APPROVAL_COUNTS} ORDER BY a.approval_id FOR SHARE OF admin`,
    [withdrawalId],
  );
  return rows.map(toOtherAdmin);
}

interface ApprovalOriginRow extends Origin {
  readonly user_id: string;
  readonly at: Date;
}

const toOtherAdmin = ({ user_id: userId, at, network, device }: ApprovalOriginRow): OtherAdmin => ({ userId, approval: { at, network, device } });

interface Approval extends ApprovalOriginRow {
  readonly withdrawal_id: string;
  readonly username: string;
  /** False where its admin has lost the role, or got it back since. */
  readonly counts: boolean;
}

interface PlayerFacts {
  readonly user_id: string;
  readonly username: string;
  readonly firstname: string;
  readonly lastname: string;
  readonly created_at: Date;
  readonly verification: 'none' | 'verified';
  /** These four amounts are in kobo. */
  readonly paid_in: number;
  readonly paid_out: number;
  readonly staked: number;
  readonly won: number;
}

/** Converts withdrawals to the answer for the admin who asks. */
export async function toAdminWithdrawals(db: Db, rows: readonly WithdrawalRow[], context: DecisionContext): Promise<AdminWithdrawal[]> {
  const withdrawals = await toWithdrawals(db, rows);
  const approvals = (await readApprovals(db, rows.map((row) => row.withdrawal_id))).filter(({ counts }) => counts);
  const describeRefusal = await createRefusalDescriber(db, context, approvals);
  const players = new Map((await readPlayerFacts(db, [...new Set(rows.map((row) => row.user_id))])).map((facts) => [facts.user_id, facts]));
  const repeatedBonuses = new Map<string, readonly RepeatedBonus[]>();
  for (const userId of players.keys()) repeatedBonuses.set(userId, await readRepeatedBonuses(db, userId));
  const relatedOf = await readRelated(db, [...players.keys()]);
  const owners = await readPlayerOwners(db, [...players.keys()]);
  const names = await readUsernames(db, rows.map((row) => row.refused_by).filter((id) => id !== null));
  return rows.map((row, index) => {
    const withdrawal = withdrawals[index];
    const player = players.get(row.user_id);
    if (withdrawal === undefined || player === undefined) throw new Error('a withdrawal belongs to a player');
    const rowApprovals = approvals.filter((approval) => approval.withdrawal_id === row.withdrawal_id);
    const related = relatedOf(row.user_id);
    const playerOwners = owners.filter(({ playerId }) => playerId === row.user_id);
    return {
      ...withdrawal,
      player: {
        ...toPlayer(player, repeatedBonuses.get(row.user_id) ?? []), ...related.player,
        ...(playerOwners.length > 0 && { ownOf: playerOwners.map(({ username, kind }) => ({ username, kind })) }),
      },
      otherOpen: related.open.filter((other) => other.withdrawalId !== row.withdrawal_id),
      ...(row.unplayed_reason !== null && { unplayed: { amount: koboToNaira(kobo(row.unplayed)), reason: row.unplayed_reason } }),
      approvalsNeeded: row.approvals_needed,
      approvals: rowApprovals.map(({ user_id: userId, username, at }) => ({ userId, username, at: at.toISOString() })),
      refusedBy: row.refused_by === null ? null : (names.get(row.refused_by) ?? null),
      ...approvalLock(row, rowApprovals, { adminId: context.adminId, describeRefusal, playerOwners }),
    };
  });
}

type DescribeRefusal = (rowApprovals: readonly Approval[]) => string | null;

/** Returns a function that tells why this admin's approval would not count beside those of others. */
async function createRefusalDescriber(db: Db, context: DecisionContext, approvals: readonly Approval[]): Promise<DescribeRefusal> {
  const from = await readMoneyDecisionsFrom(db, context.adminId, context.now);
  if (from !== null) return () => describeTooNew(from);
  const matches = await findSamePersons(db, context, approvals.map(toOtherAdmin));
  const matchOf = new Map(approvals.map((approval, index) => [approval, matches[index] ?? null]));
  return (rowApprovals) => {
    const match = rowApprovals.map((approval) => matchOf.get(approval) ?? null).find((each) => each !== null);
    return match === undefined ? null : describeSamePerson(match);
  };
}

const OWN_PLAYER = 'The player seems to be you under another account. Others decide on it.';

function approvalLock(
  row: WithdrawalRow,
  approvals: readonly Approval[],
  { adminId, describeRefusal, playerOwners }: { readonly adminId: string; readonly describeRefusal: DescribeRefusal; readonly playerOwners: readonly PlayerOwner[] },
): Pick<AdminWithdrawal, 'locked' | 'lockedWhy'> {
  if (row.state !== 'checking') return { locked: 'decided', lockedWhy: null };
  if (row.user_id === adminId) return { locked: 'own', lockedWhy: null };
  if (approvals.some((approval) => approval.user_id === adminId)) return { locked: 'approved', lockedWhy: null };
  const lockedWhy = playerOwners.some(({ userId }) => userId === adminId) ? OWN_PLAYER : describeRefusal(approvals);
  return { locked: lockedWhy === null ? null : 'not-counted', lockedWhy };
}

function toPlayer(facts: PlayerFacts, repeatedBonuses: readonly RepeatedBonus[]): AdminWithdrawal['player'] {
  const naira = (amount: number): number => koboToNaira(kobo(amount));
  return {
    userId: facts.user_id,
    username: facts.username,
    name: `${facts.firstname} ${facts.lastname}`,
    memberSince: facts.created_at.toISOString(),
    verification: facts.verification,
    paidIn: naira(facts.paid_in),
    paidOut: naira(facts.paid_out),
    staked: naira(facts.staked),
    won: naira(facts.won),
    ...(repeatedBonuses.length > 0 && { givenTwice: [...repeatedBonuses] }),
  };
}

async function readApprovals(db: Db, withdrawalIds: readonly string[]): Promise<Approval[]> {
  const { rows } = await db.query<Approval>(
    `SELECT a.withdrawal_id, a.user_id, p.username, a.at, a.network, a.device, w.state <> 'checking' OR coalesce(${APPROVAL_COUNTS}, false) AS counts
     FROM withdrawal_approval a JOIN player p USING (user_id) JOIN withdrawal w USING (withdrawal_id) LEFT JOIN admin ON admin.user_id = a.user_id
     WHERE a.withdrawal_id = ANY($1) ORDER BY a.approval_id`,
    [withdrawalIds],
  );
  return rows;
}

/** Sums all entries of these players. That is affordable, because people look at few withdrawals. */
async function readPlayerFacts(db: Db, userIds: readonly string[]): Promise<PlayerFacts[]> {
  const { rows } = await db.query<PlayerFacts>(
    `SELECT p.user_id, p.username, p.firstname, p.lastname, p.created_at, p.verification, sums.*
     FROM player p CROSS JOIN LATERAL (
       SELECT coalesce(sum(amount) FILTER (WHERE kind = 'deposit'), 0)::bigint AS paid_in,
              coalesce(-sum(amount) FILTER (WHERE kind = 'withdrawal'), 0)::bigint AS paid_out,
              coalesce(-sum(amount) FILTER (WHERE kind = 'stake'), 0)::bigint AS staked,
              coalesce(sum(amount) FILTER (WHERE kind = 'win'), 0)::bigint AS won
       FROM ledger_entry e WHERE e.user_id = p.user_id AND e.balance_after IS NOT NULL) sums
     WHERE p.user_id = ANY($1)`,
    [userIds],
  );
  return rows;
}

async function readUsernames(db: Db, userIds: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await db.query<{ user_id: string; username: string }>('SELECT user_id, username FROM player WHERE user_id = ANY($1)', [userIds]);
  return new Map(rows.map((row) => [row.user_id, row.username]));
}
