/**
 * Signed double submit: a random token, signed together with what it is bound to (the binding cookie of the session, or a
 * guest's random cookie), stands in a cookie that scripts of this site can read and copy into a header. Another site can
 * neither read the cookie nor make one that fits the bound one.
 */
import { createHmac } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Pool } from 'pg';
import type { Endpoint } from '../../src/core/contract/endpoint';
import { DAY_MS } from '../../src/core/time';
import type { Foundation } from '../foundation';
import { readPlatformSecret } from '../platform-secret';
import { BINDING_COOKIE, GUEST_COOKIE, TOKEN_COOKIE, equalSecrets, readCookie, setCookie } from './cookies';
import { ProblemError } from './problem';
import type { Caller } from './router';

export interface AntiForgery {
  /** Throws 403 `anti-forgery` unless the request carries a token of its own session or guest cookie. */
  check(request: FastifyRequest, call: { readonly endpoint: Endpoint; readonly caller: Caller | null }): void;
  /** A fresh token for a session that was just made. */
  issueForSession(reply: FastifyReply, bindingSecret: string): void;
  /** A fresh token for nobody in particular. */
  issueForGuest(reply: FastifyReply): void;
  /** A token that fits the cookies of the request; the one there is stays when it still fits. */
  renew(request: FastifyRequest, reply: FastifyReply): void;
}

type Deps = Pick<Foundation, 'config' | 'randomBytes'>;

const NONCE_BYTES = 16;
const GUEST_BYTES = 24;
const SECRET_NAME = 'anti-forgery';
/** As long as a session can be read with. */
export const SESSION_COOKIE_SECONDS = (30 * DAY_MS) / 1000;

/** The key that signs the tokens, the same for all processes on a database. */
export function readAntiForgerySecret(pool: Pool, platform: Pick<Foundation, 'now' | 'randomBytes'>): Promise<Buffer> {
  return readPlatformSecret(pool, platform, SECRET_NAME);
}

type Context = { readonly of: 'session' | 'guest'; readonly value: string };

/** What a token of this browser must be bound to. A binding cookie counts also when its session is over. */
function contextOf(request: FastifyRequest): Context | null {
  const binding = readCookie(request, BINDING_COOKIE);
  if (binding !== null) return { of: 'session', value: binding };
  const guest = readCookie(request, GUEST_COOKIE);
  return guest === null ? null : { of: 'guest', value: guest };
}

/**
 * Whether the call may come without a token: an API client that is no browser reads and posts consents with `X-SessionId`
 * alone. Nothing that a foreign page can make a browser send looks like that: browsers name the site or the origin that a
 * changing request comes from, or send cookies; and none of them sends `X-SessionId` elsewhere without asking first, which
 * this platform never allows.
 */
function needsNoToken(request: FastifyRequest, endpoint: Endpoint): boolean {
  const { origin, cookie, referer, 'sec-fetch-site': site } = request.headers;
  return endpoint.access === 'session' && [origin, cookie, referer, site].every((header) => header === undefined);
}

export function createAntiForgery({ config, randomBytes }: Deps, secret: Buffer): AntiForgery {
  const sign = (nonce: string, { of, value }: Context): string =>
    createHmac('sha256', secret).update(`${of}:${value}:${nonce}`).digest('base64url');

  function fits(token: string, context: Context): boolean {
    const [nonce = '', signature = ''] = token.split('.');
    return equalSecrets(signature, sign(nonce, context));
  }

  function issue(reply: FastifyReply, context: Context): void {
    const nonce = randomBytes(NONCE_BYTES).toString('base64url');
    setCookie(reply, config, TOKEN_COOKIE, `${nonce}.${sign(nonce, context)}`, {
      readable: true,
      ...(context.of === 'session' && { maxAgeSeconds: SESSION_COOKIE_SECONDS }),
    });
  }

  function isGenuine(request: FastifyRequest, caller: Caller | null): boolean {
    const header = request.headers['x-xsrf-token'];
    const cookie = readCookie(request, TOKEN_COOKIE);
    const context = contextOf(request);
    if (typeof header !== 'string' || cookie === null || context === null) return false;
    // A token of another session that lives in the same browser is not this session's.
    if (caller !== null && context.of === 'session' && !caller.bound) return false;
    return equalSecrets(header, cookie) && fits(cookie, context);
  }

  function issueForGuest(reply: FastifyReply): void {
    const value = randomBytes(GUEST_BYTES).toString('base64url');
    setCookie(reply, config, GUEST_COOKIE, value);
    issue(reply, { of: 'guest', value });
  }

  return {
    check: (request, { endpoint, caller }) => {
      if (needsNoToken(request, endpoint) || isGenuine(request, endpoint.access === 'public' ? null : caller)) return;
      throw new ProblemError('anti-forgery', 'This page is out of date. Load it again.');
    },
    issueForSession: (reply, bindingSecret) => issue(reply, { of: 'session', value: bindingSecret }),
    issueForGuest,
    renew: (request, reply) => {
      const context = contextOf(request);
      const cookie = readCookie(request, TOKEN_COOKIE);
      if (context === null) issueForGuest(reply);
      else if (cookie === null || !fits(cookie, context)) issue(reply, context);
    },
  };
}
