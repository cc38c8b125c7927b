/**
 * Locks of play, with deposits and bonuses, or of signing in. They are on a person: on each account that the person has then, and, by a trigger
 * of the database, on each that shows the same identity later. The ledger's guard and the sign-in read what the player's row says.
 */
import type { PoolClient } from 'pg';
import type { AccountLock, LOCKS } from '../../src/core/contract/desk-player-acts';
import { endSessionsByTeam } from '../accounts';
import { ProblemError } from '../http/problem';
import type { Db } from '../ledger/accounts';
import { ACCOUNTS_OF_PERSON } from '../ledger/accounts-of-person';
import type { Platform } from '../platform';
import { raiseProtectionVersion } from '../protection';
import { actOnPlayer } from './act';
import type { Actor } from './act';
import { sendLockMail, sendUnlockMail } from './mails';
import { UNLOCK_LIMIT, countToldAct } from './told-limits';

type What = (typeof LOCKS)[number];

interface LockRequest {
  readonly what: What;
  readonly reason: string;
}

/** Reads the locks that hold. */
export async function readLocks(db: Db, playerId: string): Promise<AccountLock[]> {
  const { rows } = await db.query<{ what: What; locked_at: Date; by: string; reason: string }>(
    `SELECT l.what, l.locked_at, a.username AS by, l.reason FROM account_lock l JOIN player a ON a.user_id = l.locked_by
     WHERE l.user_id = $1 AND l.ended_at IS NULL ORDER BY l.lock_id`,
    [playerId],
  );
  return rows.map(({ what, locked_at: at, by, reason }) => ({ what, at: at.toISOString(), by, reason }));
}

/** Reads the accounts of the player's person, and locks their rows in one order, so that two acts on one person wait for each other. */
async function holdAccounts(tx: PoolClient, playerId: string): Promise<readonly string[]> {
  const { rows } = await tx.query<{ user_id: string }>(
    `SELECT user_id FROM player WHERE user_id IN (${ACCOUNTS_OF_PERSON}) AND role = 'player' ORDER BY user_id FOR UPDATE`, [playerId],
  );
  return rows.map(({ user_id: userId }) => userId);
}

/** Throws as `actOnPlayer`, and `conflict` where all accounts of the person are locked already. */
export function lockPlayer(platform: Platform, actor: Actor, { what, reason }: LockRequest): Promise<undefined> {
  const { adminId, playerId } = actor;
  return actOnPlayer(platform, actor, 'player-locked', async (tx, at) => {
    const { rows: locked } = await tx.query<{ user_id: string }>(
      `INSERT INTO account_lock (user_id, what, reason, locked_by, locked_at) SELECT unnest($1::text[]), $2, $3, $4, $5
       ON CONFLICT (user_id, what) WHERE ended_at IS NULL DO NOTHING RETURNING user_id`,
      [await holdAccounts(tx, playerId), what, reason, adminId, at],
    );
    if (locked.length === 0) throw new ProblemError('conflict', 'This is locked already.');
    let ended = 0;
    for (const { user_id: userId } of locked) {
      if (what === 'sign-in') ended += await endSessionsByTeam(tx, userId, at);
      await sendLockMail(tx, platform, { userId, what });
      await raiseProtectionVersion(tx, userId);
    }
    return { answer: undefined, before: null, after: { lock: what, reason, ...others(locked, playerId), ...(what === 'sign-in' && { sessions: ended }) } };
  });
}

/** The other accounts of the person, for the trail; nothing where there are none. */
function others(accounts: readonly { readonly user_id: string }[], playerId: string): { readonly accounts?: readonly string[] } {
  const ids = accounts.map(({ user_id: userId }) => userId).filter((userId) => userId !== playerId);
  return ids.length === 0 ? {} : { accounts: ids };
}

/**
 * Throws as `actOnPlayer`, `conflict` where nothing is locked, and `too-many-requests`: each lock and each end of one is mailed, and the ends are
 * counted, because no limit may be in the way of a lock.
 */
export function unlockPlayer(platform: Platform, actor: Actor, { what, reason }: LockRequest): Promise<undefined> {
  const { adminId, playerId } = actor;
  return actOnPlayer(platform, actor, 'player-unlocked', async (tx, at) => {
    const ended = await endLocks(tx, { userIds: await holdAccounts(tx, playerId), what, adminId, at, reason });
    await countToldAct(tx, UNLOCK_LIMIT, { adminId, playerId, at });
    for (const { user_id: userId } of ended) {
      await sendUnlockMail(tx, platform, { userId, what });
      await raiseProtectionVersion(tx, userId);
    }
    const own = ended.find(({ user_id: userId }) => userId === playerId) ?? ended[0];
    return { answer: undefined, before: { lock: what, reason: own?.reason }, after: { lock: null, reason, ...others(ended, playerId) } };
  });
}

interface LockEnd extends LockRequest {
  readonly userIds: readonly string[];
  readonly adminId: string;
  readonly at: Date;
}

/** Returns the accounts that were locked, each with the reason for it. */
async function endLocks(
  tx: PoolClient, { userIds, what, adminId, at, reason }: LockEnd,
): Promise<readonly { readonly user_id: string; readonly reason: string }[]> {
  const { rows } = await tx.query<{ user_id: string; reason: string }>(
    `UPDATE account_lock SET ended_by = $3, ended_at = $4, end_reason = $5 WHERE user_id = ANY($1) AND what = $2 AND ended_at IS NULL
     RETURNING user_id, reason`,
    [userIds, what, adminId, at, reason],
  );
  if (rows.length === 0) throw new ProblemError('conflict', 'This is not locked.');
  return rows;
}
