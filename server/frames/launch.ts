/** Launches a framed game for a player, with a token that works once and for one minute. */
import { createHash, createHmac } from 'node:crypto';
import type { PoolClient } from 'pg';
import type * as z from 'zod/mini';
import type { exchangeAnswer } from '../../src/core/contract/frame-wallet';
import type { Launch, LaunchState } from '../../src/core/contract/frames';
import { CURRENCY } from '../../src/core/contract/primitives';
import { kobo, koboToNaira } from '../../src/core/money';
import { findGame, isOpen } from '../catalogue';
import type { GameProvider } from '../config/frames';
import { insertRow } from '../db/statement';
import { transaction } from '../db/transaction';
import { readLastStarts, refuseSecondRound } from '../games';
import { ProblemError } from '../http/problem';
import { newId } from '../ids';
import { accountIdOf } from '../ledger/accounts';
import type { Db } from '../ledger/accounts';
import { assertMayMove } from '../ledger/guards';
import { PLAY_COLUMNS, playOf } from '../ledger/play-session';
import type { PlayColumns } from '../ledger/play-session';
import { assertNoCheckDue } from '../ledger/reality-check';
import type { CallerPlace } from '../place/rules';
import type { Platform } from '../platform';
import { END_ASSIGNMENTS, endLaunchRow, findLaunch, recordSeenAt, takeToken } from './launch-rows';

export const TOKEN_LIFETIME_MS = 60_000;
const TOKEN_BYTES = 32;

const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex');

/** The contract's answer to an exchange. */
type ExchangeAnswer = z.infer<typeof exchangeAnswer>;

export interface LaunchRequest {
  readonly userId: string;
  readonly gameId: string;
  readonly sessionHash: string;
  readonly place: CallerPlace;
}

/**
 * Makes a token for a player who may stake now, and ends the player's game in another frame. Throws `not-found`, `game-disabled`,
 * `reality-check-due`, `round-open` while a round of the platform's own games is not finished, and the refusals of the ledger's guards.
 */
export async function launchGame(platform: Platform, { userId, gameId, sessionHash, place }: LaunchRequest): Promise<Launch> {
  const token = platform.randomBytes(TOKEN_BYTES).toString('base64url');
  const launchId = newId(platform);
  return transaction(platform.pool, async (tx) => {
    const game = await findGame(tx, gameId);
    const frame = game?.row.frame;
    if (game === undefined || !frame) throw new ProblemError('not-found', 'There is no such game in a frame.');
    const provider = platform.config.gameProviders.find(({ id }) => id === frame.provider);
    const at = platform.now();
    if (provider === undefined || !isOpen(game.row, at)) throw new ProblemError('game-disabled', 'This game is closed at the moment.');
    await assertMayBegin(tx, userId, place, at);
    refuseSecondRound(await readLastStarts(tx, userId, at));
    await tx.query(`UPDATE frame_launch SET ${END_ASSIGNMENTS} WHERE user_id = $3 AND ended_at IS NULL`, [at, 'replaced', userId]);
    const expiresAt = new Date(at.getTime() + TOKEN_LIFETIME_MS);
    await tx.query(insertRow('frame_launch', {
      launch_id: launchId,
      user_id: userId,
      game_id: gameId,
      provider: frame.provider,
      token_hash: hashToken(token),
      made_at: at,
      seen_at: at,
      token_until: expiresAt,
      country: place.country,
      region: place.state,
      session_hash: sessionHash,
    }));
    return { launchId, url: `${frame.url}#token=${token}`, expiresAt: expiresAt.toISOString() };
  });
}

/** Checks that the player may start. Two launches at once share the lock on the player's row, so an advisory lock orders them. */
async function assertMayBegin(tx: PoolClient, userId: string, place: CallerPlace, at: Date): Promise<void> {
  const { realityMinutes } = await assertMayMove(tx, userId, { purposes: ['play'], place }, at);
  await tx.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`frame ${userId}`]);
  const { rows } = await tx.query<PlayColumns>(`SELECT ${PLAY_COLUMNS} FROM ledger_account WHERE account_id = $1`, [accountIdOf(userId, 'real')]);
  assertNoCheckDue(rows[0] === undefined ? null : playOf(rows[0]), realityMinutes, at.getTime());
}

/** Ends the launch because the player's page was closed or removed the frame. */
export async function leaveLaunch({ pool, now }: Platform, userId: string, launchId: string): Promise<void> {
  await endLaunchRow(pool, launchId, userId, 'left', now());
}

/** Reads the state for the page that shows the frame. Throws `not-found` for a launch that is not the player's. */
export async function readLaunch({ pool, now }: Platform, userId: string, launchId: string): Promise<LaunchState> {
  const row = await findLaunch(pool, launchId);
  if (row === undefined || row.user_id !== userId) throw new ProblemError('not-found', 'There is no such game in a frame.');
  if (row.ended_at === null) await recordSeenAt(pool, row, now());
  const { rows } = await pool.query<{ rounds: number; staked: number; won: number; balance: number; version: number }>(
    `SELECT count(*) FILTER (WHERE r.staked > r.returned)::int AS rounds, coalesce(sum(r.staked - r.returned), 0)::bigint AS staked,
       coalesce(sum(r.won), 0)::bigint AS won,
       coalesce((SELECT balance FROM ledger_account WHERE account_id = $2), 0) AS balance,
       coalesce((SELECT version FROM ledger_account WHERE account_id = $2), 0) AS version
     FROM frame_round r WHERE r.launch_id = $1`,
    [launchId, accountIdOf(userId, 'real')],
  );
  const [totals] = rows;
  if (totals === undefined) throw new Error('the sum has no row');
  return {
    launchId,
    gameId: row.game_id,
    state: row.ended_at !== null ? 'ended' : row.exchanged_at === null ? 'waiting' : 'open',
    ...(row.end_reason !== null && { endReason: row.end_reason }),
    currency: CURRENCY,
    staked: koboToNaira(kobo(totals.staked)),
    won: koboToNaira(kobo(totals.won)),
    rounds: totals.rounds,
    balance: koboToNaira(kobo(totals.balance)),
    version: totals.version,
  };
}

/** Exchanges the token for the provider's server. Every fault of a token has the same answer: `token-invalid`. */
export async function exchangeToken(
  { pool, now }: Platform,
  provider: GameProvider,
  body: { readonly token: string; readonly gameId: string },
): Promise<ExchangeAnswer> {
  const row = await takeToken(pool, { tokenHash: hashToken(body.token), provider: provider.id, gameId: body.gameId, at: now() });
  if (row === undefined) throw new ProblemError('token-invalid', 'This token was used, is too old, or was never given out.');
  return {
    session: row.launch_id,
    playerId: playerIdFor(provider, row.user_id),
    gameId: row.game_id,
    currency: CURRENCY,
    balance: await readNairaBalance(pool, row.user_id),
  };
}

/** Makes the id by which this provider alone knows the player. */
export function playerIdFor({ id, secret }: GameProvider, userId: string): string {
  return createHmac('sha256', secret).update(`player ${id} ${userId}`).digest('base64url').slice(0, 22);
}

/** Reads the real balance in decimal naira. */
export async function readNairaBalance(db: Db, userId: string): Promise<number> {
  const { rows } = await db.query<{ balance: number }>('SELECT balance FROM ledger_account WHERE account_id = $1', [accountIdOf(userId, 'real')]);
  return koboToNaira(kobo(rows[0]?.balance ?? 0));
}
