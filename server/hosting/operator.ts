/** Passing `/api` on to an operator's own platform. */
import proxy from '@fastify/http-proxy';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { sendProblemText } from '../http/errors';
import { ProblemError } from '../http/problem';
import { BODY_LIMIT_BYTES } from '../http/server';

export interface OperatorOptions {
  /** No slash at the end. */
  readonly platformUrl: string;
  /** How long the platform may take to begin its answer, and between two parts of it. */
  readonly timeoutMs?: number;
}

/** Longer than the client waits for money (20 s): the client's own deadline is the one that players meet. */
const TIMEOUT_MS = 25_000;
const CONNECT_TIMEOUT_MS = 5_000;
const CONNECTIONS = 64;

type Headers = Record<string, string | string[] | undefined>;

/** Of one connection, not of the message (RFC 9110, 7.6.1). */
const HOP_BY_HOP = [
  'connection', 'keep-alive', 'proxy-connection', 'proxy-authorization', 'proxy-authenticate', 'transfer-encoding', 'te', 'trailer', 'upgrade',
];
/** Where a call comes from is said by us alone, in `X-Forwarded-*`: what a client claims would be believed. */
const CLAIMS_OF_ORIGIN = ['forwarded', 'x-real-ip'];
/** What speaks for a whole site: this one speaks for itself. */
const OF_THE_SITE = ['strict-transport-security', 'alt-svc', 'clear-site-data'];

/** Serves `/api` from the operator's platform. Nothing is tried twice: a call may have moved money. */
export async function registerOperator(app: FastifyInstance, { platformUrl, timeoutMs = TIMEOUT_MS }: OperatorOptions): Promise<void> {
  const { origin, pathname } = new URL(platformUrl);
  await app.register(proxy, {
    upstream: origin,
    prefix: '/api',
    rewritePrefix: pathname === '/' ? '' : pathname,
    // No OPTIONS: other sites are not to be told that they may call.
    httpMethods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
    // Where a browser is sent to is an address of this site, like /deposit, not one of the platform's.
    internalRewriteLocationHeader: false,
    disableRequestLogging: true,
    preHandler: (request, _reply, done) => done(refusalOf(request)),
    undici: { connections: CONNECTIONS, headersTimeout: timeoutMs, bodyTimeout: timeoutMs, connect: { timeout: CONNECT_TIMEOUT_MS } },
    replyOptions: {
      retryDelay: () => null,
      rewriteRequestHeaders: (request, headers) => ({ ...withoutClaims(headers), ...forwarded(request) }),
      rewriteHeaders: (headers) => withoutForeign(headers),
      // The plugin's type allows for HTTP/2, which this server does not speak.
      onError: (reply, { error }) => void sendUpstreamProblem(reply as unknown as FastifyReply, error),
    },
  });
}

/** The same limits as for the embedded platform: what is passed on is not read, so its headers are what there is. */
function refusalOf({ headers }: Pick<FastifyRequest, 'headers'>): ProblemError | undefined {
  if (Number(headers['content-length'] ?? 0) > BODY_LIMIT_BYTES) {
    return new ProblemError('too-large', 'This is more than can be sent at once.');
  }
  if (headers['content-type']?.startsWith('text/plain') === true) {
    return new ProblemError('unsupported-media-type', 'Send JSON.');
  }
  return undefined;
}

function forwarded(request: Pick<FastifyRequest, 'ip' | 'protocol' | 'host'>): Headers {
  return { 'x-forwarded-for': request.ip, 'x-forwarded-proto': request.protocol, 'x-forwarded-host': request.host };
}

/** Everything but what belongs to the connection or says where the call comes from. */
function withoutClaims(headers: Headers): Headers {
  const isKept = (name: string): boolean => !HOP_BY_HOP.includes(name) && !CLAIMS_OF_ORIGIN.includes(name);
  return Object.fromEntries(Object.entries(headers).filter(([name]) => isKept(name)));
}

/**
 * Everything but what belongs to the connection, speaks for the whole site, lets other sites read, or ties a cookie to the
 * operator's own host.
 */
function withoutForeign(headers: Headers): Headers {
  const named = String(headers['connection'] ?? '').toLowerCase().split(',').map((name) => name.trim());
  const dropped = new Set([...HOP_BY_HOP, ...OF_THE_SITE, ...named]);
  const kept = Object.entries(headers).filter(([name]) => !dropped.has(name) && !name.startsWith('access-control-'));
  return Object.fromEntries(kept.map(([name, value]) => [name, name === 'set-cookie' ? toThisHost(value) : value]));
}

function toThisHost(cookies: string | string[] | undefined): string[] {
  return [cookies ?? []].flat().map((cookie) => cookie.replace(/;\s*domain=[^;]*/gi, ''));
}

function sendUpstreamProblem(reply: FastifyReply, error: Error): FastifyReply {
  const isLate = 'statusCode' in error && error.statusCode === 504;
  const problem = new ProblemError('unavailable', isLate ? 'The platform takes too long.' : 'The platform can’t be reached.');
  const status = isLate ? 504 : 502;
  reply.log.warn({ event: 'operator.failed', error });
  return sendProblemText(reply, status, JSON.stringify({ ...problem.toBody(reply.request.id), status }));
}
