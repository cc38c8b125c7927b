/** The frame of everything that the operator's people do about a player: not about themselves, and with a line in the audit trail. */
import type { PoolClient } from 'pg';
import type { AdminRole } from '../../src/core/admin-roles';
import type { Device } from '../accounts';
import { writeAudit } from '../audit';
import { transaction } from '../db/transaction';
import { auditOwnPlayer, createDecisionContext, findOwnPlayerRefusal, requireRole } from '../four-eyes';
import { ProblemError } from '../http/problem';
import type { Platform } from '../platform';

export interface Actor {
  readonly adminId: string;
  /** Those that may do it. The admin has one of them until it is done. */
  readonly roles: readonly AdminRole[];
  readonly sessionHash: string;
  readonly playerId: string;
  /** The admin's browser. */
  readonly device: Device;
}

/** What the trail says of an act that was done. */
export interface Act<T> {
  readonly answer: T;
  readonly before: unknown;
  readonly after: unknown;
}

const OWN_PLAYER = 'This player has your identity, your phone number or your bank account, or has been in a browser that you use. Ask a colleague.';

/**
 * Does something about a player in one transaction with its line in the trail. It locks the player's row first, so a stake or a sign-in is
 * either before it or after it. Throws `forbidden`, `not-found`, and `own-request` where the player seems to be the admin, or somebody who
 * counts as one person with them: then a line and an alert stay.
 */
export async function actOnPlayer<T>(
  platform: Platform, actor: Actor, action: string, act: (tx: PoolClient, at: Date) => Promise<Act<T>>,
): Promise<T> {
  const { adminId, roles, playerId, device } = actor;
  const context = createDecisionContext(platform, adminId);
  const result = await transaction(platform.pool, async (tx) => {
    await requireRole(tx, adminId, ...roles);
    const { rowCount } = await tx.query(`SELECT FROM player WHERE user_id = $1 AND role = 'player' FOR UPDATE`, [playerId]);
    if (rowCount === 0) throw new ProblemError('not-found', 'There is no such player.');
    const refusal = await findOwnPlayerRefusal(tx, context, { playerId, deviceCookie: device.cookie ?? null });
    if (refusal !== null) {
      await auditOwnPlayer(tx, context, { action: 'player-act-refused', subject: playerId, refusal });
      return { refusal };
    }
    const { answer, before, after } = await act(tx, context.now);
    await writeAudit(tx, { at: context.now, userId: adminId, action, subject: playerId, before, after });
    return { answer };
  });
  if ('answer' in result) return result.answer;
  platform.log('desk.own-player', { alert: true, adminId, playerId, ...result.refusal });
  throw new ProblemError('own-request', 'This player seems to be you.', { detail: OWN_PLAYER });
}
