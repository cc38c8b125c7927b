/** Reads draws as they are published: the list of draws, and everything from which the result of one can be worked out. */
import type { AnswerOf } from '../../../src/core/contract/endpoint';
import type { Draw, getDrawProof, listDraws } from '../../../src/core/contract/draws';
import { CURRENCY } from '../../../src/core/contract/primitives';
import { sortedEntries } from '../../../src/core/draw';
import { kobo, koboToNaira } from '../../../src/core/money';
import { formatInitials } from '../../accounts';
import { ProblemError } from '../../http/problem';
import type { Db } from '../../ledger/accounts';
import { isDecided, readAttempts, readRunningAttempt, toDrawAttempt } from './attempts';
import type { Attempt } from './attempts';
import { DRAW_COLUMNS } from './draw-rows';
import type { DrawRow } from './draw-rows';

interface WinnerRow {
  draw_id: string;
  place: number;
  entry_id: string;
  prize: number;
  firstname: string;
  lastname: string;
  is_closed: boolean;
}

interface PassedOverRow {
  draw_id: string;
  entry_id: string;
  bar: string;
}

const naira = (amount: number): number => koboToNaira(kobo(amount));

/** Reads a page of draws, the newest week first; `before` is the week of the last draw of the page before, or null. */
export async function readDraws(db: Db, before: string | null, limit: number): Promise<AnswerOf<typeof listDraws>> {
  const { rows } = await db.query<DrawRow & { entries: number }>(
    `SELECT ${DRAW_COLUMNS}, (SELECT count(*) FROM draw_entry e WHERE e.draw_id = d.draw_id AND NOT e.left_out) AS entries
     FROM draw d WHERE $1::date IS NULL OR d.week < $1 ORDER BY d.week DESC, d.draw_id LIMIT $2`,
    [before, limit + 1],
  );
  const page = rows.slice(0, limit);
  const drawIds = page.map((row) => row.draw_id);
  const [winners, passedOver, attempts] = await Promise.all([readWinners(db, drawIds), readPassedOver(db, drawIds), readAttempts(db, drawIds)]);
  const last = page.at(-1);
  return {
    items: page.map((row) => {
      const isOfDraw = ({ draw_id: drawId }: { readonly draw_id: string }) => drawId === row.draw_id;
      return toDraw(row, { winners: winners.filter(isOfDraw), passedOver: passedOver.filter(isOfDraw), attempts: attempts.filter(isOfDraw) });
    }),
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

async function readPassedOver(db: Db, drawIds: readonly string[]): Promise<PassedOverRow[]> {
  const { rows } = await db.query<PassedOverRow>(
    `SELECT o.draw_id, o.entry_id, e.bar FROM draw_passed_over o JOIN draw_entry e USING (entry_id)
     WHERE o.draw_id = ANY($1) ORDER BY o.draw_id, o.position`,
    [drawIds],
  );
  return rows;
}

interface DrawParts {
  readonly winners: readonly WinnerRow[];
  readonly passedOver: readonly PassedOverRow[];
  readonly attempts: readonly Attempt[];
}

function toDraw(row: DrawRow & { readonly entries: number }, { winners, passedOver, attempts }: DrawParts): Draw {
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
    rules: row.rules,
    frozenAt: row.frozen_at?.toISOString() ?? null,
    entriesHash: row.entries_hash,
    attempts: attempts.map(toDrawAttempt),
    passedOver: passedOver.map(({ entry_id: entryId, bar: reason }) => ({ entryId, reason })),
  };
}

interface ProofRow extends DrawRow {
  readonly seed: string;
  readonly entry_ids: string[];
  readonly passed_over: string[];
  readonly bars: Readonly<Record<string, string>> | null;
}

const ENTRY_IDS = 'SELECT entry_id FROM draw_entry e WHERE e.draw_id = d.draw_id';

/**
 * Reads everything from which the result of a draw can be computed. Throws a ProblemError `not-found`, also for a draw that is still to come.
 */
export async function readProof(db: Db, drawId: string): Promise<AnswerOf<typeof getDrawProof>> {
  const { rows } = await db.query<ProofRow>(
    `SELECT ${DRAW_COLUMNS}, ARRAY(${ENTRY_IDS} AND NOT e.left_out) AS entry_ids,
       CASE d.rules WHEN 1 THEN ARRAY(${ENTRY_IDS} AND e.passed_over ORDER BY entry_id COLLATE "C")
         ELSE ARRAY(SELECT entry_id FROM draw_passed_over o WHERE o.draw_id = d.draw_id ORDER BY o.position) END AS passed_over,
       (SELECT json_object_agg(entry_id, bar) FROM draw_entry e WHERE e.draw_id = d.draw_id AND e.bar IS NOT NULL) AS bars
     FROM draw d WHERE d.draw_id = $1 AND d.drawn_at IS NOT NULL`,
    [drawId],
  );
  const [row] = rows;
  if (row === undefined) throw new ProblemError('not-found', 'There is no such draw, or it has not been held yet.');
  const common = {
    drawId, seed: row.seed, commit: row.commit_hash, entryIds: sortedEntries(row.entry_ids), prizes: row.prizes.map(naira),
    passedOver: row.passed_over, rules: row.rules,
  };
  const attempt = await readRunningAttempt(db, drawId);
  if (attempt === null || !isDecided(attempt)) return common;
  const { number, source, beacon, commits } = attempt;
  const { chain = '', round = 0, signature = null, randomness = null } = beacon ?? {};
  return {
    ...common,
    bars: row.bars ?? {},
    decided: {
      attempt: number,
      source,
      beacon: signature === null || randomness === null ? null : { chain, round, signature, randomness },
      secrets: commits.flatMap(({ secret }) => (secret === null ? [] : [secret])),
    },
  };
}
