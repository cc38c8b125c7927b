/** Reads the games: the rows that admins can change, joined with the facts that the engines fix. */
import { createHash } from 'node:crypto';
import type { Game } from '../../src/core/contract/games';
import { fractionToNumber } from '../../src/core/fraction';
import { artPath } from '../../src/core/games/art';
import type { AnyEngine } from '../../src/core/games/engine';
import { NEW_DAYS, isNew } from '../../src/core/games/newness';
import { allEngines } from '../../src/core/games/registry';
import type { AnySteppedEngine } from '../../src/core/games/stepped';
import { kobo, koboToNaira } from '../../src/core/money';
import { lagosDay } from '../../src/core/time';
import { CONTRIBUTION_SCALE } from '../../src/core/wagering';
import type { Db } from '../ledger/accounts';
import { createFramedEngine } from './framed-engine';
import type { FrameColumns } from './framed-engine';

export interface GameRow {
  readonly game_id: string;
  readonly name: string;
  readonly categories: readonly string[];
  /** In ten-thousandths. */
  readonly contribution: number;
  /** In kobo, as `max_stake`. */
  readonly min_stake: number;
  readonly max_stake: number;
  readonly bytes: number;
  /** The art that the game came with. */
  readonly art: string;
  /** Of the art that an admin gave it in its place; null = none. */
  readonly art_hash: string | null;
  readonly enabled: boolean;
  readonly position: number;
  /** `YYYY-MM-DD`, the day in Lagos from which players see the game as new. */
  readonly new_from: string | null;
  /** Before it, players neither see nor play the game; null = it is not hidden. `isOpen` reads it. */
  readonly hidden_until: Date | null;
  readonly version: number;
  readonly updated_at: Date;
  /** The admin's username. */
  readonly updated_by: string | null;
  /** Set for a game that another provider runs in a frame; null for our own games. */
  readonly frame: FrameColumns | null;
}

export const GAME_COLUMNS = `game_id, name, categories, contribution, min_stake, max_stake, bytes, art, art_hash, enabled,
  position, new_from, hidden_until, version, updated_at, (SELECT username FROM player WHERE user_id = updated_by) AS updated_by,
  (SELECT to_jsonb(f) FROM framed_game f WHERE f.game_id = game.game_id AND f.offered) AS frame`;

/** A game's row and its engine; for a framed game the engine holds the provider's facts. */
export interface CatalogueGame {
  readonly row: GameRow;
  readonly engine: AnyEngine | AnySteppedEngine;
}

/** Joins a row with its engine. Leaves out a game without an engine in this build, since nobody can play it. */
function joinEngine(row: GameRow): CatalogueGame[] {
  const engine = allEngines.get(row.game_id) ?? (row.frame === null ? undefined : createFramedEngine(row.frame));
  return engine === undefined ? [] : [{ row, engine }];
}

/** Reads all games, disabled ones too, in the order of the lobby. */
export async function readGames(db: Db): Promise<CatalogueGame[]> {
  const { rows } = await db.query<GameRow>(`SELECT ${GAME_COLUMNS} FROM game ORDER BY position, game_id`);
  return rows.flatMap(joinEngine);
}

/** Finds a game; undefined where this build has no such game. With `lock` the row is locked until the transaction ends. */
export async function findGame(db: Db, gameId: string, lock = false): Promise<CatalogueGame | undefined> {
  const { rows } = await db.query<GameRow>({
    name: lock ? 'game-locked' : 'game',
    text: `SELECT ${GAME_COLUMNS} FROM game WHERE game_id = $1 ${lock ? 'FOR UPDATE' : ''}`,
    values: [gameId],
  });
  return rows.flatMap(joinEngine)[0];
}

/** The category of new games. It follows from the day, so admins can't put a game into it. */
export const NEW_CATEGORY = 'new';

/** Converts a game for the contract. `today` (a day in Lagos) decides if it is new; with null the answer leaves that out. */
export function toGame({ row, engine }: CatalogueGame, today: string | null): Game {
  return {
    gameId: row.game_id,
    name: row.name,
    kind: engine.kind,
    categories: today !== null && isNew(row.new_from, today) ? [...row.categories, NEW_CATEGORY] : [...row.categories],
    rtp: fractionToNumber(engine.rtp),
    contribution: row.contribution / CONTRIBUTION_SCALE,
    minStake: koboToNaira(kobo(row.min_stake)),
    maxStake: koboToNaira(kobo(row.max_stake)),
    bytes: row.bytes,
    art: row.art_hash === null ? row.art : artPath(row.art_hash),
    enabled: row.enabled,
    ...(row.frame !== null && { provider: row.frame.provider_name, maxWin: row.frame.max_win }),
  };
}

const engineFacts = [...allEngines.values()].map(
  ({ gameId, kind, rtp }) => `${gameId} ${kind} ${rtp.numerator}/${rtp.denominator}`,
);
/** Part of the catalogue's tag, because another build's engines may have other facts. */
const ENGINES_TAG = createHash('sha256').update(engineFacts.join()).digest('hex').slice(0, 8);

/** Makes the ETag of the catalogue at `at`, from its version and from how many games have appeared, and have begun or ceased to be new. */
export async function readCatalogueTag(db: Db, at: Date): Promise<string> {
  const { rows } = await db.query<{ version: number; turns: number }>({
    name: 'catalogue-tag',
    text: `SELECT version, (SELECT count(*) FROM game WHERE new_from <= $1::date)
             + (SELECT count(*) FROM game WHERE new_from <= $1::date - ${NEW_DAYS})
             + (SELECT count(*) FROM game WHERE hidden_until <= $2::timestamptz) AS turns FROM catalogue`,
    values: [lagosDay(at.getTime()), at],
  });
  return `g${rows[0]?.version ?? 0}.${rows[0]?.turns ?? 0}-${ENGINES_TAG}`;
}

/** It rises with every change of the catalogue. */
export async function readCatalogueVersion(db: Db): Promise<number> {
  const { rows } = await db.query<{ version: number }>('SELECT version FROM catalogue');
  return rows[0]?.version ?? 0;
}

/** Every transaction that changes a game must call this, so that the tag changes. */
export async function raiseCatalogueVersion(tx: Db): Promise<void> {
  await tx.query('UPDATE catalogue SET version = version + 1');
}
