/**
 * Reads the accounts that are the same person's, or look like it, with what they have received and ask for, because a decision
 * about money depends on all of them.
 */
import type { AdminWithdrawal, RelatedAccount } from '../../src/core/contract/approvals';
import { kobo, koboToNaira } from '../../src/core/money';
import { readNamesakes } from '../lookalikes';
import type { Db } from '../ledger/accounts';

/** The answer shows this many accounts and only counts the others. */
const MAX_SHOWN = 20;

interface PersonRow {
  readonly of_user: string;
  readonly user_id: string;
}

interface AccountRow {
  readonly user_id: string;
  readonly username: string;
  readonly created_at: Date;
  readonly verification: 'none' | 'verified';
  readonly is_second: boolean;
  readonly closed: boolean;
  /** These two amounts are in kobo. */
  readonly prizes: number;
  readonly bonuses: number;
}

interface OpenRow {
  readonly withdrawal_id: string;
  readonly user_id: string;
  readonly username: string;
  readonly amount: number;
  readonly state: 'checking' | 'sending';
  readonly created_at: Date;
}

/** The part of the answer that the related accounts of one player add. */
export interface RelatedAccounts {
  readonly player: Pick<AdminWithdrawal['player'], 'prizes' | 'bonuses' | 'isSecond' | 'related' | 'relatedCount'>;
  /** The open withdrawals of the player and of these accounts, oldest first. */
  readonly open: NonNullable<AdminWithdrawal['otherOpen']>;
}

/** Selects the other accounts that have or had the player's identity. */
const SAME_PERSON = `
  SELECT own.user_id AS of_user, other.user_id FROM player own JOIN player other ON other.person_id = own.person_id AND other.user_id <> own.user_id
    WHERE own.user_id = ANY($1)
  UNION SELECT own.user_id, had.user_id FROM identity own JOIN identity had ON had.person_hash = own.person_hash AND had.user_id <> own.user_id
    WHERE own.user_id = ANY($1) AND own.passed_at IS NULL`;

/** Selects accounts with what each has received. */
const ACCOUNTS = `
  SELECT p.user_id, p.username, p.created_at, p.verification, p.is_second, p.closed_at IS NOT NULL AS closed,
    (SELECT coalesce(sum(prize), 0)::bigint FROM draw_winner w WHERE w.user_id = p.user_id) AS prizes,
    (SELECT coalesce(sum(converted), 0)::bigint FROM bonus_wallet b WHERE b.user_id = p.user_id) AS bonuses
  FROM player p WHERE p.user_id = ANY($1)`;

/** Selects the withdrawals of accounts that wait for a decision or are under way. */
const OPEN_WITHDRAWALS = `
  SELECT w.withdrawal_id, w.user_id, p.username, w.amount, w.state, w.created_at FROM withdrawal w JOIN player p USING (user_id)
  WHERE w.user_id = ANY($1) AND w.state IN ('checking', 'sending') ORDER BY w.created_at, w.withdrawal_id`;

const naira = (amount: number): number => koboToNaira(kobo(amount));

/** Reads the related accounts of these players, and returns a function that gives those of one of them. */
export async function readRelated(db: Db, userIds: readonly string[]): Promise<(userId: string) => RelatedAccounts> {
  const { rows: samePersonRows } = await db.query<PersonRow>(SAME_PERSON, [userIds]);
  const namesakes = await readNamesakes(db, userIds);
  const userIdsInvolved = [...new Set([...userIds, ...samePersonRows.map((row) => row.user_id), ...[...namesakes.values()].flat()])];
  const { rows: accounts } = await db.query<AccountRow>(ACCOUNTS, [userIdsInvolved]);
  const byId = new Map(accounts.map((row) => [row.user_id, row]));
  const { rows: open } = await db.query<OpenRow>(OPEN_WITHDRAWALS, [userIdsInvolved]);
  return (userId) => {
    const account = byId.get(userId);
    if (account === undefined) throw new Error('the withdrawal has no player');
    const samePerson = samePersonRows.filter((row) => row.of_user === userId).map((row) => row.user_id);
    const others = [...new Set([...samePerson, ...(namesakes.get(userId) ?? [])])];
    const withdrawingUserIds = new Set(open.map((row) => row.user_id));
    const related = others
      .flatMap((id) => byId.get(id) ?? [])
      .map((row): RelatedAccount => toRelated(row, samePerson.includes(row.user_id)))
      .sort((a, b) => rankOf(b, withdrawingUserIds) - rankOf(a, withdrawingUserIds));
    return {
      player: {
        prizes: naira(account.prizes), bonuses: naira(account.bonuses), isSecond: account.is_second,
        related: related.slice(0, MAX_SHOWN), relatedCount: related.length,
      },
      open: open.filter((row) => row.user_id === userId || others.includes(row.user_id)).map(toOpen),
    };
  };
}

function toRelated(row: AccountRow, isSamePerson: boolean): RelatedAccount {
  return {
    userId: row.user_id, username: row.username, memberSince: row.created_at.toISOString(), verification: row.verification,
    relation: isSamePerson ? 'same-person' : 'alike', isClosed: row.closed, prizes: naira(row.prizes), bonuses: naira(row.bonuses),
  };
}

/** Returns the rank of an account: the same person's accounts come first, then those that ask for money or have received some. */
function rankOf(account: RelatedAccount, withdrawingUserIds: ReadonlySet<string>): number {
  const hasMoney = withdrawingUserIds.has(account.userId) || account.prizes > 0 || account.bonuses > 0;
  return (account.relation === 'same-person' ? 2 : 0) + (hasMoney ? 1 : 0);
}

function toOpen(row: OpenRow): RelatedAccounts['open'][number] {
  return {
    withdrawalId: row.withdrawal_id, userId: row.user_id, username: row.username, amount: naira(row.amount), state: row.state,
    createdAt: row.created_at.toISOString(),
  };
}
