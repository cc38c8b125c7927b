/** Plays one round: stake, outcome and win are one transaction, and the outcome is decided before anything is shown. */
import type { PoolClient } from 'pg';
import type { BodyOf } from '../../src/core/contract/endpoint';
import type { RoundAnswer, playRound as playRoundEndpoint } from '../../src/core/contract/games';
import { drawsFrom } from '../../src/core/fairness/draws';
import type { AnyEngine } from '../../src/core/games/engine';
import { allEngines } from '../../src/core/games/registry';
import type { AnySteppedEngine } from '../../src/core/games/stepped';
import { MAX_KOBO, nairaToKobo } from '../../src/core/money';
import type { Kobo } from '../../src/core/money';
import { findGame, isOpen } from '../catalogue';
import type { CatalogueGame } from '../catalogue';
import type { GatedLock } from '../db/gate';
import { together } from '../db/together';
import type { DeferStatement } from '../db/transaction';
import { ProblemError } from '../http/problem';
import type { RawAnswer } from '../http/router';
import { newId } from '../ids';
import { lockRowsBehindGate } from '../ledger/lock';
import { joinerOf } from '../ledger/join-operations';
import { moneyTransaction, runPipelined } from '../ledger/operation';
import type { Effect, OperationRequest } from '../ledger/operation';
import { insertAnswer, takeKey } from '../ledger/operation-rows';
import type { CallerPlace } from '../place/rules';
import type { Platform } from '../platform';
import { drawForBet, isDrawNamed, refuseOtherRules, seedChangedProblem } from './named-draw';
import { toOpenAnswer } from './open-rounds';
import { readLastStarts, refuseSecondRound, refuseShortCycle } from './pace';
import { refuseOtherWindow, windowOf } from './play-window';
import { keepRefusedBet, keepUnansweredRefusal } from './refused-bets';
import { toRoundAnswer } from './rounds';
import { rulesInUse } from './rules';
import { lockActivePair, lockSeedsToStart, makeFirstPair, readFairness } from './seed-pairs';
import type { PairRow } from './seed-pairs';
import { settleRound } from './settle-round';
import { describeStakeProblem } from './stake';
import { badBetProblem, badStakeProblem, startEngine } from './start-engine';
import { openRound } from './start-round';

export interface RoundRequest {
  readonly userId: string;
  readonly gameId: string;
  readonly key: string;
  readonly place: CallerPlace;
  readonly sessionHash: string;
  readonly body: BodyOf<typeof playRoundEndpoint>;
  /** Writes with the round, in its transaction, where it is played. */
  readonly writeBeside?: (tx: PoolClient) => Promise<unknown>;
}

/** The player has no seeds that a bet could be compared with, or that it may be drawn from. */
class NoPairError extends Error {
  override readonly name = 'NoPairError';
}

/**
 * Plays a round under its idempotency key, or starts one of several steps. Throws ProblemErrors: `cycle-too-short` (the key stays
 * free), and those of `runOperation`. Other refusals (game-disabled, stake-out-of-range, round-open, seed-changed, rules-changed,
 * playing-elsewhere, insufficient-funds, those of the ledger's guards …) are stored as the answer to the key. Whatever the refusal, a
 * bet that named its draw is kept.
 */
export async function playRound(platform: Platform, request: RoundRequest): Promise<RawAnswer> {
  try {
    return await playUnderKey(platform, request);
  } catch (error) {
    if (error instanceof NoPairError) {
      // A refusal rolls back what its transaction wrote, so the pair that it names must be committed before.
      await moneyTransaction(platform, (tx) => lockActivePair(tx, platform, request.userId));
      return playRound(platform, request);
    }
    // A problem with a cause is a failure of the database: the outcome is unknown, so this is no refusal, and nothing could be stored.
    if (error instanceof ProblemError && error.cause === undefined) await keepUnansweredRefusal(platform, request, error.code);
    throw error;
  }
}

function playUnderKey(platform: Platform, request: RoundRequest): Promise<RawAnswer> {
  const { userId, key, gameId, body } = request;
  const operation = { userId, key, kind: 'round', body: { gameId, ...body } };
  const keepRefusal = (tx: PoolClient, { code }: ProblemError) => keepRefusedBet(tx, request, code, platform.now());
  return joinerOf(platform.pool).run({
    userId,
    runAlone: () => runPipelined(platform, operation, {
      read: (tx) => readForRound(tx, platform, request, 'wait'),
      run: (tx, rows, defer) => playInTransaction(tx, platform, request, { rows, defer }),
    }, keepRefusal),
    runJoined: (tx, defer) => playJoined(tx, platform, request, { operation, defer }),
  });
}

interface JoinedRound {
  readonly operation: OperationRequest;
  readonly defer: DeferStatement;
}

/** Plays a round in a transaction that it shares, where it needs nothing but its player's own money and waits for nobody; else returns null. */
async function playJoined(
  tx: PoolClient, platform: Platform, request: RoundRequest, { operation, defer }: JoinedRound,
): Promise<RawAnswer | null> {
  const [keyState, rows] = await together([takeKey(tx, operation), readForRound(tx, platform, request, 'skip')]);
  if (keyState.status !== 'new' || !isPlain(rows) || request.body.freeSpinOf !== undefined) return null;
  const effect = await playInTransaction(tx, platform, request, { rows, defer });
  const { answer, insertion } = insertAnswer(tx, operation, effect, platform.now());
  defer(insertion);
  return answer;
}

/** Says whether everything was locked, and the round writes nothing before it is decided: no first seeds, account or bonus. */
function isPlain({ isLocked, activePair, player: { guard, real } }: RoundRows): boolean {
  return isLocked && activePair !== undefined && guard !== undefined && real !== null && real.bonusWalletCount === 0;
}

/** Reads and locks everything that a round depends on, in one trip. The later statements see what the last holder of the seeds' lock committed. */
async function readForRound(tx: PoolClient, platform: Platform, request: RoundRequest, gated: GatedLock) {
  const { userId, gameId } = request;
  const requestedAt = platform.now();
  const [game, { isLocked, activePair }, starts, player] = await together([
    findGame(tx, gameId), lockSeedsToStart(tx, platform.seedKeys, request, { now: requestedAt, gated }), readLastStarts(tx, userId, requestedAt),
    lockRowsBehindGate(tx, userId, gated),
  ]);
  return { requestedAt, game, isLocked, activePair, starts, player };
}

type RoundRows = Awaited<ReturnType<typeof readForRound>>;

interface RoundWork {
  readonly rows: RoundRows;
  readonly defer: DeferStatement;
}

async function playInTransaction(
  tx: PoolClient, platform: Platform, request: RoundRequest, { rows, defer }: RoundWork,
): Promise<Effect> {
  const { userId, gameId, key, place, body } = request;
  const { requestedAt, game, isLocked, activePair, starts, player } = rows;
  const { engine, stake, contribution } = checkPlayable(game, request, requestedAt);
  // The call may have waited for the lock, and this time counts for the pace.
  const now = platform.now();
  refuseSecondRound(starts);
  // Without the lock another round started too shortly before `requestedAt`, so the check against that same time refuses this one. The line
  // after it makes sure that no round goes on without the lock.
  refuseShortCycle(starts, isLocked ? now : requestedAt);
  if (!isLocked) throw new Error('a start without the lock was not refused as too soon');
  const playWindow = windowOf(request.sessionHash, body.playWindow);
  const rules = rulesInUse(gameId);
  const pair = await bindPair(tx, platform, request, { activePair, playWindow, rules, now });
  const { freeSpinOf = null, bet } = body;
  const started = startEngine(engine, { stake, bet, draws: drawsFrom(toSeedTriple(pair)) });
  const round = { userId, gameId, key, place, bet, contribution, roundId: newId(platform), stake, pair, playWindow, rules, now };
  const transaction = { tx, player, defer };
  let answer: RoundAnswer;
  if (started.state === 'open') {
    const { row, realBalance } = await openRound(transaction, { ...round, engine: started.engine });
    answer = toOpenAnswer(row, started.view, realBalance);
  } else {
    const { isStepped, outcome, win, risked } = started;
    answer = toRoundAnswer(await settleRound(transaction, { ...round, freeSpinOf, isStepped, outcome, win, risked }));
  }
  // The round is decided, so this is not written for one that is refused.
  if (request.writeBeside !== undefined) defer(request.writeBeside(tx));
  return { status: 201, body: answer };
}

interface BetContext {
  /** Undefined for a player who has no seeds yet. */
  readonly activePair: PairRow | undefined;
  readonly playWindow: string;
  readonly rules: string;
  readonly now: Date;
}

/** Returns the active pair with the part that the bet brings. Throws `playing-elsewhere`, `rules-changed`, `seed-changed`, and a NoPairError. */
async function bindPair(
  tx: PoolClient,
  platform: Platform,
  { userId, body }: RoundRequest,
  { activePair, playWindow, rules, now }: BetContext,
): Promise<PairRow> {
  const { seeds, takesOver = false } = body;
  // No round is open here, so the known pair is replaced before the next try.
  if ((activePair === undefined && seeds !== undefined) || activePair?.may_be_known === true) throw new NoPairError();
  const pair = activePair ?? (await makeFirstPair(tx, platform, userId));
  if (!takesOver) refuseOtherWindow(pair, playWindow, now);
  refuseOtherRules(seeds, rules);
  if (!isDrawNamed(seeds, pair)) throw seedChangedProblem(await readFairness(tx, platform, userId));
  return drawForBet(pair, seeds);
}

interface Playable {
  readonly engine: AnyEngine | AnySteppedEngine;
  readonly stake: Kobo;
  /** The game's contribution to wagering, in ten-thousandths. */
  readonly contribution: number;
}

/** Checks the game and the stake, apart from the bet. Throws `not-found`, `game-disabled`, `validation` and `stake-out-of-range`. */
function checkPlayable(game: CatalogueGame | undefined, { body }: RoundRequest, at: Date): Playable {
  if (game === undefined) throw new ProblemError('not-found', 'There is no such game.');
  if (!isOpen(game.row, at)) throw new ProblemError('game-disabled', 'This game is closed at the moment.');
  const { engine } = game;
  // The provider of a framed game plays its rounds.
  if (!allEngines.has(game.row.game_id)) throw badBetProblem();
  // Only slots have free spins; a game of several steps has none.
  if ('runUnchecked' in engine && body.freeSpinOf !== undefined) throw badBetProblem();
  const stake = nairaToKobo(body.stake);
  if (stake === null) throw badStakeProblem('Enter an amount.');
  // The bonus sets the stake of a free spin, so later changes of the game's limits do not matter.
  const { min, max } = body.freeSpinOf === undefined ? { min: game.row.min_stake, max: game.row.max_stake } : { min: 1, max: MAX_KOBO };
  const message = describeStakeProblem(stake, { min, max, engine });
  if (message !== null) throw badStakeProblem(message);
  return { engine, stake, contribution: game.row.contribution };
}

const toSeedTriple = (pair: PairRow) => ({ serverSeed: pair.server_seed, clientSeed: pair.client_seed, nonce: pair.nonce });
