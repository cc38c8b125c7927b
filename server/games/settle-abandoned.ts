/**
 * Ends rounds that nobody finished by the published rule, 24 hours after their start. Any number of processes may sweep at once:
 * each locks the round that it settles.
 */
import type { PoolClient } from 'pg';
import { alertFor } from '../alert-for';
import { startSweep } from '../sweep';
import type { StopJob } from '../sweep';
import { isUnavailable } from '../db/errors';
import { transaction } from '../db/transaction';
import { ProblemError } from '../http/problem';
import { readMoneySwitch } from '../ledger/money-switch';
import type { Platform } from '../platform';
import { advanceRound } from './advance-round';
import { lockOpenRound, runOpenRound } from './open-rounds';
import type { OpenRow } from './open-rounds';
import { voidRestoredRounds } from './void-restored';

const SWEEP_INTERVAL_MS = 15_000;
/** A sweep settles at most so many rounds. */
const BATCH_SIZE = 100;

type Deps = Pick<Platform, 'pool' | 'now' | 'log' | 'seedKeys'>;

/** Runs one sweep and returns how many rounds it settled, `limit` at most; none while money is turned off, because settling moves money. */
export async function settleAbandoned(platform: Deps, limit = BATCH_SIZE): Promise<number> {
  if (!(await readMoneySwitch(platform.pool)).isOpen) return 0;
  const triedIds = new Set<string>();
  const failures: Failure[] = [];
  let settledCount = 0;
  // A round that fails does not count toward the limit, because failing rounds would otherwise keep the others waiting for ever.
  while (settledCount < limit) {
    const outcome = await settleNext(platform, triedIds, failures);
    if (outcome === 'no-round') break;
    if (outcome === 'settled') settledCount += 1;
  }
  const [first] = failures;
  if (first !== undefined) platform.log('round.settle-failed', { ...first, count: failures.length });
  return settledCount;
}

type Failure = ReturnType<typeof toFailure>;
const toFailure = (error: unknown) => ({ code: error instanceof ProblemError ? error.code : String(error), ...alertFor(error) });

/** `skipped`: the round could not be settled, or somebody else has ended it. `no-round`: none is left, or others have locked all of them. */
type SettleOutcome = 'settled' | 'skipped' | 'no-round';

/** Settles the next round. An error with one round is recorded as a failure, so that the other rounds are still settled. */
async function settleNext(platform: Deps, triedIds: Set<string>, failures: Failure[]): Promise<SettleOutcome> {
  const triedBefore = triedIds.size;
  try {
    return await transaction(platform.pool, async (tx): Promise<SettleOutcome> => {
      const candidate = await lockNextAbandoned(tx, platform.now(), [...triedIds]);
      if (candidate === null) return 'no-round';
      triedIds.add(candidate.roundId);
      const row = await lockOpenRound(tx, platform.seedKeys, candidate.userId, candidate.roundId);
      if (row === undefined) return 'skipped';
      await settleByRule(tx, row, platform.now());
      return 'settled';
    });
  } catch (error) {
    // Where no id was added, the search for the next round failed, so the error is not about one round.
    if (isUnavailable(error) || triedIds.size === triedBefore) throw error;
    failures.push(toFailure(error));
    return 'skipped';
  }
}

interface AbandonedRound {
  readonly userId: string;
  readonly roundId: string;
}

/** Locks the player's row and the round, as an action does; the round of a player who is just acting waits for the next sweep. */
async function lockNextAbandoned(tx: PoolClient, now: Date, triedIds: readonly string[]): Promise<AbandonedRound | null> {
  const { rows } = await tx.query<{ user_id: string; round_id: string }>(
    `SELECT o.user_id, o.round_id FROM open_round o JOIN player p USING (user_id)
     WHERE o.settles_at <= $1 AND o.round_id <> ALL($2)
     ORDER BY o.settles_at LIMIT 1 FOR SHARE OF p SKIP LOCKED FOR UPDATE OF o SKIP LOCKED`,
    [now, triedIds],
  );
  const [row] = rows;
  return row === undefined ? null : { userId: row.user_id, roundId: row.round_id };
}

async function settleByRule(tx: PoolClient, row: OpenRow, now: Date): Promise<void> {
  const result = runOpenRound(row, { abandoned: true });
  if (!result.ok) throw new Error(`open round ${row.round_id} does not run: ${result.code}`);
  await advanceRound(tx, { row, actions: row.actions, abandoned: true, result, now, request: null });
}

/** Sweeps until the returned function is called. */
export function startRoundSettlement(platform: Deps): StopJob {
  const run = async () => {
    try {
      await voidRestoredRounds(platform);
    } finally {
      await settleAbandoned(platform);
    }
  };
  return startSweep(platform, { failureEvent: 'round.settle-failed', intervalMs: SWEEP_INTERVAL_MS, firstAfterMs: 0, run });
}
