/** Passes `/api` on to an operator's own platform. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { sendProblemText } from '../http/errors';
import { ProblemError } from '../http/problem';

export interface OperatorProxyOptions {
  /** No slash at the end. */
  readonly platformUrl: string;
  /** The platform may take so long to begin its answer, and between two parts of it. */
  readonly timeoutMs?: number;
}

/** This is longer than the client's deadline for money (20 s), so that the client's deadline comes first. */
const TIMEOUT_MS = 25_000;
const CONNECT_TIMEOUT_MS = 5_000;
const CONNECTIONS = 64;
/** The platform knows how much each of its calls takes; more than this is nobody's. */
const BODY_LIMIT_BYTES = 1024 * 1024;

type Headers = Record<string, string | string[] | undefined>;

/** These headers belong to one connection, not to the message (RFC 9110, 7.6.1). */
const HOP_BY_HOP = [
  'connection', 'keep-alive', 'proxy-connection', 'proxy-authorization', 'proxy-authenticate', 'transfer-encoding', 'te', 'trailer', 'upgrade',
];
/** The platform would believe these headers of a client, but only we may say where a call comes from, in `X-Forwarded-*`. */
const CLIENT_ORIGIN_HEADERS = ['forwarded', 'x-real-ip'];
/** These headers apply to a whole site, and this site sets its own. */
const SITE_HEADERS = ['strict-transport-security', 'alt-svc', 'clear-site-data'];

/** Serves `/api` from the operator's platform. No call is tried twice, because it may have moved money. */
export async function registerOperatorProxy(app: FastifyInstance, { platformUrl, timeoutMs = TIMEOUT_MS }: OperatorProxyOptions): Promise<void> {
  const { origin, pathname } = new URL(platformUrl);
  // Loaded here, because it brings an HTTP client of its own, which every other start would load for nothing.
  const { default: proxy } = await import('@fastify/http-proxy');
  await app.register(async (scope) => {
    // The proxy has a reader of its own for JSON, which passes a body on unread.
    scope.removeContentTypeParser('application/json');
    await scope.register(proxy, {
      upstream: origin,
      prefix: '/api',
      rewritePrefix: pathname === '/' ? '' : pathname,
      // OPTIONS is not passed on, so that no other site learns that it may call.
      httpMethods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
      // The platform redirects browsers to addresses of this site, like /deposit, so the location stays as it is.
      internalRewriteLocationHeader: false,
      disableRequestLogging: true,
      preHandler: (request, _reply, done) => done(findRefusal(request)),
      undici: { connections: CONNECTIONS, headersTimeout: timeoutMs, bodyTimeout: timeoutMs, connect: { timeout: CONNECT_TIMEOUT_MS } },
      replyOptions: {
        retryDelay: () => null,
        rewriteRequestHeaders: (request, headers) => ({ ...toPlatformHeaders(headers), ...forwardedHeaders(request) }),
        rewriteHeaders: (headers) => toClientHeaders(headers),
        // The plugin's type allows for HTTP/2, which this server does not speak.
        onError: (reply, { error }) => void sendUpstreamProblem(reply as unknown as FastifyReply, error),
      },
    });
  });
}

/** Applies limits like those of the embedded platform by the headers alone, because the body is passed on without being read. */
function findRefusal({ headers }: Pick<FastifyRequest, 'headers'>): ProblemError | undefined {
  if (Number(headers['content-length'] ?? 0) > BODY_LIMIT_BYTES) {
    return new ProblemError('too-large', 'This is more than can be sent at once.');
  }
  if (headers['content-type']?.startsWith('text/plain') === true) {
    return new ProblemError('unsupported-media-type', 'Send the request as JSON.');
  }
  return undefined;
}

function forwardedHeaders(request: Pick<FastifyRequest, 'callerAddress' | 'protocol' | 'host'>): Headers {
  return { 'x-forwarded-for': request.callerAddress, 'x-forwarded-proto': request.protocol, 'x-forwarded-host': request.host };
}

/** Removes the headers that belong to the connection or say where the call comes from. */
function toPlatformHeaders(headers: Headers): Headers {
  const isPassedOn = (name: string): boolean => !HOP_BY_HOP.includes(name) && !CLIENT_ORIGIN_HEADERS.includes(name);
  return Object.fromEntries(Object.entries(headers).filter(([name]) => isPassedOn(name)));
}

/**
 * Removes the headers that belong to the connection, apply to the whole site or let other sites read, and the domain that ties a
 * cookie to the operator's own host.
 */
function toClientHeaders(headers: Headers): Headers {
  const connectionHeaders = String(headers['connection'] ?? '').toLowerCase().split(',').map((name) => name.trim());
  const removedNames = new Set([...HOP_BY_HOP, ...SITE_HEADERS, ...connectionHeaders]);
  const passedOn = Object.entries(headers).filter(([name]) => !removedNames.has(name) && !name.startsWith('access-control-'));
  return Object.fromEntries(passedOn.map(([name, value]) => [name, name === 'set-cookie' ? removeCookieDomains(value) : value]));
}

function removeCookieDomains(cookies: string | string[] | undefined): string[] {
  return [cookies ?? []].flat().map((cookie) => cookie.replace(/;\s*domain=[^;]*/gi, ''));
}

function sendUpstreamProblem(reply: FastifyReply, error: Error): FastifyReply {
  const isTimeout = 'statusCode' in error && error.statusCode === 504;
  const problem = new ProblemError('unavailable', isTimeout ? 'The platform did not answer in time.' : 'The platform can’t be reached.');
  const status = isTimeout ? 504 : 502;
  reply.log.warn({ event: 'operator.failed', error });
  return sendProblemText(reply, status, JSON.stringify({ ...problem.toBody(reply.request.id), status }));
}
