/** Lists where the player is signed in, gives out a copy of their data, and closes the account. Nothing here rejects. */
import type { AnswerOf } from '../../core/contract/endpoint';
import * as sessions from '../../core/contract/sessions';
import type { DeviceSession } from '../../core/contract/sessions';
import { listSessions } from '../../core/contract/sessions';
import { failure } from '../../core/errors';
import type { Result } from '../../core/errors';
import type { Snapshot } from '../../data/schema';
import { getSnapshot } from '../../data/snapshots';
import { bridge, callAsPlayer, database } from '../index';
import { parseUrl } from '../page/parse-url';
import { currentIds } from '../session/ids';
import { recheckSession } from './sync';

export type { DeviceSession };
export type Sessions = AnswerOf<typeof sessions.listSessions>;

export function loadSessions(signal?: AbortSignal): Promise<Result<Sessions>> {
  return callAsPlayer(sessions.listSessions, ({ userId }) => ({ params: { userId }, ...(signal && { signal }) }));
}

/** Reads the sessions that this device has stored; null where it has none. */
export async function storedSessions(): Promise<Snapshot<Sessions> | null> {
  const userId = currentIds()?.userId;
  return userId === undefined ? null : getSnapshot(database, userId, 'sessions', listSessions.answer);
}

/** Signs one other device out; succeeds also where it was signed out already. */
export function revokeDevice(sessionRef: string): Promise<Result<undefined>> {
  return callAsPlayer(sessions.revokeSession, ({ userId }) => ({ params: { userId, sessionRef } }));
}

/** Signs every other device out; `ended`: how many. */
export function revokeOthers(): Promise<Result<{ readonly ended: number }>> {
  return callAsPlayer(sessions.revokeOtherSessions, ({ userId }) => ({ params: { userId } }));
}

/**
 * Requests the copy of the player's data. The result is an address that gives the file once. An address on another site is
 * refused as a bad answer.
 */
export async function requestArchive(): Promise<Result<string>> {
  const result = await callAsPlayer(sessions.requestArchive, ({ userId }) => ({ params: { userId } }));
  if (!result.ok) return result;
  const isOurs = parseUrl(result.data.url, location.origin)?.origin === location.origin;
  return isOurs ? { ...result, data: result.data.url } : failure('bad-response');
}

/**
 * Closes the account. On success nothing of the player stays here, as after signing out. When the answer is lost we check
 * whether the session still stands.
 */
export async function closeAccount(password: string, reason: string): Promise<Result<undefined>> {
  const body = { password, ...(reason.trim() !== '' && { reason: reason.trim() }) };
  const result = await callAsPlayer(sessions.closeAccount, ({ userId }) => ({ params: { userId }, body }));
  if (result.ok) await bridge.session.signOut();
  else if (result.error.problem === undefined) void recheckSession();
  return result;
}
