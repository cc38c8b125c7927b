/**
 * Makes the page's calls to the platform. Every call goes through here: the connection store learns from it, and an answer for a
 * player who is not signed in any more is dropped. Pages use `src/bridge/actions/*`, not this file.
 */
import type { AnswerOf, Callable } from '../../api/callable';
import { createClient } from '../../api/http';
import type { CallOptions, Client } from '../../api/http';
import { antiForgery } from '../../core/contract/anti-forgery';
import { errorBehind, failure } from '../../core/errors';
import type { Result } from '../../core/errors';
import { isFromBeforeLoss, noteFailure, notePlatformAnswer } from '../../state/connection';
import type { SessionIds } from '../../state/local-entries';
import { readCookie } from '../page/cookie';
import type { OnClose } from '../page/on-close';
import type { PlayerAccess } from '../player-bridge';
import { currentIds } from '../session/ids';
import type { PageClock } from './clock';
import type { NotServed } from './not-served';
import type { RefusedAnswers } from './refused-answers';

interface CallsDeps {
  readonly fetch: typeof globalThis.fetch;
  readonly clock: PageClock;
  readonly notServed: NotServed;
  readonly refusedAnswers: RefusedAnswers;
  readonly player: PlayerAccess;
  readonly onClose: OnClose;
}

export interface Calls {
  readonly client: Client;
  /** Makes a call that needs no session. */
  readonly callOpen: <E extends Callable>(endpoint: E, options: CallOptions<E>) => Promise<Result<AnswerOf<E>>>;
  /**
   * Makes a call as the signed-in player. An answer that comes after the session has changed is `canceled`, so that nothing of
   * one player reaches the next. A call that was refused because the session got another id meanwhile is made again.
   */
  readonly callAsPlayer: <E extends Callable>(endpoint: E, optionsOf: (ids: SessionIds) => CallOptions<E>) => Promise<Result<AnswerOf<E>>>;
  /** Notes that the session goes on under another id (after a new password), so that answers to calls with this id still belong to it. */
  readonly retireId: (sessionId: string) => void;
}

interface Outcome<T> {
  readonly result: Result<T>;
  /** True where the device has not lost its network since the question. */
  readonly isAskedSinceLoss: boolean;
}

export function createCalls({ fetch, clock, notServed, refusedAnswers, player, onClose }: CallsDeps): Calls {
  const client = createClient({ baseUrl: '/api', fetch, now: clock.now, onPlatformTime: clock.notePlatformTime, readCookie });
  const retiredIds = new Set<string>();
  let isClosed = false;
  onClose(() => (isClosed = true));

  function noteResult({ path, method }: Callable, { result, isAskedSinceLoss }: Outcome<unknown>): void {
    // A firewall may have stopped this one upload, so we read something else to find out whether the network wants a sign-in.
    if (!result.ok && result.error.captivePortal && method !== 'GET') return void callOpen(antiForgery, { noStore: true });
    if (result.ok) refusedAnswers.noteLeftOut(path, result.leftOut);
    const error = errorBehind(result);
    if (error === null) return isAskedSinceLoss ? notePlatformAnswer() : undefined;
    if (!result.ok) notServed.notePlayerCall(error);
    if (isAskedSinceLoss) noteFailure(error);
    refusedAnswers.note(path, error);
  }

  async function ask<E extends Callable>(endpoint: E, options: CallOptions<E>): Promise<Outcome<AnswerOf<E>>> {
    const askedAt = performance.now();
    const result = await client.call(endpoint, options);
    return { result, isAskedSinceLoss: !isFromBeforeLoss(askedAt) };
  }

  /** Dates an answer that was asked for before the device lost its network, so that it is shown with its age like a stored one. */
  function withAge<T>({ method }: Callable, { result, isAskedSinceLoss }: Outcome<T>): Result<T> {
    return isAskedSinceLoss || method !== 'GET' || !result.ok || result.savedAt !== null ? result : { ...result, savedAt: clock.now() };
  }

  async function callOpen<E extends Callable>(endpoint: E, options: CallOptions<E>): Promise<Result<AnswerOf<E>>> {
    const outcome = await ask(endpoint, options);
    noteResult(endpoint, outcome);
    return withAge(endpoint, outcome);
  }

  async function callAsPlayer<E extends Callable>(endpoint: E, optionsOf: (ids: SessionIds) => CallOptions<E>): Promise<Result<AnswerOf<E>>> {
    const ids = currentIds();
    if (!ids || isClosed) return failure('canceled');
    const outcome = await ask(endpoint, { ...optionsOf(ids), sessionId: ids.sessionId });
    const result = withAge(endpoint, outcome);
    const end = result.ok ? null : ((await player.use((bridge) => bridge.readEnd(result.error, ids))) ?? null);
    const isCurrent = currentIds()?.sessionId === ids.sessionId;
    if (isCurrent) {
      noteResult(endpoint, outcome);
      if (end === null || (await player.use((bridge) => bridge.endSession(end))) !== 'goes-on') return result;
    }
    const hasNewId = retiredIds.has(ids.sessionId) && currentIds()?.userId === ids.userId;
    if (!hasNewId) return failure('canceled');
    // Where the platform refused the old id, the call is made again with the new one.
    return end === null ? result : callAsPlayer(endpoint, optionsOf);
  }

  return { client, callOpen, callAsPlayer, retireId: (sessionId) => void retiredIds.add(sessionId) };
}
