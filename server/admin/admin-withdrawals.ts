/** Converts withdrawals to the answer for admins, with their approvals, the player's history and related accounts. */
import type { AdminWithdrawal } from '../../src/core/contract/approvals';
import { kobo, koboToNaira } from '../../src/core/money';
import { dateTime } from '../../src/core/time';
import { readRepeatedBonuses } from '../bonuses';
import type { RepeatedBonus } from '../bonuses';
import { readHold, toWithdrawals } from '../cashier';
import type { PayoutHold, WithdrawalRow } from '../cashier';
import { findSamePersons, describeSamePerson, readMoneyWait, describeTooNew, readPlayerOwners } from '../four-eyes';
import type { DecisionContext, PlayerOwner } from '../four-eyes';
import type { Db } from '../ledger/accounts';
import { readApprovals, toOtherAdmin } from './approval-rows';
import type { Approval } from './approval-rows';
import { readRelated } from './related-accounts';
import type { RelatedAccounts } from './related-accounts';

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
  const contextOf = await readPlayerContexts(db, [...new Set(rows.map((row) => row.user_id))]);
  const holdOf = await readHolds(db, rows, context.now);
  const names = await readUsernames(db, rows.map((row) => row.refused_by).filter((id) => id !== null));
  return rows.map((row, index) => {
    const withdrawal = withdrawals[index];
    if (withdrawal === undefined) throw new Error('one row makes one withdrawal');
    const { player, openWithdrawals, owners } = contextOf(row.user_id);
    const rowApprovals = approvals.filter((approval) => approval.withdrawal_id === row.withdrawal_id);
    return {
      ...withdrawal,
      player,
      otherOpen: openWithdrawals.filter((other) => other.withdrawalId !== row.withdrawal_id),
      ...(row.unplayed_reason !== null && { unplayed: { amount: koboToNaira(kobo(row.unplayed)), reason: row.unplayed_reason } }),
      approvalsNeeded: row.approvals_needed,
      approvals: rowApprovals.map(({ user_id: userId, username, at }) => ({ userId, username, at: at.toISOString() })),
      refusedBy: row.refused_by === null ? null : (names.get(row.refused_by) ?? null),
      ...approvalLock(row, rowApprovals, { adminId: context.adminId, describeRefusal, owners, hold: holdOf.get(row.user_id) ?? null }),
    };
  });
}

/** The parts of the answer that are about the player of a withdrawal. */
interface PlayerContext {
  readonly player: AdminWithdrawal['player'];
  /** The open withdrawals of the player and of related accounts. */
  readonly openWithdrawals: RelatedAccounts['open'];
  /** The admins whose own account the player seems to be. */
  readonly owners: readonly PlayerOwner[];
}

async function readPlayerContexts(db: Db, userIds: readonly string[]): Promise<(userId: string) => PlayerContext> {
  const factsById = new Map((await readPlayerFacts(db, userIds)).map((facts) => [facts.user_id, facts]));
  const repeatedBonuses = new Map<string, readonly RepeatedBonus[]>();
  for (const userId of factsById.keys()) repeatedBonuses.set(userId, await readRepeatedBonuses(db, userId));
  const relatedOf = await readRelated(db, [...factsById.keys()]);
  const allOwners = await readPlayerOwners(db, [...factsById.keys()]);
  return (userId) => {
    const facts = factsById.get(userId);
    if (facts === undefined) throw new Error('the withdrawal has no player');
    const related = relatedOf(userId);
    const owners = allOwners.filter(({ playerId }) => playerId === userId);
    const ownOf = owners.map(({ username, kind }) => ({ username, kind }));
    const player = { ...toPlayer(facts, repeatedBonuses.get(userId) ?? []), ...related.player, ...(ownOf.length > 0 && { ownOf }) };
    return { player, openWithdrawals: related.open, owners };
  };
}

type DescribeRefusal = (rowApprovals: readonly Approval[]) => string | null;

/** Returns a function that tells why this admin's approval would not count beside those of others. */
async function createRefusalDescriber(db: Db, context: DecisionContext, approvals: readonly Approval[]): Promise<DescribeRefusal> {
  const wait = await readMoneyWait(db, context.adminId, context.now, ['payments']);
  if (wait !== null) return () => describeTooNew(wait);
  const matches = await findSamePersons(db, context, approvals.map(toOtherAdmin));
  const matchOf = new Map(approvals.map((approval, index) => [approval, matches[index] ?? null]));
  return (rowApprovals) => {
    const match = rowApprovals.map((approval) => matchOf.get(approval) ?? null).find((each) => each !== null);
    return match === undefined ? null : describeSamePerson(match);
  };
}

const OWN_PLAYER = 'The player seems to be you under another account. Others decide on it.';

/** Does not say which rule it was, because whoever decides about payouts need not know of a suspicion. */
export const describeHold = ({ until }: PayoutHold): string =>
  `Payouts of this player are held for a check until ${dateTime(until.getTime())} at the latest. Approve it after that, or once the check is over.`;

async function readHolds(db: Db, rows: readonly WithdrawalRow[], at: Date): Promise<ReadonlyMap<string, PayoutHold>> {
  const holds = new Map<string, PayoutHold>();
  for (const userId of new Set(rows.filter(({ state }) => state === 'checking').map((row) => row.user_id))) {
    const hold = await readHold(db, userId, at);
    if (hold !== null) holds.set(userId, hold);
  }
  return holds;
}

interface LockContext {
  readonly adminId: string;
  readonly describeRefusal: DescribeRefusal;
  readonly owners: readonly PlayerOwner[];
  readonly hold: PayoutHold | null;
}

/** Says whether this admin can't approve the withdrawal, and why. */
function approvalLock(
  row: WithdrawalRow,
  approvals: readonly Approval[],
  { adminId, describeRefusal, owners, hold }: LockContext,
): Pick<AdminWithdrawal, 'locked' | 'lockedWhy'> {
  if (row.state !== 'checking') return { locked: 'decided', lockedWhy: null };
  if (row.user_id === adminId) return { locked: 'own', lockedWhy: null };
  if (approvals.some((approval) => approval.user_id === adminId)) return { locked: 'approved', lockedWhy: null };
  if (hold !== null) return { locked: 'not-counted', lockedWhy: describeHold(hold) };
  const lockedWhy = owners.some(({ userId }) => userId === adminId) ? OWN_PLAYER : describeRefusal(approvals);
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
