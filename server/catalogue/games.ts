/** The games as players and admins see them: what admins can change, joined with what the engine fixes. */
import { createHash } from 'node:crypto';
import type { Game } from '../../src/core/contract/games';
import { fractionToNumber } from '../../src/core/fraction';
import type { AnyEngine } from '../../src/core/games/engine';
import { NEW_DAYS, isNew } from '../../src/core/games/newness';
import { allEngines } from '../../src/core/games/registry';
import type { AnySteppedEngine } from '../../src/core/games/stepped';
import { kobo, koboToNaira } from '../../src/core/money';
import { lagosDay } from '../../src/core/time';
import type { Db } from '../ledger/accounts';
import { framedEngine } from './framed-engine';
import type { FrameColumns } from './framed-engine';

export interface GameRow {
  readonly game_id: string;
  readonly name: string;
  readonly categories: readonly string[];
  /** Ten-thousandths. */
  readonly contribution: number;
  /** Kobo. */
  readonly min_stake: number;
  readonly max_stake: number;
  readonly bytes: number;
  readonly art: string;
  readonly enabled: boolean;
  readonly position: number;
  /** `YYYY-MM-DD`, a day in Lagos; players see the game as new from it on. */
  readonly new_from: string | null;
  readonly version: number;
  readonly updated_at: Date;
  /** The admin's username. */
  readonly updated_by: string | null;
  /** Of a game that another provider runs in a frame; null for those that are played here. */
  readonly frame: FrameColumns | null;
}

export const CONTRIBUTION_SCALE = 10_000;

export const GAME_COLUMNS = `game_id, name, categories, contribution, min_stake, max_stake, bytes, art, enabled,
  position, new_from, version, updated_at, (SELECT username FROM player WHERE user_id = updated_by) AS updated_by,
  (SELECT to_jsonb(f) FROM framed_game f WHERE f.game_id = game.game_id AND f.offered) AS frame`;

/** A game and the engine that plays it; of a framed one, what its provider says of it. */
export interface KnownGame {
  readonly row: GameRow;
  readonly engine: AnyEngine | AnySteppedEngine;
}

/** Leaves out what this build has no engine for: a game that can't be played is not offered. */
function withEngine(row: GameRow): KnownGame[] {
  const engine = allEngines.get(row.game_id) ?? (row.frame === null ? undefined : framedEngine(row.frame));
  return engine === undefined ? [] : [{ row, engine }];
}

/** Every game in the order of the lobby, disabled ones too. */
export async function readGames(db: Db): Promise<KnownGame[]> {
  const { rows } = await db.query<GameRow>(`SELECT ${GAME_COLUMNS} FROM game ORDER BY position, game_id`);
  return rows.flatMap(withEngine);
}

/** Undefined for an id that no game of this build has; `lock` keeps the row to the caller's transaction. */
export async function findGame(db: Db, gameId: string, lock = false): Promise<KnownGame | undefined> {
  const { rows } = await db.query<GameRow>({
    name: lock ? 'game-locked' : 'game',
    text: `SELECT ${GAME_COLUMNS} FROM game WHERE game_id = $1 ${lock ? 'FOR UPDATE' : ''}`,
    values: [gameId],
  });
  return rows.flatMap(withEngine)[0];
}

/** The category of games that are new. Nobody puts a game into it: it follows from the day. */
export const NEW = 'new';

/** A game as the contract tells it; `today` (a day in Lagos) decides whether it is new, null = that is not told. */
export function toGame({ row, engine }: KnownGame, today: string | null): Game {
  return {
    gameId: row.game_id,
    name: row.name,
    kind: engine.kind,
    categories: today !== null && isNew(row.new_from, today) ? [...row.categories, NEW] : [...row.categories],
    rtp: fractionToNumber(engine.rtp),
    contribution: row.contribution / CONTRIBUTION_SCALE,
    minStake: koboToNaira(kobo(row.min_stake)),
    maxStake: koboToNaira(kobo(row.max_stake)),
    bytes: row.bytes,
    art: row.art,
    enabled: row.enabled,
    ...(row.frame !== null && { provider: row.frame.provider_name, maxWin: row.frame.max_win }),
  };
}

const engineFacts = [...allEngines.values()].map(
  ({ gameId, kind, rtp }) => `${gameId} ${kind} ${rtp.numerator}/${rtp.denominator}`,
);
/** What the engines of this build say changes the catalogue as well. */
const ENGINES_TAG = createHash('sha256').update(engineFacts.join()).digest('hex').slice(0, 8);

/** ETag of everything that is told of the catalogue at `at`: from one row, and how many games have begun or ceased to be new. */
export async function catalogueTag(db: Db, at: Date): Promise<string> {
  const { rows } = await db.query<{ version: number; turns: number }>({
    name: 'catalogue-tag',
    text: `SELECT version, (SELECT count(*) FROM game WHERE new_from <= $1::date)
             + (SELECT count(*) FROM game WHERE new_from <= $1::date - ${NEW_DAYS}) AS turns FROM catalogue`,
    values: [lagosDay(at.getTime())],
  });
  return `g${rows[0]?.version ?? 0}.${rows[0]?.turns ?? 0}-${ENGINES_TAG}`;
}

/** To be called in every transaction that changes a game. */
export async function raiseCatalogueVersion(tx: Db): Promise<void> {
  await tx.query('UPDATE catalogue SET version = version + 1');
}
