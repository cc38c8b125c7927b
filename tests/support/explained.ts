/** What a platform asks of its database, and how the database would find it: EXPLAIN of statements that really ran. */
import type { Pool, PoolClient } from 'pg';

export interface Statement {
  readonly text: string;
  readonly values: readonly unknown[];
}

export interface Planned {
  readonly text: string;
  /** The planner's own unit: about what reading one page in order costs. */
  readonly cost: number;
  /** Tables that would be read from their beginning to their end. */
  readonly readWhole: readonly string[];
}

interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Total Cost': number;
  readonly Plans?: readonly PlanNode[];
}

const HAS_PLAN = /^\s*(SELECT|INSERT|UPDATE|DELETE|WITH)\b/i;

function statementOf([query, values]: readonly unknown[]): Statement {
  if (typeof query === 'string') return { text: query, values: Array.isArray(values) ? values : [] };
  const { text, values: inside } = query as { text: string; values?: readonly unknown[] };
  return { text, values: inside ?? (Array.isArray(values) ? values : []) };
}

export interface Listening {
  readonly pool: Pool;
  /** The statements that `work` made the pool run, with their values, its transactions' too. */
  during(work: () => Promise<unknown>): Promise<readonly Statement[]>;
}

/** A pool that remembers what it was asked, as long as somebody listens. */
export function listenTo(pool: Pool): Listening {
  let heard: Statement[] | null = null;
  const hears = <T extends Pool | PoolClient>(target: T, connect?: () => Promise<PoolClient>): T =>
    new Proxy(target, {
      get: (object, name) => {
        if (name === 'connect' && connect !== undefined) return connect;
        const value: unknown = Reflect.get(object, name, object);
        if (typeof value !== 'function') return value;
        const bound = value.bind(object) as (...args: unknown[]) => unknown;
        if (name !== 'query') return bound;
        return (...args: unknown[]) => {
          heard?.push(statementOf(args));
          return bound(...args);
        };
      },
    });
  return {
    pool: hears(pool, async () => hears(await pool.connect())),
    during: async (work) => {
      const statements: Statement[] = [];
      heard = statements;
      try {
        await work();
      } finally {
        heard = null;
      }
      return statements.filter(({ text }) => HAS_PLAN.test(text));
    },
  };
}

const nodesOf = (node: PlanNode): readonly PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];

/** How these statements would run now. `byIndexOnly`: a table is read whole only where no index fits. */
export async function explain(pool: Pool, statements: readonly Statement[], { byIndexOnly = false } = {}): Promise<readonly Planned[]> {
  const client = await pool.connect();
  try {
    await client.query('BEGIN');
    // A small table is read whole by a planner that is free to; whether an index fits is the question.
    if (byIndexOnly) await client.query('SET LOCAL enable_seqscan = off');
    const planned: Planned[] = [];
    for (const { text, values } of statements) {
      const { rows } = await client.query<{ 'QUERY PLAN': readonly [{ Plan: PlanNode }] }>(`EXPLAIN (FORMAT JSON) ${text}`, [...values]);
      const root = rows[0]?.['QUERY PLAN'][0].Plan;
      if (root === undefined) throw new Error(`No plan of ${text}`);
      const readWhole = nodesOf(root).flatMap((node) => (node['Node Type'] === 'Seq Scan' ? [node['Relation Name'] ?? '?'] : []));
      planned.push({ text: text.replace(/\s+/g, ' ').trim(), cost: root['Total Cost'], readWhole });
    }
    return planned;
  } finally {
    await client.query('ROLLBACK');
    client.release();
  }
}
