/** Writes the catalogue as a file for spreadsheets (CSV) or programs (JSON), and reads such a file. Pure. */
import type { GameFileFormat } from '../../src/core/contract/admin';
import { MAX_GAME_FILE_ROWS } from '../../src/core/contract/admin';
import { BYTE_ORDER_MARK, csvLine, textCell } from '../../src/core/csv';
import { parseCsv } from '../../src/core/csv-rows';
import { lagosMinute, readLagosMinute } from '../../src/core/games/hidden-until';
import { koboToNaira } from '../../src/core/money';
import { parseNairaText } from '../../src/core/naira-text';
import type { CatalogueGame } from '../catalogue';
import { toGame } from '../catalogue';
import { EDITABLE_FIELDS, editableFields } from './game-rows';
import type { EditableFields, EditableField } from './game-rows';

/** What the rules of a game fix. A file may have them, and must leave them alone. */
export interface GameFacts {
  readonly kind: string;
  /** To four decimals, because spreadsheets round. */
  readonly rtp: number;
}
const FACTS = ['kind', 'rtp'] as const;
type Fact = (typeof FACTS)[number];
const COLUMNS = ['gameId', ...EDITABLE_FIELDS, ...FACTS] as const;
type Column = (typeof COLUMNS)[number];

export interface FileRow {
  /** Of a CSV file the line, of a JSON file the place in its list; both from 1. */
  readonly line: number;
  readonly gameId: string;
  /** Values as the file has them; nothing says yet that they are fit. */
  readonly fields: Readonly<Partial<Record<EditableField, unknown>>>;
  readonly facts: Readonly<Partial<Record<Fact, unknown>>>;
}

export interface RefusedRow {
  readonly line: number;
  readonly gameId: string;
  readonly message: string;
}

export interface GameFile {
  readonly rows: readonly FileRow[];
  readonly refused: readonly RefusedRow[];
}

export const factsOf = (game: CatalogueGame): GameFacts => {
  const { kind, rtp } = toGame(game, null);
  return { kind, rtp: Number(rtp.toFixed(4)) };
};

/** Spreadsheets run a cell with such a beginning as a formula. */
const FORMULA = /^[=+\-@\t\r]/;
/** What `textCell` puts before such a cell. */
const GUARDED_FORMULA = /^'(?='*[=+\-@\t\r])/;
/** Control characters, and those that hide or turn around what stands beside them. */
const HIDDEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\uFFFD]/u;
const MOST_QUOTED = 40;

export const isFormula = (text: string): boolean => FORMULA.test(text);
const quote = (text: string): string => JSON.stringify(text.length > MOST_QUOTED ? `${text.slice(0, MOST_QUOTED)}…` : text);

export function writeGameFile(format: GameFileFormat, games: readonly CatalogueGame[]): string {
  const items = games.map((game) => ({ gameId: game.row.game_id, ...editableFields(game.row), ...factsOf(game) }));
  if (format === 'json') return `[\n${items.map((item) => JSON.stringify(item)).join(',\n')}\n]\n`;
  return BYTE_ORDER_MARK + csvLine(COLUMNS) + items.map((item) => csvLine(COLUMNS.map((column) => writeCell(column, item)))).join('');
}

function writeCell(column: Column, item: EditableFields & GameFacts & { readonly gameId: string }): string {
  const value = item[column];
  if (column === 'hiddenUntil') return typeof value === 'string' ? `${lagosMinute(Date.parse(value))}+01:00` : '';
  if (column === 'minStake' || column === 'maxStake') return Number(value).toFixed(2);
  if (typeof value === 'number') return String(value);
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (value === null) return '';
  return textCell(typeof value === 'string' ? value : value.join(' '));
}

/** Reads as many rows as can be read, and says of each of the others why not. */
export function readGameFile(format: GameFileFormat, text: string): GameFile {
  const { rows, refused } = format === 'csv' ? readCsv(text) : readJson(text);
  if (rows.length + refused.length > MAX_GAME_FILE_ROWS) {
    return refuseFile(`The file has more than ${MAX_GAME_FILE_ROWS.toLocaleString('en-NG')} rows. Split it.`);
  }
  if (rows.length + refused.length === 0) return refuseFile('The file has no games.');
  const firstLines = new Map<string, number>();
  const unique: FileRow[] = [];
  const repeated: RefusedRow[] = [];
  for (const row of rows) {
    const first = firstLines.get(row.gameId);
    if (first === undefined) unique.push(row);
    else repeated.push({ line: row.line, gameId: row.gameId, message: `This game is in the file already, at ${first}.` });
    firstLines.set(row.gameId, first ?? row.line);
  }
  return { rows: unique, refused: [...refused, ...repeated] };
}

const refuseFile = (message: string, line = 1): GameFile => ({ rows: [], refused: [{ line, gameId: '', message }] });

function readCsv(text: string): GameFile {
  const parsed = parseCsv(text.replace(/^\uFEFF/, ''));
  if ('errorLine' in parsed) return refuseFile('A quote stands where none belongs.', parsed.errorLine);
  const [header, ...lines] = parsed;
  const names = header?.cells.map((cell) => cell.trim()) ?? [];
  const headerProblem = findHeaderProblem(names);
  if (headerProblem !== null) return refuseFile(headerProblem, header?.line);
  const [rows, refused]: [FileRow[], RefusedRow[]] = [[], []];
  for (const { line, cells } of lines) {
    const row = readCells(names, cells, line);
    if ('message' in row) refused.push(row);
    else rows.push(row);
  }
  return { rows, refused };
}

function findHeaderProblem(names: readonly string[]): string | null {
  if (names.some((name) => HIDDEN.test(name))) return 'This is no text, or not UTF-8. Save the file as CSV (UTF-8).';
  if (!names.includes('gameId')) return 'The first line must name the columns, with commas between them, and gameId among them.';
  const unknown = names.find((name) => !COLUMNS.some((column) => column === name));
  if (unknown !== undefined) return `There is no column ${quote(unknown)} here.`;
  const repeated = names.find((name, index) => names.indexOf(name) !== index);
  return repeated === undefined ? null : `The first line names the column ${repeated} twice.`;
}

function readCells(names: readonly string[], cells: readonly string[], line: number): FileRow | RefusedRow {
  if (cells.some((cell) => HIDDEN.test(cell))) return { line, gameId: '', message: HIDDEN_MESSAGE };
  const values = new Map(names.map((name, index) => [name, (cells[index] ?? '').trim().replace(GUARDED_FORMULA, '')]));
  const gameId = values.get('gameId') ?? '';
  if (cells.length !== names.length) return { line, gameId: idWords(gameId), message: `There are ${cells.length} columns instead of ${names.length}.` };
  if (gameId === '') return { line, gameId, message: 'The gameId is missing.' };
  const fields: Partial<Record<EditableField, unknown>> = {};
  for (const field of EDITABLE_FIELDS) {
    const cell = values.get(field);
    if (cell === undefined) continue;
    const value = readCell(field, cell);
    if (value === undefined) return { line, gameId: idWords(gameId), message: `${field}: ${quote(cell)} ${CELL_WORDS[field] ?? 'can’t be read'}.` };
    fields[field] = value;
  }
  const [kind, rtp] = [values.get('kind'), values.get('rtp')];
  return { line, gameId, fields, facts: { ...(kind !== undefined && { kind }), ...(rtp !== undefined && { rtp: readNumber(rtp) ?? rtp }) } };
}

const HIDDEN_MESSAGE = 'There are characters in it that nobody can see, or that are not UTF-8.';
const CELL_WORDS: Partial<Record<EditableField, string>> = {
  contribution: 'is no share, like 0.25',
  minStake: 'is no amount in naira',
  maxStake: 'is no amount in naira',
  hiddenUntil: 'is no time in Lagos, like 2026-12-01 09:00',
  enabled: 'is neither yes nor no',
};
const idWords = (gameId: string): string => gameId.slice(0, MOST_QUOTED);
const readNumber = (cell: string): number | undefined => (/^\d{1,12}(\.\d{1,12})?$/.test(cell) ? Number(cell) : undefined);

/** Undefined where the cell can't be read. */
function readCell(field: EditableField, cell: string): unknown {
  switch (field) {
    case 'contribution':
      return readNumber(cell);
    case 'minStake':
    case 'maxStake': {
      const amount = parseNairaText(cell);
      return typeof amount === 'number' ? koboToNaira(amount) : undefined;
    }
    case 'categories':
      return cell.split(/[\s,;]+/).filter((tag) => tag !== '');
    case 'enabled': {
      const word = cell.toLowerCase();
      return word === 'yes' || word === 'true' ? true : word === 'no' || word === 'false' ? false : undefined;
    }
    case 'hiddenUntil': {
      if (cell === '') return null;
      const atMs = readLagosMinute(cell);
      return atMs === null ? undefined : new Date(atMs).toISOString();
    }
    case 'newFrom':
      return cell === '' ? null : cell;
    case 'name':
      return cell;
  }
}

function readJson(text: string): GameFile {
  const items = parseJson(text.replace(/^\uFEFF/, ''));
  if (!Array.isArray(items)) return refuseFile('This is no JSON list of games.');
  const [rows, refused]: [FileRow[], RefusedRow[]] = [[], []];
  for (const [index, item] of items.entries()) {
    const row = readItem(item, index + 1);
    if ('message' in row) refused.push(row);
    else rows.push(row);
  }
  return { rows, refused };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function readItem(item: unknown, line: number): FileRow | RefusedRow {
  if (typeof item !== 'object' || item === null || Array.isArray(item)) return { line, gameId: '', message: 'This is no game.' };
  const members = new Map<string, unknown>(Object.entries(item));
  const gameId = members.get('gameId');
  const texts = [...members].flat(2).filter((each) => typeof each === 'string');
  if (texts.some((each) => HIDDEN.test(each))) return { line, gameId: '', message: HIDDEN_MESSAGE };
  if (typeof gameId !== 'string' || gameId === '') return { line, gameId: '', message: 'The gameId is missing.' };
  const unknown = [...members.keys()].find((name) => !COLUMNS.some((column) => column === name));
  if (unknown !== undefined) return { line, gameId: idWords(gameId), message: `There is no field ${quote(unknown)} here.` };
  const pick = <T extends string>(names: readonly T[]) =>
    Object.fromEntries(names.filter((name) => members.has(name)).map((name) => [name, members.get(name)])) as Partial<Record<T, unknown>>;
  return { line, gameId, fields: pick(EDITABLE_FIELDS), facts: pick(FACTS) };
}
