/** Closing an account, by its player. Nothing of it is deleted: money has a history, and the names stay taken, but for an e-mail nobody confirmed. */
import type { PoolClient } from 'pg';
import { CONSENT_TAGS } from '../../src/core/contract/consents';
import type { BodyOf } from '../../src/core/contract/endpoint';
import type { closeAccount as closeAccountEndpoint } from '../../src/core/contract/sessions';
import { checkOwnPassword, requireStillOwn, readStanding, withdrawConsent, findPlayer, endSessionsOf } from '../accounts';
import type { PlayerRow, Device } from '../accounts';
import { endStanding, lockAdmins } from '../admin';
import { writeAudit } from '../audit';
import { endAll } from '../bonuses';
import { transaction } from '../db/transaction';
import { ProblemError } from '../http/problem';
import type { Platform } from '../platform';
import { sendAccountClosedMail } from './closing-mail';
import { readLeft, refusalFor } from './money-left';
import type { Left } from './money-left';

export interface Closing {
  readonly userId: string;
  readonly sessionHash: string;
  readonly body: BodyOf<typeof closeAccountEndpoint>;
  readonly from: Device;
}

/**
 * Closes the account: from then on nobody can sign in to it, and nothing but a payment that was under way moves money.
 * A round that is not finished is in the way like money, and stays as it is: what it would pay by the rule for unfinished
 * rounds hangs on cards that the player may not know yet, so no answer here depends on it.
 * Throws 401 `invalid-credentials` and 429 for the password, 409 `money-left` with what is in the way, and 409 `conflict`
 * for the last admin.
 */
export async function closeAccount(platform: Platform, closing: Closing): Promise<void> {
  const { userId, sessionHash, body } = closing;
  const player = await findPlayer(platform.pool, userId);
  if (player === undefined) throw new Error('a session belongs to a player');
  await checkOwnPassword(platform, player, { password: body.password, sessionHash, field: 'password' });
  await transaction(platform.pool, (tx) => close(tx, platform, closing, player));
}

async function close(tx: PoolClient, platform: Platform, { userId, sessionHash, body, from }: Closing, seen: PlayerRow): Promise<void> {
  const player = await lockPlayer(tx, userId);
  // Two tabs at once: the second finds it done.
  if (player.closed_at !== null) return;
  await requireStillOwn(tx, seen, 'password');
  const now = platform.now();
  if (player.role === 'admin') await refuseLastAdmin(tx, userId);
  const left = await readLeft(tx, userId, now);
  const refusal = refusalFor(left);
  if (refusal !== null) throw refusal;
  await endAll(tx, userId, 'account-closed', now);
  await tx.query('UPDATE player SET closed_at = $2, version = version + 1 WHERE user_id = $1', [userId, now]);
  await keep(tx, { userId, sessionHash, reason: body.reason, now }, left);
  await withdrawConsents(tx, userId, now);
  await voidTokens(tx, userId, now);
  if (player.role === 'admin') await leaveAdmins(tx, userId, now);
  await endSessionsOf(tx, userId, null, 'account-closed', now, from);
  await sendAccountClosedMail(tx, platform, {
    userId, left: left.balance, lost: left.bonus, isEmailFree: seen.email_activated_at === null,
  });
}

interface ClosingPlayer {
  readonly role: 'player' | 'admin';
  readonly closed_at: Date | null;
}

/**
 * The ledger looks at this row, shared, before it moves anything, and a deposit begins by taking it: whoever is at it is
 * waited for, whoever comes later finds the account closed. The first of the ledger's locks, so nobody waits in a circle.
 */
async function lockPlayer(tx: PoolClient, userId: string): Promise<ClosingPlayer> {
  const { rows } = await tx.query<ClosingPlayer>(
    'SELECT role, closed_at FROM player WHERE user_id = $1 FOR NO KEY UPDATE',
    [userId],
  );
  const row = rows[0];
  if (row === undefined) throw new Error('a session belongs to a player');
  return row;
}

/** One at a time: two admins who go at the same moment must not leave nobody behind. */
async function refuseLastAdmin(tx: PoolClient, userId: string): Promise<void> {
  await lockAdmins(tx);
  const { rowCount } = await tx.query(`SELECT 1 FROM player WHERE role = 'admin' AND closed_at IS NULL AND user_id <> $1 LIMIT 1`, [userId]);
  if (rowCount !== 0) return;
  throw new ProblemError('conflict', 'You are the only admin.', { detail: 'Invite another admin first: somebody has to look after the site.' });
}

interface Kept {
  readonly userId: string;
  readonly sessionHash: string;
  readonly reason: string | undefined;
  readonly now: Date;
}

async function keep(tx: PoolClient, { userId, sessionHash, reason = '', now }: Kept, left: Left): Promise<void> {
  await tx.query(
    'INSERT INTO account_closure (user_id, at, reason, session_hash, rest, bonus_rest) VALUES ($1, $2, $3, $4, $5, $6)',
    [userId, now, reason === '' ? null : reason, sessionHash, left.balance, left.bonus],
  );
}

async function withdrawConsents(tx: PoolClient, userId: string, now: Date): Promise<void> {
  const standing = await readStanding(tx, userId);
  for (const tag of CONSENT_TAGS.filter((each) => standing.get(each)?.given === true)) await withdrawConsent(tx, userId, tag, now);
}

/** What was sent by mail and not used works no more. */
async function voidTokens(tx: PoolClient, userId: string, now: Date): Promise<void> {
  await tx.query('UPDATE email_token SET used_at = $2 WHERE user_id = $1 AND used_at IS NULL', [userId, now]);
  await tx.query('UPDATE archive SET used_at = $2 WHERE user_id = $1 AND used_at IS NULL', [userId, now]);
}

async function leaveAdmins(tx: PoolClient, userId: string, now: Date): Promise<void> {
  await endStanding(tx, userId, now, null);
  await writeAudit(tx, { at: now, userId, action: 'admin-closed', subject: userId, before: null, after: { closedAt: now } });
}
