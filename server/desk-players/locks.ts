/** Locks on an account: of play, with deposits and bonuses, or of signing in. The ledger's guard and the sign-in read what the player's row says. */
import type { PoolClient } from 'pg';
import type { AccountLock, LOCKS } from '../../src/core/contract/desk-player-acts';
import { endSessionsByTeam } from '../accounts';
import { ProblemError } from '../http/problem';
import type { Db } from '../ledger/accounts';
import type { Platform } from '../platform';
import { raiseProtectionVersion } from '../protection';
import { actOnPlayer } from './act';
import type { Actor } from './act';
import { sendLockMail, sendUnlockMail } from './mails';

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

/** Throws as `actOnPlayer`, and `conflict` where it is locked already. */
export function lockPlayer(platform: Platform, actor: Actor, { what, reason }: LockRequest): Promise<undefined> {
  const { adminId, playerId } = actor;
  return actOnPlayer(platform, actor, 'player-locked', async (tx, at) => {
    const { rowCount } = await tx.query(
      `INSERT INTO account_lock (user_id, what, reason, locked_by, locked_at) VALUES ($1, $2, $3, $4, $5) ON CONFLICT (user_id, what) WHERE ended_at IS NULL DO NOTHING`,
      [playerId, what, reason, adminId, at],
    );
    if (rowCount === 0) throw new ProblemError('conflict', 'This is locked already.');
    const ended = what === 'sign-in' ? await endSessionsByTeam(tx, playerId, at) : 0;
    await sendLockMail(tx, platform, { userId: playerId, what });
    await raiseProtectionVersion(tx, playerId);
    return { answer: undefined, before: null, after: { lock: what, reason, ...(what === 'sign-in' && { sessions: ended }) } };
  });
}

/** Throws as `actOnPlayer`, and `conflict` where nothing is locked. */
export function unlockPlayer(platform: Platform, actor: Actor, { what, reason }: LockRequest): Promise<undefined> {
  const { adminId, playerId } = actor;
  return actOnPlayer(platform, actor, 'player-unlocked', async (tx, at) => {
    const before = await endLock(tx, { playerId, what, adminId, at, reason });
    await sendUnlockMail(tx, platform, { userId: playerId, what });
    await raiseProtectionVersion(tx, playerId);
    return { answer: undefined, before: { lock: what, reason: before }, after: { lock: null, reason } };
  });
}

interface LockEnd extends LockRequest {
  readonly playerId: string;
  readonly adminId: string;
  readonly at: Date;
}

/** Returns the reason for which it was locked. */
async function endLock(tx: PoolClient, { playerId, what, adminId, at, reason }: LockEnd): Promise<string> {
  const { rows: [ended] } = await tx.query<{ reason: string }>(
    'UPDATE account_lock SET ended_by = $3, ended_at = $4, end_reason = $5 WHERE user_id = $1 AND what = $2 AND ended_at IS NULL RETURNING reason',
    [playerId, what, adminId, at, reason],
  );
  if (ended === undefined) throw new ProblemError('conflict', 'This is not locked.');
  return ended.reason;
}
