/** Names tries: each says what decides a draw before anybody can know it. Ends tries that failed, each with the next one. */
import type { PoolClient } from 'pg';
import type { DrawSource, VoidReason } from '../../../src/core/draw-kinds';
import { HOUR_MS, MINUTE_MS } from '../../../src/core/time';
import type { Platform } from '../../platform';
import { roundFrom } from './beacon-schedule';
import type { DrawRow } from './draw-rows';
import { sendCommitsNeededMails } from './team-mails';

/** The beacon's round that decides comes this long after the closing, so that the entries' hash is on many devices before the round exists. */
export const ROUND_DELAY_MS = 10 * MINUTE_MS;
/** A draw waits this long for a round that does not come. */
export const BEACON_WAIT_MS = 24 * HOUR_MS;

export type NamingDeps = Pick<Platform, 'config' | 'now' | 'mailer' | 'log'>;

/** Counts the persons of the team who can commit for a draw; those who withheld a secret for it can't any more. */
async function countCommitters(tx: PoolClient, drawId: string): Promise<number> {
  const { rows } = await tx.query<{ persons: number }>(
    `SELECT count(DISTINCT admin_eyes(a.user_id)) AS persons FROM admin a WHERE a.ended_at IS NULL AND NOT EXISTS (
       SELECT FROM draw_commit c JOIN draw_attempt t ON t.draw_id = c.draw_id AND t.number = c.attempt
       WHERE c.draw_id = $1 AND t.voided_at IS NOT NULL AND c.secret IS NULL AND admin_eyes(c.user_id) = admin_eyes(a.user_id))`,
    [drawId],
  );
  return rows[0]?.persons ?? 0;
}

/**
 * Chooses what decides the next try, by what there is.
 * - With a beacon: the beacon. After the failure `beacon-away` or `not-revealed`: two admins, and the beacon where there are not two.
 * - Without a beacon: two admins.
 * - With neither: the platform's seed for the first try; later tries wait for two admins.
 */
function chooseSource(hasBeacon: boolean, committers: number, failure: VoidReason | null): DrawSource {
  const areAdminsFirst = failure === 'beacon-away' || failure === 'not-revealed';
  if (hasBeacon && !areAdminsFirst) return 'beacon';
  if (committers >= 2) return 'admins';
  if (hasBeacon) return 'beacon';
  return failure === null ? 'platform' : 'admins';
}

interface NextAttempt {
  readonly number: number;
  /** Why the try before is void; null for the first one. */
  readonly failure: VoidReason | null;
  /** The time that the beacon has reached, in epoch ms, where it was early: no round that it has published may decide. */
  readonly earlyBeaconMs?: number | undefined;
}

type NamedDraw = Pick<DrawRow, 'draw_id' | 'week' | 'closes_at' | 'frozen_at'>;

/** Names what decides the next try. The caller holds the draw's row. */
export async function nameAttempt(tx: PoolClient, platform: NamingDeps, draw: NamedDraw, next: NextAttempt): Promise<void> {
  const { number, failure, earlyBeaconMs = 0 } = next;
  const { config: { drawBeacon: beacon }, log } = platform;
  const at = platform.now();
  const source = chooseSource(beacon !== undefined, await countCommitters(tx, draw.draw_id), failure);
  if (source === 'beacon' && beacon !== undefined) {
    const lastKnownMs = Math.max(draw.closes_at.getTime(), draw.frozen_at?.getTime() ?? 0, at.getTime(), earlyBeaconMs);
    const { round, atMs } = roundFrom(beacon, lastKnownMs + ROUND_DELAY_MS);
    await tx.query(
      `INSERT INTO draw_attempt (draw_id, number, source, named_at, beacon_url, beacon_chain, beacon_round, beacon_round_at, ends_at)
       VALUES ($1, $2, 'beacon', $3, $4, $5, $6, $7, $8)`,
      [draw.draw_id, number, at, beacon.urls[0], beacon.chain, round, new Date(atMs), new Date(atMs + BEACON_WAIT_MS)],
    );
  } else {
    await tx.query('INSERT INTO draw_attempt (draw_id, number, source, named_at) VALUES ($1, $2, $3, $4)', [draw.draw_id, number, source, at]);
    if (source === 'admins') await sendCommitsNeededMails(tx, platform, { week: draw.week, closesAt: draw.closes_at, failure });
  }
  log('draw.named', { drawId: draw.draw_id, attempt: number, source, ...(failure !== null && { failure }) });
}

interface FailedAttempt {
  readonly number: number;
  readonly reason: VoidReason;
  /** As in `NextAttempt`. */
  readonly earlyBeaconMs?: number | undefined;
}

/** Ends a try that failed, and names the next one. The caller holds the draw and the try. */
export async function voidAttempt(
  tx: PoolClient,
  platform: NamingDeps,
  draw: NamedDraw,
  { number, reason, earlyBeaconMs }: FailedAttempt,
): Promise<void> {
  await tx.query('UPDATE draw_attempt SET voided_at = $3, void_reason = $4 WHERE draw_id = $1 AND number = $2', [
    draw.draw_id, number, platform.now(), reason,
  ]);
  platform.log('draw.void', { alert: true, drawId: draw.draw_id, attempt: number, reason });
  await nameAttempt(tx, platform, draw, { number: number + 1, failure: reason, earlyBeaconMs });
}
