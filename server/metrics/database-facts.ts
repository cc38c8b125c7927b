/** Shows what stands in the database, the same in every process: whether money is open, and what waits in the cashier. */
import type { Pool } from 'pg';
import { Gauge } from 'prom-client';
import type { Registry } from 'prom-client';
import { readWaitingMoney } from '../cashier';
import { withDeadline } from '../db/deadline';
import { isUnavailable } from '../db/errors';
import { readMoneySwitch } from '../ledger/money-switch';

export interface DatabaseFactsDeps {
  /** The pool of the health checks; at most one of its connections is used, one statement after the other. */
  readonly pool: Pool;
  readonly now: () => Date;
  readonly log: (event: string, details?: Readonly<Record<string, unknown>>) => void;
}

/** Prometheus waits ten seconds by default. */
const DEADLINE_MS = 3_000;

/** Registers the gauges, and returns the function that reads them anew. It never throws: what could not be read is missing then. */
export function showDatabaseFacts(registry: Registry, deps: DatabaseFactsDeps): () => Promise<void> {
  const registers = [registry];
  const isRead = new Gauge({ name: 'ayo_db_facts_read', help: '1 where the database answered; the facts in it are missing otherwise.', registers });
  const isMoneyOpen = new Gauge({ name: 'ayo_money_open', help: '1 while money may move.', labelNames: [], registers });
  const labelNames = ['step'] as const;
  const counts = new Gauge({ name: 'ayo_payments_waiting', help: 'Withdrawals and deposits that wait, by step.', labelNames, registers });
  const balances = new Gauge({ name: 'ayo_clearing_balance_kobo', help: 'Kobo on their way, by step.', labelNames, registers });
  const ages = new Gauge({ name: 'ayo_payments_oldest_age_seconds', help: 'Age of the oldest payment that waits, by step; 0 for none.', labelNames, registers });

  async function read(): Promise<void> {
    const { isOpen } = await readMoneySwitch(deps.pool);
    const waiting = await readWaitingMoney(deps.pool);
    isMoneyOpen.set(isOpen ? 1 : 0);
    for (const { step, count, kobo, oldestAt } of waiting) {
      counts.set({ step }, count);
      balances.set({ step }, kobo);
      ages.set({ step }, oldestAt === null ? 0 : Math.max(0, (deps.now().getTime() - oldestAt.getTime()) / 1_000));
    }
    isRead.set(1);
  }

  let running: Promise<void> | null = null;
  return async () => {
    try {
      await withDeadline(DEADLINE_MS, (running ??= read().finally(() => {
        running = null;
      })));
    } catch (error) {
      if (!isUnavailable(error)) deps.log('metrics.failed', { error });
      for (const gauge of [counts, balances, ages]) gauge.reset();
      isMoneyOpen.remove();
      isRead.set(0);
    }
  };
}
