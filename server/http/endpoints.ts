/** Calls of the contract as routes: guards before the body is read, both ends checked, ETag, and 405 for the other verbs. */
import { isDeepStrictEqual } from 'node:util';
import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify';
import { movesMoney } from '../../src/core/contract/endpoint';
import type { Endpoint } from '../../src/core/contract/endpoint';
import type { CallerPlace } from '../place/rules';
import type { Foundation } from '../foundation';
import { sendCompressed } from './encoding';
import { sendProblemText } from './errors';
import { namesTag, tagOf } from './etag';
import { idempotencyKeyOf, isRead, readCaller, requireCaller } from './guards';
import type { Guards } from './guards';
import { ProblemError } from './problem';
import { NotModified, RawAnswer } from './router';
import type { Call, Caller, Router } from './router';
import { checkPart } from './validation';

const PREFIX = '/api';
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const satisfies readonly HTTPMethods[];

/** What the guards found out about a request. */
interface Guarded {
  readonly caller: Caller | null;
  readonly params: unknown;
  readonly key: string;
  readonly place: CallerPlace;
}

declare module 'fastify' {
  interface FastifyRequest {
    guarded: Guarded | null;
  }
}

export interface RouterOptions {
  /**
   * `exact`: an answer with members that the contract doesn't name is an error, too (tests, development). `strip`: they are
   * left out (production). An answer that doesn't fit is an error either way.
   */
  readonly answers: 'exact' | 'strip';
}

export interface EndpointRouter extends Router {
  /** Every endpoint that was registered. */
  readonly registered: readonly Endpoint[];
  /** Answers the other methods of the registered paths with 405; to be called once, after the last registration. */
  finish(): void;
}

type AnyHandle = (call: Call<Endpoint>) => Promise<unknown>;

/** A router on `app`, whose error handler must be `answerError`. */
export function makeRouter(
  app: FastifyInstance,
  platform: Pick<Foundation, 'now' | 'places'>,
  guards: Guards,
  options: RouterOptions,
): EndpointRouter {
  const registered: Endpoint[] = [];
  if (!app.hasRequestDecorator('guarded')) app.decorateRequest('guarded', null);

  function register(endpoint: Endpoint, isOpen: boolean, handle: AnyHandle): void {
    if ((endpoint.access === 'public') !== isOpen) {
      throw new Error(`${endpoint.method} ${endpoint.path} is ${endpoint.access}: use ${isOpen ? 'on' : 'open'} for it.`);
    }
    registered.push(endpoint);
    app.route({
      method: endpoint.method,
      url: PREFIX + endpoint.path,
      config: { isMoney: movesMoney(endpoint) },
      onRequest: async (request) => {
        request.guarded = await guard(guards, endpoint, request, platform);
      },
      handler: (request, reply) => serve(endpoint, handle, options, request, reply),
    });
  }

  return {
    app,
    registered,
    // The schemas of the endpoint have checked the parts of the call; the compiler can't follow that through `Endpoint`.
    on: (endpoint, handle) => register(endpoint, false, handle),
    open: (endpoint, handle) => register(endpoint, true, handle as unknown as AnyHandle),
    finish: () => refuseOtherMethods(app, registered),
  };
}

async function guard(guards: Guards, endpoint: Endpoint, request: FastifyRequest, { now, places }: Pick<Foundation, 'now' | 'places'>): Promise<Guarded> {
  const params = checkPart(endpoint.params, request.params, 'bad-request');
  if (endpoint.access === 'public') {
    if (!isRead(request.method)) guards.antiForgery.check(request, { endpoint, caller: null });
    return { caller: await readCaller(guards, request), params, key: idempotencyKeyOf(endpoint, request), place: places.ofRequest(request) };
  }
  const caller = await requireCaller(guards, endpoint, request, { userId: userIdOf(params), now: now() });
  return { caller, params, key: idempotencyKeyOf(endpoint, request), place: places.ofRequest(request) };
}

function userIdOf(params: unknown): string | undefined {
  const userId = typeof params === 'object' && params !== null && 'userId' in params ? params.userId : undefined;
  return typeof userId === 'string' ? userId : undefined;
}

async function serve(
  endpoint: Endpoint,
  handle: AnyHandle,
  options: RouterOptions,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  if (request.guarded === null) throw new Error('a handler runs after its guard');
  const call = {
    ...request.guarded,
    query: checkPart(endpoint.query, request.query, 'validation'),
    body: checkPart(endpoint.body, request.body ?? {}, 'validation'),
    request,
    reply: reply.code(endpoint.status),
  };
  void reply.header('cache-control', endpoint.access === 'public' && endpoint.etag === true ? 'no-cache' : 'no-store');
  const answer = await handle(call as Call<Endpoint>);
  if (answer instanceof NotModified) return notModified(reply, answer.etag);
  if (answer instanceof RawAnswer) return sendRaw(reply, answer);
  if (endpoint.answer === undefined) return reply.send();
  const text = JSON.stringify(fitting(endpoint, answer, options));
  return sendJson(endpoint, request, reply, text);
}

function notModified(reply: FastifyReply, tag: string): FastifyReply {
  return reply.code(304).header('etag', `"${tag}"`).send();
}

/** Byte for byte what it was the first time. */
function sendRaw(reply: FastifyReply, { status, text }: RawAnswer): FastifyReply {
  if (status >= 400) return sendProblemText(reply, status, text);
  return reply.code(status).type('application/json; charset=utf-8').send(text);
}

function sendJson(endpoint: Endpoint, request: FastifyRequest, reply: FastifyReply, text: string): FastifyReply | Promise<FastifyReply> {
  if (endpoint.etag === true && !reply.hasHeader('etag')) {
    const tag = tagOf(text);
    if (namesTag(request.headers['if-none-match'], tag)) return notModified(reply, tag);
    void reply.header('etag', `"${tag}"`);
  }
  if (isRead(endpoint.method)) return sendCompressed(request, reply, text);
  return reply.type('application/json; charset=utf-8').send(text);
}

/** The answer as the contract has it. Throws where it doesn't fit: better no answer than a wrong one. */
function fitting(endpoint: Endpoint, answer: unknown, { answers }: RouterOptions): unknown {
  const checked = endpoint.answer?.safeParse(answer);
  const name = `${endpoint.method} ${endpoint.path}`;
  if (checked?.success !== true) {
    const where = checked?.error.issues.map((issue) => `${issue.path.join('.')} (${issue.code})`).join(', ');
    throw new Error(`The answer of ${name} does not fit the contract at: ${String(where)}`);
  }
  if (answers === 'exact' && !isDeepStrictEqual(asSent(checked.data), asSent(answer))) {
    throw new Error(`The answer of ${name} has members that the contract does not name.`);
  }
  return checked.data;
}

const asSent = (value: unknown): unknown => JSON.parse(JSON.stringify(value)) as unknown;

function refuseOtherMethods(app: FastifyInstance, registered: readonly Endpoint[]): void {
  const known = new Map<string, string[]>();
  for (const { method, path } of registered) {
    known.set(path, [...(known.get(path) ?? []), ...(method === 'GET' ? ['GET', 'HEAD'] : [method])]);
  }
  for (const [path, allowed] of known) {
    app.route({
      method: METHODS.filter((method) => !allowed.includes(method)),
      url: PREFIX + path,
      onRequest: async (_request, reply) => {
        void reply.header('allow', allowed.join(', '));
        throw new ProblemError('method-not-allowed', `Use ${allowed.join(' or ')} here.`);
      },
      handler: async () => undefined,
    });
  }
}
