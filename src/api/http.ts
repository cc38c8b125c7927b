/**
 * The two HTTP clients: the platform below `/api`, and the content host. Every call has a deadline that covers
 * headers and body, and ends in a value, never in a rejection.
 */
import { antiForgery } from '../core/contract/anti-forgery';
import { BALANCE_VERSION_HEADER } from '../core/contract/headers';
import { failure } from '../core/errors';
import type { AnswerMeta, Failure, Result, Success } from '../core/errors';
import { addressOf } from './address';
import { retryAfterMs, parseAnswer } from './answer';
import type { AnswerOf, BodyOf, Callable, ParamsOf, QueryOf } from './callable';
import { startDeadline } from './deadline';
import type { Deadline } from './deadline';
import { FORM_DEADLINE_MS, READ_DEADLINE_MS } from './deadlines';
import { readBody } from './read-body';
import { networkFailureOf, SAVED_AT_HEADER } from './stored-answer';

export const XSRF_COOKIE = 'XSRF-TOKEN';
const XSRF_HEADER = 'x-xsrf-token';

export interface ClientOptions {
  /** `/api`, or the content host's address; no slash at the end. */
  readonly baseUrl: string;
  readonly fetch: typeof fetch;
  readonly now: () => number;
  /** Called with the time (epoch ms; NaN where there was none) of every answer that the platform itself has given. */
  readonly onPlatformTime?: (platformMs: number) => void;
  /** Returns the value of a cookie that scripts may read, or null. The content client never calls it. */
  readonly readCookie?: (name: string) => string | null;
  /** Gets a new anti-forgery token, for a worker, which can't read the cookie. By default the client fetches the cookie itself. */
  readonly renewToken?: () => Promise<unknown>;
  /** `content`: the client never sends a session, a token or cookies. */
  readonly kind?: 'platform' | 'content';
}

/** An option that exists only where the endpoint takes such a value. */
type Part<Name extends string, Value> = Value extends undefined ? unknown : { readonly [K in Name]: Value };

export type CallOptions<E extends Callable> = Part<'params', ParamsOf<E>> &
  Part<'body', BodyOf<E>> & {
    readonly query?: QueryOf<E>;
    /** Sent as `X-SessionId`. */
    readonly sessionId?: string | null;
    /** Sent as `Idempotency-Key`. */
    readonly key?: string;
    /** Sent as `If-Match`, in quotes. */
    readonly ifMatch?: string | number;
    readonly signal?: AbortSignal;
    readonly deadlineMs?: number;
    /** True: the request uses no cache, and does not wait for a hanging request of the same address. */
    readonly noStore?: boolean;
    readonly maxBytes?: number;
  };

/** The answer 304: what the caller has still holds. */
export interface Unchanged extends AnswerMeta {
  readonly ok: true;
  readonly data: null;
}

export interface Client {
  /** Makes one call. */
  call<E extends Callable>(endpoint: E, options: CallOptions<E>): Promise<Result<AnswerOf<E>>>;
  /** Makes a call with `If-None-Match`; `data` is null when nothing has changed. */
  callIfChanged<E extends Callable>(
    endpoint: E,
    etag: string,
    options: CallOptions<E>,
  ): Promise<Success<AnswerOf<E>> | Unchanged | Failure>;
}

interface AnyOptions {
  readonly params?: unknown;
  readonly body?: unknown;
  readonly query?: unknown;
  readonly sessionId?: string | null;
  readonly key?: string;
  readonly ifMatch?: string | number;
  readonly signal?: AbortSignal;
  readonly deadlineMs?: number;
  readonly noStore?: boolean;
  readonly maxBytes?: number;
}

type AnyResult = Success<unknown> | Failure;

function wholeNumber(header: string | null): number | null {
  return header !== null && /^\d{1,15}$/.test(header) ? Number(header) : null;
}

/** Reads epoch ms. Cuts a fraction off, because an earlier build stored such times, and without a time a stored answer would count as live. */
function epochMs(header: string | null): number | null {
  return wholeNumber(header?.split('.')[0] ?? null);
}

/** Seconds. A cache that says a greater `Age` is wrong. */
const MAX_AGE_S = 1e7;

function metaOf(response: Response, nowMs: number): AnswerMeta {
  const ageS = Math.min(wholeNumber(response.headers.get('age')) ?? 0, MAX_AGE_S);
  return {
    status: response.status,
    etag: response.headers.get('etag'),
    savedAt: epochMs(response.headers.get(SAVED_AT_HEADER)),
    replacedError: networkFailureOf(response.headers, nowMs),
    balanceVersion: wholeNumber(response.headers.get(BALANCE_VERSION_HEADER)),
    ...(ageS > 0 && { ageMs: ageS * 1000 }),
  };
}

export function createClient(options: ClientOptions): Client {
  const isPlatform = options.kind !== 'content';
  const token = () => (isPlatform ? (options.readCookie?.(XSRF_COOKIE) ?? null) : null);

  function headersOf(endpoint: Callable, call: AnyOptions, etag: string | null): Record<string, string> {
    const headers: Record<string, string> = { accept: 'application/json' };
    if (call.body !== undefined) headers['content-type'] = 'application/json';
    if (etag !== null) headers['if-none-match'] = etag;
    if (call.key !== undefined) headers['idempotency-key'] = call.key;
    if (call.ifMatch !== undefined) headers['if-match'] = `"${call.ifMatch}"`;
    if (!isPlatform) return headers;
    if (call.sessionId) headers['x-sessionid'] = call.sessionId;
    const xsrf = endpoint.method === 'GET' ? null : token();
    if (xsrf !== null) headers[XSRF_HEADER] = xsrf;
    return headers;
  }

  async function exchange(url: string, init: RequestInit, endpoint: Callable, call: AnyOptions, isConditional: boolean) {
    const response = await options.fetch(url, init);
    if (response.type === 'opaqueredirect') return failure('bad-response', { retryable: true, captivePortal: true });
    const meta = metaOf(response, options.now());
    const notePlatformTime = () => options.onPlatformTime?.(Date.parse(response.headers.get('date') ?? '') + (meta.ageMs ?? 0));
    if (response.status === 304 && isConditional) {
      notePlatformTime();
      return { ok: true, data: null, ...meta } satisfies Unchanged;
    }
    let text: string | null;
    try {
      text = await readBody(response, call.maxBytes);
    } catch {
      return failure('aborted', { status: response.status });
    }
    if (text === null) return failure('bad-response', { status: response.status });
    const answer = parseAnswer(
      {
        status: response.status,
        contentType: response.headers.get('content-type'),
        text,
        retryAfterMs: retryAfterMs(response.headers.get('retry-after'), options.now()),
      },
      endpoint.answer,
    );
    if (!answer.ok) return answer;
    // Only an answer of the platform tells the time: the clock of a captive portal may say 1970.
    notePlatformTime();
    return { ...answer, ...meta } satisfies Success<unknown>;
  }

  async function send(
    endpoint: Callable,
    call: AnyOptions,
    etag: string | null,
    deadline: Deadline,
  ): Promise<AnyResult> {
    const address = addressOf(endpoint, call.params, call.query);
    if (address === null) return failure('bad-request');
    const init: RequestInit = {
      method: endpoint.method,
      headers: headersOf(endpoint, call, etag),
      signal: deadline.signal,
      credentials: isPlatform ? 'same-origin' : 'omit',
      // The platform never redirects a call, but a captive portal does.
      redirect: 'manual',
      ...(call.body !== undefined && { body: JSON.stringify(call.body) }),
      ...(call.noStore && { cache: 'no-store' as const }),
    };
    try {
      const work = exchange(options.baseUrl + address, init, endpoint, call, etag !== null);
      const result = await Promise.race([work, deadline.ended]);
      // Our own signal may have cut the body off; then its reason is the failure.
      return result.ok ? result : (endedFailure(deadline) ?? result);
    } catch {
      return endedFailure(deadline) ?? failure('network');
    }
  }

  /** Makes sure of the anti-forgery cookie before a change, and renews it once when the platform says that it is too old. */
  async function run(endpoint: Callable, call: AnyOptions, etag: string | null): Promise<AnyResult> {
    const isRead = endpoint.method === 'GET';
    const deadline = startDeadline(call.deadlineMs ?? (isRead ? READ_DEADLINE_MS : FORM_DEADLINE_MS), call.signal);
    const renewToken = options.renewToken ?? (() => send(antiForgery, { noStore: true }, null, deadline));
    const mayRenew = isPlatform && options.readCookie !== undefined;
    try {
      if (isRead || !mayRenew) return await send(endpoint, call, etag, deadline);
      if (token() === null && !options.renewToken) await renewToken();
      const result = await send(endpoint, call, etag, deadline);
      if (result.ok || result.error.problem?.code !== 'anti-forgery') return result;
      await renewToken();
      return await send(endpoint, call, etag, deadline);
    } finally {
      deadline.clear();
    }
  }

  return {
    // A cast, because the compiler can't follow through `Endpoint` that the endpoint's own schema has checked the data.
    call: (endpoint, call) => run(endpoint, call, null) as Promise<Result<AnswerOf<typeof endpoint>>>,
    callIfChanged: (endpoint, etag, call) =>
      // The same cast for the same reason; only here the answer may be "unchanged".
      run(endpoint, call, etag) as Promise<Success<AnswerOf<typeof endpoint>> | Unchanged | Failure>,
  };
}

function endedFailure(deadline: Deadline): Failure | null {
  const why = deadline.endedBy();
  return why === null ? null : failure(why);
}
