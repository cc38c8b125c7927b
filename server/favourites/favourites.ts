/** Reads and stores a player's favourite games. Each call stands by itself, so the last one that arrives wins. */
import type { Favourites } from '../../src/core/contract/favourites';
import { isHiddenSql } from '../catalogue';
import { ProblemError } from '../http/problem';
import type { Db } from '../ledger/accounts';

export interface FavouriteKey {
  readonly userId: string;
  readonly gameId: string;
}

/** Leaves out games that are hidden at `now`; they come back with their place. */
export async function readFavourites(db: Db, userId: string, now: Date): Promise<Favourites> {
  const { rows } = await db.query<{ game_id: string; at: Date }>(
    `SELECT f.game_id, f.at FROM favourite f JOIN game g USING (game_id) WHERE f.user_id = $1 AND NOT ${isHiddenSql('g', '$2')} ORDER BY f.at DESC, f.game_id`,
    [userId, now],
  );
  return { items: rows.map(({ game_id: gameId, at }) => ({ gameId, at: at.toISOString() })) };
}

/** Adds a favourite; one that exists keeps its place. Throws `not-found` for an unknown game, and for a hidden one. */
export async function addFavourite(db: Db, { userId, gameId }: FavouriteKey, at: Date): Promise<void> {
  const { rows } = await db.query<{ is_game: boolean }>(
    `WITH listed AS (SELECT game_id FROM game WHERE game_id = $2 AND NOT ${isHiddenSql('game', '$3')}),
          added AS (INSERT INTO favourite (user_id, game_id, at) SELECT $1, game_id, $3 FROM listed ON CONFLICT DO NOTHING)
     SELECT EXISTS (SELECT FROM listed) AS is_game`,
    [userId, gameId, at],
  );
  if (rows[0]?.is_game !== true) throw new ProblemError('not-found', 'There is no such game.');
}

export async function removeFavourite(db: Db, { userId, gameId }: FavouriteKey): Promise<void> {
  await db.query('DELETE FROM favourite WHERE user_id = $1 AND game_id = $2', [userId, gameId]);
}
