/** Puts the framed games of the configuration into the catalogue, and withdraws those that are not configured any more. */
import type { Pool } from 'pg';
import { nairaToKobo } from '../../src/core/money';
import type { ConfiguredGame, GameProvider } from '../config/frames';
import { transaction } from '../db/transaction';
import type { Db } from '../ledger/accounts';
import { raiseCatalogueVersion } from '../catalogue';

/** Framed games stand behind the games of this build. */
const FIRST_POSITION = 1_000;
const RTP_SCALE = 10_000;

/**
 * Writes the rows. It never changes what admins edit (name, categories, limits, enabled or not). A framed game counts nothing
 * toward wagering, because it is played with real money alone. It may run at every start and in several processes at once.
 */
export async function seedFramedGames(pool: Pool, providers: readonly GameProvider[], now: () => Date): Promise<void> {
  await transaction(pool, async (tx) => {
    const games = providers.flatMap((provider) => provider.games.map((game) => ({ provider, game })));
    let changes = 0;
    for (const [index, { provider, game }] of games.entries()) {
      changes += await seedGame(tx, game, FIRST_POSITION + index, now());
      changes += await seedFrame(tx, provider, game);
    }
    const { rowCount } = await tx.query('UPDATE framed_game SET offered = false WHERE offered AND game_id <> ALL($1)', [
      games.map(({ game }) => game.gameId),
    ]);
    if (changes + (rowCount ?? 0) === 0) return;
    await tx.query('UPDATE catalogue SET order_version = order_version + 1');
    await raiseCatalogueVersion(tx);
  });
}

async function seedGame(tx: Db, game: ConfiguredGame, position: number, at: Date): Promise<number> {
  const { rowCount } = await tx.query(
    `INSERT INTO game AS g (game_id, name, categories, contribution, min_stake, max_stake, bytes, art, position, updated_at)
     VALUES ($1, $2, $3, 0, $4, $5, $6, $7, $8, $9)
     ON CONFLICT (game_id) DO UPDATE SET bytes = excluded.bytes, art = excluded.art
       WHERE g.bytes <> excluded.bytes OR g.art <> excluded.art`,
    [game.gameId, game.name, game.categories, nairaToKobo(game.minStake), nairaToKobo(game.maxStake), game.bytes, game.art, position, at],
  );
  return rowCount ?? 0;
}

async function seedFrame(tx: Db, provider: GameProvider, game: ConfiguredGame): Promise<number> {
  const { rowCount } = await tx.query(
    `INSERT INTO framed_game AS f (game_id, provider, provider_name, url, kind, rtp, max_win, offered)
     VALUES ($1, $2, $3, $4, $5, $6, $7, true)
     ON CONFLICT (game_id) DO UPDATE SET provider = excluded.provider, provider_name = excluded.provider_name, url = excluded.url,
         kind = excluded.kind, rtp = excluded.rtp, max_win = excluded.max_win, offered = true
       WHERE (f.provider, f.provider_name, f.url, f.kind, f.rtp, f.max_win, f.offered)
         IS DISTINCT FROM (excluded.provider, excluded.provider_name, excluded.url, excluded.kind, excluded.rtp, excluded.max_win, true)`,
    [game.gameId, provider.id, provider.name, game.url, game.kind, Math.round(game.rtp * RTP_SCALE), game.maxWin],
  );
  return rowCount ?? 0;
}
