/** Serves calls of the contract as routes: guards before the body is read, checks of body and answer, ETags, and 405 for other methods. */
import { isDeepStrictEqual } from 'node:util';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { BODY_BYTES, movesMoney } from '../../src/core/contract/endpoint';
import type { Endpoint } from '../../src/core/contract/endpoint';
import { SECOND_MS } from '../../src/core/time';
import type { CallerPlace } from '../place/rules';
import type { Foundation } from '../foundation';
import { commitDoubtOf, refuseWhileCommitsWait } from '../db/commit-doubt';
import { addressSubject } from './addresses';
import { createCallGate } from './call-gate';
import { registerCallerAddress } from './caller-address';
import type { CallGate, Lane } from './call-gate';
import { sendCompressed } from './encoding';
import { sendProblemText } from './errors';
import { namesTag, tagOf } from './etag';
import { admitByKept, idempotencyKeyOf, isRead, readCaller, requireCaller, sessionIdOf } from './guards';
import type { Guards, SessionConnections } from './guards';
import { ProblemError } from './problem';
import { createKeptBodies } from './kept-bodies';
import type { KeptBodies } from './kept-bodies';
import { KeptAnswer, NotModified, RawAnswer } from './router';
import type { Call, CallOptions, Caller, Router } from './router';
import { checkPart, mayBeMissing } from './validation';

const PREFIX = '/api';

/** The guards' result for a request. */
interface GuardResult {
  readonly caller: Caller | null;
  readonly params: unknown;
  readonly key: string;
  readonly place: CallerPlace;
  /** When the guards began, in ms. */
  readonly atMs: number;
}

/**
 * So long the guards' result holds for a call that changes something. Its body may come long after its headers, and its turn later still;
 * meanwhile the session may have ended, or an admin lost a role.
 */
const GUARDED_FOR_MS = SECOND_MS;

declare module 'fastify' {
  interface FastifyRequest {
    guardResult: GuardResult | null;
  }
  interface FastifyContextConfig {
    /**
     * The lane in which a call of a route outside the contract waits for its turn. `none`: it takes no connection before it is proved genuine.
     * `own`: it takes its turns itself.
     */
    readonly lane?: Lane | 'none' | 'own';
  }
}

export interface RouterOptions {
  /**
   * With `exact`, members that the contract doesn't name are an error (tests, development). With `strip` they are left out
   * (production). An answer that does not match the contract is an error in both.
   */
  readonly answers: 'exact' | 'strip';
  /** How long a call may wait for its turn (see `call-gate.ts`); tests that load a slow machine let it wait longer. */
  readonly longestWaitMs?: number;
}

export interface EndpointRouter extends Router {
  /** The routes on the same application that name no lane, like `GET /api/pages`. There should be none: a flood of one takes all connections. */
  readonly withoutLane: readonly string[];
  /** Every endpoint that was registered. */
  readonly registered: readonly Endpoint[];
  /** Answers the other methods of the registered paths with 405. Call it once, after the last registration. */
  finish(): void;
}

type AnyHandler = (call: Call<Endpoint>) => Promise<unknown>;

/** Makes a router on `app`, whose error handler must be `answerError`. */
export function makeRouter(
  app: FastifyInstance,
  platform: Pick<Foundation, 'now' | 'places' | 'pool' | 'deskTimes'>,
  guards: Guards,
  options: RouterOptions,
): EndpointRouter {
  const registered: Endpoint[] = [];
  if (!app.hasRequestDecorator('callerAddress')) registerCallerAddress(app, platform.now);
  const gate = createCallGate({ longestWaitMs: options.longestWaitMs });
  const withoutLane = addLanes(app, gate);
  if (!app.hasRequestDecorator('guardResult')) app.decorateRequest('guardResult', null);

  function register(endpoint: Endpoint, isPublic: boolean, handle: AnyHandler, callOptions: CallOptions = {}): void {
    const { lane, knownTag, recordsAction = false, isConfirmed } = callOptions;
    if ((endpoint.access === 'public') !== isPublic) {
      throw new Error(`${endpoint.method} ${endpoint.path} is ${endpoint.access}: use ${isPublic ? 'on' : 'onPublic'} for it.`);
    }
    registered.push(endpoint);
    const guardAgain = (request: FastifyRequest) => guard(guards, endpoint, request, { ...platform, recordsAction }, 'money');
    const guarded = isRead(endpoint.method) ? handle : withFreshGuard(guardAgain, platform, handle);
    const gated = behindGate(gate, endpoint, lane, isConfirmed === true ? whereCommitsAreConfirmed(platform, guarded) : guarded);
    const kept = createKeptBodies();
    const laneOfPlayer = lane ?? (isRead(endpoint.method) ? 'read' : 'player');
    const guardLane = laneOfGuard(endpoint, lane);
    app.route({
      method: endpoint.method,
      url: PREFIX + endpoint.path,
      bodyLimit: endpoint.bodyBytes ?? BODY_BYTES,
      config: { isMoney: movesMoney(endpoint), hasLongLists: endpoint.access === 'admin', lane: 'own' },
      // Without promises, because most polls need none.
      onRequest: (request, _reply, done) => {
        if (!isRead(endpoint.method)) refuseWhileCommitsWait(platform.pool);
        request.guardResult = guardByKept(guards, endpoint, request, platform);
        if (request.guardResult !== null) {
          done();
          return;
        }
        const sessionId = sessionIdOf(request);
        const runGuard = () => guard(guards, endpoint, request, { ...platform, recordsAction }, guardLane === 'check' ? 'money' : 'reads');
        const admit = async (): Promise<GuardResult> => {
          // Without a session there is nothing to ask the database for.
          if (sessionId === null) return runGuard();
          if (laneOfPlayer !== 'none') gate.refuseHopeless(laneOfPlayer);
          // Whoever invents session ids must not count as many, nor take the turns of players behind the same address.
          return gate.run(guardLane, guards.sessions.findSeen(sessionId) ?? addressSubject(request.callerAddress), runGuard);
        };
        admit().then((result) => {
          request.guardResult = result;
          done();
        }, done);
      },
      handler: (request, reply) => (hasKnownAnswer(knownTag, request, reply) ? undefined : serve(endpoint, gated, kept, options, request, reply)),
    });
  }

  return {
    app,
    gate,
    withoutLane,
    registered,
    // The schemas of the endpoint have checked the parts of the call; the compiler can't follow that through `Endpoint`.
    on: (endpoint, handle, callOptions) => register(endpoint, false, handle, callOptions),
    onPublic: (endpoint, handle, callOptions) => register(endpoint, true, handle as unknown as AnyHandler, callOptions),
    finish: () => refuseOtherMethods(app, registered),
  };
}

/** Lets the routes that are registered from now on wait in the lanes that they name. Returns the list of those that name none. */
function addLanes(app: FastifyInstance, gate: CallGate): readonly string[] {
  const withoutLane: string[] = [];
  app.addHook('onRoute', (route) => {
    const lane = route.config?.lane;
    if (lane === undefined) withoutLane.push(`${[route.method].flat().join(',')} ${route.url}`);
    if (lane === undefined || lane === 'none' || lane === 'own') return;
    const { handler } = route;
    route.handler = async function handleInLane(request, reply): Promise<unknown> {
      return gate.run(lane, addressSubject(request.callerAddress), async () => handler.call(this, request, reply));
    };
  });
  return withoutLane;
}

/** Names the lane in which the caller of an endpoint is looked up. */
function laneOfGuard(endpoint: Endpoint, lane: CallOptions['lane']): 'read' | 'poll' | 'check' {
  if (lane === 'read' || lane === 'poll') return lane;
  return (lane === undefined || lane === 'none') && isRead(endpoint.method) ? 'read' : 'check';
}

/** Answers with 304 and returns true where the caller has the answer that is known to be the present one. */
function hasKnownAnswer(knownTag: CallOptions['knownTag'], request: FastifyRequest, reply: FastifyReply): boolean {
  const caller = request.guardResult?.caller ?? null;
  const asked = request.headers['if-none-match'];
  if (knownTag === undefined || caller === null || asked === undefined) return false;
  const tag = knownTag(caller, reply);
  if (tag === null || !namesTag(asked, tag)) return false;
  void notModified(reply.header('cache-control', 'no-store'), tag);
  return true;
}

/**
 * Makes a handler that waits for its turn at the gate. It waits after the body was read, so that nobody holds a place by sending a body
 * slowly. A player is counted by their id wherever they are, a stranger by their network address.
 */
function behindGate(gate: CallGate, endpoint: Endpoint, chosenLane: CallOptions['lane'], handle: AnyHandler): AnyHandler {
  if (chosenLane === 'none') return handle;
  return async (call) => {
    const caller = call.request.guardResult?.caller ?? null;
    const defaultLane = isRead(endpoint.method) ? 'read' : caller === null ? 'stranger' : 'player';
    const lane = chosenLane ?? defaultLane;
    return gate.run(lane, subjectIn(lane, caller, call.request), () => handle(call));
  };
}

/** Runs the guards again where their result is old once the call has its turn. */
function withFreshGuard(
  runGuard: (request: FastifyRequest) => Promise<GuardResult>, { now }: Pick<Foundation, 'now'>, handle: AnyHandler,
): AnyHandler {
  return async (call) => {
    const { request } = call;
    // The clock may be set back.
    if (request.guardResult !== null && Math.abs(now().getTime() - request.guardResult.atMs) <= GUARDED_FOR_MS) return handle(call);
    request.guardResult = await runGuard(request);
    return handle({ ...call, ...request.guardResult } as Call<Endpoint>);
  };
}

/** Shows nothing that a failover may take back: neither what was written before the call, nor what is found to be in doubt while it reads. */
function whereCommitsAreConfirmed({ pool }: Pick<Foundation, 'pool'>, handle: AnyHandler): AnyHandler {
  const requireConfirmed = (): void => {
    if (commitDoubtOf(pool) === null) return;
    throw new ProblemError('money-unavailable', 'We can’t show this right now. Your money is safe.', { retryAfterSeconds: 2 });
  };
  return async (call) => {
    requireConfirmed();
    const answer = await handle(call);
    requireConfirmed();
    return answer;
  };
}

/** Names the one who takes a place in the lane. Whoever signs in or up counts as a stranger, also in an open session. */
function subjectIn(lane: Lane, caller: Caller | null, request: FastifyRequest): string {
  if (caller === null || lane === 'sign-in' || lane === 'sign-up') return addressSubject(request.callerAddress);
  return caller.userId;
}

type GuardDeps = Pick<Foundation, 'now' | 'places' | 'deskTimes'>;

/** Does the same as `guard` with a kept session; null where there is none. */
function guardByKept(guards: Guards, endpoint: Endpoint, request: FastifyRequest, { now, places }: GuardDeps): GuardResult | null {
  if (!isRead(endpoint.method)) return null;
  const params = checkPart(endpoint.params, request.params, 'bad-request');
  const atMs = now().getTime();
  const caller = admitByKept(guards, endpoint, request, userIdOf(params));
  return caller === null ? null : { caller, params, key: idempotencyKeyOf(endpoint, request), place: places.ofRequest(request), atMs };
}

async function guard(
  guards: Guards, endpoint: Endpoint, request: FastifyRequest,
  { now, places, recordsAction, deskTimes }: GuardDeps & { readonly recordsAction: boolean },
  connections: SessionConnections,
): Promise<GuardResult> {
  const atMs = now().getTime();
  const params = checkPart(endpoint.params, request.params, 'bad-request');
  if (endpoint.access === 'public') {
    if (!isRead(request.method)) await guards.antiForgery.check(request, { endpoint, caller: null });
    const caller = await readCaller(guards, request, connections);
    return { caller, params, key: idempotencyKeyOf(endpoint, request), place: places.ofRequest(request), atMs };
  }
  const caller = await requireCaller(guards, endpoint, request, { userId: userIdOf(params), now: now(), recordsAction, connections, deskTimes });
  return { caller, params, key: idempotencyKeyOf(endpoint, request), place: places.ofRequest(request), atMs };
}

function userIdOf(params: unknown): string | undefined {
  const userId = typeof params === 'object' && params !== null && 'userId' in params ? params.userId : undefined;
  return typeof userId === 'string' ? userId : undefined;
}

async function serve(
  endpoint: Endpoint,
  handle: AnyHandler,
  kept: KeptBodies,
  options: RouterOptions,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  if (request.guardResult === null) throw new Error('a handler runs after its guard');
  const call = {
    ...request.guardResult,
    query: checkPart(endpoint.query, request.query, 'validation'),
    body: checkPart(endpoint.body, request.body ?? (mayBeMissing(endpoint.body) ? undefined : {}), 'validation'),
    request,
    reply: reply.code(endpoint.status),
  };
  void reply.header('cache-control', endpoint.access === 'public' && endpoint.etag === true ? 'no-cache' : 'no-store');
  const answer = await handle(call as Call<Endpoint>);
  if (answer instanceof NotModified) return notModified(reply, answer.etag);
  if (answer instanceof RawAnswer) return sendRaw(reply, answer);
  if (answer instanceof KeptAnswer) return sendKept(endpoint, answer, kept, options, request, reply);
  if (endpoint.answer === undefined) return reply.send();
  const text = JSON.stringify(checkAnswer(endpoint, answer, options));
  return sendJson(endpoint, request, reply, text);
}

function notModified(reply: FastifyReply, tag: string): FastifyReply {
  return reply.code(304).header('etag', `"${tag}"`).send();
}

/** Sends the kept body of an answer that is the same for everybody. Only such an answer may be compressed whatever it says. */
async function sendKept(
  endpoint: Endpoint, { tag, make }: KeptAnswer<unknown>, kept: KeptBodies, options: RouterOptions, request: FastifyRequest, reply: FastifyReply,
): Promise<FastifyReply> {
  if (namesTag(request.headers['if-none-match'], tag)) return notModified(reply, tag);
  const { bytes, encoding } = await kept.find(tag, request.headers['accept-encoding'], async () => JSON.stringify(checkAnswer(endpoint, await make(), options)));
  void reply.headers({ etag: `"${tag}"`, vary: 'accept-encoding', ...(encoding !== 'identity' && { 'content-encoding': encoding }) });
  return reply.type('application/json; charset=utf-8').send(bytes);
}

/** Sends a stored answer byte for byte. */
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

/** Returns the answer as the contract describes it. Throws where it does not match, because a wrong answer is worse than none. */
function checkAnswer(endpoint: Endpoint, answer: unknown, { answers }: RouterOptions): unknown {
  const result = endpoint.answer?.safeParse(answer);
  const name = `${endpoint.method} ${endpoint.path}`;
  if (result?.success !== true) {
    const where = result?.error.issues.map((issue) => `${issue.path.join('.')} (${issue.code})`).join(', ');
    throw new Error(`The answer of ${name} does not fit the contract at: ${String(where)}`);
  }
  if (answers === 'exact' && !isDeepStrictEqual(toJsonValue(result.data), toJsonValue(answer))) {
    throw new Error(`The answer of ${name} has members that the contract does not name.`);
  }
  return result.data;
}

const toJsonValue = (value: unknown): unknown => JSON.parse(JSON.stringify(value)) as unknown;

/**
 * Answers other methods of a registered path with 405. A route for each of them would be half of all routes, and half of what a start spends
 * on routes.
 */
function refuseOtherMethods(app: FastifyInstance, registered: readonly Endpoint[]): void {
  const methodsByPath = new Map<string, string[]>();
  for (const { method, path } of registered) {
    methodsByPath.set(path, [...(methodsByPath.get(path) ?? []), ...(method === 'GET' ? ['GET', 'HEAD'] : [method])]);
  }
  const paths = [...methodsByPath].map(([path, allowed]) => ({ pattern: new RegExp(`^${PREFIX}${path.replaceAll(/:\w+/g, '[^/]+')}$`), allowed }));
  app.addHook('onRequest', (request, reply, done) => {
    const found = request.is404 ? paths.find(({ pattern }) => pattern.test(request.url.replace(/[?#].*$/s, ''))) : undefined;
    if (found !== undefined) {
      void reply.header('allow', found.allowed.join(', '));
      throw new ProblemError('method-not-allowed', `Use ${found.allowed.join(' or ')} here.`);
    }
    done();
  });
}
