/** Reads and stores a player's choice to appear on the leaderboard; nobody appears without choosing to. */
import type { AnswerOf } from '../../src/core/contract/endpoint';
import type { getLeaderboardChoice } from '../../src/core/contract/leaderboard';
import { periodStartDay } from '../../src/core/protection';
import { formatShortName } from '../accounts';
import { transaction } from '../db/transaction';
import type { Db } from '../ledger/accounts';
import type { Platform } from '../platform';
import { ALL_GAMES, toMultiplier } from './board';

type Deps = Pick<Platform, 'pool' | 'now'>;
type LeaderboardChoice = AnswerOf<typeof getLeaderboardChoice>;

interface ChoiceRow {
  readonly firstname: string;
  readonly lastname: string;
  readonly opted_in: boolean;
}

interface BestRow {
  readonly game_id: string;
  readonly multiplier: number;
  readonly at: Date;
  readonly rank: number | null;
}

/** Selects the player's best round; its rank counts the better ones on the board, with the board's own index. */
const OWN_BEST = `
  SELECT own.game_id, own.multiplier, own.at,
    CASE WHEN own.shown AND own.multiplier > 0 THEN 1 + (
      SELECT count(*) FROM leaderboard_best b WHERE b.week = own.week AND b.board = own.board AND b.shown AND b.multiplier > 0
        AND b.multiplier >= own.multiplier
        AND (b.multiplier > own.multiplier OR (b.at, b.round_id) < (own.at, own.round_id))) END AS rank
  FROM leaderboard_best own WHERE own.week = $1 AND own.board = '${ALL_GAMES}' AND own.user_id = $2`;

export async function readChoice({ pool, now }: Deps, userId: string): Promise<LeaderboardChoice> {
  return readChoiceAt(pool, userId, now());
}

async function readChoiceAt(db: Db, userId: string, at: Date): Promise<LeaderboardChoice> {
  const { rows } = await db.query<ChoiceRow>(
    `SELECT p.firstname, p.lastname, coalesce(c.opted_in, false) AS opted_in FROM player p LEFT JOIN leaderboard_choice c USING (user_id)
     WHERE p.user_id = $1`,
    [userId],
  );
  const [row] = rows;
  if (row === undefined) throw new Error('the session has no player');
  const { rows: bests } = await db.query<BestRow>(OWN_BEST, [periodStartDay('week', at.getTime()), userId]);
  const [best] = bests;
  return {
    optedIn: row.opted_in,
    name: formatShortName(row),
    best: best === undefined ? null : { gameId: best.game_id, multiplier: toMultiplier(best.multiplier), at: best.at.toISOString(), rank: best.rank },
  };
}

/**
 * Stores the choice. Opting in shows the player from this week on, including the week's earlier rounds. Opting out removes the
 * player from every open week at once; closed weeks no longer show the name (board.ts).
 */
export async function setChoice({ pool, now }: Deps, userId: string, optedIn: boolean): Promise<LeaderboardChoice> {
  const at = now();
  return transaction(pool, async (tx) => {
    // We wait for a process that collects rounds now, because it would still write by the old choice.
    await tx.query('SELECT FROM leaderboard_read FOR SHARE');
    await tx.query(
      `INSERT INTO leaderboard_choice AS c (user_id, opted_in, changed_at) VALUES ($1, $2, $3)
       ON CONFLICT (user_id) DO UPDATE SET opted_in = excluded.opted_in, changed_at = excluded.changed_at WHERE c.opted_in <> excluded.opted_in`,
      [userId, optedIn, at],
    );
    await tx.query(
      `UPDATE leaderboard_best SET shown = $2 WHERE user_id = $1 AND shown <> $2
         AND week IN (SELECT week FROM leaderboard_week WHERE closed_at IS NULL) AND (NOT $2 OR week >= $3)`,
      [userId, optedIn, periodStartDay('week', at.getTime())],
    );
    return readChoiceAt(tx, userId, at);
  });
}
