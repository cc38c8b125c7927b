import type { FastifyReply, FastifyRequest } from 'fastify';
import { commitDoubtOf } from '../../db/commit-doubt';
import { isPaymentReference } from '../../gateways';
import { addressSubject } from '../../http/addresses';
import { ProblemError } from '../../http/problem';
import type { Router } from '../../http/router';
import type { Platform } from '../../platform';
import { addStep, depositByReference } from './deposit-rows';
import { reserveCheck, settleDepositIfPossible } from './settle-deposit';

const OUTCOMES = ['success', 'cancel', 'failure'] as const;
const DEPOSIT_PAGE = '/deposit';
/** Reloading the page must not make us ask the gateway each time. */
const RETURN_INTERVAL_MS = 1_000;

/**
 * Registers the addresses to which a payer's browser returns. A return proves nothing: whatever the path and the query claim,
 * we ask the gateway and send the browser to the deposit page, which shows the true state.
 */
export function registerCallbacks({ app, gate }: Pick<Router, 'app' | 'gate'>, platform: Platform): void {
  for (const outcome of OUTCOMES) {
    const url = `/api/callbacks/mm/${outcome}`;
    app.get(url, { config: { lane: 'own' } }, (request, reply) => handleReturn(platform, gate, request, reply));
    app.route({
      method: ['POST', 'PUT', 'PATCH', 'DELETE'],
      url,
      config: { lane: 'none' },
      onRequest: async (_request, reply) => {
        void reply.header('allow', 'GET, HEAD');
        throw new ProblemError('method-not-allowed', 'Use GET here.');
      },
      handler: async () => undefined,
    });
  }
}

/** Finds the deposit in the strangers' lane, and asks its gateway in that for slow calls. Nobody but the page needs to know what came of it. */
async function handleReturn(platform: Platform, gate: Router['gate'], request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { pool, readPool } = platform;
  const subject = addressSubject(request.callerAddress);
  const reference = readReference(request.query);
  const deposit = reference === null ? null : await gate.run('stranger', subject, () => depositByReference(readPool, reference));
  void reply.header('cache-control', 'no-store');
  if (deposit === null) return reply.redirect(DEPOSIT_PAGE, 303);
  const { deposit_id: depositId } = deposit;
  // While commits are in doubt nothing is written.
  if (commitDoubtOf(pool) === null) {
    await gate.run('slow', subject, async () => {
      await addStep(pool, depositId, 'returned', platform.now());
      if (await reserveCheck(platform, depositId, RETURN_INTERVAL_MS)) await settleDepositIfPossible(platform, depositId, 'return');
    });
  }
  return reply.redirect(`${DEPOSIT_PAGE}?deposit=${depositId}`, 303);
}

function readReference(query: unknown): string | null {
  const reference = typeof query === 'object' && query !== null && 'ref' in query ? query.ref : null;
  return typeof reference === 'string' && isPaymentReference(reference) ? reference : null;
}
