/** Freezes the entries of draws that have closed. From then on their list and its hash are fixed, whoever asks for another. */
import type { PoolClient } from 'pg';
import { MINUTE_MS, HOUR_MS } from '../../src/core/time';
import { hashEntries } from '../../src/core/draw';
import type { EntryBar } from '../../src/core/draw-kinds';
import type { Platform } from '../platform';
import { workThrough } from '../sweep';
import { readRunningAttempt } from './draw-attempts';
import type { Attempt } from './draw-attempts';
import { findEarlyRound } from './draw-beacon';
import { lockRunningAttempt, voidAttempt } from './draw-naming';
import { sendRevealMails } from './draw-mails';
import type { DrawRow } from './draw-rows';
import { DRAW_COLUMNS } from './draw-rows';
import { drawTransaction } from './draw-transaction';

/** The two who have committed must reveal their secrets within this time. */
export const REVEAL_MS = 24 * HOUR_MS;
/** Entries that are frozen less than this before a beacon's round may have been frozen after it: clocks are not that exact. */
const ROUND_LEAD_MS = MINUTE_MS;

/** Freezes every draw that has closed. */
export async function freezeDraws(platform: Platform): Promise<void> {
  const { rows } = await platform.pool.query<{ draw_id: string }>(
    'SELECT draw_id FROM draw WHERE drawn_at IS NULL AND frozen_at IS NULL AND closes_at <= $1 ORDER BY closes_at', [platform.now()],
  );
  await workThrough(rows, async ({ draw_id: drawId }) => {
    const beacon = (await readRunningAttempt(platform.pool, drawId))?.beacon ?? null;
    const beaconNowMs = beacon === null ? undefined : await findEarlyRound(platform, beacon);
    await drawTransaction(platform, (tx, buffered) => freeze(tx, buffered, drawId, beaconNowMs));
  });
}

/**
 * SQL that stores why the account of an entry can't win. All entries stay in the draw, and they are barred at a moment in which nobody can know
 * yet what that changes, because whoever could bar entries later would choose the winner. Somebody on a break can win; a prize is no play.
 */
const BARS = `
  UPDATE draw_entry e SET bar = found.bar FROM (
    SELECT own.entry_id, CASE
      WHEN p.role <> 'player' THEN 'admin'
      WHEN p.closed_at IS NOT NULL THEN 'closed'
      WHEN p.protection = 'excluded' AND (p.protection_until IS NULL OR p.protection_until > $2) THEN 'excluded'
      WHEN p.is_second THEN 'second-account'
      WHEN p.identity_check IS NOT NULL OR NOT EXISTS (SELECT FROM identity i WHERE i.user_id = p.user_id AND i.passed_at IS NULL) THEN 'unverified'
      END AS bar
    FROM draw_entry own JOIN player p USING (user_id) WHERE own.draw_id = $1 AND NOT own.left_out) found
  WHERE e.entry_id = found.entry_id AND found.bar IS NOT NULL AND e.bar IS NULL`;

/** Freezes one draw. `beaconNowMs` is given where the beacon has published the round already, and says how far the beacon is. */
async function freeze(tx: PoolClient, platform: Platform, drawId: string, beaconNowMs: number | undefined): Promise<void> {
  const now = platform.now();
  // A player who is entering holds the draw's row; the next sweep freezes the draw then.
  const { rows } = await tx.query<DrawRow>(
    `SELECT ${DRAW_COLUMNS} FROM draw d WHERE d.draw_id = $1 AND d.frozen_at IS NULL AND d.closes_at <= $2 FOR UPDATE SKIP LOCKED`, [drawId, now],
  );
  const [row] = rows;
  if (row === undefined) return;
  const attempt = await lockRunningAttempt(tx, row.draw_id);
  if (attempt === null) throw new Error(`nothing decides the draw ${row.draw_id}`);
  await tx.query(BARS, [row.draw_id, now]);
  const entries = await readFrozenEntries(tx, row.draw_id);
  const entriesHash = hashEntries([...entries.keys()], barsOf(entries));
  await tx.query('UPDATE draw SET frozen_at = $2, entries_hash = $3 WHERE draw_id = $1', [row.draw_id, now, entriesHash]);
  const draw = { ...row, frozen_at: now };
  platform.log('draw.frozen', { drawId: row.draw_id, week: row.week, entries: entries.size, entriesHash });
  const { number, source, beacon } = attempt;
  if (beacon !== null && beacon.at.getTime() - now.getTime() < ROUND_LEAD_MS) await voidAttempt(tx, platform, draw, { number, reason: 'frozen-late', beaconNowMs });
  else if (beaconNowMs !== undefined) await voidAttempt(tx, platform, draw, { number, reason: 'beacon-early', beaconNowMs });
  else if (source === 'admins') await beginReveal(tx, platform, draw, attempt);
}

export interface FrozenEntry {
  readonly userId: string;
  readonly bar: EntryBar | null;
}

/** Reads the entries of a draw by their ids. */
export async function readFrozenEntries(tx: PoolClient, drawId: string): Promise<ReadonlyMap<string, FrozenEntry>> {
  const { rows } = await tx.query<{ entry_id: string; user_id: string; bar: EntryBar | null }>(
    'SELECT entry_id, user_id, bar FROM draw_entry WHERE draw_id = $1 AND NOT left_out', [drawId],
  );
  return new Map(rows.map((row) => [row.entry_id, { userId: row.user_id, bar: row.bar }]));
}

export function barsOf(entries: ReadonlyMap<string, FrozenEntry>): Readonly<Record<string, EntryBar>> {
  return Object.fromEntries([...entries].flatMap(([entryId, { bar }]) => (bar === null ? [] : [[entryId, bar]])));
}

/**
 * Begins the time for the secrets, once two have committed and the entries are frozen; until two have committed it raises an alert.
 * The caller has locked the try.
 */
export async function beginReveal(
  tx: PoolClient,
  platform: Platform,
  { draw_id: drawId, week }: Pick<DrawRow, 'draw_id' | 'week'>,
  { number, commits }: Pick<Attempt, 'number' | 'commits'>,
): Promise<void> {
  if (commits.length < 2) {
    platform.log('draw.waits-for-commits', { alert: true, drawId, commits: commits.length });
    return;
  }
  const until = new Date(platform.now().getTime() + REVEAL_MS);
  await tx.query('UPDATE draw_attempt SET ends_at = $3 WHERE draw_id = $1 AND number = $2', [drawId, number, until]);
  await sendRevealMails(tx, platform, { userIds: commits.map(({ userId }) => userId), week, until });
}
