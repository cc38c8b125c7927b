/** The end of a run: all work of the platform has come to its end, and every node holds the same. */
import type pg from 'pg';
import { proveGuards } from '../../server/ledger/guards-proof';
import { COUNTER_INVARIANTS, findViolations } from '../../server/ledger/invariants';
import { MONEY_INVARIANTS } from '../../server/money-invariants';
import { PROOFS } from '../support/money-model/proofs';
import type { Cluster } from './cluster';
import type { ClusterNode } from './node';
import { until } from './wait';

/** Waits until every deposit has ended, as the platform's jobs see to it, and the players' keys have no work left. */
export async function settle(pool: pg.Pool): Promise<void> {
  await until('every deposit has ended', async () => {
    const { rows } = await pool.query<{ open: number }>(
      `SELECT (SELECT count(*) FROM deposit WHERE state = 'pending') + (SELECT count(*) FROM simulator_notification WHERE delivered_at IS NULL)
              + (SELECT count(*) FROM operation WHERE state = 'running') AS open`,
    );
    return rows[0]?.open === 0;
  });
}

/** Checks the invariants of money, what the platform can't check itself, and the guards; returns a line for each that does not hold. */
export async function findBroken(pool: pg.Pool): Promise<string[]> {
  const violations = await findViolations(pool, [...MONEY_INVARIANTS, ...COUNTER_INVARIANTS, ...PROOFS]);
  const missingGuards = await proveGuards({ pool, now: () => new Date(), log: () => undefined });
  return [...violations.map(({ id, rule, examples }) => `${id} ${rule}: ${examples.join(', ')}`), ...missingGuards.map((guard) => `guard ${guard}`)];
}

/** Compares the ledgers of all nodes, each as it is on that node's disk; returns a line where they differ. */
export async function findDifferences(cluster: Cluster, pool: pg.Pool): Promise<string[]> {
  await cluster.whole();
  const { rows } = await pool.query<{ lsn: string; last: number }>('SELECT pg_current_wal_lsn()::text AS lsn, (SELECT max(entry_id) FROM ledger_entry) AS last');
  const { lsn = '', last = 0 } = rows[0] ?? {};
  const states: string[] = [];
  for (const node of cluster.nodes) states.push(`${node.name}: ${await readLedger(cluster, node, lsn, last)}`);
  return new Set(states.map((state) => state.slice(state.indexOf(':')))).size === 1 ? [] : [`the nodes differ: ${states.join('; ')}`];
}

async function readLedger(cluster: Cluster, node: ClusterNode, lsn: string, last: number): Promise<string> {
  const client = cluster.connectTo(node, 'ayo');
  await client.connect();
  try {
    await until(`${node.name} has the whole log`, async () => {
      const { rows } = await client.query<{ is: boolean }>('SELECT NOT pg_is_in_recovery() OR pg_last_wal_replay_lsn() >= $1::pg_lsn AS is', [lsn]);
      return rows[0]?.is === true;
    });
    const { rows } = await client.query<{ state: string }>(
      `SELECT count(*) || ' entries, ' || md5(string_agg(entry_id || ' ' || account_id || ' ' || amount, ',' ORDER BY entry_id)) AS state
       FROM ledger_entry WHERE entry_id <= $1`, [last],
    );
    return rows[0]?.state ?? '';
  } finally {
    await client.end();
  }
}
