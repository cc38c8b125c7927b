/** Finds the test files that show each fault. Pure. */
import { titledTests } from './titled-tests';

/** A row must be shown in a real browser (PW), in vitest with a simulated one (VT), or on the platform. */
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

export interface RowCoverage {
  readonly row: FaultRow;
  /** The files with a test that carries the row's id, by tool; empty = not shown there. */
  readonly files: ReadonlyMap<Tool, readonly string[]>;
  readonly missing: readonly Tool[];
}

const FOLDERS: readonly (readonly [string, Tool])[] = [
  ['tests/e2e/', 'PW'], ['tests/unit/', 'VT'], ['tests/sw/', 'VT'], ['tests/platform/', 'platform'],
];

export function toolOf(path: string): Tool | null {
  return FOLDERS.find(([folder]) => path.startsWith(folder))?.[1] ?? null;
}

/** The ids of each file. Two tables and the search for stray ids ask for them, and parsing a file takes long. */
const idsByFile = new WeakMap<TestFile, ReadonlySet<string>>();

const ID = /(?:A-\d\d|MT\d\d?):/;

/** Finds the ids of a file's tests: `A-16: …` or `MT3: …` at the beginning of a title, or of a group's title. */
function idsIn(file: TestFile): ReadonlySet<string> {
  const cachedIds = idsByFile.get(file);
  if (cachedIds !== undefined) return cachedIds;
  // Parsing takes long, so a text without an id is not parsed.
  const titles = ID.test(file.text) ? titledTests(file.text, file.path).flatMap((test) => test.titles) : [];
  const ids = new Set(titles.flatMap((title) => /^(A-\d\d|MT\d\d?):/.exec(title)?.[1] ?? []));
  idsByFile.set(file, ids);
  return ids;
}

/** Returns the table's letters: `A` of A-16, `MT` of MT3. */
const tableOfId = (id: string): string => id.replace(/[-\d]+$/, '');

export function coverageOf(rows: readonly FaultRow[], files: readonly TestFile[]): readonly RowCoverage[] {
  const readFiles = files.map((file) => ({ path: file.path, tool: toolOf(file.path), ids: idsIn(file) }));
  return rows.map((row) => {
    const listPaths = (tool: Tool) => readFiles.filter((file) => file.tool === tool && file.ids.has(row.id)).map(({ path }) => path);
    const allTools: readonly Tool[] = ['PW', 'VT', 'platform'];
    const filesByTool = new Map(allTools.map((tool) => [tool, listPaths(tool)] as const));
    return { row, files: filesByTool, missing: row.tools.filter((tool) => filesByTool.get(tool)?.length === 0) };
  });
}

/**
 * Finds ids in titles that look like the rows' and belong to none of them, because a typing mistake would otherwise go unnoticed.
 */
export function strayIds(rows: readonly FaultRow[], files: readonly TestFile[]): readonly string[] {
  const knownIds = new Set(rows.map(({ id }) => id));
  const tables = new Set(rows.map(({ id }) => tableOfId(id)));
  const isStray = (id: string): boolean => tables.has(tableOfId(id)) && !knownIds.has(id);
  return files.flatMap((file) => [...idsIn(file)].filter(isStray).map((id) => `${id} in ${file.path}`));
}

/** Writes a table for people, with the files that show each row. */
export function formatTable(rowCoverages: readonly RowCoverage[]): string {
  const lines = rowCoverages.map(({ row, files, missing }) => {
    const shown = [...files].filter(([, paths]) => paths.length > 0).map(([tool, paths]) => `${tool}: ${paths.map((path) => path.replace(/^tests\//, '')).join(', ')}`);
    const missingText = missing.length === 0 ? '' : `  NOT SHOWN: ${missing.join(', ')}`;
    return `${row.id}  ${row.fault}\n      ${shown.join(' · ')}${missingText}`;
  });
  const coveredCount = rowCoverages.filter(({ missing }) => missing.length === 0).length;
  return [...lines, `${coveredCount} of ${rowCoverages.length} rows covered`].join('\n');
}
