/** Telling a player of a sign-in from where nobody saw them before. */
import type { PoolClient } from 'pg';
import { sendNewDeviceMail } from '../mails/password-mails';
import type { Platform } from '../platform';
import { deviceName } from './device-name';
import type { Device } from './sessions';

/** Distinct user agents of a player that are looked at; browsers change theirs with every version. */
const MOST_AGENTS = 500;

/**
 * Sends a mail unless a session of this player came from a device of the same name before. To be called before the
 * session is opened, in its transaction.
 */
export async function tellOfNewDevice(tx: PoolClient, platform: Platform, userId: string, { userAgent }: Device): Promise<void> {
  const { rows } = await tx.query<{ user_agent: string }>('SELECT DISTINCT user_agent FROM session WHERE user_id = $1 LIMIT $2', [userId, MOST_AGENTS]);
  const name = deviceName(userAgent);
  if (rows.some((row) => deviceName(row.user_agent) === name)) return;
  // Somebody who was never here (an admin whom the platform made) has no device that is another one.
  if (rows.length === 0) return;
  await sendNewDeviceMail(tx, platform, { userId, userAgent, place: null });
}
