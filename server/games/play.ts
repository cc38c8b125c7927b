/** One round: stake, outcome and win are one transaction, decided before anything is shown. */
import type { PoolClient } from 'pg';
import type { BodyOf } from '../../src/core/contract/endpoint';
import type { playRound as playRoundEndpoint } from '../../src/core/contract/games';
import { drawsFrom } from '../../src/core/fairness/draws';
import type { AnyEngine, GameKind } from '../../src/core/games/engine';
import { addKobo, nairaToKobo, subKobo } from '../../src/core/money';
import type { Kobo } from '../../src/core/money';
import { ProblemError } from '../http/problem';
import type { RawAnswer } from '../http/router';
import { newId } from '../ids';
import { runOperation } from '../ledger/operation';
import { post } from '../ledger/post';
import type { CallerPlace } from '../place/rules';
import type { Platform } from '../platform';
import { findGame } from './catalogue';
import { toRoundAnswer } from './rounds';
import type { RoundRow } from './rounds';
import { lockActivePair, useNonce } from './seed-pairs';
import type { PairRow } from './seed-pairs';
import { stakeProblem } from './stake';

const SLOTS_CYCLE_MS = 2_500;
const TABLE_CYCLE_MS = 5_000;

export interface RoundRequest {
  readonly userId: string;
  readonly gameId: string;
  readonly key: string;
  readonly place: CallerPlace;
  readonly body: BodyOf<typeof playRoundEndpoint>;
}

/** The shortest time from one start to the next, in ms: no turbo, no slam-stop. */
export function minimumCycleMs(kind: GameKind): number {
  return kind === 'slots' ? SLOTS_CYCLE_MS : TABLE_CYCLE_MS;
}

/**
 * Plays a round under its idempotency key. Throws ProblemErrors: `cycle-too-short` (the key stays free), and those of
 * `runOperation`. Refusals that are a result (game-disabled, stake-out-of-range, insufficient-funds, those of the
 * ledger's guards …) are the answer to the key.
 */
export async function playRound(platform: Platform, request: RoundRequest): Promise<RawAnswer> {
  const { userId, key, gameId, body } = request;
  return runOperation(platform, { userId, key, kind: 'round', body: { gameId, ...body } }, async (tx) => {
    const { engine, stake } = await readGame(tx, request);
    const pair = await lockActivePair(tx, platform, userId);
    const now = platform.now();
    await refuseShortCycle(tx, { userId, gameId }, minimumCycleMs(engine.kind), now);
    const played = engine.playUnchecked({ stake, bet: body.bet, draws: drawsFrom(tripleOf(pair)) });
    if (!played.ok) throw badBet();
    const row = await settle(tx, { request, roundId: newId(platform), stake, pair, now, ...played });
    return { status: 201, body: toRoundAnswer(row) };
  });
}

async function readGame(tx: PoolClient, { gameId, body }: RoundRequest): Promise<{ engine: AnyEngine; stake: Kobo }> {
  const game = await findGame(tx, gameId);
  if (game === undefined) throw new ProblemError('not-found', 'There is no such game.');
  if (!game.row.enabled) throw new ProblemError('game-disabled', 'This game is closed at the moment.');
  const stake = nairaToKobo(body.stake);
  const { min_stake: min, max_stake: max } = game.row;
  const message = stake === null ? 'Give an amount.' : stakeProblem(stake, { min, max, engine: game.engine });
  if (stake === null || message !== null) throw badStake(message ?? '');
  return { engine: game.engine, stake };
}

function badStake(message: string): ProblemError {
  const errors = [{ field: 'stake', message }];
  return new ProblemError('stake-out-of-range', 'This stake can’t be played', { detail: message, errors });
}

function badBet(): ProblemError {
  const errors = [{ field: 'bet', message: 'This game knows no such bet.' }];
  return new ProblemError('validation', 'This bet can’t be played', { errors });
}

const tripleOf = (pair: PairRow) => ({ serverSeed: pair.server_seed, clientSeed: pair.client_seed, nonce: pair.nonce });

/** The player's seeds are locked, so no other round of the player can start between this look and the end. */
async function refuseShortCycle(
  tx: PoolClient,
  { userId, gameId }: { userId: string; gameId: string },
  cycleMs: number,
  now: Date,
): Promise<void> {
  const { rows } = await tx.query<{ at: Date }>({
    name: 'round-last',
    text: 'SELECT at FROM round WHERE user_id = $1 AND game_id = $2 ORDER BY at DESC LIMIT 1',
    values: [userId, gameId],
  });
  const last = rows[0];
  if (last === undefined) return;
  const elapsedMs = now.getTime() - last.at.getTime();
  // A last round in the future means that the platform's clock was set back: nobody can wait for that.
  if (elapsedMs >= cycleMs || elapsedMs < -cycleMs) return;
  throw new ProblemError('cycle-too-short', 'The last round has hardly begun. Wait a moment.', {
    retryAfterSeconds: Math.ceil(Math.min(cycleMs, cycleMs - elapsedMs) / 1000),
  });
}

interface Decided {
  readonly request: RoundRequest;
  readonly roundId: string;
  readonly stake: Kobo;
  readonly win: Kobo;
  readonly outcome: unknown;
  readonly pair: PairRow;
  readonly now: Date;
}

/** Moves the money, uses the nonce up and writes the round. */
async function settle(tx: PoolClient, decided: Decided): Promise<RoundRow> {
  const { request, roundId, stake, win, outcome, pair, now } = decided;
  const posted = await post(tx, {
    userId: request.userId,
    kind: 'round',
    reference: roundId,
    operationKey: request.key,
    place: request.place,
    at: now,
    moves: [
      { kind: 'stake', from: 'real', to: 'house', amount: stake },
      { kind: 'win', from: 'house', to: 'real', amount: win },
    ],
  });
  await useNonce(tx, pair);
  const row: RoundRow = {
    round_id: roundId,
    game_id: request.gameId,
    stake,
    win,
    balance_before: addKobo(subKobo(posted.real.balance, win), stake),
    balance_after: posted.real.balance,
    balance_version: posted.real.version,
    outcome,
    commit_hash: pair.commit_hash,
    client_seed: pair.client_seed,
    nonce: pair.nonce,
    at: now,
  };
  await tx.query({
    name: 'round-write',
    text: `INSERT INTO round (round_id, user_id, game_id, stake, win, balance_before, balance_after, balance_version, bet,
                              outcome, seed_pair_id, nonce, client_seed, transaction_id, at)
           VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)`,
    values: [
      row.round_id, request.userId, row.game_id, row.stake, row.win, row.balance_before, row.balance_after,
      row.balance_version, JSON.stringify(request.body.bet), JSON.stringify(outcome), pair.seed_pair_id, row.nonce,
      row.client_seed, posted.transactionId, row.at,
    ],
  });
  return row;
}
