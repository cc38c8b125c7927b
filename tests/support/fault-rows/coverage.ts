/** Which fault is shown by which files. Pure. */
import { titledTests } from './titled-tests';

/** Where a row must be shown: in a real browser, in vitest with a fake one, on the platform. */
export type Tool = 'PW' | 'VT' | 'platform';

export interface FaultRow {
  readonly id: string;
  readonly fault: string;
  readonly tools: readonly Tool[];
}

export interface TestFile {
  readonly path: string;
  readonly text: string;
}

export interface Covered {
  readonly row: FaultRow;
  /** Files in which a test carries the row's id, by tool; empty: not shown there. */
  readonly files: ReadonlyMap<Tool, readonly string[]>;
  readonly missing: readonly Tool[];
}

const FOLDERS: readonly (readonly [string, Tool])[] = [
  ['tests/e2e/', 'PW'], ['tests/unit/', 'VT'], ['tests/sw/', 'VT'], ['tests/platform/', 'platform'],
];

export function toolOf(path: string): Tool | null {
  return FOLDERS.find(([folder]) => path.startsWith(folder))?.[1] ?? null;
}

/** The ids that a file's tests carry: `A-16: …` or `MT3: …` at the beginning of the title, or of one around it. */
function idsIn(text: string): ReadonlySet<string> {
  const titles = titledTests(text).flatMap((test) => test.titles);
  return new Set(titles.flatMap((title) => /^(A-\d\d|MT\d\d?):/.exec(title)?.[1] ?? []));
}

/** `A` of A-16, `MT` of MT3. */
const tableOfId = (id: string): string => id.replace(/[-\d]+$/, '');

export function coverageOf(rows: readonly FaultRow[], files: readonly TestFile[]): readonly Covered[] {
  const read = files.map(({ path, text }) => ({ path, tool: toolOf(path), ids: idsIn(text) }));
  return rows.map((row) => {
    const of = (tool: Tool) => read.filter((file) => file.tool === tool && file.ids.has(row.id)).map(({ path }) => path);
    const shown: readonly Tool[] = ['PW', 'VT', 'platform'];
    const found = new Map(shown.map((tool) => [tool, of(tool)] as const));
    return { row, files: found, missing: row.tools.filter((tool) => found.get(tool)?.length === 0) };
  });
}

/**
 * Ids in titles that look like the rows' and that none of them has: a slip of the pen would otherwise show a fault that
 * nobody asked for.
 */
export function strayIds(rows: readonly FaultRow[], files: readonly TestFile[]): readonly string[] {
  const known = new Set(rows.map(({ id }) => id));
  const tables = new Set(rows.map(({ id }) => tableOfId(id)));
  const isStray = (id: string): boolean => tables.has(tableOfId(id)) && !known.has(id);
  return files.flatMap(({ path, text }) => [...idsIn(text)].filter(isStray).map((id) => `${id} in ${path}`));
}

/** For people: one line for each row, with the files that show it. */
export function tableOf(covered: readonly Covered[]): string {
  const lines = covered.map(({ row, files, missing }) => {
    const shown = [...files].filter(([, paths]) => paths.length > 0).map(([tool, paths]) => `${tool}: ${paths.map((path) => path.replace(/^tests\//, '')).join(', ')}`);
    const lack = missing.length === 0 ? '' : `  NOT SHOWN: ${missing.join(', ')}`;
    return `${row.id}  ${row.fault}\n      ${shown.join(' · ')}${lack}`;
  });
  const whole = covered.filter(({ missing }) => missing.length === 0).length;
  return [...lines, `${whole} of ${covered.length} rows covered`].join('\n');
}
