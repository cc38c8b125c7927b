/**
 * Closes an account for its player. We delete nothing, since money has a history and the names stay taken. Only an e-mail
 * address that nobody confirmed becomes free.
 */
import type { PoolClient } from 'pg';
import type { BodyOf } from '../../src/core/contract/endpoint';
import type { closeAccount as closeAccountEndpoint } from '../../src/core/contract/sessions';
import { checkOwnPassword, endSessions, requirePlayer, requireUnchangedPassword, withdrawAllConsents } from '../accounts';
import type { Device, PlayerRow } from '../accounts';
import { endAdminRole, lockAdmins, refuseLastOwner } from '../admin';
import { writeAudit } from '../audit';
import { endAllWallets } from '../bonuses';
import { transaction } from '../db/transaction';
import { ProblemError } from '../http/problem';
import type { Platform } from '../platform';
import { sendAccountClosedMail } from './closing-mail';
import { closureRefusal, readRemainingMoney } from './money-left';
import type { RemainingMoney } from './money-left';

export interface ClosureRequest {
  readonly userId: string;
  readonly sessionHash: string;
  readonly body: BodyOf<typeof closeAccountEndpoint>;
  readonly from: Device;
}

/**
 * Closes the account: nobody can sign in to it any more, and only a payment that had begun still moves money. An open round
 * prevents closing as money does. We do not settle it here, because its outcome depends on cards that the player may not know yet
 * and the answer would reveal them. Throws 401 `invalid-credentials` and 429 for the password, 409 `money-left` with everything
 * that prevents closing, and 409 `conflict` for the last admin.
 */
export async function closeAccount(platform: Platform, request: ClosureRequest): Promise<void> {
  const { userId, sessionHash, body } = request;
  const player = await requirePlayer(platform.pool, userId);
  await checkOwnPassword(platform, player, { password: body.password, sessionHash, field: 'password' });
  await transaction(platform.pool, (tx) => closeInTransaction(tx, platform, request, player));
}

async function closeInTransaction(
  tx: PoolClient,
  platform: Platform,
  { userId, sessionHash, body, from }: ClosureRequest,
  playerBefore: PlayerRow,
): Promise<void> {
  const player = await lockPlayer(tx, userId);
  // Another tab may have closed the account in the meantime.
  if (player.closed_at !== null) return;
  await requireUnchangedPassword(tx, playerBefore, 'password');
  const now = platform.now();
  if (player.role === 'admin') await refuseLastAdmin(tx, userId);
  const remaining = await readRemainingMoney(tx, userId, now);
  const refusal = closureRefusal(remaining);
  if (refusal !== null) throw refusal;
  await endAllWallets(tx, userId, 'account-closed', now);
  const isEmailFree = await markClosed(tx, userId, now);
  await recordClosure(tx, { userId, sessionHash, reason: body.reason, now }, remaining);
  await withdrawAllConsents(tx, userId, 'app', now);
  await voidLinks(tx, userId, now);
  if (player.role === 'admin') await recordAdminLeaving(tx, userId, now);
  await endSessions(tx, userId, null, 'account-closed', now, from);
  // An address that nobody confirmed may be a stranger's, who has nothing to do with the account.
  if (player.email_activated_at !== null) {
    await sendAccountClosedMail(tx, platform, { userId, remaining: remaining.balance, lostBonus: remaining.bonus, isEmailFree });
  }
}

/**
 * Marks the account as closed. Returns true where the e-mail can open another account: nobody has confirmed it, or whoever reads
 * its mails took the account over with the link of a reset from somebody who had not confirmed it, and no money and no identity is
 * on record for it.
 */
async function markClosed(tx: PoolClient, userId: string, now: Date): Promise<boolean> {
  const { rows } = await tx.query<{ is_free: boolean }>(
    `UPDATE player p SET closed_at = $2, version = version + 1,
       email_activated_at = CASE WHEN email_taken_over_at IS NOT NULL AND verification = 'none' AND person_id IS NULL
         AND NOT EXISTS (SELECT FROM ledger_account a WHERE a.user_id = p.user_id AND a.chain_length > 0) THEN NULL ELSE email_activated_at END
     WHERE user_id = $1 RETURNING email_activated_at IS NULL AS is_free`,
    [userId, now],
  );
  return rows[0]?.is_free === true;
}

interface ClosingPlayer {
  readonly role: 'player' | 'admin';
  readonly email_activated_at: Date | null;
  readonly closed_at: Date | null;
}

/**
 * Locks the player's row. The ledger takes a shared lock on it before it moves money, and a deposit begins by locking it. So we
 * wait for those that have begun, and later ones find the account closed. This is the first lock of the ledger's order, so no
 * two transactions wait for each other.
 */
async function lockPlayer(tx: PoolClient, userId: string): Promise<ClosingPlayer> {
  const { rows } = await tx.query<ClosingPlayer>(
    'SELECT role, email_activated_at, closed_at FROM player WHERE user_id = $1 FOR NO KEY UPDATE',
    [userId],
  );
  const row = rows[0];
  if (row === undefined) throw new Error('the session has no player');
  return row;
}

/** Counts the admins under a lock, because two admins who close their accounts at the same moment must not leave the site without one. */
async function refuseLastAdmin(tx: PoolClient, userId: string): Promise<void> {
  await lockAdmins(tx);
  const { rowCount } = await tx.query(`SELECT 1 FROM player WHERE role = 'admin' AND closed_at IS NULL AND user_id <> $1 LIMIT 1`, [userId]);
  if (rowCount !== 0) return refuseLastOwner(tx, userId);
  throw new ProblemError('conflict', 'You are the only admin.', { detail: 'Invite another admin first, because the site needs one.' });
}

interface Closure {
  readonly userId: string;
  readonly sessionHash: string;
  readonly reason: string | undefined;
  readonly now: Date;
}

async function recordClosure(tx: PoolClient, { userId, sessionHash, reason = '', now }: Closure, remaining: RemainingMoney): Promise<void> {
  await tx.query(
    'INSERT INTO account_closure (user_id, at, reason, session_hash, rest, bonus_rest) VALUES ($1, $2, $3, $4, $5, $6)',
    [userId, now, reason === '' ? null : reason, sessionHash, remaining.balance, remaining.bonus],
  );
}

/** Voids the unused links from mails and the unused addresses of archives. */
async function voidLinks(tx: PoolClient, userId: string, now: Date): Promise<void> {
  await tx.query('UPDATE email_token SET used_at = $2 WHERE user_id = $1 AND used_at IS NULL', [userId, now]);
  await tx.query('UPDATE archive SET used_at = $2 WHERE user_id = $1 AND used_at IS NULL', [userId, now]);
}

async function recordAdminLeaving(tx: PoolClient, userId: string, now: Date): Promise<void> {
  await endAdminRole(tx, userId, now, null);
  await writeAudit(tx, { at: now, userId, action: 'admin-closed', subject: userId, before: null, after: { closedAt: now } });
}
