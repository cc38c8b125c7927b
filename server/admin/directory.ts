/** Records the browser and the network of every call of an admin, and says whether the admin must set a password first. */
import type { FastifyRequest } from 'fastify';
import { MINUTE_MS } from '../../src/core/time';
import { readOrigin } from '../four-eyes';
import { DEVICE_COOKIE, readCookie } from '../http/cookies';
import type { AdminDirectory } from '../http/guards';
import type { Platform } from '../platform';

/**
 * We update the time of a trace at most this often, so that a page that polls does not write at each call. A trace from before
 * a confirmation on the server is updated at once, because that confirmation clears earlier traces (`one-person.ts`); otherwise
 * somebody who uses one browser for two accounts would count as two persons for these minutes.
 */
const TRACE_STEP_MS = 5 * MINUTE_MS;

export function createAdminDirectory({ pool, now }: Pick<Platform, 'pool' | 'now'>): AdminDirectory {
  return {
    enter: async ({ userId }, request) => {
      const at = now();
      const traces = readTraces(request);
      const { rows } = await pool.query<{ password_due: boolean }>({
        name: 'admin-enter',
        text: `WITH noted AS (
            INSERT INTO admin_trace (user_id, kind, trace, last_at)
            SELECT $1, kind, trace, $4 FROM unnest($2::text[], $3::text[]) AS t (kind, trace)
            ON CONFLICT (user_id, kind, trace) DO UPDATE SET last_at = $4
            WHERE admin_trace.last_at < $5 OR admin_trace.last_at <= (SELECT max(confirmed_at) FROM admin WHERE confirmed_by IS NULL))
          SELECT password_due FROM admin WHERE user_id = $1 AND ended_at IS NULL`,
        values: [userId, traces.map(({ kind }) => kind), traces.map(({ trace }) => trace), at, new Date(at.getTime() - TRACE_STEP_MS)],
      });
      return { isPasswordDue: rows[0]?.password_due === true };
    },
  };
}

interface Trace {
  readonly kind: 'device' | 'network';
  readonly trace: string;
}

function readTraces(request: FastifyRequest): Trace[] {
  const { network, device } = readOrigin({ address: request.callerAddress, cookie: readCookie(request, DEVICE_COOKIE) });
  return [
    ...(network === null ? [] : [{ kind: 'network', trace: network } as const]),
    ...(device === null ? [] : [{ kind: 'device', trace: device } as const]),
  ];
}
