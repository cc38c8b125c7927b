/** Makes the HTTP server with the limits, ids, errors and headers that hold for every answer. */
import Fastify from 'fastify';
import type { FastifyInstance, HTTPMethods } from 'fastify';
import { BODY_BYTES } from '../../src/core/contract/endpoint';
import type { Config } from '../config';
import { registerCallerAddress, trustProxies } from './caller-address';
import { closingProblem, createDrain } from './drain';
import { answerError } from './errors';
import { alertForgottenProxy } from './forgotten-proxy';
import { refuseCrossSite } from './guards';
import { toLoggerOptions, logRequest } from './logging';
import { toDecodableUrl } from './navigation';
import type { LogOptions } from './logging';
import { ProblemError } from './problem';
import { createRequestIds } from './request-ids';

/**
 * The most commas of a body that somebody else than an admin sends: each stands for a member at most. Parsing and checking thousands of them takes
 * the whole process, before any lane bounds the work; one long text costs next to nothing.
 */
export const MOST_COMMAS = 4_000;

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Its body may have any number of members; its guards let nobody in but admins. */
    readonly hasLongLists?: boolean;
  }
}

export interface ServerTimeouts {
  /** A client may take so long to send its headers, and so long for the whole request; both in ms. */
  readonly headersMs: number;
  readonly requestMs: number;
}

const DEFAULT_TIMEOUTS: ServerTimeouts = { headersMs: 10_000, requestMs: 30_000 };
const TIMEOUT_CHECK_INTERVAL_MS = 1_000;
/** This is longer than proxies keep an idle connection, so that they never use one that is just being closed. */
const KEEP_ALIVE_MS = 75_000;

const METHODS: readonly string[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] satisfies HTTPMethods[];

/** Every answer has these headers: it can't be guessed at, framed or used by another site. Hosted pages set a wider policy. */
const COMMON_HEADERS = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-resource-policy': 'same-origin',
  'content-security-policy': "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
} as const;

const TLS_HEADERS = { 'strict-transport-security': 'max-age=31536000' } as const;

function hasTooManyCommas(text: string): boolean {
  let count = 0;
  for (let at = text.indexOf(','); at !== -1; at = text.indexOf(',', at + 1)) {
    count += 1;
    if (count > MOST_COMMAS) return true;
  }
  return false;
}

/** Makes a server without routes. */
export function createServer(
  config: Pick<Config, 'trustProxy'>,
  log: LogOptions,
  timeouts: ServerTimeouts = DEFAULT_TIMEOUTS,
  /** Gets the error of every call that failed. */
  onError: (error: unknown) => void = () => undefined,
  now: () => Date = () => new Date(),
): FastifyInstance {
  const app = Fastify({
    ...toLoggerOptions(log),
    genReqId: createRequestIds(),
    trustProxy: trustProxies(config.trustProxy),
    // A call with more says so in the contract.
    bodyLimit: BODY_BYTES,
    rewriteUrl: toDecodableUrl,
    keepAliveTimeout: KEEP_ALIVE_MS,
    requestTimeout: timeouts.requestMs,
    // At a stop, idle connections are closed at once; the others may finish their request.
    forceCloseConnections: 'idle',
    // Fastify's own 503 has neither Retry-After nor a problem body, so the hook below refuses instead.
    return503OnClosing: false,
    http: { headersTimeout: timeouts.headersMs, connectionsCheckingInterval: Math.min(TIMEOUT_CHECK_INTERVAL_MS, timeouts.headersMs) },
    frameworkErrors: (error, request, reply) => {
      void reply.headers({ ...COMMON_HEADERS, 'x-request-id': request.id });
      answerError(error, request, reply);
    },
  });
  // The server reads JSON alone; a route that takes something else registers its parser in a scope of its own.
  app.removeAllContentTypeParsers();
  const parseJson = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
    const isTooLong = request.routeOptions.config.hasLongLists !== true && hasTooManyCommas(body);
    if (isTooLong) done(new ProblemError('too-large', 'This is more than can be sent at once.'));
    else void parseJson(request, body, done);
  });
  app.decorateRequest('guardResult', null);
  const drain = createDrain();
  app.decorate('drain', drain);
  app.addHook('preClose', async () => drain.close());
  registerCallerAddress(app, now);
  if (config.trustProxy.length === 0) alertForgottenProxy(app);
  // These hooks run for every request, so they make no promises.
  app.addHook('onRequest', (request, reply, done) => {
    void reply.headers(request.protocol === 'https' ? { ...COMMON_HEADERS, ...TLS_HEADERS } : COMMON_HEADERS);
    void reply.header('x-request-id', request.id);
    // Whoever keeps a connection shall open the next one at another process.
    if (drain.stage !== 'serving') void reply.header('connection', 'close');
    if (drain.stage === 'closing' && request.routeOptions.config.isProbe !== true) throw closingProblem();
    if (!METHODS.includes(request.method)) {
      void reply.header('allow', METHODS.join(', '));
      throw new ProblemError('method-not-allowed', 'This method is not supported.');
    }
    refuseCrossSite(request);
    done();
  });
  app.addHook('onResponse', (request, reply, done) => {
    logRequest(request, reply);
    done();
  });
  app.setErrorHandler((error, request, reply) => {
    onError(error);
    return answerError(error, request, reply);
  });
  return app;
}
