/** The rows of draws as the database has them. */
import type { Db } from '../../ledger/accounts';

export interface DrawRow {
  readonly draw_id: string;
  readonly promotion_id: string;
  readonly week: string;
  readonly opens_at: Date;
  readonly closes_at: Date;
  /** Null before the draw is drawn: the seed is derived from the key until then. */
  readonly seed: string | null;
  /** Null for a draw from before there were keys, whose seed is stored. */
  readonly key_id: string | null;
  readonly commit_hash: string;
  /** Kobo. */
  readonly prizes: readonly number[];
  /** The rule of src/core/draw.ts. */
  readonly rules: number;
  readonly frozen_at: Date | null;
  readonly entries_hash: string | null;
  readonly drawn_at: Date | null;
}

export const DRAW_COLUMNS =
  'd.draw_id, d.promotion_id, d.week, d.opens_at, d.closes_at, d.seed, d.key_id, d.commit_hash, d.prizes, d.rules, d.frozen_at, d.entries_hash, d.drawn_at';

/** Reads the draw of a promotion that is open at `at` or opens next. Null before the job has created it. */
export async function readNextDraw(db: Db, promotionId: string, at: Date): Promise<DrawRow | null> {
  const { rows } = await db.query<DrawRow>(
    `SELECT ${DRAW_COLUMNS} FROM draw d WHERE d.promotion_id = $1 AND d.closes_at > $2 AND d.frozen_at IS NULL ORDER BY d.week LIMIT 1`,
    [promotionId, at],
  );
  return rows[0] ?? null;
}
