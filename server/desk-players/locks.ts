/**
 * Locks of play, with deposits and bonuses, or of signing in. A lock of the account that has its person's identity reaches the second accounts, and
 * follows the identity (server/persons/carry-locks.ts); a lock of a second account is on that account alone, since it may be a stranger's. The
 * ledger's guard and the sign-in read what the player's row says.
 */
import type { PoolClient } from 'pg';
import type { AccountLock, LOCKS } from '../../src/core/contract/desk-player-acts';
import { endSessionsByTeam } from '../accounts';
import { ProblemError } from '../http/problem';
import type { Db } from '../ledger/accounts';
import { carryLocksTo } from '../persons';
import type { Platform } from '../platform';
import { lockAccounts, raiseProtectionVersion, requireAccount } from '../protection';
import { actOnPlayer } from './act';
import type { Actor } from './act';
import { sendLockMail, sendUnlockMail } from './mails';
import { UNLOCK_LIMIT, countToldAct } from './told-limits';

type What = (typeof LOCKS)[number];

interface LockRequest {
  readonly what: What;
  readonly reason: string;
}

interface UnlockRequest {
  readonly lockId: string;
  readonly reason: string;
}

interface LockRow {
  readonly lock_id: string;
  /** The account that it was put on. */
  readonly user_id: string;
  readonly what: What;
  readonly locked_at: Date;
  readonly by: string;
  readonly reason: string;
}

/** Reads the locks that hold, also those that were carried from another account of the person. */
async function readLockRows(db: Db, playerId: string): Promise<LockRow[]> {
  const { rows } = await db.query<LockRow>(
    `SELECT l.lock_id::text, l.user_id, l.what, l.locked_at, a.username AS by, l.reason FROM account_lock l JOIN player a ON a.user_id = l.locked_by
     WHERE l.ended_at IS NULL AND l.lock_id IN (
       SELECT lock_id FROM account_lock WHERE user_id = $1 AND ended_at IS NULL
       UNION SELECT lock_id FROM carried_lock WHERE user_id = $1 AND ended_at IS NULL)
     ORDER BY l.lock_id`,
    [playerId],
  );
  return rows;
}

export async function readLocks(db: Db, playerId: string): Promise<AccountLock[]> {
  return (await readLockRows(db, playerId)).map(({ lock_id: lockId, user_id: userId, what, locked_at: at, by, reason }) =>
    ({ lockId, what, at: at.toISOString(), by, reason, isCarried: userId !== playerId }));
}

/** The other accounts that an act on this one reaches: the second ones of the account that has the identity; none of a second one. */
async function findReachedAccounts(tx: PoolClient, playerId: string): Promise<readonly string[]> {
  const accounts = await lockAccounts(tx, [playerId]);
  if (requireAccount(accounts, playerId).is_second) return [];
  return accounts.map(({ user_id: userId }) => userId).filter((userId) => userId !== playerId);
}

/** Throws as `actOnPlayer`, and `conflict` where this account has such a lock of its own. */
export function lockPlayer(platform: Platform, actor: Actor, { what, reason }: LockRequest): Promise<undefined> {
  const { adminId, playerId } = actor;
  return actOnPlayer(platform, actor, 'player-locked', async (tx, at) => {
    const { rows: [lock] } = await tx.query<{ lock_id: string }>(
      `INSERT INTO account_lock (user_id, what, reason, locked_by, locked_at) VALUES ($1, $2, $3, $4, $5)
       ON CONFLICT (user_id, what) WHERE ended_at IS NULL DO NOTHING RETURNING lock_id::text`,
      [playerId, what, reason, adminId, at],
    );
    if (lock === undefined) throw new ProblemError('conflict', 'This is locked already.');
    const accounts = await findReachedAccounts(tx, playerId);
    await carryLocksTo(tx, { lockIds: [lock.lock_id], userIds: accounts }, at);
    const sessions = what === 'sign-in' ? await endSessionsByTeam(tx, playerId, at) : null;
    await sendLockMail(tx, platform, { userId: playerId, what });
    await raiseProtectionVersion(tx, playerId);
    const after = { lock: what, reason, ...(accounts.length > 0 && { accounts }), ...(sessions !== null && { sessions }) };
    return { answer: undefined, before: null, after };
  });
}

/**
 * Ends one lock. On the account that has the identity it ends on all accounts of the person. A second account that was never told of a lock, because
 * it was carried there, is not told of its end either. Throws as `actOnPlayer`, `conflict` where the lock does not hold, and `too-many-requests`:
 * each lock and each end of one is mailed, and the ends are counted, because no limit may be in the way of a lock.
 */
export function unlockPlayer(platform: Platform, actor: Actor, { lockId, reason }: UnlockRequest): Promise<undefined> {
  const { adminId, playerId } = actor;
  return actOnPlayer(platform, actor, 'player-unlocked', async (tx, at) => {
    const lock = (await readLockRows(tx, playerId)).find(({ lock_id: each }) => each === lockId);
    if (lock === undefined) throw new ProblemError('conflict', 'This is not locked.');
    const { what } = lock;
    await countToldAct(tx, UNLOCK_LIMIT, { adminId, playerId, at });
    const isSecond = requireAccount(await lockAccounts(tx, [playerId]), playerId).is_second;
    const accounts = await findReachedAccounts(tx, playerId);
    await endLock(tx, lock, { userIds: [playerId, ...accounts], adminId, at, reason });
    const isCarried = lock.user_id !== playerId;
    const isFree = !(await readLockRows(tx, playerId)).some((each) => each.what === what);
    if (isFree && !(isSecond && isCarried)) await sendUnlockMail(tx, platform, { userId: playerId, what });
    await raiseProtectionVersion(tx, playerId);
    const after = { lock: null, reason, ...(accounts.length > 0 && { accounts }) };
    return { answer: undefined, before: { lock: what, reason: lock.reason }, after };
  }, { phones: 'any' });
}

interface LockEnd {
  readonly userIds: readonly string[];
  readonly adminId: string;
  readonly at: Date;
  readonly reason: string;
}

/** Ends the lock itself where it is on one of these accounts, and with it what was carried from it; else what was carried to them. */
async function endLock(tx: PoolClient, lock: LockRow, { userIds, adminId, at, reason }: LockEnd): Promise<void> {
  const end = 'SET ended_by = $2, ended_at = $3, end_reason = $4 WHERE lock_id = $1 AND ended_at IS NULL';
  if (userIds.includes(lock.user_id)) await tx.query(`UPDATE account_lock ${end}`, [lock.lock_id, adminId, at, reason]);
  else await tx.query(`UPDATE carried_lock ${end} AND user_id = ANY($5)`, [lock.lock_id, adminId, at, reason, userIds]);
}
