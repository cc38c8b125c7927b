import type { PromotionId } from '../../src/core/promotions';
import { isOpenSql } from '../catalogue';
import type { Db } from '../ledger/accounts';
import type { Platform } from '../platform';
import { TERMS_COLUMNS } from './terms';
import type { PromotionRow, TermsRow } from './terms';

/** `at` is an expression for the instant at which `playable` is true. */
const columnsAt = (at: string) => `promotion_id, name, enabled, approval_number, version, updated_at,
  (SELECT username FROM player WHERE user_id = updated_by) AS updated_by,
  kind = 'draw' OR EXISTS (SELECT FROM game g WHERE g.game_id = coalesce(promotion.game_id, g.game_id) AND ${isOpenSql('g', at)}) AS playable, ${TERMS_COLUMNS.join(', ')}`;

/** The part of the platform that knows the ceiling of wagering, and the time. */
export interface CeilingSource {
  readonly now: Platform['now'];
  readonly places: Pick<Platform['places'], 'wageringCeiling'>;
}

/** A promotion asks for no more wagering than the places allow, also where it was saved while they allowed more. */
const withinCeiling = (row: PromotionRow, { places }: CeilingSource): PromotionRow =>
  row.wagering === null ? row : { ...row, wagering: Math.min(row.wagering, places.wageringCeiling) };

/** Reads every promotion, in the order in which pages show them. */
export async function readPromotions(platform: Pick<Platform, 'pool'> & CeilingSource): Promise<PromotionRow[]> {
  const { rows } = await platform.pool.query<PromotionRow>(`SELECT ${columnsAt('$1')} FROM promotion ORDER BY position`, [platform.now()]);
  return rows.map((row) => withinCeiling(row, platform));
}

/**
 * Locks a promotion until the transaction ends. `share` keeps its terms and lets others claim it at the same time; `update` is for changing
 * them.
 */
export async function lockPromotion(tx: Db, platform: CeilingSource, promotionId: PromotionId, lock: 'share' | 'update'): Promise<PromotionRow> {
  const { rows } = await tx.query<PromotionRow>(
    `SELECT ${columnsAt('$2')} FROM promotion WHERE promotion_id = $1 FOR ${lock === 'share' ? 'SHARE' : 'UPDATE'}`,
    [promotionId, platform.now()],
  );
  return withinCeiling(requireRow(rows), platform);
}

/** Keeps the terms of all promotions until the transaction ends, and lets others claim them. */
export async function lockPromotions(tx: Db): Promise<void> {
  await tx.query('SELECT FROM promotion ORDER BY promotion_id FOR SHARE');
}

export interface PromotionChange extends TermsRow {
  readonly name: string;
  readonly enabled: boolean;
  readonly approval_number: string | null;
}

/** Changes a promotion; the caller holds its row. */
export async function updatePromotion(
  tx: Db,
  promotionId: PromotionId,
  change: PromotionChange,
  by: { readonly adminId: string; readonly at: Date },
): Promise<PromotionRow> {
  const set = TERMS_COLUMNS.map((column, index) => `${column} = $${index + 7}`).join(', ');
  const { rows } = await tx.query<PromotionRow>(
    `UPDATE promotion SET name = $2, enabled = $3, updated_by = $4, updated_at = $5, approval_number = $6, version = version + 1, ${set}
     WHERE promotion_id = $1 RETURNING ${columnsAt('$5')}`,
    [promotionId, change.name, change.enabled, by.adminId, by.at, change.approval_number, ...TERMS_COLUMNS.map((column) => change[column])],
  );
  return requireRow(rows);
}

function requireRow(rows: readonly PromotionRow[]): PromotionRow {
  const [row] = rows;
  if (row === undefined) throw new Error('the promotion has no row');
  return row;
}
