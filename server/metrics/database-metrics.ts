/** Counts what the process does with its database: pools, transactions that were tried again, commits whose answer was lost. */
import type { Pool } from 'pg';
import { Counter, Gauge, Histogram } from 'prom-client';
import type { Registry } from 'prom-client';
import { onMeasurement } from '../measurements';

export interface MeasuredPools {
  readonly money: Pool;
  readonly reads: Pool;
  readonly health: Pool;
}

const WAIT_BUCKETS = [0.001, 0.01, 0.1, 0.5, 2, 5];

/** Begins to count, and returns the functions that stop it. */
export function countDatabaseUse(registry: Registry, pools: MeasuredPools): readonly (() => void)[] {
  const registers = [registry];
  const showPools = (name: string, help: string, read: (pool: Pool) => number): void => {
    new Gauge({
      name, help, labelNames: ['pool'], registers,
      collect() {
        for (const [pool, each] of Object.entries(pools)) this.set({ pool }, read(each as Pool));
      },
    });
  };
  showPools('ayo_db_pool_size', 'Connections that the pool has open.', (pool) => pool.totalCount);
  showPools('ayo_db_pool_limit', 'Connections that the pool may have.', (pool) => pool.options.max);
  showPools('ayo_db_pool_idle', 'Open connections that nobody uses.', (pool) => pool.idleCount);
  showPools('ayo_db_pool_waiting', 'Callers that wait for a connection.', (pool) => pool.waitingCount);
  const waits = new Histogram({ name: 'ayo_db_pool_wait_seconds', help: 'Time to get a connection of any pool.', buckets: WAIT_BUCKETS, registers });
  const retries = new Counter({
    name: 'ayo_db_transactions_retried_total', help: 'Transactions that were tried again, by SQLSTATE or system code.', labelNames: ['code'], registers,
  });
  const unknown = new Counter({ name: 'ayo_db_commits_unknown_total', help: 'Commits whose answer was lost.', registers });
  return [
    onMeasurement('pool.acquired', ({ seconds }) => waits.observe(seconds)),
    onMeasurement('transaction.retried', ({ code }) => retries.inc({ code })),
    onMeasurement('commit.unknown', ({ count }) => unknown.inc(count)),
  ];
}
