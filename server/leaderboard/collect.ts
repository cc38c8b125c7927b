/**
 * Collects played rounds for the leaderboard, by their time, in one process at a time. Reading a round twice changes nothing,
 * so after a crash we just read again.
 */
import type { PoolClient } from 'pg';
import { transaction } from '../db/transaction';
import type { Platform } from '../platform';
import { startSweep } from '../sweep';
import type { StopJob } from '../sweep';

const READ_INTERVAL_MS = 10_000;
/** Every time we read this much of the past again, because a round is committed a moment after its time. */
const SHORT_OVERLAP_MS = 30_000;
/**
 * A round may be committed so long after its time, and the clocks of processes may differ by so much. As often each process reads that much
 * again. A week also stays open this long after its end.
 */
const OVERLAP_MS = 5 * 60_000;

type Deps = Pick<Platform, 'pool' | 'now' | 'log'>;

/** Collects rounds at an interval until the returned function is called. */
export function startLeaderboard(platform: Deps): StopJob {
  return startSweep(platform, { failureEvent: 'leaderboard.failed', intervalMs: READ_INTERVAL_MS, run: createCollector(platform) });
}

/** Makes the function that collects what is new, and every five minutes also what may have been committed late. */
export function createCollector(platform: Deps): () => Promise<void> {
  let readAgainAt: number | null = null;
  return async () => {
    const nowMs = platform.now().getTime();
    if (readAgainAt !== null && Math.abs(nowMs - readAgainAt) < OVERLAP_MS) await collectNewRounds(platform);
    else if (await collectRounds(platform)) readAgainAt = nowMs;
  };
}

/** Collects the rounds since the last time, without those that were committed late. */
async function collectNewRounds({ pool, now }: Deps): Promise<void> {
  const at = now();
  await transaction(pool, (tx) => readRounds(tx, at, SHORT_OVERLAP_MS));
}

/**
 * Collects the rounds since the last time, also those that were committed late, and closes weeks that are over. Returns false while another
 * process does so.
 */
export async function collectRounds({ pool, now, log }: Deps): Promise<boolean> {
  const at = now();
  return transaction(pool, async (tx) => {
    // The last process that read late rounds did so up to five minutes before it read new ones.
    if (!(await readRounds(tx, at, 2 * OVERLAP_MS))) return false;
    for (const week of await closeWeeks(tx, at)) log('leaderboard.week-closed', { week });
    return true;
  });
}

/** Reads the rounds since the last time, and from `overlapMs` before it. Returns false while another process reads. */
async function readRounds(tx: PoolClient, at: Date, overlapMs: number): Promise<boolean> {
  const { rows } = await tx.query<{ read_to: Date }>('SELECT read_to FROM leaderboard_read FOR UPDATE SKIP LOCKED');
  const [progress] = rows;
  if (progress === undefined) return false;
  // A clock that was set back makes us read everything since its new time again.
  const from = new Date(Math.min(progress.read_to.getTime(), at.getTime()) - overlapMs);
  await tx.query('INSERT INTO leaderboard_week (week) SELECT DISTINCT lagos_monday(at) FROM round WHERE at >= $1 ON CONFLICT DO NOTHING', [from]);
  await tx.query(COLLECT, [from]);
  await tx.query('UPDATE leaderboard_read SET read_to = $1', [at]);
  return true;
}

/** Stores the best rounds since `$1` where they beat the stored ones. Free spins do not count, since they stake nothing. */
export const COLLECT = `
  WITH best AS (
    SELECT DISTINCT ON (week, board, user_id) week, board, user_id, round_id, game_id, multiplier, at
    FROM (SELECT lagos_monday(at) AS week, user_id, round_id, game_id, win * 100 / stake AS multiplier, at
          FROM round WHERE at >= $1 AND free_spin_of IS NULL) played
      CROSS JOIN LATERAL (VALUES (''), (game_id)) boards (board)
    ORDER BY week, board, user_id, multiplier DESC, at, round_id
  )
  INSERT INTO leaderboard_best AS b (week, board, user_id, round_id, game_id, multiplier, at, shown)
  SELECT week, board, user_id, round_id, game_id, multiplier, at,
    coalesce(c.opted_in AND c.changed_at < lagos_midnight(week + 7), false)
  FROM best JOIN leaderboard_week w USING (week) LEFT JOIN leaderboard_choice c USING (user_id)
  WHERE w.closed_at IS NULL AND NOT EXISTS (
    SELECT FROM leaderboard_best old WHERE (old.week, old.board, old.user_id) = (best.week, best.board, best.user_id)
      AND (old.multiplier > best.multiplier OR (old.multiplier = best.multiplier AND (old.at, old.round_id) <= (best.at, best.round_id))))
  ON CONFLICT (week, board, user_id) DO UPDATE
    SET round_id = excluded.round_id, game_id = excluded.game_id, multiplier = excluded.multiplier, at = excluded.at`;

/** Closes the weeks that are over and deletes their hidden rows, since nobody can see them any more. Returns the weeks. */
async function closeWeeks(tx: PoolClient, at: Date): Promise<string[]> {
  const { rows } = await tx.query<{ week: string }>(
    `SELECT week FROM leaderboard_week WHERE closed_at IS NULL AND lagos_midnight(week + 7) <= $1`,
    [new Date(at.getTime() - OVERLAP_MS)],
  );
  const weeks = rows.map(({ week }) => week);
  if (weeks.length === 0) return weeks;
  await tx.query(
    `DELETE FROM leaderboard_best b USING player p
     WHERE b.week = ANY($1) AND p.user_id = b.user_id AND (NOT b.shown OR b.multiplier = 0 OR p.closed_at IS NOT NULL)`,
    [weeks],
  );
  await tx.query('UPDATE leaderboard_week SET closed_at = $2 WHERE week = ANY($1)', [weeks, at]);
  return weeks;
}
