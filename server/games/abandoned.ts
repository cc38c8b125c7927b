/**
 * Rounds that nobody finished end by the published rule, 24 hours after their start. Any number of processes may sweep; a
 * round is in one hand at a time, and is gone when it was settled.
 */
import type { PoolClient } from 'pg';
import { alertFor } from '../alert-for';
import { startSweep } from '../sweep';
import { isUnavailable } from '../db/errors';
import { transaction } from '../db/transaction';
import { ProblemError } from '../http/problem';
import { readMoneySwitch } from '../ledger/money-switch';
import type { Platform } from '../platform';
import { goOn } from './go-on';
import { lockOpen, runOpen } from './open-rounds';
import type { OpenRow } from './open-rounds';

const SWEEP_INTERVAL_MS = 15_000;
/** Rounds a sweep. */
const BATCH = 100;

type Deps = Pick<Platform, 'pool' | 'now' | 'log'>;

/** One sweep; answers how many rounds it settled. While money is turned off none is: that may move money. */
export async function settleAbandoned(platform: Deps): Promise<number> {
  if (!(await readMoneySwitch(platform.pool)).open) return 0;
  const tried = new Set<string>();
  let settled = 0;
  while (tried.size < BATCH) {
    const done = await settleNext(platform, tried);
    if (done === null) break;
    if (done) settled += 1;
  }
  return settled;
}

/** Null when nothing is left to do, or all of it is in other hands. Trouble with one round is logged and leaves the others. */
async function settleNext(platform: Deps, tried: Set<string>): Promise<boolean | null> {
  const before = tried.size;
  try {
    return await transaction(platform.pool, async (tx) => {
      const found = await claim(tx, platform.now(), [...tried]);
      if (found === null) return null;
      tried.add(found.roundId);
      const row = await lockOpen(tx, found.userId, found.roundId);
      if (row === undefined) return false;
      await settle(tx, row, platform.now());
      return true;
    });
  } catch (error) {
    if (isUnavailable(error) || tried.size === before) throw error;
    platform.log('round.settle-failed', { code: error instanceof ProblemError ? error.code : String(error), ...alertFor(error) });
    return false;
  }
}

/** The player's row with the round, as whoever acts takes them; who is just acting is left for the next sweep. */
async function claim(tx: PoolClient, now: Date, tried: readonly string[]): Promise<{ readonly userId: string; readonly roundId: string } | null> {
  const { rows } = await tx.query<{ user_id: string; round_id: string }>(
    `SELECT o.user_id, o.round_id FROM open_round o JOIN player p USING (user_id)
     WHERE o.settles_at <= $1 AND o.round_id <> ALL($2)
     ORDER BY o.settles_at LIMIT 1 FOR SHARE OF p SKIP LOCKED FOR UPDATE OF o SKIP LOCKED`,
    [now, tried],
  );
  const [row] = rows;
  return row === undefined ? null : { userId: row.user_id, roundId: row.round_id };
}

async function settle(tx: PoolClient, row: OpenRow, now: Date): Promise<void> {
  const told = runOpen(row, { abandoned: true });
  if (!told.ok) throw new Error(`open round ${row.round_id} does not run: ${told.code}`);
  await goOn(tx, { row, actions: row.actions, abandoned: true, told, now, asked: null });
}

/** Sweeps until the returned function is called. */
export function startSettling(platform: Deps): () => void {
  return startSweep(platform, { failureEvent: 'round.settle-failed', intervalMs: SWEEP_INTERVAL_MS, round: () => settleAbandoned(platform) });
}
