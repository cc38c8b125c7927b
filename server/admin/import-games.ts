/** Takes the catalogue out as a file, and takes such a file in: first the difference, then exactly that. */
import type { PoolClient } from 'pg';
import { gamePatch, MAX_NAMED_REFUSALS } from '../../src/core/contract/admin';
import type { exportGames as exportEndpoint, GameImport, importGames as importEndpoint } from '../../src/core/contract/admin';
import type { AnswerOf, BodyOf } from '../../src/core/contract/endpoint';
import type { FieldError } from '../../src/core/contract/problem';
import { writeAudit } from '../audit';
import { raiseCatalogueVersion, readCatalogueVersion, readGames } from '../catalogue';
import type { CatalogueGame, GameRow } from '../catalogue';
import { transaction } from '../db/transaction';
import { requireRole } from '../four-eyes';
import { ProblemError } from '../http/problem';
import { toFieldErrors } from '../http/validation';
import type { Platform } from '../platform';
import { lockPromotions } from '../promotions';
import { applyPatch, findOverBudgetProblems, findProblems, isUnchanged, raisesContribution } from './game-checks';
import { factsOf, isFormula, readGameFile, writeGameFile } from './game-file';
import type { FileRow, RefusedRow } from './game-file';
import { ALL_GAMES, lockGames } from './game-order';
import { EDITABLE_FIELDS, editableFields, saveGame } from './game-rows';
import type { EditableField } from './game-rows';

type Clocked = Pick<Platform, 'pool' | 'now'>;

export async function exportGames(
  platform: Clocked, { adminId, format }: BodyOf<typeof exportEndpoint> & { readonly adminId: string },
): Promise<AnswerOf<typeof exportEndpoint>> {
  return transaction(platform.pool, async (tx) => {
    await requireRole(tx, adminId, 'games');
    const games = await readGames(tx);
    await writeAudit(tx, { at: platform.now(), userId: adminId, action: 'games-exported', subject: ALL_GAMES, before: null, after: { format, games: games.length } });
    return { text: writeGameFile(format, games), games: games.length };
  });
}

interface Change {
  readonly line: number;
  readonly game: CatalogueGame;
  readonly newRow: GameRow;
}

/**
 * Compares a file with the catalogue and, where `revision` is given, changes what differs: all of it, or nothing.
 * @throws ProblemError 412 `version-conflict` with the present difference where the catalogue has another revision; 400 `validation` where a row is
 * refused
 */
export async function importGames(
  platform: Clocked, { adminId, format, text, revision }: BodyOf<typeof importEndpoint> & { readonly adminId: string },
): Promise<GameImport> {
  const file = readGameFile(format, text);
  return transaction(platform.pool, async (tx) => {
    await requireRole(tx, adminId, 'games');
    if (revision !== undefined) {
      await lockPromotions(tx);
      await lockGames(tx);
    }
    const currentRevision = await readCatalogueVersion(tx);
    const { changes, refused } = await compareRows(tx, file.rows);
    const allRefused = [...file.refused, ...refused].sort((a, b) => a.line - b.line);
    const difference: GameImport = {
      revision: currentRevision, rows: file.rows.length + file.refused.length, changes: changes.map(toAnswer),
      refused: allRefused.slice(0, MAX_NAMED_REFUSALS), refusedCount: allRefused.length, applied: false,
    };
    if (revision === undefined) return difference;
    if (revision !== currentRevision) {
      throw new ProblemError('version-conflict', 'Somebody changed the catalogue meanwhile.', { detail: 'Nothing was imported. Look at the difference again.', current: difference });
    }
    const first = allRefused[0];
    if (first !== undefined) {
      throw new ProblemError('validation', 'Nothing was imported.', { errors: [{ field: 'text', message: `At ${first.line}: ${first.message}` }] });
    }
    if (changes.length === 0) return difference;
    const at = platform.now();
    for (const { game, newRow } of changes) await saveGame(tx, { before: game.row, after: newRow }, { adminId, at });
    await raiseCatalogueVersion(tx);
    await writeAudit(tx, { at, userId: adminId, action: 'games-imported', subject: ALL_GAMES, before: null, after: { format, rows: difference.rows, games: changes.length } });
    return { ...difference, revision: await readCatalogueVersion(tx), applied: true };
  });
}

interface Comparison {
  readonly changes: readonly Change[];
  readonly refused: readonly RefusedRow[];
}

async function compareRows(tx: PoolClient, rows: readonly FileRow[]): Promise<Comparison> {
  const games = new Map((await readGames(tx)).map((game) => [game.row.game_id, game]));
  const [changes, refused]: [Change[], RefusedRow[]] = [[], []];
  for (const row of rows) {
    const game = games.get(row.gameId);
    const compared = game === undefined ? 'There is no such game.' : compareRow(row, game);
    if (typeof compared === 'string') refused.push({ line: row.line, gameId: row.gameId.slice(0, 48), message: compared });
    else if (game !== undefined && !isUnchanged(game.row, compared)) changes.push({ line: row.line, game, newRow: compared });
  }
  // The costs of promotions follow from all games together.
  const raised = changes.filter(({ game, newRow }) => raisesContribution(newRow, game));
  if (raised.length === 0) return { changes, refused };
  const newRows = new Map(changes.map(({ newRow }) => [newRow.game_id, newRow]));
  const future = [...games.values()].map((game) => ({ ...game, row: newRows.get(game.row.game_id) ?? game.row }));
  const [problem] = await findOverBudgetProblems(tx, future);
  if (problem === undefined) return { changes, refused };
  return {
    changes: changes.filter((change) => !raised.includes(change)),
    refused: [...refused, ...raised.map(({ line, game }) => ({ line, gameId: game.row.game_id, message: costWords(problem, raised.length) }))],
  };
}

/** Where several games are raised, no single row is at fault, and all of them are refused. */
const costWords = ({ field, message }: FieldError, raisedCount: number): string =>
  `${field}: ${raisedCount === 1 ? '' : `this file raises it for ${raisedCount} games at once. `}${message}`;

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/** Returns the game's row as the file wants it, or why the file can't have it so. What it leaves as it is, is not judged. */
function compareRow({ fields, facts }: FileRow, game: CatalogueGame): GameRow | string {
  const fixed = factsOf(game);
  if (facts.kind !== undefined && facts.kind !== fixed.kind) return `kind: the rules of the game fix it as ${fixed.kind}, and it can’t be changed.`;
  if (facts.rtp !== undefined && facts.rtp !== fixed.rtp) return `rtp: the rules of the game fix it as ${fixed.rtp}, and it can’t be changed.`;
  const current = editableFields(game.row);
  const differing = EDITABLE_FIELDS.filter((field) => field in fields && !isSame(fields[field], current[field]));
  const wanted: Readonly<Record<string, unknown>> = Object.fromEntries(differing.map((field) => [field, fields[field]]));
  if (typeof wanted['name'] === 'string' && isFormula(wanted['name'].trim())) return 'name: it begins like a formula of a spreadsheet.';
  const parsed = gamePatch.safeParse(wanted);
  if (!parsed.success) return inWords(toFieldErrors(parsed.error.issues, wanted));
  const newRow = applyPatch(game.row, parsed.data);
  const problems = findProblems(newRow, game, parsed.data);
  return problems.length === 0 ? newRow : inWords(problems);
}

const inWords = (errors: ReturnType<typeof toFieldErrors>): string => errors.map(({ field, message }) => `${field}: ${message}`).join(' ');

/** Only the fields that differ. */
function toAnswer({ line, game, newRow }: Change): GameImport['changes'][number] {
  const [before, after] = [editableFields(game.row), editableFields(newRow)];
  const differing = EDITABLE_FIELDS.filter((field) => !isSame(before[field], after[field]));
  const pick = (from: Readonly<Record<EditableField, unknown>>) => Object.fromEntries(differing.map((field) => [field, from[field]]));
  return { line, gameId: game.row.game_id, name: game.row.name, before: pick(before), after: pick(after) };
}
