/** What admins see and change of the games. Every change leaves a line in the audit trail. */
import type { PoolClient } from 'pg';
import type * as z from 'zod/mini';
import type { AdminGame, gamePatch } from '../../src/core/contract/admin';
import type { FieldError } from '../../src/core/contract/problem';
import { MOST_WIN, largestStake } from '../../src/core/games/most-win';
import { isPlayableStake } from '../../src/core/games/engine';
import { formatNaira, kobo, koboToNaira, nairaToKobo } from '../../src/core/money';
import { transaction } from '../db/transaction';
import {
  CONTRIBUTION_SCALE,
  GAME_COLUMNS,
  findGame,
  raiseCatalogueVersion,
  readGames,
  toGame,
} from '../games/catalogue';
import type { GameRow, KnownGame } from '../games/catalogue';
import { ProblemError } from '../http/problem';
import type { Db } from '../ledger/accounts';
import type { Platform } from '../platform';
import { writeAudit } from './audit';

type GamePatch = z.infer<typeof gamePatch>;

interface Observed {
  readonly game_id: string;
  readonly rounds: number;
  /** Kobo. */
  readonly staked: number;
  readonly won: number;
}

/** Every game with what was observed of it since the start. */
export async function listGames(db: Db): Promise<AdminGame[]> {
  const observed = new Map((await readObserved(db, null)).map((row) => [row.game_id, row]));
  return (await readGames(db)).map((game) => toAdminGame(game, observed.get(game.row.game_id)));
}

async function readObserved(db: Db, gameId: string | null): Promise<Observed[]> {
  const { rows } = await db.query<Observed>(
    `SELECT game_id, count(*) AS rounds, sum(stake)::bigint AS staked, sum(win)::bigint AS won
     FROM round WHERE $1::text IS NULL OR game_id = $1 GROUP BY game_id`,
    [gameId],
  );
  return rows;
}

function toAdminGame(game: KnownGame, observed: Observed | undefined): AdminGame {
  return {
    ...toGame(game),
    position: game.row.position,
    version: game.row.version,
    updatedAt: game.row.updated_at.toISOString(),
    updatedBy: game.row.updated_by,
    observed: {
      rounds: observed?.rounds ?? 0,
      staked: koboToNaira(kobo(observed?.staked ?? 0)),
      won: koboToNaira(kobo(observed?.won ?? 0)),
    },
  };
}

/**
 * Changes a game for `adminId`. Throws 404 `not-found`, 412 `version-conflict` with the game as it is now when
 * `version` is not its version, and 400 `validation` with words at the fields.
 */
export async function patchGame(
  platform: Pick<Platform, 'pool' | 'now'>,
  change: { readonly adminId: string; readonly gameId: string; readonly version: number; readonly patch: GamePatch },
): Promise<AdminGame> {
  const { adminId, gameId, version, patch } = change;
  return transaction(platform.pool, async (tx) => {
    const game = await findGame(tx, gameId, true);
    if (game === undefined) throw new ProblemError('not-found', 'There is no such game.');
    const tell = async (known: KnownGame) => toAdminGame(known, (await readObserved(tx, gameId))[0]);
    if (game.row.version !== version) {
      const current = await tell(game);
      throw new ProblemError('version-conflict', 'Somebody else changed this game meanwhile.', { current });
    }
    const wanted = applied(game.row, patch);
    const errors = problemsOf(wanted, game, patch);
    if (errors.length > 0) throw new ProblemError('validation', 'Check what you typed.', { errors });
    if (isSame(game.row, wanted)) return tell(game);
    const row = await write(tx, wanted, adminId, platform.now());
    await writeAudit(tx, {
      at: row.updated_at,
      userId: adminId,
      action: 'game-changed',
      subject: gameId,
      before: editable(game.row),
      after: editable(row),
    });
    return tell({ ...game, row });
  });
}

function applied(row: GameRow, patch: GamePatch): GameRow {
  const { categories, contribution } = patch;
  // The contract lets nothing through that is no amount, so null can only stand for "not in the patch".
  const inKobo = (amount: number | undefined, before: number): number => nairaToKobo(amount) ?? before;
  return {
    ...row,
    name: patch.name ?? row.name,
    categories: categories === undefined ? row.categories : [...new Set(categories)],
    contribution: contribution === undefined ? row.contribution : Math.round(contribution * CONTRIBUTION_SCALE),
    min_stake: inKobo(patch.minStake, row.min_stake),
    max_stake: inKobo(patch.maxStake, row.max_stake),
    position: patch.position ?? row.position,
    enabled: patch.enabled ?? row.enabled,
  };
}

function problemsOf(wanted: GameRow, { engine }: KnownGame, patch: GamePatch): FieldError[] {
  const errors: FieldError[] = [];
  const step = formatNaira(engine.stakeStep, { whole: true });
  for (const [field, amount] of [['minStake', wanted.min_stake], ['maxStake', wanted.max_stake]] as const) {
    if (isPlayableStake(engine, kobo(amount))) continue;
    errors.push({ field, message: `Stakes of this game go in steps of ${step}.` });
  }
  const most = engine.kind === 'slots' ? largestStake(engine, {}) : null;
  if (most !== null && wanted.max_stake > most) {
    const words = `A round pays ${formatNaira(MOST_WIN, { whole: true })} at most: the largest stake of this game can be ${formatNaira(most)}.`;
    errors.push({ field: 'maxStake', message: words });
  }
  if (wanted.min_stake > wanted.max_stake) {
    // At the field that was changed; where both were, at the first.
    const field = patch.minStake === undefined ? 'maxStake' : 'minStake';
    errors.push({ field, message: 'The smallest stake can’t be above the largest.' });
  }
  return errors;
}

/** What admins can change, as the audit trail keeps it. */
function editable(row: GameRow): Record<string, unknown> {
  return {
    name: row.name,
    categories: row.categories,
    contribution: row.contribution / CONTRIBUTION_SCALE,
    minStake: koboToNaira(kobo(row.min_stake)),
    maxStake: koboToNaira(kobo(row.max_stake)),
    position: row.position,
    enabled: row.enabled,
  };
}

const isSame = (a: GameRow, b: GameRow): boolean => JSON.stringify(editable(a)) === JSON.stringify(editable(b));

async function write(tx: PoolClient, wanted: GameRow, adminId: string, now: Date): Promise<GameRow> {
  const { rows } = await tx.query<GameRow>(
    `UPDATE game SET name = $2, categories = $3, contribution = $4, min_stake = $5, max_stake = $6, position = $7,
       enabled = $8, version = version + 1, updated_at = $9, updated_by = $10
     WHERE game_id = $1 RETURNING ${GAME_COLUMNS}`,
    [
      wanted.game_id, wanted.name, wanted.categories, wanted.contribution, wanted.min_stake, wanted.max_stake,
      wanted.position, wanted.enabled, now, adminId,
    ],
  );
  await raiseCatalogueVersion(tx);
  const row = rows[0];
  if (row === undefined) throw new Error('the game was locked, so it is there');
  return row;
}
