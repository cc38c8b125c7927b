/** Puts the games of this build into the catalogue. */
import type { Pool } from 'pg';
import type { Game } from '../../src/core/contract/games';
import { fractionToNumber } from '../../src/core/fraction';
import { allEngines } from '../../src/core/games/registry';
import { koboToNaira } from '../../src/core/money';
import { lagosDay } from '../../src/core/time';
import { NEW_CATEGORY, raiseCatalogueVersion } from '../catalogue';
import { CONTRIBUTION_SCALE } from '../../src/core/wagering';
import { insertRow } from '../db/statement';
import { transaction } from '../db/transaction';
import { publishParSheets } from './par-sheets/rows';
import { INITIAL_GAMES } from './initial-games';

export { INITIAL_GAMES } from './initial-games';

/** Lists the games as a new platform answers them, without a database. */
export function listInitialGames(): Game[] {
  return INITIAL_GAMES.toSorted((a, b) => a.position - b.position).flatMap((game) => {
    const engine = allEngines.get(game.gameId);
    if (engine === undefined) return [];
    const { gameId, name, categories, contribution, bytes, art } = game;
    const [minStake, maxStake] = [koboToNaira(game.minStake), koboToNaira(game.maxStake)];
    const { kind, rtp } = engine;
    return [{
      gameId, name, kind, categories: [...categories], rtp: fractionToNumber(rtp), contribution, minStake, maxStake,
      bytes, art, enabled: true,
    }];
  });
}

/**
 * Publishes the par sheets of the rules that are played from now on, adds missing games and corrects the columns that no admin edits
 * (size, art). It never changes an admin's edits, and may run at every start and in several processes at once.
 */
export async function fillCatalogue(pool: Pool, now: () => Date = () => new Date()): Promise<void> {
  await transaction(pool, async (tx) => {
    const at = now();
    await publishParSheets(tx, at);
    let changes = 0;
    for (const game of INITIAL_GAMES) {
      const row = {
        game_id: game.gameId,
        name: game.name,
        categories: game.categories.filter((category) => category !== NEW_CATEGORY),
        contribution: Math.round(game.contribution * CONTRIBUTION_SCALE),
        min_stake: game.minStake,
        max_stake: game.maxStake,
        bytes: game.bytes,
        art: game.art,
        position: game.position,
        updated_at: at,
        new_from: game.categories.includes(NEW_CATEGORY) ? lagosDay(at.getTime()) : null,
      };
      const { rowCount } = await tx.query(insertRow('game AS g', row, {
        ending: `ON CONFLICT (game_id) DO UPDATE SET bytes = excluded.bytes, art = excluded.art
          WHERE g.bytes <> excluded.bytes OR g.art <> excluded.art`,
      }));
      changes += rowCount ?? 0;
    }
    if (changes === 0) return;
    // An admin who is about to set the order must see the new game first, so the order's version rises.
    await tx.query('UPDATE catalogue SET order_version = order_version + 1');
    await raiseCatalogueVersion(tx);
  });
}
