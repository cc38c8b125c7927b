/**
 * How a call of the platform ends, as a value that survives every boundary between realms. Nothing that can fail
 * because of a network, a platform or a player rejects; a rejected promise is a defect of the program.
 */
import type { Problem } from './contract/problem';

/**
 * - `network`: nothing was reached, or the connection failed before an answer.
 * - `timeout`: the deadline passed.
 * - `aborted`: the answer broke off in the middle.
 * - `bad-request`: the platform refused (4xx); `problem` says why.
 * - `bad-response`: the platform failed (5xx), or what came is not an answer of it.
 * - `canceled`: the caller gave up.
 */
export const CALL_ERROR_CODES = ['network', 'timeout', 'aborted', 'bad-request', 'bad-response', 'canceled'] as const;
export type CallErrorCode = (typeof CALL_ERROR_CODES)[number];

export interface CallError {
  readonly code: CallErrorCode;
  /** Status of the answer, where there was one. */
  readonly status?: number;
  /** The platform's words (RFC 9457), where it gave some. */
  readonly problem?: Problem;
  /** The same call may well succeed a little later. */
  readonly retryable: boolean;
  /** A network that wants a sign-in of its own seems to have answered, not the platform. */
  readonly captivePortal?: boolean;
  /** From `Retry-After`, in ms from the answer. */
  readonly retryAfterMs?: number;
}

/** An answer with this status, or a higher one, comes from a proxy that does not reach the platform. */
const FIRST_GATEWAY_STATUS = 502;

/**
 * Returns true if the platform itself answered: it refused, failed by itself, or sent an answer that can't be read. Otherwise the
 * connection failed, or something in between answered in its place.
 */
export function isAnswer({ code, status = 200, problem, captivePortal }: CallError): boolean {
  if (captivePortal) return false;
  return problem !== undefined || code === 'bad-request' || (code === 'bad-response' && status < FIRST_GATEWAY_STATUS);
}

/**
 * True for an answer from which no figure can be read: one of another shape, a failure of the platform, or a page that a network
 * sent in its place (the caller recognises that case, because all calls get such a page then).
 */
export function isUnreadable({ code }: CallError): boolean {
  return code === 'bad-response';
}

/** A platform's `Retry-After` is honoured up to here, so that no player is left for an hour without figures, or with a payment undecided. */
export const MAX_REQUESTED_WAIT_MS = 5 * 60_000;

/** How long the platform wants to be left alone with this call, in ms; 0 where it does not say. */
export function requestedWaitMs({ retryAfterMs = 0 }: CallError): number {
  // An error that comes from another tab's build may have any value here.
  return retryAfterMs > 0 ? Math.min(retryAfterMs, MAX_REQUESTED_WAIT_MS) : 0;
}

export interface Failure {
  readonly ok: false;
  readonly error: CallError;
}

/** The facts about an answer beside its data. */
export interface AnswerMeta {
  readonly status: number;
  readonly etag: string | null;
  /** Epoch ms at which the answer was live, when it comes from the device's own store; null when it is live. */
  readonly savedAt: number | null;
  /** The failure that a stored answer stands in for; null when the answer is live. */
  readonly replacedError: CallError | null;
  /** The version of the real account, beside balance answers. */
  readonly balanceVersion: number | null;
  /** How old the answer was when it came, in ms, as a cache between says; missing where none does. */
  readonly ageMs?: number;
  /** How many items of the list were left out because they can't be read; missing where all could. */
  readonly leftOut?: number;
}

export interface Success<T> extends AnswerMeta {
  readonly ok: true;
  readonly data: T;
}

export type Result<T> = Success<T> | Failure;

/** Returns the failure that a result is, or that its stored answer stands in for; null for a live answer. */
export function errorBehind(result: Result<unknown>): CallError | null {
  if (!result.ok) return result.error;
  return result.savedAt === null ? null : (result.replacedError ?? failure('network').error);
}

export function failure(code: CallErrorCode, more: Omit<CallError, 'code' | 'retryable'> & { retryable?: boolean } = {}): Failure {
  const retryable = code === 'network' || code === 'timeout' || code === 'aborted';
  return { ok: false, error: { code, retryable, ...more } };
}

/** 401s that are about one call and leave the session as it is. */
const SESSION_GOES_ON: ReadonlySet<string> = new Set(['binding-missing', 'password-needed', 'invalid-credentials']);

/** How a session ended, as far as the platform says. */
export interface SessionEnd {
  /** As in the contract; `unknown` where none was given. */
  readonly reason: string;
  /** The instant, ISO. */
  readonly endedAt?: string | undefined;
  /** The device that ended it, in words. */
  readonly endedFrom?: string | undefined;
}

/** How the session ended, or null when the failure does not say that it is over. */
export function sessionEndOf(error: CallError): SessionEnd | null {
  if (error.status !== 401 || error.captivePortal) return null;
  if (error.problem && SESSION_GOES_ON.has(error.problem.code)) return null;
  const { reason = 'unknown', endedAt, endedFrom } = error.problem ?? {};
  return { reason, endedAt, endedFrom };
}
