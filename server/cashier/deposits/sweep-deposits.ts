/**
 * Checks deposits in the background: it resumes interrupted starts and asks the gateway about pending deposits, with growing pauses,
 * until they end, and about claimed ones also afterwards. Several processes may sweep at once; only one of them handles each deposit.
 */
import { alertFor } from '../../alert-for';
import { transaction } from '../../db/transaction';
import { isUnavailable } from '../../db/errors';
import { ProblemError } from '../../http/problem';
import type { Platform } from '../../platform';
import { sweepReturns } from '../held-deposits/sweep-returns';
import { expireWithoutGateway } from './expire-without-gateway';
import { finishInterruptedStarts } from './interrupted-starts';
import { settleDeposit } from './settle-deposit';
import { resumeStart } from './start-deposit';
import { startSweep } from '../../sweep';
import type { StopJob } from '../../sweep';

const SWEEP_INTERVAL_MS = 2_000;
const BATCH = 20;
const FIRST_PAUSE_MS = 30_000;
const MAX_PAUSE_MS = 30 * 60_000;

/** Returns the pause after `checks` checks of a deposit, in ms. */
export function depositPauseMs(checks: number): number {
  return Math.min(MAX_PAUSE_MS, FIRST_PAUSE_MS * 2 ** Math.min(checks, 10));
}

interface DueDeposit {
  readonly deposit_id: string;
  readonly user_id: string;
  readonly operation_key: string;
  readonly is_running: boolean;
}

/** Takes the deposits that are due and postpones their next check at once, so a crash costs only one pause. */
async function takeDueDeposits(platform: Pick<Platform, 'pool' | 'now' | 'gateways'>): Promise<DueDeposit[]> {
  const now = platform.now();
  return transaction(platform.pool, async (tx) => {
    const { rows } = await tx.query<DueDeposit & { checks: number }>(
      `SELECT d.deposit_id, d.user_id, d.operation_key, d.checks, o.state = 'running' AS is_running
       FROM deposit d JOIN operation o ON o.user_id = d.user_id AND o.key = d.operation_key
       WHERE (d.state = 'pending' OR (d.claimed_at IS NOT NULL AND d.state IN ('failed', 'expired', 'cancelled') AND d.closes_at > $1))
         AND d.check_after <= $1 AND d.gateway = ANY($2)
       ORDER BY d.check_after LIMIT ${BATCH} FOR UPDATE OF d SKIP LOCKED`,
      [now, platform.gateways.all.map(({ name }) => name)],
    );
    for (const row of rows) {
      await tx.query('UPDATE deposit SET checks = checks + 1, check_after = $2 WHERE deposit_id = $1', [
        row.deposit_id,
        new Date(now.getTime() + depositPauseMs(row.checks)),
      ]);
    }
    return rows;
  });
}

async function tryWork(platform: Platform, depositId: string, work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (isUnavailable(error)) throw error;
    platform.log('deposit.sweep-failed', { depositId, code: error instanceof ProblemError ? error.code : String(error), ...alertFor(error) });
  }
}

/**
 * Runs one round of the sweep and returns how many deposits were due. An error with one deposit is logged and does not stop the others.
 */
export async function sweepDeposits(platform: Platform): Promise<number> {
  await expireWithoutGateway(platform);
  await finishInterruptedStarts(platform);
  const due = await takeDueDeposits(platform);
  for (const { deposit_id: depositId, user_id: userId, operation_key: key, is_running: running } of due) {
    if (running) await tryWork(platform, depositId, () => resumeStart(platform, { userId, key }));
    // This also runs after a start that fails every time, so that such a deposit can still expire.
    await tryWork(platform, depositId, () => settleDeposit(platform, depositId, 'sweep'));
  }
  return due.length;
}

/** Does all payment work that is due: the embedded gateways' own, then deposits, then returns. */
export async function runPaymentsDue(platform: Platform): Promise<void> {
  for (const { embedded } of platform.gateways.all) await embedded?.runDue();
  await sweepDeposits(platform);
  await sweepReturns(platform);
}

/**
 * Sweeps until the returned function is called. Rounds do not overlap, and a running round does not keep the process alive.
 */
export function startDepositSweep(platform: Platform, { intervalMs = SWEEP_INTERVAL_MS } = {}): StopJob {
  return startSweep(platform, { failureEvent: 'deposit.sweep-failed', intervalMs, run: () => runPaymentsDue(platform) });
}
