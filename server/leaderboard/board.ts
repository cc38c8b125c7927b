/** The leaderboard of a week, as everybody may see it. */
import type { AnswerOf, QueryOf } from '../../src/core/contract/endpoint';
import type { getLeaderboard } from '../../src/core/contract/leaderboard';
import { periodEnd, periodStartDay } from '../../src/core/protection';
import { lagosDayStart } from '../../src/core/time';
import { NOBODY, shortName } from '../accounts';
import { ProblemError } from '../http/problem';
import type { Db } from '../ledger/accounts';

const MOST_ROWS = 50;
/** Two years. */
const MOST_WEEKS = 104;
const FIRST_DAY_MS = Date.UTC(2000, 0, 1);
const LAST_DAY_MS = Date.UTC(3000, 0, 1);
/** The board of all games. */
export const ALL_GAMES = '';

/** A multiplier as it is told. */
export const told = (hundredths: number): number => hundredths / 100;

interface BestRow {
  readonly game_id: string;
  readonly multiplier: number;
  readonly at: Date;
  readonly firstname: string;
  readonly lastname: string;
  readonly closed: boolean;
  readonly opted_in: boolean;
}

export const BOARD = `
  SELECT b.game_id, b.multiplier, b.at, p.firstname, p.lastname, p.closed_at IS NOT NULL AS closed, c.opted_in
  FROM leaderboard_best b JOIN player p USING (user_id) JOIN leaderboard_choice c USING (user_id)
  WHERE b.week = $1 AND b.board = $2 AND b.shown AND b.multiplier > 0
  ORDER BY b.multiplier DESC, b.at, b.round_id LIMIT ${MOST_ROWS}`;

/** @throws ProblemError validation for a day that no week of ours can have */
function startOf(day: string): number {
  const start = lagosDayStart(day);
  if (start >= FIRST_DAY_MS && start < LAST_DAY_MS) return start;
  throw new ProblemError('validation', 'This week cannot be shown.', { errors: [{ field: 'week', message: 'There is no such week.' }] });
}

/** Of the week around a day in Lagos; `now` in epoch ms. Throws `validation` for a day far from any of ours. */
export async function readBoard(db: Db, query: QueryOf<typeof getLeaderboard>, now: number): Promise<AnswerOf<typeof getLeaderboard>> {
  const around = query.week === undefined ? now : startOf(query.week);
  const week = periodStartDay('week', around);
  const board = query.gameId ?? ALL_GAMES;
  const { rows } = await db.query<BestRow>(BOARD, [week, board]);
  return {
    week,
    from: new Date(lagosDayStart(week)).toISOString(),
    to: new Date(periodEnd('week', around)).toISOString(),
    isClosed: await isClosed(db, week),
    items: rows.map((row, index) => ({
      rank: index + 1,
      name: row.opted_in ? shortName(row) : NOBODY,
      gameId: row.game_id,
      multiplier: told(row.multiplier),
      at: row.at.toISOString(),
    })),
    weeks: await weeksOf(db, board),
  };
}

async function isClosed(db: Db, week: string): Promise<boolean> {
  const { rowCount } = await db.query('SELECT FROM leaderboard_week WHERE week = $1 AND closed_at IS NOT NULL', [week]);
  return rowCount === 1;
}

async function weeksOf(db: Db, board: string): Promise<string[]> {
  const { rows } = await db.query<{ week: string }>(
    `SELECT week FROM leaderboard_week w
     WHERE EXISTS (SELECT FROM leaderboard_best b WHERE b.week = w.week AND b.board = $1 AND b.shown AND b.multiplier > 0)
     ORDER BY week DESC LIMIT ${MOST_WEEKS}`,
    [board],
  );
  return rows.map(({ week }) => week);
}
