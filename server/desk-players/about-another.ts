/** The frame of everything at the desk that is about one player: their page, notes and acts. It is about somebody else than the admin. */
import type { PoolClient } from 'pg';
import type { AdminRole } from '../../src/core/admin-roles';
import type { Device } from '../accounts';
import { transaction } from '../db/transaction';
import { auditOwnPlayer, createDecisionContext, findOwnPlayerRefusal, requireRole } from '../four-eyes';
import type { CountedPhones } from '../four-eyes';
import { ProblemError } from '../http/problem';
import type { Platform } from '../platform';
import { lockAccounts } from '../protection';

export interface Approach {
  readonly adminId: string;
  /** The admin has one of them until it is done. */
  readonly roles: readonly AdminRole[];
  readonly playerId: string;
  /** The admin's browser. */
  readonly device: Device;
}

export interface Frame {
  /** It changes something. */
  readonly isChange?: boolean;
  /** Default: `earlier`. */
  readonly phones?: CountedPhones;
}

const OWN_PLAYER = 'This player has your identity, your phone number or your bank account, or has been in a browser that you use. Ask a colleague.';

/**
 * Runs `work` in one transaction. With `isChange` it first locks the rows of all accounts of the player's person, in their one order: so a stake or a
 * sign-in is either before it or after it, and two acts on one person wait for each other. Throws
 * `forbidden`, `not-found` (the account of an admin is no player's), and `own-request` where the player seems to be the admin, or somebody who counts
 * as one person with them: then a line and an alert stay.
 */
export async function aboutAnother<T>(
  platform: Platform, { adminId, roles, playerId, device }: Approach, work: (tx: PoolClient, at: Date) => Promise<T>,
  { isChange = false, phones = 'earlier' }: Frame = {},
): Promise<T> {
  const context = createDecisionContext(platform, adminId);
  const result = await transaction(platform.pool, async (tx) => {
    await requireRole(tx, adminId, ...roles);
    if (isChange) await lockAccounts(tx, [playerId]);
    const { rowCount } = await tx.query(`SELECT FROM player WHERE user_id = $1 AND role = 'player'`, [playerId]);
    if (rowCount === 0) throw new ProblemError('not-found', 'There is no such player.');
    const refusal = await findOwnPlayerRefusal(tx, context, { playerId, deviceCookie: device.cookie ?? null }, phones);
    if (refusal === null) return { answer: await work(tx, context.now) };
    await auditOwnPlayer(tx, context, { action: 'player-act-refused', subject: playerId, refusal });
    return { refusal };
  });
  if ('answer' in result) return result.answer;
  platform.log('desk.own-player', { alert: true, adminId, playerId, ...result.refusal });
  throw new ProblemError('own-request', 'This player seems to be you.', { detail: OWN_PLAYER });
}
