/** The content of the database, except for rows that a refused call may write. */
import { hash } from 'node:crypto';
import type { Pool } from 'pg';
import { isLong } from '../seeds';

/** Tables that count tries: a refused try counts, too. */
const COUNTERS = {
  attempt: 'how often somebody tried, so that nobody tries for ever',
  sign_in_failure: 'how often a password was wrong, so that nobody guesses',
  rate: 'buckets of the same: a try that is refused fills them, too',
  admin_trace: 'from where an admin came is noted before each call, whatever they are answered: it tells one person from two',
} as const;

/** Rows that record a refusal; each is an SQL condition. */
const RECORDS = {
  operation: { rows: `state = 'done' AND status >= 400`, why: 'the refusal is the answer to its key, and the same for ever' },
  identity_check: { rows: `outcome <> 'verified'`, why: 'a register was asked about a person: that is kept with what came of it' },
} as const;

/** Columns that say when a session was used last. */
const TOUCHES = {
  session: { columns: ['last_seen_at', 'last_action_at'], why: 'the device was there, whatever it was told' },
} as const;

/** Changes that one refusal may leave on purpose, beside those that every refusal may leave. */
export interface AllowedChanges {
  readonly why: string;
  /** By table, an SQL condition for rows that may be added or changed. */
  readonly rows?: Readonly<Record<string, string>>;
  /** By table, columns that may change. */
  readonly columns?: Readonly<Record<string, readonly string[]>>;
}

/**
 * The content of the tables: texts, and how often each occurs. In the long run a text is a row; in the short run it sums up a whole table, which
 * is quicker and does not say which row has changed.
 */
type State = ReadonlyMap<string, number>;

/** Reads all tables of the schema, so that a table added later is compared as well. */
export async function readState(pool: Pool, leaves?: AllowedChanges): Promise<State> {
  const { rows: tables } = await pool.query<{ name: string }>(
    `SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' ORDER BY tablename`,
  );
  const text = tables.filter(({ name }) => !(name in COUNTERS)).map(({ name }) => selectState(name, leaves)).join(' UNION ALL ');
  // With a name it is planned once for each connection, which takes longer than reading so few rows.
  const { rows } = await pool.query<{ line: string }>({ name: `state ${hash('md5', text)}`, text });
  const state = new Map<string, number>();
  for (const { line } of rows) state.set(line, (state.get(line) ?? 0) + 1);
  return state;
}

function selectState(name: string, leaves?: AllowedChanges): string {
  const touched = name in TOUCHES ? TOUCHES[name as keyof typeof TOUCHES].columns : [];
  const ignoredColumns = [...touched, ...(leaves?.columns?.[name] ?? [])].map((column) => ` - '${column}'`).join('');
  const record = name in RECORDS ? RECORDS[name as keyof typeof RECORDS].rows : undefined;
  const ignoredRows = [record, leaves?.rows?.[name]].filter((each) => each !== undefined);
  const rows = ignoredRows.length === 0 ? '' : ` WHERE ${ignoredRows.map((each) => `NOT coalesce(${each}, false)`).join(' AND ')}`;
  const rowTexts = `(SELECT (to_jsonb(t)${ignoredColumns})::text AS row FROM "${name}" t${rows} OFFSET 0) told`;
  if (isLong) return `SELECT '${name} ' || md5(row) || ' ' || left(row, 200) AS line FROM ${rowTexts}`;
  return `SELECT '${name}: ' || count(*) || ' rows, which sum up to ' || coalesce(sum(hashtextextended(row, 0)), 0) AS line FROM ${rowTexts}`;
}

/** Lists the rows that were added and those that were removed; a changed row is in both lists. */
export function differences(before: State, after: State): string[] {
  const listOnly = (these: State, those: State, sign: string): string[] =>
    [...these].filter(([line, count]) => (those.get(line) ?? 0) < count).map(([line]) => `${sign} ${line}`);
  return [...listOnly(before, after, 'gone'), ...listOnly(after, before, 'new')].sort();
}
