/**
 * Links an account to the others of its person after it has shown an identity. The account becomes the one of its person that
 * plays, a second one of somebody who has an account already, or the successor of a closed one.
 *
 * Anybody who knows somebody's name, birthday and NIN can make their own account a second one of that person. So nothing of the
 * account that plays is carried to the second ones or shown there, neither its break nor its limits; second accounts can't play
 * in any case. Only the team's locks are carried, quietly.
 */
import type { PoolClient } from 'pg';
import { withdrawAllConsents } from '../accounts';
import { endAllWallets, endRepeatedClaims } from '../bonuses';
import { insertHints, requestSettling } from '../lookalikes';
import type { Hint } from '../lookalikes';
import type { MailDeps } from '../mails';
import { activeProtectionAt, carryLimits, carryProtection, findExclusionSource, lockAccounts, raiseProtectionVersion, requireAccount } from '../protection';
import type { LockedAccount } from '../protection';
import { carryLocks } from './carry-locks';

/** The accounts that we lock for an answer of the identity service, before we write anything. */
export interface InvolvedAccounts {
  readonly accounts: readonly LockedAccount[];
  /** The account that has the identity; null where none has. */
  readonly holderId: string | null;
  /** The identity itself; null where it is nobody's. */
  readonly personHash: Buffer | null;
}

/**
 * Locks the identity, the player, and the holder with the other accounts of its person. The identity comes first, and only this
 * function locks identities: so the holder can't change meanwhile, and two accounts that are verified with one number at the same
 * moment come one after the other. What the answer requires of accounts that look alike is settled after the commit.
 */
export async function lockInvolvedAccounts(tx: PoolClient, userId: string, personHash: Buffer | null): Promise<InvolvedAccounts> {
  if (personHash !== null) await tx.query(`SELECT pg_advisory_xact_lock(hashtextextended('identity/' || $1, 0))`, [personHash.toString('hex')]);
  const holderId = personHash === null ? null : await findHolder(tx, personHash);
  const accounts = await lockAccounts(tx, holderId === null ? [userId] : [userId, holderId]);
  return { accounts, holderId, personHash };
}

async function findHolder(tx: PoolClient, personHash: Buffer): Promise<string | null> {
  const { rows } = await tx.query<{ user_id: string }>('SELECT user_id FROM identity WHERE person_hash = $1 AND passed_at IS NULL', [personHash]);
  return rows[0]?.user_id ?? null;
}

/**
 * The relation of the account to the identity that it has shown. `holder`: no account has it, so this one gets it. `second`: an open account
 * has it. `successor`: a closed account has it, and this one follows. `other-person`: the account is a second one of somebody else, so this
 * identity can't verify it; otherwise two persons would become one.
 */
export type AccountRelation = 'holder' | 'second' | 'successor' | 'other-person';

export function findRelation(userId: string, { accounts, holderId }: InvolvedAccounts): AccountRelation {
  const own = requireAccount(accounts, userId);
  if (holderId === null) return own.is_second ? 'other-person' : 'holder';
  const holder = requireAccount(accounts, holderId);
  if (own.is_second && own.person_id !== holder.person_id) return 'other-person';
  return holder.closed_at === null ? 'second' : 'successor';
}

interface PlayerAndHolder {
  readonly userId: string;
  /** The account that has the identity, or had it. */
  readonly holderId: string;
}

/**
 * Makes the player's account a second one: its bonuses end, it gets no marketing, and it can't play any more. Where it is one
 * already and nothing is new, no row changes.
 */
export async function makeSecondAccount(tx: PoolClient, { userId, holderId }: PlayerAndHolder, involved: InvolvedAccounts, at: Date): Promise<void> {
  await linkAccounts(tx, { userId, holderId }, involved, at);
  await endAllWallets(tx, userId, 'second-account', at);
  await withdrawAllConsents(tx, userId, 'second-account', at);
  await insertHints(tx, [bothShowed(userId, holderId, involved)], at);
  await requestSettling(tx, [userId, holderId], at);
  if (requireAccount(involved.accounts, userId).is_second) return;
  await carryLocks(tx, { from: holderId, to: userId }, at);
  await raiseProtectionVersion(tx, userId);
}

/** Takes the identity from a closed account; the caller gives it to the successor. */
export async function releaseIdentity(tx: PoolClient, holderId: string, at: Date): Promise<void> {
  await tx.query('UPDATE identity SET passed_at = $2 WHERE user_id = $1', [holderId, at]);
  await tx.query(`UPDATE player SET verification = 'none', version = version + 1 WHERE user_id = $1`, [holderId]);
}

/**
 * Makes the player's account, which has the identity now, the successor of the closed one: limits, breaks, exclusions and locks of the
 * closed account are carried here, promotions that it had claimed end here, and requests on second accounts count against this
 * one.
 */
export async function becomeSuccessor(
  tx: PoolClient,
  platform: MailDeps,
  { userId, holderId }: PlayerAndHolder,
  involved: InvolvedAccounts,
  at: Date,
): Promise<void> {
  const { accounts } = involved;
  await linkAccounts(tx, { userId, holderId }, involved, at);
  await carryLimits(tx, { from: holderId, to: userId }, at);
  await carryLocks(tx, { from: holderId, to: userId }, at);
  await endRepeatedClaims(tx, { userId, earlierUserIds: await findEarlierHolders(tx, userId, involved) }, at);
  await carryFromHolder(tx, platform, { userId, holderId }, involved, at);
  const { person_id: personId } = requireAccount(accounts, holderId);
  const seconds = accounts.filter((each) => personId !== null && each.person_id === personId && ![userId, holderId].includes(each.user_id));
  await insertHints(tx, seconds.map((each) => bothShowed(each.user_id, userId, involved)), at);
  await requestSettling(tx, [userId], at);
  await raiseProtectionVersion(tx, userId);
}

/** Every account that had the identity before: the last one may have claimed nothing. */
async function findEarlierHolders(tx: PoolClient, userId: string, { personHash }: InvolvedAccounts): Promise<readonly string[]> {
  const { rows } = await tx.query<{ user_id: string }>(
    'SELECT user_id FROM identity WHERE person_hash = $1 AND user_id <> $2 AND taken_at IS NULL ORDER BY identity_id', [personHash, userId],
  );
  return rows.map((row) => row.user_id);
}

/** `userId` is the second account. */
const bothShowed = (userId: string, otherId: string, { personHash }: InvolvedAccounts): Hint => ({ userId, otherId, kind: 'nin', personHash });

/** Links both accounts to one person, and records it. */
async function linkAccounts(tx: PoolClient, { userId, holderId }: PlayerAndHolder, { accounts }: InvolvedAccounts, at: Date): Promise<void> {
  const personId = requireAccount(accounts, holderId).person_id ?? holderId;
  const both = [userId, holderId];
  await tx.query('UPDATE player SET person_id = $2, version = version + 1 WHERE user_id = ANY($1) AND person_id IS DISTINCT FROM $2', [both, personId]);
  await recordLinks(tx, both, at);
}

/** Records the person and the role of each of these accounts, where they have changed. */
export async function recordLinks(tx: PoolClient, userIds: readonly string[], at: Date): Promise<void> {
  await tx.query(
    `INSERT INTO person_link (user_id, person_id, at, after_entry, after_step, is_second)
     SELECT user_id, p.person_id, $2, (SELECT coalesce(max(entry_id), 0) FROM ledger_entry), (SELECT coalesce(max(step_id), 0) FROM deposit_step), p.is_second
     FROM player p LEFT JOIN LATERAL (
       SELECT l.person_id, l.is_second FROM person_link l WHERE l.user_id = p.user_id ORDER BY link_id DESC LIMIT 1) last ON true
     WHERE user_id = ANY($1) AND (last.person_id, last.is_second) IS DISTINCT FROM (p.person_id, p.is_second)`,
    [userIds, at],
  );
}

async function carryFromHolder(
  tx: PoolClient,
  platform: MailDeps,
  { userId, holderId }: PlayerAndHolder,
  { accounts }: InvolvedAccounts,
  at: Date,
): Promise<void> {
  const carried = activeProtectionAt(requireAccount(accounts, holderId), at);
  if (carried === null) return;
  await carryProtection(tx, platform, requireAccount(accounts, userId), { carried, source: await findExclusionSource(tx, holderId), at });
}
