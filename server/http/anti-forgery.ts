/**
 * Protects changing calls by a signed double submit. A random token is signed together with the cookie that it is bound to (the
 * binding cookie of the session, or a guest's random cookie). It stands in a cookie that scripts of this site can read and copy
 * into a header. Another site can neither read that cookie nor make one that matches the bound cookie.
 */
import { createHmac } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Pool } from 'pg';
import type { Endpoint } from '../../src/core/contract/endpoint';
import { DAY_MS } from '../../src/core/time';
import type { Foundation } from '../foundation';
import { readSharedSecret } from '../platform-secret';
import type { SharedSecret } from '../platform-secret';
import { BINDING_COOKIE, GUEST_COOKIE, TOKEN_COOKIE, equalSecrets, readCookie, setCookie } from './cookies';
import { ProblemError } from './problem';
import type { Caller } from './router';

export interface AntiForgery {
  /** Rejects with 403 `anti-forgery` unless the request carries a token of its own session or guest cookie. */
  check(request: FastifyRequest, call: { readonly endpoint: Endpoint; readonly caller: Caller | null }): Promise<void>;
  /** Sets a new token for a session that was just made. */
  issueForSession(reply: FastifyReply, bindingSecret: string): void;
  /** Sets a new guest cookie and a token for it. */
  issueForGuest(reply: FastifyReply): void;
  /** Sets a token that matches the cookies of the request, unless the request has one already. */
  renew(request: FastifyRequest, reply: FastifyReply): void;
}

type Deps = Pick<Foundation, 'config' | 'randomBytes'>;

const NONCE_BYTES = 16;
const GUEST_BYTES = 24;
const SECRET_NAME = 'anti-forgery';
/** The cookies last as long as a session. */
export const SESSION_COOKIE_SECONDS = (30 * DAY_MS) / 1000;

/** A rotation reaches a running process after this time, or at the first token that it does not know. */
const SECRET_LIFETIME_MS = 60_000;
/** Whoever sends false tokens makes a process read the secret at most this often. */
const READ_INTERVAL_MS = 1_000;

/** Reads the key that signs the tokens, which all processes on a database share, and the one before it for as long as it is accepted. */
export function readAntiForgerySecret(pool: Pool, platform: Pick<Foundation, 'now' | 'randomBytes' | 'fieldKeys'>): Promise<SharedSecret> {
  return readSharedSecret(pool, platform, SECRET_NAME);
}

type Context = { readonly kind: 'session' | 'guest'; readonly value: string };

/** Reads the cookie that a token of this browser must be bound to. A binding cookie counts also when its session has ended. */
function readContext(request: FastifyRequest): Context | null {
  const binding = readCookie(request, BINDING_COOKIE);
  if (binding !== null) return { kind: 'session', value: binding };
  const guest = readCookie(request, GUEST_COOKIE);
  return guest === null ? null : { kind: 'guest', value: guest };
}

/**
 * Says whether the call may come without a token: an API client that is no browser reads and posts consents with `X-SessionId`
 * alone. A foreign page can't make a browser send such a call. A browser names the site or the origin of a changing request, or
 * sends cookies, and it sends `X-SessionId` to another site only after a preflight, which this platform never allows.
 */
function canSkipToken(request: FastifyRequest, endpoint: Endpoint): boolean {
  const { origin, cookie, referer, 'sec-fetch-site': site } = request.headers;
  return endpoint.access === 'session' && [origin, cookie, referer, site].every((header) => header === undefined);
}

/** `initialSecret` is what `readSecret` has just returned. */
export function createAntiForgery({ config, randomBytes }: Deps, initialSecret: SharedSecret, readSecret: () => Promise<SharedSecret>): AntiForgery {
  const sign = (secret: Buffer, nonce: string, { kind, value }: Context): string =>
    createHmac('sha256', secret).update(`${kind}:${value}:${nonce}`).digest('base64url');
  let secrets = initialSecret;
  let readAtMs = performance.now();

  /** Reads the secret again where it was read longer ago than that. Returns false where it was not. */
  async function refresh(afterMs: number): Promise<boolean> {
    if (performance.now() - readAtMs < afterMs) return false;
    readAtMs = performance.now();
    secrets = await readSecret();
    return true;
  }

  function isTokenOf(token: string, context: Context): boolean {
    const [nonce = '', signature = ''] = token.split('.');
    const { current, previous } = secrets;
    return equalSecrets(signature, sign(current, nonce, context)) || (previous !== null && equalSecrets(signature, sign(previous, nonce, context)));
  }

  function issue(reply: FastifyReply, context: Context): void {
    // The next token is made with the new secret; this one is accepted, too. Where the database is away nothing changes.
    refresh(SECRET_LIFETIME_MS).catch(() => undefined);
    const nonce = randomBytes(NONCE_BYTES).toString('base64url');
    setCookie(reply, config, TOKEN_COOKIE, `${nonce}.${sign(secrets.current, nonce, context)}`, {
      isReadable: true,
      ...(context.kind === 'session' && { maxAgeSeconds: SESSION_COOKIE_SECONDS }),
    });
  }

  function isGenuine(request: FastifyRequest, caller: Caller | null): boolean {
    const header = request.headers['x-xsrf-token'];
    const cookie = readCookie(request, TOKEN_COOKIE);
    const context = readContext(request);
    if (typeof header !== 'string' || cookie === null || context === null) return false;
    // The token may belong to another session in the same browser, so the caller's own binding must match.
    if (caller !== null && context.kind === 'session' && !caller.isBound) return false;
    return equalSecrets(header, cookie) && isTokenOf(cookie, context);
  }

  function issueForGuest(reply: FastifyReply): void {
    const value = randomBytes(GUEST_BYTES).toString('base64url');
    setCookie(reply, config, GUEST_COOKIE, value);
    issue(reply, { kind: 'guest', value });
  }

  return {
    check: async (request, { endpoint, caller }) => {
      const isAccepted = () => canSkipToken(request, endpoint) || isGenuine(request, endpoint.access === 'public' ? null : caller);
      // Another process may have made the token with a newer secret.
      if (isAccepted() || ((await refresh(READ_INTERVAL_MS)) && isAccepted())) return;
      throw new ProblemError('anti-forgery', 'This page is out of date. Load it again.');
    },
    issueForSession: (reply, bindingSecret) => issue(reply, { kind: 'session', value: bindingSecret }),
    issueForGuest,
    renew: (request, reply) => {
      const context = readContext(request);
      const cookie = readCookie(request, TOKEN_COOKIE);
      if (context === null) issueForGuest(reply);
      else if (cookie === null || !isTokenOf(cookie, context)) issue(reply, context);
    },
  };
}
