/** Freezes the entries of draws that have closed. From then on their list and its hash are fixed, whoever asks for another. */
import type { PoolClient } from 'pg';
import { hashEntries } from '../../../src/core/draw';
import { MINUTE_MS } from '../../../src/core/time';
import type { Platform } from '../../platform';
import { workThrough } from '../../sweep';
import { lockRunningAttempt, readRunningAttempt } from './attempts';
import type { Attempt } from './attempts';
import { readBeaconTimeIfEarly } from './beacon-rounds';
import { DRAW_COLUMNS } from './draw-rows';
import type { DrawRow } from './draw-rows';
import { drawTransaction } from './draw-transaction';
import { barsOf, readFrozenEntries, storeBars } from './frozen-entries';
import { voidAttempt } from './name-attempt';
import { beginRevealOnceCommitted } from './reveal-time';

/** Entries that are frozen less than this before a beacon's round may have been frozen after it: clocks are not that exact. */
const ROUND_LEAD_MS = MINUTE_MS;

/** Freezes every draw that has closed. */
export async function freezeDraws(platform: Platform): Promise<void> {
  const { rows } = await platform.pool.query<{ draw_id: string }>(
    'SELECT draw_id FROM draw WHERE drawn_at IS NULL AND frozen_at IS NULL AND closes_at <= $1 ORDER BY closes_at', [platform.now()],
  );
  await workThrough(rows, async ({ draw_id: drawId }) => {
    const beacon = (await readRunningAttempt(platform.pool, drawId))?.beacon ?? null;
    const earlyBeaconMs = beacon === null ? undefined : await readBeaconTimeIfEarly(platform, beacon);
    await drawTransaction(platform, (tx, buffered) => freeze(tx, buffered, drawId, earlyBeaconMs));
  });
}

/**
 * Freezes one draw. `earlyBeaconMs` is the time that the beacon has reached, where it has already published the round that is to decide;
 * undefined otherwise.
 */
async function freeze(tx: PoolClient, platform: Platform, drawId: string, earlyBeaconMs: number | undefined): Promise<void> {
  const now = platform.now();
  // A player who is entering holds the draw's row; the next sweep freezes the draw then.
  const { rows } = await tx.query<DrawRow>(
    `SELECT ${DRAW_COLUMNS} FROM draw d WHERE d.draw_id = $1 AND d.frozen_at IS NULL AND d.closes_at <= $2 FOR UPDATE SKIP LOCKED`, [drawId, now],
  );
  const [row] = rows;
  if (row === undefined) return;
  const attempt = await lockRunningAttempt(tx, drawId);
  if (attempt === null) throw new Error(`nothing decides the draw ${drawId}`);
  await storeBars(tx, drawId, now);
  const entries = await readFrozenEntries(tx, drawId);
  const entriesHash = hashEntries([...entries.keys()], barsOf(entries));
  await tx.query('UPDATE draw SET frozen_at = $2, entries_hash = $3 WHERE draw_id = $1', [drawId, now, entriesHash]);
  platform.log('draw.frozen', { drawId, week: row.week, entries: entries.size, entriesHash });
  await continueAttempt(tx, platform, { ...row, frozen_at: now }, attempt, earlyBeaconMs);
}

/** Says whether the round is due by now, or so soon that the entries may have been frozen after it. */
const isRoundDue = (beacon: NonNullable<Attempt['beacon']>, now: Date): boolean => beacon.at.getTime() - now.getTime() < ROUND_LEAD_MS;

/** Goes on with the try of a draw that was just frozen. A beacon's round that somebody could know before the freezing decides nothing. */
async function continueAttempt(
  tx: PoolClient,
  platform: Platform,
  draw: DrawRow & { readonly frozen_at: Date },
  attempt: Attempt,
  earlyBeaconMs: number | undefined,
): Promise<void> {
  const { number, source, beacon } = attempt;
  if (beacon !== null && isRoundDue(beacon, draw.frozen_at)) await voidAttempt(tx, platform, draw, { number, reason: 'frozen-late', earlyBeaconMs });
  else if (earlyBeaconMs !== undefined) await voidAttempt(tx, platform, draw, { number, reason: 'beacon-early', earlyBeaconMs });
  else if (source === 'admins') await beginRevealOnceCommitted(tx, platform, draw, attempt);
}
