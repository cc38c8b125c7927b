/** Where a provider's server calls: no browser, no session, no cookie; whoever signs with the provider's secret is it. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { BALANCE_CALL, CREDIT, DEBIT, EXCHANGE, ROLLBACK } from '../../src/core/contract/frame-wallet';
import type { Schema } from '../../src/core/contract/endpoint';
import { CURRENCY } from '../../src/core/contract/primitives';
import type { GameProvider } from '../config-frames';
import { ProblemError } from '../http/problem';
import { RawAnswer } from '../http/router';
import { checkPart } from '../http/validation';
import type { Platform } from '../platform';
import { balanceOf, exchangeToken } from './launch';
import { findLaunch } from './launch-rows';
import type { LaunchRow } from './launch-rows';
import { isSignedCall, SIGNATURE_HEADER } from './signature';
import { credit, debit, rollback } from './wallet';

const BODY_LIMIT_BYTES = 4 * 1024;

type Serve = (provider: GameProvider, body: unknown) => Promise<unknown>;

/** Of one provider; a call that is not genuine is told nothing more than that. */
export function registerProviderCalls(app: FastifyInstance, platform: Platform): void {
  const calls = callsOf(platform);
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: BODY_LIMIT_BYTES }, (_request, body, done) => done(null, body));
    for (const provider of platform.config.gameProviders) {
      for (const [name, serve] of Object.entries(calls)) {
        const path = `/api/providers/${provider.id}/${name}`;
        scope.post(path, async (request, reply) => answer(reply, await serve(provider, genuine(platform, provider, path, request))));
      }
    }
  });
}

function callsOf(platform: Platform): Readonly<Record<string, Serve>> {
  const { pool } = platform;
  const ofLaunch = async <B extends { readonly session: string }>(provider: GameProvider, body: B) => ({
    provider: provider.id, body, launch: await launchOf(platform, provider, body.session),
  });
  return {
    exchange: (provider, body) => exchangeToken(platform, provider, parsed(EXCHANGE, body)),
    balance: async (provider, body) => {
      const { launch } = await ofLaunch(provider, parsed(BALANCE_CALL, body));
      return { balance: await balanceOf(pool, launch.user_id), currency: CURRENCY };
    },
    debit: async (provider, body) => debit(platform, await ofLaunch(provider, parsed(DEBIT, body))),
    credit: async (provider, body) => credit(platform, await ofLaunch(provider, parsed(CREDIT, body))),
    rollback: async (provider, body) => rollback(platform, await ofLaunch(provider, parsed(ROLLBACK, body))),
  };
}

function parsed<T>(schema: Schema<T>, body: unknown): T {
  const checked = checkPart(schema, body, 'validation');
  if (checked === undefined) throw new Error('with a schema there is a body');
  return checked;
}

/** The body of a call that the provider signed. Throws `unauthorised` for any other, and `bad-request` for what is no JSON. */
function genuine(platform: Platform, provider: GameProvider, path: string, request: FastifyRequest): unknown {
  const raw = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
  if (!isSignedCall(provider.secret, path, raw, request.headers[SIGNATURE_HEADER], platform.now().getTime())) {
    platform.log('frames.call-refused', { provider: provider.id, bytes: raw.length });
    throw new ProblemError('unauthorised', 'This call is not genuine.');
  }
  try {
    return JSON.parse(raw.toString('utf8')) as unknown;
  } catch {
    throw new ProblemError('bad-request', 'This is no JSON.');
  }
}

/** One that this provider took a token of; of another one's nothing is told. */
async function launchOf({ pool }: Platform, provider: GameProvider, session: string): Promise<LaunchRow> {
  const launch = await findLaunch(pool, session);
  if (launch?.provider !== provider.id || launch.exchanged_at === null) throw new ProblemError('not-found', 'There is no such session.');
  return launch;
}

function answer(reply: FastifyReply, told: unknown): FastifyReply {
  void reply.header('cache-control', 'no-store').type(told instanceof RawAnswer && told.status >= 400 ? 'application/problem+json' : 'application/json; charset=utf-8');
  return told instanceof RawAnswer ? reply.code(told.status).send(told.text) : reply.send(JSON.stringify(told));
}
