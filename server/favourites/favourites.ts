/** The games that a player marked. Each wish is whole by itself, so the last one that arrives holds. */
import type { Favourites } from '../../src/core/contract/favourites';
import { ProblemError } from '../http/problem';
import type { Db } from '../ledger/accounts';

export interface Wish {
  readonly userId: string;
  readonly gameId: string;
}

export async function readFavourites(db: Db, userId: string): Promise<Favourites> {
  const { rows } = await db.query<{ game_id: string; at: Date }>(
    'SELECT game_id, at FROM favourite WHERE user_id = $1 ORDER BY at DESC, game_id',
    [userId],
  );
  return { items: rows.map(({ game_id: gameId, at }) => ({ gameId, at: at.toISOString() })) };
}

/** One that is marked already keeps its place. @throws ProblemError not-found for a game that never was */
export async function addFavourite(db: Db, { userId, gameId }: Wish, at: Date): Promise<void> {
  const { rows } = await db.query<{ is_game: boolean }>(
    `WITH there AS (SELECT game_id FROM game WHERE game_id = $2),
          added AS (INSERT INTO favourite (user_id, game_id, at) SELECT $1, game_id, $3 FROM there ON CONFLICT DO NOTHING)
     SELECT EXISTS (SELECT FROM there) AS is_game`,
    [userId, gameId, at],
  );
  if (rows[0]?.is_game !== true) throw new ProblemError('not-found', 'There is no such game.');
}

export async function removeFavourite(db: Db, { userId, gameId }: Wish): Promise<void> {
  await db.query('DELETE FROM favourite WHERE user_id = $1 AND game_id = $2', [userId, gameId]);
}
