import type { Pool } from 'pg';

/** Returns every row of every table as a line of text after the table's name; bytes are in hexadecimal. */
export async function dumpTables(pool: Pool): Promise<string> {
  const { rows: tables } = await pool.query<{ name: string }>(
    `SELECT quote_ident(tablename) AS name FROM pg_tables WHERE schemaname = 'public' ORDER BY tablename`,
  );
  const lines: string[] = [];
  for (const { name } of tables) {
    const { rows } = await pool.query<{ line: string }>(`SELECT row_to_json(t)::text AS line FROM ${name} t`);
    lines.push(...rows.map(({ line }) => `${name}: ${line}`));
  }
  return lines.join('\n');
}
