/** Converts the fields of a game that admins change: for the answer, for the audit trail and for the table. */
import type { PoolClient } from 'pg';
import type { AdminGame } from '../../src/core/contract/admin';
import { MAX_ROUND_WIN, largestStake } from '../../src/core/games/largest-win';
import { kobo, koboToNaira } from '../../src/core/money';
import type { Kobo } from '../../src/core/money';
import { CONTRIBUTION_SCALE } from '../../src/core/wagering';
import { writeAudit } from '../audit';
import { GAME_COLUMNS, toGame } from '../catalogue';
import type { GameRow, CatalogueGame } from '../catalogue';
import { namedStatement } from '../db/statement';
import { toObserved } from './observed-returns';
import type { ObservedRow } from './observed-returns';

/** In these kinds the largest win depends on the bet, so each bet has its own largest stake. */
const WIN_BY_BET: ReadonlySet<string> = new Set(['roulette', 'mines', 'plinko', 'dice']);

/**
 * Returns the largest stake, in kobo, whose largest win does not exceed `MAX_ROUND_WIN`. Where the win depends on the bet, the bound
 * is `MAX_ROUND_WIN` itself, since no bet wins less than its stake.
 */
export function maxAllowedStake({ engine }: Pick<CatalogueGame, 'engine'>): Kobo {
  return WIN_BY_BET.has(engine.kind) ? MAX_ROUND_WIN : largestStake(engine, undefined);
}

export function toAdminGame(game: CatalogueGame, observed: ObservedRow | undefined, uses: AdminGame['uses']): AdminGame {
  return {
    ...toGame(game, null),
    newFrom: game.row.new_from,
    hiddenUntil: game.row.hidden_until?.toISOString() ?? null,
    hasGivenArt: game.row.art_hash !== null,
    version: game.row.version,
    updatedAt: game.row.updated_at.toISOString(),
    updatedBy: game.row.updated_by,
    mostStake: koboToNaira(maxAllowedStake(game)),
    observed: toObserved(game, observed),
    ...(uses !== undefined && { uses }),
  };
}

/** The fields of a game that admins can change, in the units of the contract. */
export interface EditableFields {
  readonly name: string;
  readonly categories: readonly string[];
  readonly contribution: number;
  readonly minStake: number;
  readonly maxStake: number;
  readonly newFrom: string | null;
  readonly hiddenUntil: string | null;
  readonly enabled: boolean;
}

export type EditableField = keyof EditableFields;
export const EDITABLE_FIELDS = ['name', 'categories', 'contribution', 'minStake', 'maxStake', 'newFrom', 'hiddenUntil', 'enabled'] as const satisfies readonly EditableField[];

/** Returns the fields that admins can change, as the audit trail stores them. */
export function editableFields(row: GameRow): EditableFields {
  return {
    name: row.name,
    categories: row.categories,
    contribution: row.contribution / CONTRIBUTION_SCALE,
    minStake: koboToNaira(kobo(row.min_stake)),
    maxStake: koboToNaira(kobo(row.max_stake)),
    newFrom: row.new_from,
    hiddenUntil: row.hidden_until?.toISOString() ?? null,
    enabled: row.enabled,
  };
}

/** Every file of the catalogue lacks the art; the trail names it by its hash. */
export function auditedFields(row: GameRow): EditableFields & { readonly art: string | null } {
  return { ...editableFields(row), art: row.art_hash };
}

const updateGame = namedStatement('game-update', `
  UPDATE game SET name = $name, categories = $categories, contribution = $contribution, min_stake = $min_stake, max_stake = $max_stake,
    new_from = $new_from, hidden_until = $hidden_until, art_hash = $art_hash, enabled = $enabled, version = version + 1, updated_at = $now, updated_by = $adminId
  WHERE game_id = $game_id RETURNING ${GAME_COLUMNS}`);

/** Writes the new values of a game's row, which the caller has locked. */
async function writeGame(tx: PoolClient, newRow: GameRow, adminId: string, now: Date): Promise<GameRow> {
  const { rows } = await tx.query<GameRow>(updateGame({ ...newRow, now, adminId }));
  const row = rows[0];
  if (row === undefined) throw new Error('the locked game is missing');
  return row;
}

/** Writes a changed game, and the line of the audit trail about it. The caller has locked the row, and raises the catalogue's version. */
export async function saveGame(
  tx: PoolClient,
  { before, after }: { readonly before: GameRow; readonly after: GameRow },
  { adminId, at }: { readonly adminId: string; readonly at: Date },
): Promise<GameRow> {
  const row = await writeGame(tx, after, adminId, at);
  await writeAudit(tx, { at, userId: adminId, action: 'game-changed', subject: row.game_id, before: auditedFields(before), after: auditedFields(row) });
  return row;
}
