/** The HTTP server under everything: limits, ids, errors and headers that hold for every answer. */
import { randomBytes } from 'node:crypto';
import Fastify from 'fastify';
import type { FastifyInstance, HTTPMethods } from 'fastify';
import type { Config } from '../config';
import { answerError } from './errors';
import { refuseCrossSite } from './guards';
import { logOptions, logRequest } from './logging';
import { readableUrl } from './navigation';
import type { LogOptions } from './logging';
import { ProblemError } from './problem';

/** The largest body that is read, in bytes. */
export const BODY_LIMIT_BYTES = 1024 * 1024;

export interface ServerTimes {
  /** How long a client may take to send its headers, in ms, and how long for the whole request. */
  readonly headersMs: number;
  readonly requestMs: number;
}

const TIMES: ServerTimes = { headersMs: 10_000, requestMs: 30_000 };
const LOOK_INTERVAL_MS = 1_000;
/** Longer than what proxies keep an idle connection for, so that they never use one that is just being closed. */
const KEEP_ALIVE_MS = 75_000;
const REQUEST_ID_BYTES = 9;

const METHODS: readonly string[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] satisfies HTTPMethods[];

/** Headers of everything: nothing is guessed, framed or lent to another site. Hosted pages set a wider policy. */
const COMMON_HEADERS = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-resource-policy': 'same-origin',
  'content-security-policy': "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
} as const;

const TLS_HEADERS = { 'strict-transport-security': 'max-age=31536000' } as const;

/** A server without routes. */
export function createServer(
  config: Pick<Config, 'trustProxy'>,
  log: LogOptions,
  times: ServerTimes = TIMES,
  /** Gets every error that a call ended with. */
  hearError: (error: unknown) => void = () => undefined,
): FastifyInstance {
  const app = Fastify({
    ...logOptions(log),
    genReqId: () => randomBytes(REQUEST_ID_BYTES).toString('base64url'),
    trustProxy: config.trustProxy.length === 0 ? false : [...config.trustProxy],
    bodyLimit: BODY_LIMIT_BYTES,
    rewriteUrl: readableUrl,
    keepAliveTimeout: KEEP_ALIVE_MS,
    requestTimeout: times.requestMs,
    // At a stop idle connections go at once; those with a request in work may end it.
    forceCloseConnections: 'idle',
    http: { headersTimeout: times.headersMs, connectionsCheckingInterval: Math.min(LOOK_INTERVAL_MS, times.headersMs) },
    frameworkErrors: (error, request, reply) => {
      void reply.headers({ ...COMMON_HEADERS, 'x-request-id': request.id });
      answerError(error, request, reply);
    },
  });
  // JSON is the one thing we read; what takes something else says so in a scope of its own.
  app.removeContentTypeParser('text/plain');
  app.decorateRequest('guarded', null);
  app.addHook('onRequest', async (request, reply) => {
    void reply.headers(request.protocol === 'https' ? { ...COMMON_HEADERS, ...TLS_HEADERS } : COMMON_HEADERS);
    void reply.header('x-request-id', request.id);
    if (!METHODS.includes(request.method)) {
      void reply.header('allow', METHODS.join(', '));
      throw new ProblemError('method-not-allowed', 'This method is not known here.');
    }
    refuseCrossSite(request);
  });
  app.addHook('onResponse', async (request, reply) => logRequest(request, reply));
  app.setErrorHandler((error, request, reply) => {
    hearError(error);
    return answerError(error, request, reply);
  });
  return app;
}
