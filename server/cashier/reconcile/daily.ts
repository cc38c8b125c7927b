import { DAY_MS } from '../../../src/core/time';
import { alertFor } from '../../alert-for';
import { isUnavailable } from '../../db/errors';
import { GatewayUnavailableError } from '../../gateways';
import type { PaymentGateway } from '../../gateways';
import type { Platform } from '../../platform';
import { reconcileActiveGateway } from './reconcile';

const CHECK_INTERVAL_MS = 10 * 60_000;
const HOUR_MS = 60 * 60_000;
/** 03:00 in Lagos. */
const TIME_OF_DAY_MS = 2 * HOUR_MS;
/** Longer than a deposit lives, a claim included, so that each is whole in some statement. */
const WINDOW_MS = 5 * DAY_MS;
/** What is younger may still be on its way to us, or into the statement. */
const MARGIN_MS = HOUR_MS;
/** After a statement that could not be had; also how long another process leaves it to this one. */
const RETRY_DELAY_MS = HOUR_MS;

/** When the day's reconciliation is due, the first time after `now`. */
export function nextRunAt(now: Date): Date {
  const day = Math.floor((now.getTime() - TIME_OF_DAY_MS) / DAY_MS) + 1;
  return new Date(day * DAY_MS + TIME_OF_DAY_MS);
}

/** Reconciles with the gateways whose turn it is, each in one process; returns their names. */
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
      await scheduleRun(platform, gateway, nextRunAt(now));
      reconciled.push(gateway.name);
    } catch (error) {
      if (!(error instanceof GatewayUnavailableError)) throw error;
      platform.log('reconciliation.no-statement', { gateway: gateway.name, why: error.message, alert: true });
    }
  }
  return reconciled;
}

/** Puts the next time off at once: a crash in the middle costs an hour, no more. A new gateway's first turn is the next night. */
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

/** Looks from time to time whether it is somebody's turn, until the returned function is called. */
export function startReconciliation(platform: Platform): () => void {
  const timer = setInterval(() => {
    reconcileDue(platform).catch((error: unknown) => {
      platform.log('reconciliation.failed', { error: isUnavailable(error) ? 'the database is away' : error, ...alertFor(error) });
    });
  }, CHECK_INTERVAL_MS);
  timer.unref();
  return () => clearInterval(timer);
}
