/** Reads the public leaderboard of a week. */
import type { AnswerOf, QueryOf } from '../../src/core/contract/endpoint';
import type { getLeaderboard } from '../../src/core/contract/leaderboard';
import { periodEnd, periodStartDay } from '../../src/core/protection';
import { lagosDayStart } from '../../src/core/time';
import { ANONYMOUS_NAME, formatShortName } from '../accounts';
import { ProblemError } from '../http/problem';
import type { Db } from '../ledger/accounts';

const MAX_ROWS = 50;
/** Two years. */
const MAX_WEEKS = 104;
const FIRST_DAY_MS = Date.UTC(2000, 0, 1);
const LAST_DAY_MS = Date.UTC(3000, 0, 1);
/** The id of the board of all games. */
export const ALL_GAMES = '';

/** Converts hundredths to the multiplier of the contract. */
export const toMultiplier = (hundredths: number): number => hundredths / 100;

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
  ORDER BY b.multiplier DESC, b.at, b.round_id LIMIT ${MAX_ROWS}`;

/** Returns the start of a day in epoch ms. Throws `validation` for a day that the platform can't have a week for. */
function parseDay(day: string): number {
  const start = lagosDayStart(day);
  if (start >= FIRST_DAY_MS && start < LAST_DAY_MS) return start;
  throw new ProblemError('validation', 'This week cannot be shown.', { errors: [{ field: 'week', message: 'There is no such week.' }] });
}

/** Reads the board of the week that contains a day in Lagos; `now` is in epoch ms. Throws `validation` for an impossible day. */
export async function readBoard(db: Db, query: QueryOf<typeof getLeaderboard>, now: number): Promise<AnswerOf<typeof getLeaderboard>> {
  const momentMs = query.week === undefined ? now : parseDay(query.week);
  const week = periodStartDay('week', momentMs);
  const board = query.gameId ?? ALL_GAMES;
  const { rows } = await db.query<BestRow>(BOARD, [week, board]);
  return {
    week,
    from: new Date(lagosDayStart(week)).toISOString(),
    to: new Date(periodEnd('week', momentMs)).toISOString(),
    isClosed: await isClosed(db, week),
    items: rows.map((row, index) => ({
      rank: index + 1,
      name: row.opted_in ? formatShortName(row) : ANONYMOUS_NAME,
      gameId: row.game_id,
      multiplier: toMultiplier(row.multiplier),
      at: row.at.toISOString(),
    })),
    weeks: await listWeeks(db, board),
  };
}

async function isClosed(db: Db, week: string): Promise<boolean> {
  const { rowCount } = await db.query('SELECT FROM leaderboard_week WHERE week = $1 AND closed_at IS NOT NULL', [week]);
  return rowCount === 1;
}

async function listWeeks(db: Db, board: string): Promise<string[]> {
  const { rows } = await db.query<{ week: string }>(
    `SELECT week FROM leaderboard_week w
     WHERE EXISTS (SELECT FROM leaderboard_best b WHERE b.week = w.week AND b.board = $1 AND b.shown AND b.multiplier > 0)
     ORDER BY week DESC LIMIT ${MAX_WEEKS}`,
    [board],
  );
  return rows.map(({ week }) => week);
}
