/** Finds what needs a game: public promotions with free spins in it, and players who have such spins left. */
import type { AdminGame } from '../../src/core/contract/admin';
import type { Db } from '../ledger/accounts';

interface UseRow {
  readonly game_id: string;
  readonly promotions: readonly string[];
  readonly players: number;
  readonly spins: number;
}

/** Returns the uses by game; a game that nothing needs is left out. `gameId` null = every game. */
export async function readGameUses(db: Db, gameId: string | null): Promise<ReadonlyMap<string, NonNullable<AdminGame['uses']>>> {
  const { rows } = await db.query<UseRow>(
    `SELECT g.game_id, p.promotions, w.players, w.spins FROM game g
     CROSS JOIN LATERAL (SELECT coalesce(array_agg(name ORDER BY position), '{}') AS promotions FROM promotion WHERE enabled AND promotion.game_id = g.game_id) p
     CROSS JOIN LATERAL (SELECT count(DISTINCT user_id) AS players, coalesce(sum(spins_left), 0) AS spins FROM bonus_wallet
                         WHERE spin_game = g.game_id AND state = 'active' AND spins_left > 0) w
     WHERE ($1::text IS NULL OR g.game_id = $1) AND (cardinality(p.promotions) > 0 OR w.players > 0)`,
    [gameId],
  );
  return new Map(rows.map(({ game_id: id, promotions, players, spins }) => [id, { promotions: [...promotions], players, spins }]));
}
