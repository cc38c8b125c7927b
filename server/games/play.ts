/** One round: stake, outcome and win are one transaction, decided before anything is shown. */
import type { PoolClient } from 'pg';
import type { BodyOf } from '../../src/core/contract/endpoint';
import type { playRound as playRoundEndpoint } from '../../src/core/contract/games';
import { drawsFrom } from '../../src/core/fairness/draws';
import type { AnyEngine, GameKind } from '../../src/core/games/engine';
import { addKobo, nairaToKobo, subKobo } from '../../src/core/money';
import type { Kobo } from '../../src/core/money';
import { together } from '../db/together';
import { ProblemError } from '../http/problem';
import type { RawAnswer } from '../http/router';
import { newId } from '../ids';
import { runOperation } from '../ledger/operation';
import { post } from '../ledger/post';
import type { Posted, Posting } from '../ledger/post';
import type { CallerPlace } from '../place/rules';
import type { Platform } from '../platform';
import { findGame } from './catalogue';
import type { KnownGame } from './catalogue';
import { toRoundAnswer } from './rounds';
import type { RoundRow } from './rounds';
import { firstPair, lockSeeds } from './seed-pairs';
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
    const [game, known, last] = await together([findGame(tx, gameId), lockSeeds(tx, userId), lastStart(tx, userId, gameId)]);
    const { engine, stake } = playable(game, request);
    const now = platform.now();
    refuseShortCycle(last, minimumCycleMs(engine.kind), now);
    const pair = known ?? (await firstPair(tx, platform, userId));
    const played = engine.playUnchecked({ stake, bet: body.bet, draws: drawsFrom(tripleOf(pair)) });
    if (!played.ok) throw badBet();
    const row = await settle(tx, { request, roundId: newId(platform), stake, pair, now, ...played });
    return { status: 201, body: toRoundAnswer(row) };
  });
}

function playable(game: KnownGame | undefined, { body }: RoundRequest): { engine: AnyEngine; stake: Kobo } {
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

/** When the player's newest round of the game began. With the seeds locked no other can begin after this look. */
async function lastStart(tx: PoolClient, userId: string, gameId: string): Promise<Date | undefined> {
  const { rows } = await tx.query<{ at: Date }>({
    name: 'round-last',
    text: 'SELECT at FROM round WHERE user_id = $1 AND game_id = $2 ORDER BY at DESC LIMIT 1',
    values: [userId, gameId],
  });
  return rows[0]?.at;
}

function refuseShortCycle(last: Date | undefined, cycleMs: number, now: Date): void {
  if (last === undefined) return;
  const elapsedMs = now.getTime() - last.getTime();
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
  const { request, roundId, stake, win, now } = decided;
  const posting: Posting = {
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
  };
  const posted = await post(tx, posting, (before) => writeRound(tx, decided, before));
  return rowOf(decided, posted);
}

function rowOf({ request, roundId, stake, win, outcome, pair, now }: Decided, { real }: Posted): RoundRow {
  return {
    round_id: roundId,
    game_id: request.gameId,
    stake,
    win,
    balance_before: addKobo(subKobo(real.balance, win), stake),
    balance_after: real.balance,
    balance_version: real.version,
    outcome,
    commit_hash: pair.commit_hash,
    client_seed: pair.client_seed,
    nonce: pair.nonce,
    at: now,
  };
}

const WRITE_ROUND = `
  WITH used AS (UPDATE seed_pair SET nonce = nonce + 1 WHERE seed_pair_id = $11)
  INSERT INTO round (round_id, user_id, game_id, stake, win, balance_before, balance_after, balance_version, bet,
                     outcome, seed_pair_id, nonce, client_seed, transaction_id, at)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)`;

async function writeRound(tx: PoolClient, decided: Decided, posted: Posted): Promise<void> {
  const { request, pair, outcome } = decided;
  const row = rowOf(decided, posted);
  await tx.query({
    name: 'round-write',
    text: WRITE_ROUND,
    values: [
      row.round_id, request.userId, row.game_id, row.stake, row.win, row.balance_before, row.balance_after,
      row.balance_version, JSON.stringify(request.body.bet), JSON.stringify(outcome), pair.seed_pair_id, row.nonce,
      row.client_seed, posted.transactionId, row.at,
    ],
  });
}
