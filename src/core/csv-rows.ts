/** Reads CSV (RFC 4180). Pure. */

export interface CsvRow {
  readonly cells: readonly string[];
  /** The number of its first line in the file, from 1. */
  readonly line: number;
}

/** Parses RFC 4180: a cell with commas, quotes or line ends stands in quotes, and a quote in it is doubled. Empty lines are skipped. */
export function parseCsv(text: string): CsvRow[] | { readonly errorLine: number } {
  const rows: CsvRow[] = [];
  let cells: string[] = [];
  let line = 1;
  let startLine = 1;
  let parsedLength = 0;
  for (const [match, quotedCell, plainCell = '', end = ''] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/gy)) {
    parsedLength += match.length;
    cells.push(quotedCell?.replaceAll('""', '"') ?? plainCell);
    line += (quotedCell?.match(/\n/g)?.length ?? 0) + (end.endsWith('\n') ? 1 : 0);
    if (end === ',') continue;
    if (cells.some((cell) => cell !== '')) rows.push({ cells, line: startLine });
    cells = [];
    startLine = line;
  }
  return parsedLength === text.length ? rows : { errorLine: line };
}
