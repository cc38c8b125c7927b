/** The player acts in an open round: exactly once for a key, and for a step of the round. */
import type { PoolClient } from 'pg';
import type { BodyOf } from '../../src/core/contract/endpoint';
import type { RoundAnswer, playAction as playActionEndpoint } from '../../src/core/contract/games';
import { findGame } from '../catalogue';
import { ProblemError } from '../http/problem';
import type { RawAnswer } from '../http/router';
import { runOperation } from '../ledger/operation';
import type { CallerPlace } from '../place/rules';
import type { Platform } from '../platform';
import { goOn } from './go-on';
import type { Gone } from './go-on';
import { findEnded } from './history';
import { lockOpen, readStanding, runOpen, toOpenAnswer } from './open-rounds';
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
 * Takes one step under its idempotency key. Throws those of `runOperation`. Results that are the answer to the key:
 * `not-found` for a round that is not the player's, `conflict` with the round as it stands where `step` is not its own,
 * `validation` for what the rules don't allow; and, where the action adds a stake, what a stake is refused for.
 */
export async function playAction(platform: Platform, { userId, roundId, key, place, body }: ActionRequest): Promise<RawAnswer> {
  return runOperation(platform, { userId, key, kind: 'round-action', body: { roundId, ...body } }, async (tx) => {
    // Before the round, as whoever closes the account takes them.
    await tx.query('SELECT FROM player WHERE user_id = $1 FOR SHARE', [userId]);
    const row = await lockOpen(tx, userId, roundId);
    if (row === undefined) throw await notOpen(tx, userId, roundId);
    if (body.step !== row.actions.length) throw goneOn(await asItStands(tx, row));
    const told = runOpen(row, { action: body.action });
    if (!told.ok) throw notAllowed();
    // Whoever may not begin a round any more may finish this one, for nothing more.
    if (told.added > 0) await refuseClosed(tx, row.game_id);
    const actions = [...row.actions, body.action];
    const gone = await goOn(tx, { row, actions, abandoned: false, told, now: platform.now(), asked: { key, place } });
    return { status: 201, body: answerOf(gone, told.view) };
  });
}

function answerOf(gone: Gone, view: unknown): RoundAnswer {
  return gone.state === 'ended' ? toRoundAnswer(gone.row) : toOpenAnswer(gone.row, view, gone.standing);
}

async function asItStands(tx: PoolClient, row: OpenRow): Promise<RoundAnswer> {
  const told = runOpen(row);
  if (!told.ok) throw new Error(`open round ${row.round_id} does not run: ${told.code}`);
  return toOpenAnswer(row, told.view, await readStanding(tx, row.user_id));
}

/** Over, or never the player's: which of the two is all that is told. */
async function notOpen(tx: PoolClient, userId: string, roundId: string): Promise<ProblemError> {
  const ended = await findEnded(tx, userId, roundId);
  return ended === undefined ? new ProblemError('not-found', 'There is no such round.') : goneOn(toRoundAnswer(ended));
}

function goneOn(current: RoundAnswer): ProblemError {
  return new ProblemError('conflict', 'This round has gone on since you looked at it.', { current });
}

function notAllowed(): ProblemError {
  const errors = [{ field: 'action', message: 'The rules don’t allow this now.' }];
  return new ProblemError('validation', 'This can’t be played now', { errors });
}

async function refuseClosed(tx: PoolClient, gameId: string): Promise<void> {
  const game = await findGame(tx, gameId);
  if (game?.row.enabled === true) return;
  throw new ProblemError('game-disabled', 'This game is closed at the moment.', { detail: 'This game is closed at the moment: finish the round without staking more.' });
}
