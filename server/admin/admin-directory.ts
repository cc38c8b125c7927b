/** Records the browser and the network of every call with an admin's session, and reads what the admin may do and has to do before. */
import { ADMIN_ROLES } from '../../src/core/admin-roles';
import type { AdminRole } from '../../src/core/admin-roles';
import { commitDoubtOf } from '../db/commit-doubt';
import { ROLE_IS_HELD, recordTraces } from '../four-eyes';
import { DEVICE_COOKIE, readCookie } from '../http/cookies';
import type { AdminDirectory } from '../http/guards';
import type { Platform } from '../platform';

interface StandingRow {
  readonly roles: readonly AdminRole[];
  readonly password_due: boolean;
  readonly has_factor: boolean;
}

export function createAdminDirectory({ pool, now }: Pick<Platform, 'pool' | 'now'>): AdminDirectory {
  return {
    recordUse: async ({ userId }, request) => {
      // While commits wait, reads are served without it, because each write would wait, too.
      if (commitDoubtOf(pool) !== null) return;
      await recordTraces(pool, userId, { address: request.callerAddress, cookie: readCookie(request, DEVICE_COOKIE) }, now());
    },
    readStanding: async ({ userId }) => {
      const { rows: [row] } = await pool.query<StandingRow>({
        name: 'admin-standing',
        text: `SELECT ARRAY(SELECT r.role FROM desk_role r JOIN player p USING (user_id) WHERE r.user_id = $1 AND ${ROLE_IS_HELD}) AS roles,
                      EXISTS (SELECT FROM admin WHERE user_id = $1 AND password_due AND ended_at IS NULL) AS password_due,
                      EXISTS (SELECT FROM second_factor WHERE user_id = $1) AS has_factor`,
        values: [userId],
      });
      return {
        roles: ADMIN_ROLES.filter((role) => row?.roles.includes(role) === true),
        isPasswordDue: row?.password_due === true,
        hasFactor: row?.has_factor === true,
      };
    },
  };
}
