import type { AnswerOf } from '../../src/core/contract/endpoint';
import type { Draw, getDrawProof, listDraws } from '../../src/core/contract/promotions';
import { CURRENCY } from '../../src/core/contract/primitives';
import { sortedEntries } from '../../src/core/draw';
import { kobo, koboToNaira } from '../../src/core/money';
import { ProblemError } from '../http/problem';
import type { Db } from '../ledger/accounts';
import { formatInitials } from '../accounts';

export interface DrawRow {
  readonly draw_id: string;
  readonly promotion_id: string;
  readonly week: string;
  readonly opens_at: Date;
  readonly closes_at: Date;
  /** The seed is secret until the draw is drawn. */
  readonly seed: string;
  readonly commit_hash: string;
  /** Kobo. */
  readonly prizes: readonly number[];
  readonly drawn_at: Date | null;
}

export const DRAW_COLUMNS = 'd.draw_id, d.promotion_id, d.week, d.opens_at, d.closes_at, d.seed, d.commit_hash, d.prizes, d.drawn_at';

interface WinnerRow {
  draw_id: string;
  place: number;
  entry_id: string;
  prize: number;
  firstname: string;
  lastname: string;
  is_closed: boolean;
}

const naira = (amount: number): number => koboToNaira(kobo(amount));

/** A page of draws, the newest week first; `before` is the week of the last draw of the page before, or null. */
export async function readDraws(db: Db, before: string | null, limit: number): Promise<AnswerOf<typeof listDraws>> {
  const { rows } = await db.query<DrawRow & { entries: number }>(
    `SELECT ${DRAW_COLUMNS}, (SELECT count(*) FROM draw_entry e WHERE e.draw_id = d.draw_id AND NOT e.left_out) AS entries
     FROM draw d WHERE $1::date IS NULL OR d.week < $1 ORDER BY d.week DESC, d.draw_id LIMIT $2`,
    [before, limit + 1],
  );
  const page = rows.slice(0, limit);
  const winners = await readWinners(db, page.map((row) => row.draw_id));
  const last = page.at(-1);
  return {
    items: page.map((row) => toDraw(row, winners.filter((winner) => winner.draw_id === row.draw_id))),
    next: rows.length > page.length && last !== undefined ? last.week : null,
  };
}

async function readWinners(db: Db, drawIds: readonly string[]): Promise<WinnerRow[]> {
  const { rows } = await db.query<WinnerRow>(
    `SELECT w.draw_id, w.place, w.entry_id, w.prize, p.firstname, p.lastname, p.closed_at IS NOT NULL AS is_closed
     FROM draw_winner w JOIN player p USING (user_id) WHERE w.draw_id = ANY($1) ORDER BY w.draw_id, w.place`,
    [drawIds],
  );
  return rows;
}

function toDraw(row: DrawRow & { readonly entries: number }, winners: readonly WinnerRow[]): Draw {
  return {
    drawId: row.draw_id,
    week: row.week,
    opensAt: row.opens_at.toISOString(),
    closesAt: row.closes_at.toISOString(),
    commit: row.commit_hash,
    entries: row.entries,
    prizes: row.prizes.map(naira),
    currency: CURRENCY,
    drawnAt: row.drawn_at?.toISOString() ?? null,
    winners: winners.map((winner) => ({
      place: winner.place, entryId: winner.entry_id, name: formatInitials({ ...winner, closed: winner.is_closed }), prize: naira(winner.prize),
    })),
  };
}

/**
 * Everything from which the result of a draw can be computed. Throws a ProblemError `not-found`, also for a draw that is still to come.
 */
export async function readProof(db: Db, drawId: string): Promise<AnswerOf<typeof getDrawProof>> {
  const { rows } = await db.query<DrawRow & { entry_ids: string[]; passed_over: string[] }>(
    `SELECT ${DRAW_COLUMNS}, ARRAY(SELECT entry_id FROM draw_entry e WHERE e.draw_id = d.draw_id AND NOT e.left_out) AS entry_ids,
       ARRAY(SELECT entry_id FROM draw_entry e WHERE e.draw_id = d.draw_id AND e.passed_over) AS passed_over
     FROM draw d WHERE d.draw_id = $1 AND d.drawn_at IS NOT NULL`,
    [drawId],
  );
  const [row] = rows;
  if (row === undefined) throw new ProblemError('not-found', 'There is no such draw, or it is still to come.');
  return {
    drawId, seed: row.seed, commit: row.commit_hash, entryIds: sortedEntries(row.entry_ids), prizes: row.prizes.map(naira),
    passedOver: sortedEntries(row.passed_over),
  };
}

/** The draw of a promotion that is open at `at` or opens next. Null before the job has created it. */
export async function readNextDraw(db: Db, promotionId: string, at: Date): Promise<DrawRow | null> {
  const { rows } = await db.query<DrawRow>(
    `SELECT ${DRAW_COLUMNS} FROM draw d WHERE d.promotion_id = $1 AND d.closes_at > $2 ORDER BY d.week LIMIT 1`,
    [promotionId, at],
  );
  return rows[0] ?? null;
}

/** A page of draws shows at most this many weeks at first. */
const MAX_ENTRIES = 20;

/** The ids of a player's entries in a promotion's draws, the newest week first. */
export async function readOwnEntries(db: Db, userId: string, promotionId: string): Promise<string[]> {
  const { rows } = await db.query<{ entry_id: string }>(
    `SELECT e.entry_id FROM draw_entry e JOIN draw d USING (draw_id)
     WHERE e.user_id = $1 AND d.promotion_id = $2 ORDER BY d.week DESC LIMIT ${MAX_ENTRIES}`,
    [userId, promotionId],
  );
  return rows.map((row) => row.entry_id);
}
