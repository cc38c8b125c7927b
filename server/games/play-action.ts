/** Plays an action of the player in an open round: exactly once for a key, and for a step of the round. */
import type { PoolClient } from 'pg';
import type { BodyOf } from '../../src/core/contract/endpoint';
import type { RoundAnswer, playAction as playActionEndpoint } from '../../src/core/contract/games';
import { findGame, isOpen } from '../catalogue';
import { ProblemError } from '../http/problem';
import type { RawAnswer } from '../http/router';
import { runOperation } from '../ledger/operation';
import type { CallerPlace } from '../place/rules';
import type { Platform } from '../platform';
import { advanceRound } from './advance-round';
import type { AdvanceResult } from './advance-round';
import { isOpenRoundNamed, seedChangedProblem } from './named-draw';
import { findEndedRound } from './history';
import { lockOpenRound, readRealBalance, runOpenRound, toOpenAnswer } from './open-rounds';
import type { OpenRow } from './open-rounds';
import { toRoundAnswer } from './rounds';

export interface ActionRequest {
  readonly userId: string;
  readonly roundId: string;
  readonly key: string;
  readonly place: CallerPlace;
  readonly body: BodyOf<typeof playActionEndpoint>;
}

/**
 * Takes one step under its idempotency key. Throws the errors of `runOperation`. These refusals are stored as the answer to the
 * key: `not-found` for a round that is not the player's, `seed-changed` with the current round where `seeds` or their rules are not its
 * own, `conflict` with the current round where `step` is not its next one, `validation` for an action that the rules don't allow, and,
 * where the action adds a stake, all refusals of a stake.
 */
export async function playAction(platform: Platform, { userId, roundId, key, place, body }: ActionRequest): Promise<RawAnswer> {
  return runOperation(platform, { userId, key, kind: 'round-action', body: { roundId, ...body } }, async (tx) => {
    // The player's row is locked before the round, in the order in which closing the account locks them.
    await tx.query('SELECT FROM player WHERE user_id = $1 FOR SHARE', [userId]);
    const row = await lockOpenRound(tx, platform.seedKeys, userId, roundId);
    if (row === undefined) throw await toNotOpenProblem(tx, userId, roundId);
    if (!isOpenRoundNamed(body.seeds, row)) throw seedChangedProblem(await readOpenAnswer(tx, row));
    if (body.step !== row.actions.length) throw toStepConflict(await readOpenAnswer(tx, row));
    const result = runOpenRound(row, { action: body.action });
    if (!result.ok) throw toActionRefusal();
    // A player who may not start a round any more may finish this one without staking more.
    if (result.added > 0) await refuseClosedGame(tx, row.game_id, platform.now());
    const actions = [...row.actions, body.action];
    const advanced = await advanceRound(tx, { row, actions, abandoned: false, result, now: platform.now(), request: { key, place } });
    return { status: 201, body: toAnswer(advanced, result.view) };
  });
}

function toAnswer(advanced: AdvanceResult, view: unknown): RoundAnswer {
  return advanced.state === 'ended' ? toRoundAnswer(advanced.row) : toOpenAnswer(advanced.row, view, advanced.realBalance);
}

async function readOpenAnswer(tx: PoolClient, row: OpenRow): Promise<RoundAnswer> {
  const result = runOpenRound(row);
  if (!result.ok) throw new Error(`open round ${row.round_id} does not run: ${result.code}`);
  return toOpenAnswer(row, result.view, await readRealBalance(tx, row.user_id));
}

/**
 * Makes the refusal for a round that is not open. The player's own ended round is a conflict, which brings its result; every other id is
 * `not-found`, so that nobody learns whether somebody else has such a round.
 */
async function toNotOpenProblem(tx: PoolClient, userId: string, roundId: string): Promise<ProblemError> {
  const endedRound = await findEndedRound(tx, userId, roundId);
  return endedRound === undefined ? new ProblemError('not-found', 'There is no such round.') : toStepConflict(toRoundAnswer(endedRound));
}

function toStepConflict(current: RoundAnswer): ProblemError {
  return new ProblemError('conflict', 'This round has gone on since you looked at it.', { current });
}

function toActionRefusal(): ProblemError {
  const errors = [{ field: 'action', message: 'The rules don’t allow this now.' }];
  return new ProblemError('validation', 'This can’t be played now', { errors });
}

async function refuseClosedGame(tx: PoolClient, gameId: string, at: Date): Promise<void> {
  const game = await findGame(tx, gameId);
  if (game !== undefined && isOpen(game.row, at)) return;
  throw new ProblemError('game-disabled', 'This game is closed at the moment.', { detail: 'This game is closed right now: finish the round without staking more.' });
}
