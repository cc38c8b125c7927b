import { DAY_MS, HOUR_MS } from '../../../src/core/time';
import { GatewayUnavailableError } from '../../gateways';
import type { PaymentGateway } from '../../gateways';
import type { Platform } from '../../platform';
import { startSweep } from '../../sweep';
import type { StopJob } from '../../sweep';
import { turnPayoutsOnIfReconciled } from '../payout-switch';
import { reconcileActiveGateway } from './reconcile';

const CHECK_INTERVAL_MS = 10 * 60_000;
/** 03:00 in Lagos. */
const TIME_OF_DAY_MS = 2 * HOUR_MS;
/** This is longer than a deposit can last, claims included, so each deposit is whole in at least one statement. */
const WINDOW_MS = 5 * DAY_MS;
/** Younger payments may still be on their way to us, or into the statement. */
const MARGIN_MS = HOUR_MS;
/** The pause after the gateway gave no statement, and the time for which other processes leave a run to this one. */
const RETRY_DELAY_MS = HOUR_MS;

/** Returns the next time of the daily reconciliation after `now`. */
export function nextRunAt(now: Date): Date {
  const day = Math.floor((now.getTime() - TIME_OF_DAY_MS) / DAY_MS) + 1;
  return new Date(day * DAY_MS + TIME_OF_DAY_MS);
}

/** Reconciles with the gateways that are due, each in only one process, and returns their names. */
export async function reconcileDue(platform: Platform): Promise<string[]> {
  const now = platform.now();
  const reconciled: string[] = [];
  for (const gateway of platform.gateways.all) {
    if (!(await reserveRun(platform, gateway, now))) continue;
    try {
      const from = new Date(now.getTime() - MARGIN_MS - WINDOW_MS);
      const to = new Date(now.getTime() - MARGIN_MS);
      const lines = await gateway.statement(from, to);
      await reconcileActiveGateway(platform, { gateway: gateway.name, source: 'gateway', from, to, lines });
      await turnPayoutsOnIfReconciled(platform, platform.gateways.forPayouts.name);
      await scheduleRun(platform, gateway, nextRunAt(now));
      reconciled.push(gateway.name);
    } catch (error) {
      if (!(error instanceof GatewayUnavailableError)) throw error;
      platform.log('reconciliation.no-statement', { gateway: gateway.name, why: error.message, alert: true });
    }
  }
  return reconciled;
}

/** Reserves a due run and postpones the next one at once, so a crash costs only an hour. A new gateway's first run is the next night. */
async function reserveRun({ pool }: Pick<Platform, 'pool'>, { name }: PaymentGateway, now: Date): Promise<boolean> {
  await pool.query('INSERT INTO reconciliation_due (gateway, next_at) VALUES ($1, $2) ON CONFLICT DO NOTHING', [name, nextRunAt(now)]);
  const { rowCount } = await pool.query('UPDATE reconciliation_due SET next_at = $3 WHERE gateway = $1 AND next_at <= $2', [
    name, now, new Date(now.getTime() + RETRY_DELAY_MS),
  ]);
  return rowCount === 1;
}

async function scheduleRun({ pool }: Pick<Platform, 'pool'>, { name }: PaymentGateway, at: Date): Promise<void> {
  await pool.query('UPDATE reconciliation_due SET next_at = $2 WHERE gateway = $1', [name, at]);
}

/** Checks every ten minutes which gateways are due, until the returned function is called. */
export function startReconciliation(platform: Platform): StopJob {
  return startSweep(platform, { failureEvent: 'reconciliation.failed', intervalMs: CHECK_INTERVAL_MS, run: () => reconcileDue(platform) });
}
