/** Statements whose parameters have names instead of numbers, so that a reader sees which value stands where. */
import type { QueryConfig } from 'pg';

/** A value for each parameter of a statement, by the parameter's name. */
export type StatementValues = Readonly<Record<string, unknown>>;

const PARAMETER = /\$([a-z]\w*)/gi;

/**
 * Makes a statement from SQL with parameters like `$userId`, which PostgreSQL knows only as `$1`. The result takes their values and returns
 * the query; it throws where a parameter has no value. `name` is unique in the platform: each connection parses and plans a statement with a
 * name only once.
 */
export function namedStatement(name: string, sql: string): (values: StatementValues) => QueryConfig<unknown[]> {
  const bind = numberParameters(sql);
  return (values) => ({ name, ...bind(values) });
}

/** SQL for an INSERT beside the values of its row. Both texts may name the row's columns as parameters, like `$user_id`. */
export interface InsertParts {
  /** Further columns, whose values are SQL expressions. */
  readonly expressions?: Readonly<Record<string, string>>;
  /** The end of the statement, such as RETURNING. */
  readonly ending?: string;
}

/** Returns the SQL that inserts one row; each parameter has the name of its column. */
export function insertSql(table: string, columns: readonly string[], { expressions = {}, ending = '' }: InsertParts = {}): string {
  const names = [...columns, ...Object.keys(expressions)];
  const values = [...columns.map((column) => `$${column}`), ...Object.values(expressions)];
  return `INSERT INTO ${table} (${names.join(', ')}) VALUES (${values.join(', ')}) ${ending}`.trimEnd();
}

/** Makes the query that inserts `row`, a value for each column. Names of columns must come from the code, never from a request. */
export function insertRow(table: string, row: StatementValues, parts?: InsertParts): QueryConfig<unknown[]> {
  return numberParameters(insertSql(table, Object.keys(row), parts))(row);
}

function numberParameters(sql: string): (values: StatementValues) => { readonly text: string; readonly values: unknown[] } {
  const names = [...new Set(Array.from(sql.matchAll(PARAMETER), ([, name = '']) => name))];
  const text = sql.replace(PARAMETER, (_, name: string) => `$${String(names.indexOf(name) + 1)}`);
  return (values) => ({
    text,
    values: names.map((name) => {
      if (!Object.hasOwn(values, name)) throw new Error(`the statement needs a value for ${name}`);
      return values[name];
    }),
  });
}
