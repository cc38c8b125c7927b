/** Withdrawals as admins see them: with who approved what, and what the player did so far. */
import type { PoolClient } from 'pg';
import type { AdminWithdrawal } from '../../src/core/contract/approvals';
import { kobo, koboToNaira } from '../../src/core/money';
import { WITHDRAWAL_COLUMNS, toWithdrawals } from '../cashier/withdrawals/withdrawal-rows';
import type { WithdrawalPage, WithdrawalPlace, WithdrawalRow } from '../cashier/withdrawals/withdrawal-rows';
import type { Db } from '../ledger/accounts';

/** Those that wait for people, oldest first, from after `after`. */
export async function waitingWithdrawals(db: Db, after: WithdrawalPlace | null, limit: number): Promise<WithdrawalPage> {
  const { rows } = await db.query<WithdrawalRow>(
    `SELECT ${WITHDRAWAL_COLUMNS} FROM withdrawal w
     WHERE state = 'checking' AND ($1::timestamptz IS NULL OR (created_at, withdrawal_id) > ($1, $2))
     ORDER BY created_at, withdrawal_id LIMIT $3`,
    [after?.at ?? null, after?.withdrawalId ?? null, limit + 1],
  );
  return { rows: rows.slice(0, limit), more: rows.length > limit };
}

/** Those that people decided on, the newest decision first, from after `after`. */
export async function decidedWithdrawals(db: Db, after: WithdrawalPlace | null, limit: number): Promise<WithdrawalPage> {
  const { rows } = await db.query<WithdrawalRow>(
    `SELECT ${WITHDRAWAL_COLUMNS} FROM withdrawal w
     WHERE approvals_needed > 0 AND decided_at IS NOT NULL AND ($1::timestamptz IS NULL OR (decided_at, withdrawal_id) < ($1, $2))
     ORDER BY decided_at DESC, withdrawal_id DESC LIMIT $3`,
    [after?.at ?? null, after?.withdrawalId ?? null, limit + 1],
  );
  return { rows: rows.slice(0, limit), more: rows.length > limit };
}

/** Notes an approval; one that this admin gave before stays as it was. */
export async function insertApproval(tx: PoolClient, withdrawalId: string, adminId: string, at: Date): Promise<void> {
  await tx.query('INSERT INTO withdrawal_approval (withdrawal_id, user_id, at) VALUES ($1, $2, $3)', [withdrawalId, adminId, at]);
}

/** Ids of the admins who approved it, in their order; whoever is no admin any more does not count. */
export async function approversOf(db: Db, withdrawalId: string): Promise<string[]> {
  const { rows } = await db.query<{ user_id: string }>(
    `SELECT a.user_id FROM withdrawal_approval a JOIN player p USING (user_id)
     WHERE a.withdrawal_id = $1 AND p.role = 'admin' ORDER BY a.approval_id`,
    [withdrawalId],
  );
  return rows.map((row) => row.user_id);
}

interface Approval {
  readonly withdrawal_id: string;
  readonly user_id: string;
  readonly username: string;
  readonly at: Date;
}

interface PlayerFacts {
  readonly user_id: string;
  readonly username: string;
  readonly firstname: string;
  readonly lastname: string;
  readonly created_at: Date;
  readonly verification: 'none' | 'verified';
  /** Kobo, all four. */
  readonly paid_in: number;
  readonly paid_out: number;
  readonly staked: number;
  readonly won: number;
}

/** Withdrawals as they go over the wire to `adminId`. */
export async function toAdminWithdrawals(db: Db, rows: readonly WithdrawalRow[], adminId: string): Promise<AdminWithdrawal[]> {
  const withdrawals = await toWithdrawals(db, rows);
  const approvals = await readApprovals(db, rows.map((row) => row.withdrawal_id));
  const players = new Map((await readFacts(db, [...new Set(rows.map((row) => row.user_id))])).map((facts) => [facts.user_id, facts]));
  const names = await usernames(db, rows.map((row) => row.refused_by).filter((id) => id !== null));
  return rows.map((row, index) => {
    const withdrawal = withdrawals[index];
    const player = players.get(row.user_id);
    if (withdrawal === undefined || player === undefined) throw new Error('a withdrawal belongs to a player');
    const given = approvals.filter((approval) => approval.withdrawal_id === row.withdrawal_id);
    return {
      ...withdrawal,
      player: toPlayer(player),
      approvalsNeeded: row.approvals_needed,
      approvals: given.map(({ user_id: userId, username, at }) => ({ userId, username, at: at.toISOString() })),
      refusedBy: row.refused_by === null ? null : (names.get(row.refused_by) ?? null),
      locked: lockOf(row, given, adminId),
    };
  });
}

function lockOf(row: WithdrawalRow, approvals: readonly Approval[], adminId: string): AdminWithdrawal['locked'] {
  if (row.state !== 'checking') return 'decided';
  if (row.user_id === adminId) return 'own';
  return approvals.some((approval) => approval.user_id === adminId) ? 'approved' : null;
}

function toPlayer(facts: PlayerFacts): AdminWithdrawal['player'] {
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
  };
}

async function readApprovals(db: Db, withdrawalIds: readonly string[]): Promise<Approval[]> {
  const { rows } = await db.query<Approval>(
    `SELECT a.withdrawal_id, a.user_id, p.username, a.at FROM withdrawal_approval a JOIN player p USING (user_id)
     WHERE a.withdrawal_id = ANY($1) ORDER BY a.approval_id`,
    [withdrawalIds],
  );
  return rows;
}

/** Sums over all of a player's entries: for the few whose withdrawals people look at. */
async function readFacts(db: Db, userIds: readonly string[]): Promise<PlayerFacts[]> {
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

async function usernames(db: Db, userIds: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await db.query<{ user_id: string; username: string }>('SELECT user_id, username FROM player WHERE user_id = ANY($1)', [userIds]);
  return new Map(rows.map((row) => [row.user_id, row.username]));
}
