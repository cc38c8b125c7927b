/** Records the browser and the network of every call with an admin's session, and says whether the admin must set a password first. */
import { recordTraces } from '../four-eyes';
import { DEVICE_COOKIE, readCookie } from '../http/cookies';
import type { AdminDirectory } from '../http/guards';
import type { Platform } from '../platform';
import { readRoles } from './desk-roles';

export function createAdminDirectory({ pool, now }: Pick<Platform, 'pool' | 'now'>): AdminDirectory {
  return {
    recordUse: ({ userId }, request) =>
      recordTraces(pool, userId, { address: request.callerAddress, cookie: readCookie(request, DEVICE_COOKIE) }, now()),
    readRoles: async ({ userId }) => (await readRoles(pool, [userId])).get(userId) ?? [],
    isPasswordDue: async ({ userId }) => {
      const { rows } = await pool.query<{ password_due: boolean }>({
        name: 'admin-password-due',
        text: 'SELECT password_due FROM admin WHERE user_id = $1 AND ended_at IS NULL',
        values: [userId],
      });
      return rows[0]?.password_due === true;
    },
  };
}
