/** The games the platform opens with. */
import type { Pool } from 'pg';
import type { Game } from '../../src/core/contract/games';
import { fractionToNumber } from '../../src/core/fraction';
import { allEngines } from '../../src/core/games/registry';
import { kobo, koboToNaira } from '../../src/core/money';
import type { Kobo } from '../../src/core/money';
import { lagosDay } from '../../src/core/time';
import { transaction } from '../db/transaction';
import { CONTRIBUTION_SCALE, NEW, raiseCatalogueVersion } from './catalogue';

interface SeedGame {
  readonly gameId: string;
  readonly name: string;
  /** With `new`: the game is new from the day on which it is put in. */
  readonly categories: readonly string[];
  /** Share of a stake that counts toward wagering, 0 … 1. */
  readonly contribution: number;
  readonly minStake: Kobo;
  readonly maxStake: Kobo;
  /** What the game's page, its own chunk and its art cost over the wire (brotli), on top of what every page has. */
  readonly bytes: number;
  readonly art: string;
  readonly position: number;
}

const NAIRA = 100;

export const SEED_GAMES: readonly SeedGame[] = [
  {
    gameId: 'adire-gold',
    name: 'Adire Gold',
    categories: ['slots', 'new', 'made-in-naija'],
    contribution: 1,
    minStake: kobo(10 * NAIRA),
    maxStake: kobo(7_500 * NAIRA),
    bytes: 15_000,
    art: '/games/adire-gold.svg',
    position: 10,
  },
  {
    gameId: 'lagos-nights',
    name: 'Lagos Nights',
    categories: ['slots', 'new'],
    contribution: 1,
    minStake: kobo(10 * NAIRA),
    maxStake: kobo(20_000 * NAIRA),
    bytes: 15_000,
    art: '/games/lagos-nights.svg',
    position: 20,
  },
  {
    gameId: 'talking-drum',
    name: 'Talking Drum',
    categories: ['slots', 'made-in-naija'],
    contribution: 1,
    minStake: kobo(10 * NAIRA),
    maxStake: kobo(20_000 * NAIRA),
    bytes: 15_000,
    art: '/games/talking-drum.svg',
    position: 30,
  },
  {
    gameId: 'calabar-carnival',
    name: 'Calabar Carnival',
    categories: ['slots', 'new', 'made-in-naija'],
    contribution: 1,
    minStake: kobo(10 * NAIRA),
    maxStake: kobo(2_000 * NAIRA),
    bytes: 15_000,
    art: '/games/calabar-carnival.svg',
    position: 40,
  },
  {
    gameId: 'harmattan',
    name: 'Harmattan',
    categories: ['slots', 'made-in-naija'],
    contribution: 1,
    minStake: kobo(10 * NAIRA),
    maxStake: kobo(20_000 * NAIRA),
    bytes: 15_000,
    art: '/games/harmattan.svg',
    position: 50,
  },
  {
    gameId: 'zuma-rock',
    name: 'Zuma Rock',
    categories: ['slots', 'made-in-naija'],
    contribution: 1,
    minStake: kobo(10 * NAIRA),
    maxStake: kobo(5_000 * NAIRA),
    bytes: 15_000,
    art: '/games/zuma-rock.svg',
    position: 60,
  },
  {
    gameId: 'nollywood-reel',
    name: 'Nollywood Reel',
    categories: ['slots', 'new'],
    contribution: 1,
    minStake: kobo(10 * NAIRA),
    maxStake: kobo(3_000 * NAIRA),
    bytes: 15_000,
    art: '/games/nollywood-reel.svg',
    position: 70,
  },
  {
    gameId: 'suya-spot',
    name: 'Suya Spot',
    categories: ['slots', 'new', 'made-in-naija'],
    contribution: 1,
    minStake: kobo(10 * NAIRA),
    maxStake: kobo(20_000 * NAIRA),
    bytes: 15_000,
    art: '/games/suya-spot.svg',
    position: 80,
  },
  {
    gameId: 'roulette',
    name: 'Roulette',
    categories: ['table', 'new'],
    contribution: 0.2,
    minStake: kobo(50 * NAIRA),
    maxStake: kobo(100_000 * NAIRA),
    bytes: 14_000,
    art: '/games/roulette.svg',
    position: 90,
  },
  {
    gameId: 'dice',
    name: 'Dice',
    categories: ['instant', 'new'],
    contribution: 0.1,
    minStake: kobo(100 * NAIRA),
    maxStake: kobo(50_000 * NAIRA),
    bytes: 12_000,
    art: '/games/dice.svg',
    position: 100,
  },
  {
    gameId: 'plinko',
    name: 'Plinko',
    categories: ['instant', 'new'],
    contribution: 0.5,
    minStake: kobo(50 * NAIRA),
    maxStake: kobo(50_000 * NAIRA),
    bytes: 12_000,
    art: '/games/plinko.svg',
    position: 110,
  },
  {
    gameId: 'mines',
    name: 'Mines',
    categories: ['instant', 'new'],
    contribution: 0.5,
    minStake: kobo(100 * NAIRA),
    maxStake: kobo(50_000 * NAIRA),
    bytes: 13_000,
    art: '/games/mines.svg',
    position: 120,
  },
  {
    gameId: 'blackjack',
    name: 'Blackjack',
    categories: ['table', 'new'],
    contribution: 0.1,
    minStake: kobo(100 * NAIRA),
    maxStake: kobo(100_000 * NAIRA),
    bytes: 14_000,
    art: '/games/blackjack.svg',
    position: 130,
  },
];

/** What a platform that has just been opened tells of its games; no database is asked. */
export function openingGames(): Game[] {
  return SEED_GAMES.toSorted((a, b) => a.position - b.position).flatMap((game) => {
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
 * Puts in the games that are missing and corrects what no admin edits (size, art). Never touches an admin's edits; may
 * be run at every start and by several processes at once.
 */
export async function seedCatalogue(pool: Pool, now: () => Date = () => new Date()): Promise<void> {
  await transaction(pool, async (tx) => {
    const at = now();
    let changes = 0;
    for (const game of SEED_GAMES) {
      const { rowCount } = await tx.query(
        `INSERT INTO game AS g (game_id, name, categories, contribution, min_stake, max_stake, bytes, art, position,
                                updated_at, new_from)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
         ON CONFLICT (game_id) DO UPDATE SET bytes = excluded.bytes, art = excluded.art
           WHERE g.bytes <> excluded.bytes OR g.art <> excluded.art`,
        [
          game.gameId, game.name, game.categories.filter((category) => category !== NEW),
          Math.round(game.contribution * CONTRIBUTION_SCALE), game.minStake, game.maxStake, game.bytes, game.art, game.position, at,
          game.categories.includes(NEW) ? lagosDay(at.getTime()) : null,
        ],
      );
      changes += rowCount ?? 0;
    }
    if (changes === 0) return;
    // A game more: whoever is about to set the order has to see it first.
    await tx.query('UPDATE catalogue SET order_version = order_version + 1');
    await raiseCatalogueVersion(tx);
  });
}
