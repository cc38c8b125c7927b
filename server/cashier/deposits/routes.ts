/** Registers the calls about deposits. */
import type { FastifyRequest } from 'fastify';
import {
  chooseForDeposit, claimDeposit, createDeposit, getDeposit, getDepositOptions, listDeposits,
} from '../../../src/core/contract/cashier';
import type { Deposit } from '../../../src/core/contract/cashier';
import type { AnswerOf } from '../../../src/core/contract/endpoint';
import { CURRENCY } from '../../../src/core/contract/primitives';
import { koboToNaira, nairaToKobo } from '../../../src/core/money';
import { ProblemError } from '../../http/problem';
import type { Router } from '../../http/router';
import type { Platform } from '../../platform';
import { applyChoice } from '../held-deposits/deposit-choice';
import { claimDebit } from './claim-debit';
import { formatDepositCursor, parseDepositCursor } from './deposit-cursor';
import { depositById, readDeposits, toDeposit, toDeposits } from './deposit-rows';
import { DEPOSIT_OPTIONS, depositAmountError } from './deposit-methods';
import { reserveCheck, CHECK_INTERVAL_MS, settleDepositIfPossible } from './settle-deposit';
import { startDeposit } from './start-deposit';

const DEFAULT_PAGE = 30;

export function registerDeposits(router: Router, platform: Platform): void {
  router.onPublic(getDepositOptions, async () => depositOptions(platform));

  router.on(createDeposit, async ({ params, body, key, place, request }) => {
    const amount = nairaToKobo(body.amount);
    const message = amount === null ? 'Enter an amount in naira.' : depositAmountError(body.method, amount);
    if (amount === null || message !== null) {
      throw new ProblemError('validation', 'You can’t deposit this amount.', {
        errors: [{ field: 'amount', message: message ?? '' }],
      });
    }
    const returnBase = siteUrl(platform, request);
    const { method, bankCode, again, promotion } = body;
    return startDeposit(platform, { userId: params.userId, key, method, amount, bankCode, again, promotion, place, returnBase });
  }, { lane: 'slow' });

  router.on(claimDeposit, async ({ params, body }) =>
    toDeposit(platform.pool, await claimDebit(platform, { ...params, bankReference: body.bankReference })), { lane: 'slow' });

  router.on(chooseForDeposit, ({ params, body, key, place }) => applyChoice(platform, { ...params, ...body, key, place }));

  router.on(listDeposits, async ({ params, query }) => {
    const limit = query.limit ?? DEFAULT_PAGE;
    const page = await readDeposits(platform.readPool, params.userId, parseDepositCursor(query.cursor), limit);
    const last = page.rows.at(-1);
    return {
      items: await toDeposits(platform.readPool, page.rows),
      next: page.hasMore && last !== undefined ? formatDepositCursor(last) : null,
    };
  });

  router.on(getDeposit, async ({ params }) => readDeposit(platform, params.userId, params.depositId), { lane: 'slow' });
}

type Options = AnswerOf<typeof getDepositOptions>;

/** Lists the deposit methods for which a gateway is configured. */
function depositOptions({ gateways }: Pick<Platform, 'gateways'>): Options {
  const items = DEPOSIT_OPTIONS.flatMap(({ method, name, min, max, lifetimeMs }): Options['items'] => {
    const gateway = gateways.forMethod(method);
    if (gateway === null) return [];
    const hasInstruction = method === 'ussd' || method === 'bank-transfer';
    const option = {
      method, name, minAmount: koboToNaira(min), maxAmount: koboToNaira(max), currency: CURRENCY, lifetimeMs,
      ...(method === 'ussd' && { banks: gateway.ussdBanks.map(({ code, name: bank }) => ({ code, name: bank })) }),
      ...(hasInstruction && gateway.embedded !== undefined && { payUrl: gateway.embedded.payUrl }),
    } as const;
    return [option];
  });
  return { items };
}

/** Reads a deposit. For a pending one we ask the gateway first, at most once per interval; if that fails, it stays pending. */
async function readDeposit(platform: Platform, userId: string, depositId: string): Promise<Deposit> {
  const row = await depositById(platform.pool, depositId);
  if (row === null || row.user_id !== userId) throw new ProblemError('not-found', 'There is no such deposit.');
  if (row.state === 'pending' && (await reserveCheck(platform, depositId, CHECK_INTERVAL_MS))) {
    await settleDepositIfPossible(platform, depositId, 'page-view');
  }
  return toDeposit(platform.pool, (await depositById(platform.pool, depositId)) ?? row);
}

/** A browser must not be sent to anything that is no host. */
const HOST = /^[0-9A-Za-z.-]{1,253}(?::\d{1,5})?$|^\[[0-9A-Fa-f:.]{2,45}\](?::\d{1,5})?$/;

/** Returns the address of the site for this player's browser: the configured one, or the one of its own request. */
function siteUrl(platform: Platform, request: FastifyRequest): string {
  if (platform.config.publicUrl !== undefined) return platform.config.publicUrl;
  if (!HOST.test(request.host)) throw new ProblemError('bad-request', 'The Host header of this request is not valid.');
  return `${request.protocol}://${request.host}`;
}
