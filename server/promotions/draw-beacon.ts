/** Asks the beacon for the rounds that frozen draws wait for. Any number of processes may do so: one asks at a time. */
import type { PoolClient } from 'pg';
import { MINUTE_MS, SECOND_MS } from '../../src/core/time';
import { BEACON_DEADLINE_MS, askBeacon } from '../gateways';
import type { BeaconAddress, BeaconAnswer } from '../gateways';
import type { Platform } from '../platform';
import { lockRunningAttempt, roundTime, voidAttempt } from './draw-naming';
import type { DrawRow } from './draw-rows';
import { drawTransaction } from './draw-transaction';

const FIRST_WAIT_MS = 5 * SECOND_MS;
const MAX_WAIT_MS = 5 * MINUTE_MS;
const MAX_DOUBLINGS = 6;

/** The wait after a try that brought nothing; `tries` counts from 1. */
export const beaconWaitMs = (tries: number): number => Math.min(MAX_WAIT_MS, FIRST_WAIT_MS * 2 ** Math.min(tries - 1, MAX_DOUBLINGS));

interface DueRound {
  readonly draw_id: string;
  readonly number: number;
  readonly beacon_url: string;
  readonly beacon_chain: string;
  readonly beacon_round: number;
  readonly beacon_round_at: Date;
  readonly tries: number;
}

/** Asks for every round that is due. */
export async function askForRounds(platform: Platform): Promise<void> {
  for (let due = await claimDueRound(platform); due !== null; due = await claimDueRound(platform)) await askForRound(platform, due);
}

/**
 * Takes a round that is due to be asked for; no other process asks for it until the answer must be here. The first time is right after the
 * entries were frozen, when nobody can know it yet; the next one is when it is published.
 */
async function claimDueRound(platform: Platform): Promise<DueRound | null> {
  const now = platform.now();
  const leaseMs = (urlsOf(platform).length + 2) * BEACON_DEADLINE_MS;
  const { rows } = await platform.pool.query<DueRound>(
    `UPDATE draw_attempt a SET tries = a.tries + 1, next_try_at = $2 WHERE (a.draw_id, a.number) = (
       SELECT r.draw_id, r.number FROM draw_attempt r JOIN draw d USING (draw_id)
       WHERE r.voided_at IS NULL AND r.source = 'beacon' AND r.beacon_randomness IS NULL AND d.drawn_at IS NULL AND d.frozen_at IS NOT NULL
         AND coalesce(r.next_try_at, '-infinity') <= $1
       ORDER BY r.next_try_at NULLS FIRST LIMIT 1 FOR UPDATE OF r SKIP LOCKED)
     RETURNING a.draw_id, a.number, a.beacon_url, a.beacon_chain, a.beacon_round, a.beacon_round_at, a.tries`,
    [now, new Date(now.getTime() + leaseMs)],
  );
  return rows[0] ?? null;
}

const urlsOf = ({ config: { drawBeacon } }: Pick<Platform, 'config'>): readonly string[] => drawBeacon?.urls ?? [];

/** The address that was published of the round, and those that are configured for its chain. */
function addressesOf(platform: Platform, { beacon_url: url, beacon_chain: chain }: DueRound): readonly string[] {
  return [...new Set([...(platform.config.drawBeacon?.chain === chain ? urlsOf(platform) : []), url])];
}

async function askForRound(platform: Platform, due: DueRound): Promise<void> {
  const { beacon_chain: chain, beacon_round: round } = due;
  const address = { urls: addressesOf(platform, due), chain };
  const isBeforeItsTime = platform.now() < due.beacon_round_at;
  const answer = await askBeacon(address, round, { fetch });
  const beaconNowMs = isBeforeItsTime && answer.is === 'round' ? await readBeaconTime(platform, address, due) : undefined;
  await drawTransaction(platform, async (tx, logged) => {
    const { rows } = await tx.query<DrawRow>('SELECT draw_id, week, closes_at, frozen_at FROM draw WHERE draw_id = $1 AND drawn_at IS NULL FOR UPDATE', [due.draw_id]);
    const [draw] = rows;
    const attempt = draw === undefined ? null : await lockRunningAttempt(tx, draw.draw_id);
    // Meanwhile it was too late for it, or another process has it.
    if (draw === undefined || attempt === null || attempt.number !== due.number || attempt.beacon?.randomness !== null) return;
    if (beaconNowMs !== undefined) await voidAttempt(tx, logged, draw, { number: attempt.number, reason: 'beacon-early', beaconNowMs });
    else await recordAnswer(tx, logged, due, { answer, isBeforeItsTime });
  });
}

/**
 * How far the beacon is in epoch ms, which is ahead of this machine's clock where its round is there before its time. Never before that
 * round, also where the beacon does not say.
 */
async function readBeaconTime(platform: Platform, address: BeaconAddress, due: DueRound): Promise<number> {
  const { drawBeacon } = platform.config;
  const latest = await askBeacon(address, 'latest', { fetch });
  const latestMs = drawBeacon?.chain !== address.chain || latest.is === 'none' ? 0 : roundTime(drawBeacon, latest.value.round);
  return Math.max(due.beacon_round_at.getTime(), latestMs);
}

async function recordAnswer(
  tx: PoolClient,
  { now, log }: Platform,
  due: DueRound,
  { answer, isBeforeItsTime }: { readonly answer: BeaconAnswer; readonly isBeforeItsTime: boolean },
): Promise<void> {
  const { draw_id: drawId, number, tries } = due;
  if (answer.is === 'round') {
    const { signature, randomness, round } = answer.value;
    await tx.query('UPDATE draw_attempt SET beacon_signature = $3, beacon_randomness = $4 WHERE draw_id = $1 AND number = $2', [drawId, number, signature, randomness]);
    log('draw.beacon', { drawId, attempt: number, round, randomness });
    return;
  }
  // Before its time there is nothing to be had.
  const nextMs = isBeforeItsTime ? due.beacon_round_at.getTime() : now().getTime() + beaconWaitMs(tries);
  await tx.query('UPDATE draw_attempt SET next_try_at = $3 WHERE draw_id = $1 AND number = $2', [drawId, number, new Date(nextMs)]);
  if (!isBeforeItsTime) log('draw.beacon-silent', { drawId, attempt: number, tries, why: answer.why });
}
