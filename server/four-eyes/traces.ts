/** Reads and records the network and the browser that an admin's account is used from, to tell one person from two. */
import type { PoolClient } from 'pg';
import { MINUTE_MS } from '../../src/core/time';
import { addressSubject } from '../http/addresses';
import type { Db } from '../ledger/accounts';
import { secretHash } from '../secrets';
import { recordAdminsOfBrowser, recordPlayersOfBrowser } from './shared-browsers';

/** The network and the browser's trace. Each is null where we did not store it; the trace also where the browser has no cookie. */
export interface Origin {
  readonly network: string | null;
  readonly device: string | null;
}

/** The parts of a request that show where it comes from. */
export interface Browser {
  readonly address: string;
  readonly cookie?: string | null | undefined;
}

/** Commands and tests make no request, so their origin is unknown. */
const UNKNOWN_ORIGIN: Origin = { network: null, device: null };

export function readOrigin(browser: Browser | undefined): Origin {
  if (browser === undefined) return UNKNOWN_ORIGIN;
  return { network: addressSubject(browser.address), device: browser.cookie ? hashDeviceTrace(browser.cookie) : null };
}

/**
 * The hash is the same for every account in a browser, so that we notice two accounts that share one. We store no such hash of
 * players.
 */
function hashDeviceTrace(cookie: string): string {
  return secretHash(`admin/${cookie}`);
}

/**
 * We update the time of a trace at most this often, so that a page that polls does not write at each call. A trace from before
 * a confirmation on the server is updated at once, because that confirmation clears earlier traces (`one-person.ts`); otherwise
 * somebody who uses one browser for two accounts would count as two persons for these minutes.
 */
const TRACE_STEP_MS = 5 * MINUTE_MS;

/**
 * Records the network and the browser where the account was used; it does nothing for an account that is no admin's. Other
 * admins who signed in in this browser earlier, even before they had the role, get the browser's trace with the time of that
 * sign-in: only now, with the cookie at hand, can we recognise it (`known_device` holds a hash of its own for each account).
 * Players who have signed in here seem to be these admins' own (`shared-browsers.ts`).
 */
export async function recordTraces(db: Db, userId: string, browser: Browser, at: Date): Promise<void> {
  const { rowCount } = await db.query({ name: 'admin-is', text: 'SELECT FROM admin WHERE user_id = $1', values: [userId] });
  if (rowCount === 0) return;
  const { network, device } = readOrigin(browser);
  const { rows } = await db.query<{ user_id: string; kind: string }>({
    name: 'admin-traces',
    text: `INSERT INTO admin_trace (user_id, kind, trace, last_at)
      SELECT used.* FROM (
        SELECT $1, t.kind, t.trace, $4::timestamptz FROM (VALUES ('network', $2::text), ('device', $3)) AS t (kind, trace) WHERE t.trace IS NOT NULL
        UNION ALL
        SELECT k.user_id, 'device', $3, k.last_seen_at
        FROM admin o JOIN known_device k ON k.user_id = o.user_id AND k.device_hash = encode(sha256(convert_to(o.user_id || '/' || $5, 'UTF8')), 'hex')
        WHERE o.user_id <> $1
      ) AS used (user_id, kind, trace, at)
      -- One order for all callers, so that no two of them wait for each other.
      ORDER BY user_id, kind, trace
      ON CONFLICT (user_id, kind, trace) DO UPDATE SET last_at = excluded.last_at
      WHERE admin_trace.last_at < excluded.last_at AND (
        admin_trace.last_at < excluded.last_at - $6::float8 * interval '1 millisecond'
        OR admin_trace.last_at <= (SELECT max(confirmed_at) FROM admin WHERE confirmed_by IS NULL))
      RETURNING user_id, kind`,
    values: [userId, network, device, at, browser.cookie ?? null, TRACE_STEP_MS],
  });
  const adminIds = rows.filter(({ kind }) => kind === 'device').map((row) => row.user_id);
  if (adminIds.length > 0 && browser.cookie) await recordPlayersOfBrowser(db, adminIds, browser.cookie, at);
}

/** Remembers that a player signs in in this browser, where an admin has used it. */
export async function recordPlayersSignIn(tx: PoolClient, userId: string, deviceSecret: string, at: Date): Promise<void> {
  await recordAdminsOfBrowser(tx, userId, hashDeviceTrace(deviceSecret), at);
}
