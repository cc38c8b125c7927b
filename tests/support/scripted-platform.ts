/**
 * A platform for tests of tabs and sessions, behind the product's own host. A test defines its players and sessions and the
 * delay of every answer, and reads a list of the requests with their time and player. It stores no money.
 */
import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ScriptedPlayer {
  readonly userId: string;
  readonly sessionId: string;
  readonly username: string;
  /** Naira. */
  real: number;
}

export interface ScriptedCall {
  readonly method: string;
  readonly path: string;
  /** The last part of the path: `balance`, `bonusWallet` … */
  readonly name: string;
  readonly sessionId: string | null;
  readonly query: URLSearchParams;
  /** The idempotency key; null where there is none. */
  readonly key: string | null;
  /** The body's JSON; undefined where there is none. */
  readonly body: unknown;
  /** `performance.now()` of the test's process. */
  readonly at: number;
  /** The status of the answer; null until it is sent. */
  status: number | null;
}

/** An answer in place of the usual one. */
export interface ScriptedAnswer {
  readonly status: number;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface ScriptedPlatform {
  readonly url: string;
  readonly calls: readonly ScriptedCall[];
  /** Lists the calls with a name, in order. */
  of(name: string): readonly ScriptedCall[];
  /** Counts the answers with a status. */
  answered(status: number): number;
  addPlayer(player: ScriptedPlayer): void;
  /** Ends the session; its calls get this problem from now on. */
  endSession(sessionId: string, problem: Readonly<Record<string, unknown>>): void;
  /** Returns for every call from now on an answer in place of the usual one, or null. */
  script: (call: ScriptedCall) => ScriptedAnswer | null;
  /** Returns for every call from now on the delay of its answer in ms. */
  delay: (call: ScriptedCall) => number;
  /** Removes players, calls and script, as at the start. */
  reset(): void;
  close(): Promise<void>;
}

const PATHS = {
  '/v1/auth/sign-in': ['post'],
  '/v1/auth/sign-out': ['post'],
  '/v1/player/{userId}/account': ['get'],
  '/v1/player/{userId}/rounds': ['get'],
  '/v1/player/{userId}/transactions': ['get'],
  '/v1/player/{userId}/deposits': ['get', 'post'],
  '/v1/player/{userId}/operations/{key}': ['get'],
  '/v1/admin/games': ['get'],
  '/v1/admin/withdrawals': ['get'],
  '/v1/admin/withdrawals/{withdrawalId}/approval': ['post'],
  '/v1/admin/withdrawals/{withdrawalId}/refusal': ['post'],
} as const;

const AT = '2026-11-21T08:00:00Z';
const OPTIONS = { items: [{ method: 'mobile-money', name: 'Mobile money', minAmount: 100, maxAmount: 1_000_000, currency: 'NGN' }] };

function defaultAnswer(name: string, player: ScriptedPlayer): unknown {
  switch (name) {
    case 'profile':
      return { username: player.username, firstname: player.username, lastname: 'Canary', email: `${player.username}@canary.example`, consents: {} };
    case 'account':
      return {
        userId: player.userId, role: 'player', emailActivated: true, verification: 'none', protection: 'none', language: 'en', phone: null,
        memberSince: AT, previousSignIn: null,
      };
    case 'balance':
      return { items: [{ type: 'Real', amount: player.real, currency: 'NGN' }] };
    case 'deposits':
      return {
        items: [{
          depositId: `${player.username}-deposit`, method: 'mobile-money', amount: player.real, currency: 'NGN', state: 'success', next: null,
          createdAt: AT, updatedAt: AT, timeline: [{ step: 'asked', at: AT }],
        }],
        next: null,
      };
    default:
      return { items: [], next: null };
  }
}

const pause = (ms: number) => new Promise((done) => setTimeout(done, ms));

async function jsonOf(request: IncomingMessage): Promise<unknown> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  const text = Buffer.concat(parts).toString();
  return text === '' ? undefined : (JSON.parse(text) as unknown);
}

/** `morePaths`: what it describes beside its usual calls, which a test answers by its script. */
export async function startScriptedPlatform(morePaths: Readonly<Record<string, readonly string[]>> = {}): Promise<ScriptedPlatform> {
  const calls: ScriptedCall[] = [];
  const players: ScriptedPlayer[] = [];
  const endedSessions = new Map<string, Readonly<Record<string, unknown>>>();

  function answerOf(call: ScriptedCall, path: string): ScriptedAnswer {
    if (path === '/openapi.json') {
      const described = Object.entries<readonly string[]>({ ...PATHS, ...morePaths });
      const paths = described.map(([each, methods]) => [each, Object.fromEntries(methods.map((method) => [method, {}]))]);
      return { status: 200, body: { openapi: '3.1.0', paths: Object.fromEntries(paths) } };
    }
    if (path === '/v1/auth/anti-forgery') return { status: 204, headers: { 'set-cookie': 'XSRF-TOKEN=scripted; Path=/' } };
    if (call.name === 'sign-out' || call.name === 'revocations') return { status: 204 };
    if (call.name === 'deposit-options') return { status: 200, body: OPTIONS };
    const scripted = platform.script(call);
    if (scripted !== null) return scripted;
    const problem = endedSessions.get(call.sessionId ?? '');
    if (problem !== undefined) return { status: 401, body: { title: 'Over', status: 401, code: 'session-ended', ...problem } };
    const player = players.find(({ sessionId, userId }) => sessionId === call.sessionId && path.startsWith(`/v1/player/${userId}/`));
    if (player === undefined) return { status: 404, body: { title: 'Nothing here', status: 404, code: 'not-found' } };
    return { status: 200, body: defaultAnswer(call.name, player) };
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname: path, searchParams: query } = new URL(request.url ?? '/', 'http://platform');
    const session = request.headers['x-sessionid'];
    const key = request.headers['idempotency-key'];
    const call: ScriptedCall = {
      method: request.method ?? '', path, key: typeof key === 'string' ? key : null, body: await jsonOf(request), name: path.split('/').at(-1) ?? '', sessionId: typeof session === 'string' ? session : null,
      query, at: performance.now(), status: null,
    };
    calls.push(call);
    // The answer is decided when the call arrives, as a platform would; its delay stands for the network.
    const { status, body, headers = {} } = answerOf(call, path);
    await pause(platform.delay(call));
    call.status = status;
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body === undefined ? undefined : JSON.stringify(body));
  }

  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => response.writeHead(500).end(String(error)));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;

  const platform: ScriptedPlatform = {
    url: `http://127.0.0.1:${port}`,
    calls,
    of: (name) => calls.filter((call) => call.name === name),
    answered: (status) => calls.filter((call) => call.status === status).length,
    addPlayer: (player) => players.push(player),
    endSession: (sessionId, problem) => endedSessions.set(sessionId, problem),
    script: () => null,
    delay: () => 0,
    reset: () => {
      calls.length = 0;
      players.length = 0;
      endedSessions.clear();
      platform.script = () => null;
      platform.delay = () => 0;
    },
    close: () =>
      new Promise((done) => {
        server.closeAllConnections();
        server.close(() => done());
      }),
  };
  return platform;
}
