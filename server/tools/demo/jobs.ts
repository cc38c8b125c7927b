/** Runs the platform's jobs once, at the clock of the month: in the running product each has its own interval. */
import { sweepBonuses } from '../../bonuses';
import { reconcileDue, runPaymentsDue, sweepPayouts } from '../../cashier';
import { settleAbandoned } from '../../games';
import { collectRounds } from '../../leaderboard';
import { settleDue } from '../../lookalikes';
import { createCheckpointRun } from '../../money-watch';
import type { Platform } from '../../platform';
import { runDraws } from '../../promotions';
import { closeDays } from '../../reports';
import { watchRisk } from '../../risk';

/** Settles payments and payouts. */
export async function runPayments(platform: Platform): Promise<void> {
  await runPaymentsDue(platform);
  await sweepPayouts(platform);
}

export async function runJobs(platform: Platform): Promise<void> {
  await runPayments(platform);
  await settleDue(platform);
  await settleAbandoned(platform);
  await sweepBonuses(platform);
  await runDraws(platform);
  await collectRounds(platform);
  await reconcileDue(platform);
  await watchRisk(platform);
  // Days are closed below the checkpoint.
  await createCheckpointRun(platform)();
  await closeDays(platform);
}
