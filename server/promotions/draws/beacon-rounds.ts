/** Asks the beacon for the rounds that frozen draws wait for. Any number of processes may run it, and one of them asks at a time. */
import type { PoolClient } from 'pg';
import { DAY_MS, MINUTE_MS, SECOND_MS } from '../../../src/core/time';
import { BEACON_DEADLINE_MS, askBeacon } from '../../gateways';
import type { BeaconAnswer } from '../../gateways';
import type { Platform } from '../../platform';
import { lockRunningAttempt } from './attempts';
import { roundTime } from './beacon-schedule';
import { drawTransaction } from './draw-transaction';

const FIRST_WAIT_MS = 5 * SECOND_MS;
const MAX_WAIT_MS = 5 * MINUTE_MS;
const MAX_DOUBLINGS = 6;
/** A beacon is believed to be this far ahead at most, because a wrong answer could otherwise keep a draw waiting for ever. */
const FURTHEST_AHEAD_MS = 7 * DAY_MS;

/** Returns how long to wait after a request that brought nothing; `tries` counts from 1. */
export const beaconWaitMs = (tries: number): number => Math.min(MAX_WAIT_MS, FIRST_WAIT_MS * 2 ** Math.min(tries - 1, MAX_DOUBLINGS));

interface NamedRound {
  readonly url: string;
  readonly chain: string;
  readonly round: number;
  readonly at: Date;
}

/**
 * Asks the beacon, before entries are frozen, for its time: that of its latest round, in epoch ms. Returns it where the beacon has already
 * published the round that is to decide: then this machine's clock is behind, and people who entered could know the round. Returns undefined
 * where the round is still to come, or nobody answers, because freezing does not wait for an answer.
 */
export async function readBeaconTimeIfEarly(platform: Platform, named: NamedRound): Promise<number | undefined> {
  const address = { urls: addressesOf(platform, named), chain: named.chain };
  if ((await askBeacon(address, named.round, { fetch })).is === 'none') return undefined;
  const { drawBeacon } = platform.config;
  const latest = await askBeacon(address, 'latest', { fetch });
  const latestMs = drawBeacon?.chain !== named.chain || latest.is === 'none' ? 0 : roundTime(drawBeacon, latest.value.round);
  return Math.min(Math.max(named.at.getTime(), latestMs), platform.now().getTime() + FURTHEST_AHEAD_MS);
}

const urlsOf = ({ config: { drawBeacon } }: Pick<Platform, 'config'>): readonly string[] => drawBeacon?.urls ?? [];

/** Lists the address that was published with the round, and those that are configured for its chain. */
function addressesOf(platform: Platform, { url, chain }: NamedRound): readonly string[] {
  return [...new Set([...(platform.config.drawBeacon?.chain === chain ? urlsOf(platform) : []), url])];
}

interface DueRound extends NamedRound {
  readonly draw_id: string;
  readonly number: number;
  readonly tries: number;
}

/** Asks for every round that is due. */
export async function askForRounds(platform: Platform): Promise<void> {
  for (let due = await claimDueRound(platform); due !== null; due = await claimDueRound(platform)) await askForRound(platform, due);
}

/** Claims a round whose time has come. No other process asks for it before this one must have an answer. */
async function claimDueRound(platform: Platform): Promise<DueRound | null> {
  const now = platform.now();
  const leaseMs = (urlsOf(platform).length + 2) * BEACON_DEADLINE_MS;
  const { rows } = await platform.pool.query<DueRound>(
    `UPDATE draw_attempt a SET tries = a.tries + 1, next_try_at = $2 WHERE (a.draw_id, a.number) = (
       SELECT r.draw_id, r.number FROM draw_attempt r JOIN draw d USING (draw_id)
       WHERE r.voided_at IS NULL AND r.source = 'beacon' AND r.beacon_randomness IS NULL AND d.drawn_at IS NULL AND d.frozen_at IS NOT NULL
         AND coalesce(r.next_try_at, r.beacon_round_at) <= $1
       ORDER BY r.beacon_round_at LIMIT 1 FOR UPDATE OF r SKIP LOCKED)
     RETURNING a.draw_id, a.number, a.beacon_url AS url, a.beacon_chain AS chain, a.beacon_round AS round, a.beacon_round_at AS at, a.tries`,
    [now, new Date(now.getTime() + leaseMs)],
  );
  return rows[0] ?? null;
}

async function askForRound(platform: Platform, due: DueRound): Promise<void> {
  const answer = await askBeacon({ urls: addressesOf(platform, due), chain: due.chain }, due.round, { fetch });
  await drawTransaction(platform, async (tx, buffered) => {
    const attempt = await lockRunningAttempt(tx, due.draw_id);
    // Meanwhile the try has ended, or another process has stored the round.
    if (attempt === null || attempt.number !== due.number || attempt.beacon?.randomness !== null) return;
    await recordAnswer(tx, buffered, due, answer);
  });
}

async function recordAnswer(tx: PoolClient, { now, log }: Platform, due: DueRound, answer: BeaconAnswer): Promise<void> {
  const { draw_id: drawId, number, tries } = due;
  if (answer.is === 'round') {
    const { signature, randomness, round } = answer.value;
    await tx.query('UPDATE draw_attempt SET beacon_signature = $3, beacon_randomness = $4 WHERE draw_id = $1 AND number = $2', [drawId, number, signature, randomness]);
    log('draw.beacon', { drawId, attempt: number, round, randomness });
    return;
  }
  const nextAt = new Date(now().getTime() + beaconWaitMs(tries));
  await tx.query('UPDATE draw_attempt SET next_try_at = $3 WHERE draw_id = $1 AND number = $2', [drawId, number, nextAt]);
  log('draw.beacon-silent', { drawId, attempt: number, tries, why: answer.why });
}
