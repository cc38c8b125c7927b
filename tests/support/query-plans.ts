/** Records the statements that a platform runs, and explains how the database would run them. */
import type { Pool, PoolClient } from 'pg';

export interface Statement {
  readonly text: string;
  readonly values: readonly unknown[];
}

export interface PlannedStatement {
  readonly text: string;
  /** In the planner's own unit, which is about the cost of reading one page in order. */
  readonly cost: number;
  /** Tables that would be read completely. */
  readonly fullScans: readonly string[];
}

interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Total Cost': number;
  readonly 'Actual Rows'?: number;
  readonly 'Actual Loops'?: number;
  readonly 'Rows Removed by Filter'?: number;
  readonly 'Rows Removed by Index Recheck'?: number;
  readonly Plans?: readonly PlanNode[];
}

const HAS_PLAN = /^\s*(SELECT|INSERT|UPDATE|DELETE|WITH)\b/i;

function statementOf([query, values]: readonly unknown[]): Statement {
  if (typeof query === 'string') return { text: query, values: Array.isArray(values) ? values : [] };
  // A cast, because a query that is no text is a configuration of `pg`.
  const { text, values: configValues } = query as { text: string; values?: readonly unknown[] };
  return { text, values: configValues ?? (Array.isArray(values) ? values : []) };
}

export interface StatementRecorder {
  readonly pool: Pool;
  /** Returns the statements that `work` made the pool run, also in transactions, with their values. */
  during(work: () => Promise<unknown>): Promise<readonly Statement[]>;
}

/** Wraps a pool so that it records statements during `during`. */
export function recordStatements(pool: Pool): StatementRecorder {
  let recorded: Statement[] | null = null;
  const wrapQueries = <T extends Pool | PoolClient>(target: T, connect?: () => Promise<PoolClient>): T =>
    new Proxy(target, {
      get: (object, name) => {
        if (name === 'connect' && connect !== undefined) return connect;
        const value: unknown = Reflect.get(object, name, object);
        if (typeof value !== 'function') return value;
        const bound = value.bind(object) as (...args: unknown[]) => unknown;
        if (name !== 'query') return bound;
        return (...args: unknown[]) => {
          recorded?.push(statementOf(args));
          return bound(...args);
        };
      },
    });
  return {
    pool: wrapQueries(pool, async () => wrapQueries(await pool.connect())),
    during: async (work) => {
      const statements: Statement[] = [];
      recorded = statements;
      try {
        await work();
      } finally {
        recorded = null;
      }
      return statements.filter(({ text }) => HAS_PLAN.test(text));
    },
  };
}

const nodesOf = (node: PlanNode): readonly PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];

/** Explains how these statements would run now. With `byIndexOnly` a table is read completely only where no index serves. */
export async function explain(pool: Pool, statements: readonly Statement[], { byIndexOnly = false } = {}): Promise<readonly PlannedStatement[]> {
  const client = await pool.connect();
  try {
    await client.query('BEGIN');
    // The planner prefers to read a small table completely, but the question is whether an index serves.
    if (byIndexOnly) await client.query('SET LOCAL enable_seqscan = off');
    const planned: PlannedStatement[] = [];
    for (const { text, values } of statements) {
      const { rows } = await client.query<{ 'QUERY PLAN': readonly [{ Plan: PlanNode }] }>(`EXPLAIN (FORMAT JSON) ${text}`, [...values]);
      const root = rows[0]?.['QUERY PLAN'][0].Plan;
      if (root === undefined) throw new Error(`No plan of ${text}`);
      const fullScans = nodesOf(root).flatMap((node) => (node['Node Type'] === 'Seq Scan' ? [node['Relation Name'] ?? '?'] : []));
      planned.push({ text: text.replace(/\s+/g, ' ').trim(), cost: root['Total Cost'], fullScans });
    }
    return planned;
  } finally {
    await client.query('ROLLBACK');
    client.release();
  }
}

export interface CountedStatement {
  readonly text: string;
  /** How many rows of tables it looked at, also those that it left out. */
  readonly rowsRead: number;
  readonly fullScans: readonly string[];
}

const READS_TABLE = /Scan$/;

/**
 * Runs these statements once more, takes back what they write, and counts the rows that they read. One that can't be run again, like a
 * second INSERT of the same key, is not counted.
 */
export async function countRowsRead(pool: Pool, statements: readonly Statement[]): Promise<readonly CountedStatement[]> {
  const client = await pool.connect();
  try {
    await client.query('BEGIN');
    const counted: CountedStatement[] = [];
    for (const { text, values } of statements) {
      await client.query('SAVEPOINT counted');
      const root = await client.query<{ 'QUERY PLAN': readonly [{ Plan: PlanNode }] }>(`EXPLAIN (ANALYZE, TIMING OFF, FORMAT JSON) ${text}`, [...values])
        .then(({ rows }) => rows[0]?.['QUERY PLAN'][0].Plan, () => undefined);
      await client.query('ROLLBACK TO SAVEPOINT counted');
      if (root === undefined) continue;
      const scans = nodesOf(root).filter((node) => node['Relation Name'] !== undefined && READS_TABLE.test(node['Node Type']));
      const rowsRead = scans.reduce((sum, node) => sum + (node['Actual Loops'] ?? 0)
        * ((node['Actual Rows'] ?? 0) + (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0)), 0);
      const fullScans = scans.filter((node) => node['Node Type'] === 'Seq Scan' && (node['Actual Loops'] ?? 0) > 0).map((node) => node['Relation Name'] ?? '?');
      counted.push({ text: text.replace(/\s+/g, ' ').trim(), rowsRead: Math.round(rowsRead), fullScans });
    }
    return counted;
  } finally {
    await client.query('ROLLBACK');
    client.release();
  }
}
