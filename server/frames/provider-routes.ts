/** Serves the calls of providers' servers: without browser, session or cookie. A signature with the provider's secret proves who calls. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { BALANCE_CALL, CREDIT, DEBIT, EXCHANGE, ROLLBACK } from '../../src/core/contract/frame-wallet';
import type { Schema } from '../../src/core/contract/endpoint';
import { CURRENCY } from '../../src/core/contract/primitives';
import type { GameProvider } from '../config/frames';
import { ProblemError } from '../http/problem';
import { RawAnswer } from '../http/router';
import { checkPart } from '../http/validation';
import type { Platform } from '../platform';
import { readNairaBalance, exchangeToken } from './launch';
import { findLaunch } from './launch-rows';
import type { LaunchRow } from './launch-rows';
import { isSignedCall, SIGNATURE_HEADER } from './signature';
import { credit, debit, rollback } from './round-money';

const BODY_LIMIT_BYTES = 4 * 1024;

type ProviderCall = (provider: GameProvider, body: unknown) => Promise<unknown>;

/** Registers the calls of every provider. The answer to a call that is not genuine says nothing more than that. */
export function registerProviderCalls(app: FastifyInstance, platform: Platform): void {
  const calls = createCalls(platform);
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: BODY_LIMIT_BYTES }, (_request, body, done) => done(null, body));
    for (const provider of platform.config.gameProviders) {
      for (const [name, serve] of Object.entries(calls)) {
        const path = `/api/providers/${provider.id}/${name}`;
        // It is signed.
        scope.post(path, { config: { lane: 'none' } }, async (request, reply) =>
          sendAnswer(reply, await serve(provider, readSignedBody(platform, provider, path, request))));
      }
    }
  });
}

function createCalls(platform: Platform): Readonly<Record<string, ProviderCall>> {
  const { pool } = platform;
  const withLaunch = async <B extends { readonly session: string }>(provider: GameProvider, body: B) => ({
    provider: provider.id, body, launch: await requireLaunch(platform, provider, body.session),
  });
  return {
    exchange: (provider, body) => exchangeToken(platform, provider, parseBody(EXCHANGE, body)),
    balance: async (provider, body) => {
      const { launch } = await withLaunch(provider, parseBody(BALANCE_CALL, body));
      return { balance: await readNairaBalance(pool, launch.user_id), currency: CURRENCY };
    },
    debit: async (provider, body) => debit(platform, await withLaunch(provider, parseBody(DEBIT, body))),
    credit: async (provider, body) => credit(platform, await withLaunch(provider, parseBody(CREDIT, body))),
    rollback: async (provider, body) => rollback(platform, await withLaunch(provider, parseBody(ROLLBACK, body))),
  };
}

function parseBody<T>(schema: Schema<T>, body: unknown): T {
  const parsed = checkPart(schema, body, 'validation');
  if (parsed === undefined) throw new Error('with a schema there is a body');
  return parsed;
}

/** Reads the body of a call that the provider signed. Throws `unauthorised` for any other call, and `bad-request` where it is no JSON. */
function readSignedBody(platform: Platform, provider: GameProvider, path: string, request: FastifyRequest): unknown {
  const raw = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
  if (!isSignedCall(provider.secret, path, raw, request.headers[SIGNATURE_HEADER], platform.now().getTime())) {
    platform.log('frames.call-refused', { provider: provider.id, bytes: raw.length });
    throw new ProblemError('unauthorised', 'This call is not genuine.');
  }
  try {
    return JSON.parse(raw.toString('utf8')) as unknown;
  } catch {
    throw new ProblemError('bad-request', 'This is not JSON.');
  }
}

/** Finds a launch whose token this provider took. Throws `not-found` for any other, so that nothing is said about them. */
async function requireLaunch({ pool }: Platform, provider: GameProvider, session: string): Promise<LaunchRow> {
  const launch = await findLaunch(pool, session);
  if (launch?.provider !== provider.id || launch.exchanged_at === null) throw new ProblemError('not-found', 'There is no such session.');
  return launch;
}

function sendAnswer(reply: FastifyReply, result: unknown): FastifyReply {
  void reply.header('cache-control', 'no-store').type(result instanceof RawAnswer && result.status >= 400 ? 'application/problem+json' : 'application/json; charset=utf-8');
  return result instanceof RawAnswer ? reply.code(result.status).send(result.text) : reply.send(JSON.stringify(result));
}
