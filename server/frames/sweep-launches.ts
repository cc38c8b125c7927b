/** Ends framed games that may not continue, and tells their providers. Any number of processes may do this at once. */
import type { Pool } from 'pg';
import { PLAY_ENDS_MS } from '../../src/core/protection';
import { startSweep } from '../sweep';
import type { StopJob } from '../sweep';
import { isOpenSql } from '../catalogue';
import type { GameProvider } from '../config/frames';
import type { Platform } from '../platform';
import { PLAYED_ELSEWHERE } from './launch-rows';
import { signCall, SIGNATURE_HEADER } from './signature';

const SWEEP_INTERVAL_MS = 2_000;
/** The page asks every few seconds whether its game goes on, so a player whose page has not asked for this long is absent. */
export const ABSENT_AFTER_MS = 5 * 60_000;
const BATCH_SIZE = 20;
const FIRST_PAUSE_MS = 5_000;
/** The last of these notices goes out about three hours after the first. */
const MAX_NOTICES = 12;
const NOTICE_DEADLINE_MS = 5_000;

type Deps = Pick<Platform, 'pool' | 'now' | 'log' | 'config'>;

/** Ends launches that may not continue, then notifies the providers; returns the number of each. */
export async function sweepFrames(
  platform: Deps,
  send: typeof fetch = fetch,
): Promise<{ readonly endedCount: number; readonly notifiedCount: number }> {
  const endedCount = await endStaleLaunches(platform.pool, platform.now());
  return { endedCount, notifiedCount: await sendDueNotices(platform, send) };
}

/**
 * Finds the open launches at `$1` that may not continue, with the reason; the reason that comes first in the list counts. A player is absent
 * whose page last asked before `$2`, and is no longer playing whose last stake was before `$3`.
 *
 * The reality check is due by the player's own interval, which may be about to change (`reality_next`). Where the interval of the place is
 * shorter, the next stake is refused instead.
 */
const DUE_LAUNCHES = `
  -- Each open launch, with everything that would end it.
  launch_state AS (
    SELECT l.launch_id,
      p.closed_at IS NOT NULL OR (p.protection <> 'none' AND (p.protection_until IS NULL OR p.protection_until > $1)) AS is_protected,
      NOT ${isOpenSql('g', '$1')} OR f.offered IS NOT TRUE AS is_disabled,
      a.play_last_at > $3 AND a.play_looked_at + interval '1 minute'
        * CASE WHEN p.reality_next_from <= $1 THEN coalesce(p.reality_next, p.reality_minutes) ELSE p.reality_minutes END <= $1 AS is_reality_check_due,
      ${PLAYED_ELSEWHERE} AS is_replaced,
      s.ended_at IS NOT NULL OR s.expires_at <= $1 AS is_signed_out,
      l.seen_at < $2 AS is_absent
    FROM frame_launch l JOIN player p USING (user_id) JOIN game g USING (game_id) LEFT JOIN framed_game f USING (game_id)
      JOIN session s USING (session_hash) LEFT JOIN ledger_account a ON a.account_id = 'real:' || l.user_id
    WHERE l.ended_at IS NULL),

  -- The same launches with the reason to end each; null where it may continue.
  due AS (
    SELECT launch_id, CASE
      WHEN is_protected THEN 'protected'
      WHEN is_disabled THEN 'disabled'
      WHEN is_reality_check_due THEN 'reality-check'
      WHEN is_replaced THEN 'replaced'
      WHEN is_signed_out THEN 'left'
      WHEN is_absent THEN 'gone' END AS reason
    FROM launch_state)`;

/** Ends the launches that may not continue. A provider that never exchanged the launch's token knows nothing of it, and gets no notice. */
async function endStaleLaunches(pool: Pool, at: Date): Promise<number> {
  const { rowCount } = await pool.query(
    `WITH ${DUE_LAUNCHES}
     UPDATE frame_launch AS launch
     SET ended_at = $1::timestamptz, end_reason = due.reason,
       notice_due_at = CASE WHEN launch.exchanged_at IS NULL THEN NULL ELSE $1::timestamptz END
     FROM due WHERE launch.launch_id = due.launch_id AND due.reason IS NOT NULL AND launch.ended_at IS NULL`,
    [at, new Date(at.getTime() - ABSENT_AFTER_MS), new Date(at.getTime() - PLAY_ENDS_MS)],
  );
  return rowCount ?? 0;
}

interface DueNotice {
  readonly launch_id: string;
  readonly provider: string;
  readonly end_reason: string;
  readonly ended_at: Date;
}

/** Sends the notices that are due. One that is not answered with 2xx is sent again, with pauses that double from 5 s. */
async function sendDueNotices({ pool, now, log, config }: Deps, send: typeof fetch): Promise<number> {
  const at = now();
  // Taking a notice moves its next time, so a crash before the answer costs one pause.
  const { rows } = await pool.query<DueNotice>(
    `UPDATE frame_launch SET notices = notices + 1,
       notice_due_at = CASE WHEN notices + 1 < $3 THEN $1::timestamptz + interval '1 ms' * $2 * 2 ^ notices END
     WHERE launch_id IN (SELECT launch_id FROM frame_launch WHERE notice_due_at <= $1 ORDER BY notice_due_at LIMIT ${BATCH_SIZE} FOR UPDATE SKIP LOCKED)
     RETURNING launch_id, provider, end_reason, ended_at`,
    [at, FIRST_PAUSE_MS, MAX_NOTICES],
  );
  const deliveries = await Promise.all(
    rows.map(async (notice) => {
      const provider = config.gameProviders.find(({ id }) => id === notice.provider);
      const isDelivered = provider !== undefined && (await sendNotice(provider, notice, at, send));
      if (isDelivered) await pool.query('UPDATE frame_launch SET told_at = $2, notice_due_at = NULL WHERE launch_id = $1', [notice.launch_id, at]);
      else log('frames.notice-unheard', { provider: notice.provider });
      return isDelivered;
    }),
  );
  return deliveries.filter(Boolean).length;
}

async function sendNotice({ noticeUrl, secret }: GameProvider, notice: DueNotice, at: Date, send: typeof fetch): Promise<boolean> {
  const body = JSON.stringify({ event: 'session-ended', session: notice.launch_id, reason: notice.end_reason, at: notice.ended_at.toISOString() });
  const { pathname, search } = new URL(noticeUrl);
  try {
    const answer = await send(noticeUrl, {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json', [SIGNATURE_HEADER]: signCall(secret, pathname + search, body, at.getTime()) },
      redirect: 'error',
      signal: AbortSignal.timeout(NOTICE_DEADLINE_MS),
    });
    await answer.body?.cancel();
    return answer.ok;
  } catch {
    return false;
  }
}

/** Sweeps until the returned function is called; without providers there is nothing to sweep. */
export function startFrameSweep(platform: Platform): StopJob {
  if (platform.config.gameProviders.length === 0) return () => undefined;
  return startSweep(platform, { failureEvent: 'frames.sweep-failed', intervalMs: SWEEP_INTERVAL_MS, run: () => sweepFrames(platform) });
}
