/** Names what decides a draw before anybody can know the result of that, and ends tries that failed. */
import type { PoolClient } from 'pg';
import type { DrawSource, VoidReason } from '../../src/core/draw-kinds';
import { HOUR_MS, MINUTE_MS } from '../../src/core/time';
import type { BeaconConfig } from '../config-draws';
import type { Platform } from '../platform';
import { readRunningAttempt } from './draw-attempts';
import type { Attempt } from './draw-attempts';
import { sendCommitsNeededMails } from './draw-mails';
import type { DrawRow } from './draw-rows';

/** The beacon's round that decides comes this long after the closing, so that the entries' hash is on many devices before the round exists. */
export const ROUND_DELAY_MS = 10 * MINUTE_MS;
/** A draw waits this long for a round that does not come. */
export const BEACON_WAIT_MS = 24 * HOUR_MS;

export type NamingDeps = Pick<Platform, 'config' | 'now' | 'mailer' | 'log'>;

export interface BeaconRoundTime {
  readonly round: number;
  readonly atMs: number;
}

/** Finds the first round that is published at `fromMs` or later. */
export function roundFrom({ genesisMs, periodMs }: Pick<BeaconConfig, 'genesisMs' | 'periodMs'>, fromMs: number): BeaconRoundTime {
  const round = Math.max(1, Math.ceil((fromMs - genesisMs) / periodMs) + 1);
  return { round, atMs: roundTime({ genesisMs, periodMs }, round) };
}

export const roundTime = ({ genesisMs, periodMs }: Pick<BeaconConfig, 'genesisMs' | 'periodMs'>, round: number): number => genesisMs + (round - 1) * periodMs;

/** Locks the running try until the transaction ends, and returns it; null where none runs. */
export async function lockRunningAttempt(tx: PoolClient, drawId: string): Promise<Attempt | null> {
  await tx.query('SELECT FROM draw_attempt WHERE draw_id = $1 AND voided_at IS NULL FOR UPDATE', [drawId]);
  return readRunningAttempt(tx, drawId);
}

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
 * Chooses what decides: a beacon where one is configured, else two persons of the team. Where one of these failed, the other one decides if
 * it can. The platform's seed alone decides only a first try of a platform that has neither.
 */
function chooseSource(hasBeacon: boolean, persons: number, failure: VoidReason | null): DrawSource {
  const hasFailed = failure === 'beacon-away' || failure === 'not-revealed';
  if (hasBeacon && !hasFailed) return 'beacon';
  if (persons >= 2) return 'admins';
  if (hasBeacon) return 'beacon';
  return failure === null ? 'platform' : 'admins';
}

interface Naming {
  readonly number: number;
  /** Why the try before is void; null for the first one. */
  readonly failure: VoidReason | null;
  /** The time up to which the beacon is known to have published rounds, in epoch ms. */
  readonly beaconNowMs?: number | undefined;
}

type NamedDraw = Pick<DrawRow, 'draw_id' | 'week' | 'closes_at' | 'frozen_at'>;

/** Names what decides the next try. The caller holds the draw's row. */
export async function nameAttempt(tx: PoolClient, platform: NamingDeps, draw: NamedDraw, naming: Naming): Promise<void> {
  const { number, failure, beaconNowMs = 0 } = naming;
  const { config: { drawBeacon: beacon }, log } = platform;
  const at = platform.now();
  const source = chooseSource(beacon !== undefined, await countCommitters(tx, draw.draw_id), failure);
  if (source === 'beacon' && beacon !== undefined) {
    const fromMs = Math.max(draw.closes_at.getTime(), draw.frozen_at?.getTime() ?? 0, at.getTime(), beaconNowMs) + ROUND_DELAY_MS;
    const { round, atMs } = roundFrom(beacon, fromMs);
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

interface Failure {
  readonly number: number;
  readonly reason: VoidReason;
  /** As in `Naming`. */
  readonly beaconNowMs?: number | undefined;
}

/** Ends a try that failed, and names the next one. The caller holds the draw and the try. */
export async function voidAttempt(
  tx: PoolClient,
  platform: NamingDeps,
  draw: NamedDraw,
  { number, reason, beaconNowMs }: Failure,
): Promise<void> {
  await tx.query('UPDATE draw_attempt SET voided_at = $3, void_reason = $4 WHERE draw_id = $1 AND number = $2', [
    draw.draw_id, number, platform.now(), reason,
  ]);
  platform.log('draw.void', { alert: true, drawId: draw.draw_id, attempt: number, reason });
  await nameAttempt(tx, platform, draw, { number: number + 1, failure: reason, beaconNowMs });
}
