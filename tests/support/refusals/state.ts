/** Everything that stands in the database, but for what a refused call may leave behind. */
import type { Pool } from 'pg';

/** Whole tables that count who tried what: a try is counted because it is refused, too. */
const COUNTERS = {
  attempt: 'how often somebody tried, so that nobody tries for ever',
  sign_in_failure: 'how often a password was wrong, so that nobody guesses',
  rate: 'buckets of the same: a try that is refused fills them, too',
  admin_trace: 'from where an admin came is noted before each call, whatever they are answered: it tells one person from two',
} as const;

/** Rows that are the record of a refusal; each an SQL condition. */
const RECORDS = {
  operation: { rows: `state = 'done' AND status >= 400`, why: 'the refusal is the answer to its key, and the same for ever' },
  identity_check: { rows: `outcome <> 'verified'`, why: 'a register was asked about a person: that is kept with what came of it' },
} as const;

/** Columns that say when a session was used last. */
const TOUCHES = {
  session: { columns: ['last_seen_at', 'last_action_at'], why: 'the device was there, whatever it was told' },
} as const;

/** What one refusal may leave behind on purpose, beside what every one may. */
export interface Leaves {
  readonly why: string;
  /** By table, an SQL condition for rows that may come, or be there. */
  readonly rows?: Readonly<Record<string, string>>;
  /** By table, columns that may change. */
  readonly columns?: Readonly<Record<string, readonly string[]>>;
}

/** A row as text that can be compared, and enough of it to be known again. */
type State = ReadonlyMap<string, number>;

/** All tables of the schema: one that is added later is looked at without being named here. */
export async function readState(pool: Pool, leaves?: Leaves): Promise<State> {
  const { rows: tables } = await pool.query<{ name: string }>(
    `SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' ORDER BY tablename`,
  );
  const looks = tables.filter(({ name }) => !(name in COUNTERS)).map(({ name }) => lookAt(name, leaves));
  const { rows } = await pool.query<{ line: string }>(looks.join(' UNION ALL '));
  const state = new Map<string, number>();
  for (const { line } of rows) state.set(line, (state.get(line) ?? 0) + 1);
  return state;
}

function lookAt(name: string, leaves?: Leaves): string {
  const touched = name in TOUCHES ? TOUCHES[name as keyof typeof TOUCHES].columns : [];
  const left = [...touched, ...(leaves?.columns?.[name] ?? [])].map((column) => ` - '${column}'`).join('');
  const record = name in RECORDS ? RECORDS[name as keyof typeof RECORDS].rows : undefined;
  const without = [record, leaves?.rows?.[name]].filter((each) => each !== undefined);
  const rows = without.length === 0 ? '' : ` WHERE ${without.map((each) => `NOT coalesce(${each}, false)`).join(' AND ')}`;
  return `SELECT '${name} ' || md5(row::text) || ' ' || left(row::text, 200) AS line FROM (SELECT to_jsonb(t)${left} AS row FROM "${name}" t${rows}) told`;
}

/** What is there now and was not, and what was and is not any more; a row that was changed is both. */
export function differences(before: State, after: State): string[] {
  const only = (these: State, those: State, sign: string): string[] =>
    [...these].filter(([line, count]) => (those.get(line) ?? 0) < count).map(([line]) => `${sign} ${line}`);
  return [...only(before, after, 'gone'), ...only(after, before, 'new')].sort();
}
