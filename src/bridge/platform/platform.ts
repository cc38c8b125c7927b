/**
 * The page's way to the platform: every call goes through here, tells the connection store what it learned, and drops
 * answers that arrive for a player who is not signed in any more. Pages use `src/bridge/actions/*`, not this file.
 */
import type { AnswerOf, Callable } from '../../api/callable';
import { createClient } from '../../api/http';
import type { CallOptions } from '../../api/http';
import { failure, sessionEndOf } from '../../core/errors';
import type { Result } from '../../core/errors';
import { answersSoFar, hearFailure, hearPlatform } from '../../state/connection';
import { sessionStore } from '../../state/session';
import type { SessionIds } from '../../state/local-entries';
import { hearServerTime, now } from './clock';
import { readCookie } from '../page/cookie';
import { hearPlace } from './place';
import { noteLeftOut, noteRefused } from './refused-answers';
import { endSession } from '../session/session-end';

export const platform = createClient({
  baseUrl: '/api',
  fetch: (input, init) => globalThis.fetch(input, init),
  now,
  hearTime: hearServerTime,
  readCookie,
});

function learn({ path }: Callable, result: Result<unknown>, since: number): void {
  if (result.ok) noteLeftOut(path, result.leftOut);
  if (result.ok && result.savedAt === null) return hearPlatform();
  const error = result.ok ? (result.instead ?? failure('network').error) : result.error;
  if (!result.ok) hearPlace(error);
  hearFailure(error, since);
  noteRefused(path, error);
}

/** A call that needs no session. */
export async function callOpen<E extends Callable>(endpoint: E, options: CallOptions<E>): Promise<Result<AnswerOf<E>>> {
  const since = answersSoFar();
  const result = await platform.call(endpoint, options);
  learn(endpoint, result, since);
  return result;
}

/** The ids of the session, or null when nobody is signed in. */
export function currentIds(): SessionIds | null {
  const { sessionId, userId } = sessionStore.getState();
  return sessionId !== null && userId !== null ? { sessionId, userId } : null;
}

/** Ids that were given up for another one of the same session (a new password). */
const givenUp = new Set<string>();

/** Answers to what was asked with this id still belong to the session that goes on. */
export function giveUpId(sessionId: string): void {
  givenUp.add(sessionId);
}

/**
 * A call as the signed-in player. An answer that comes after the session has changed is `canceled`: nothing of one
 * player ever reaches the next. What was refused because the id was given up meanwhile is asked again.
 */
export async function callAsPlayer<E extends Callable>(
  endpoint: E,
  optionsOf: (ids: SessionIds) => CallOptions<E>,
): Promise<Result<AnswerOf<E>>> {
  const ids = currentIds();
  if (!ids) return failure('canceled');
  const since = answersSoFar();
  const result = await platform.call(endpoint, { ...optionsOf(ids), sessionId: ids.sessionId });
  const end = result.ok ? null : sessionEndOf(result.error);
  const isCurrent = currentIds()?.sessionId === ids.sessionId;
  if (isCurrent) learn(endpoint, result, since);
  if (isCurrent && (end === null || !(await endSession(end)))) return result;
  if (!givenUp.has(ids.sessionId) || currentIds()?.userId !== ids.userId) return failure('canceled');
  return end === null ? result : callAsPlayer(endpoint, optionsOf);
}
