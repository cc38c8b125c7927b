/** Registers the calls about withdrawals and bank accounts. */
import type { AnswerOf, BodyOf } from '../../../src/core/contract/endpoint';
import { CURRENCY } from '../../../src/core/contract/primitives';
import * as contract from '../../../src/core/contract/withdrawals';
import type { Withdrawal } from '../../../src/core/contract/withdrawals';
import { koboToNaira, nairaToKobo } from '../../../src/core/money';
import type { Kobo } from '../../../src/core/money';
import { forReads } from '../../foundation';
import { tagOf, withTag } from '../../http/etag';
import { ProblemError } from '../../http/problem';
import type { Router } from '../../http/router';
import { readWithdrawable } from '../../ledger/withdrawable';
import type { CallerPlace } from '../../place/rules';
import type { Platform } from '../../platform';
import { findPlayer, readDevice } from '../../accounts';
import { readEndingBonuses, readRepeatedBonuses } from '../../bonuses';
import { readHold } from '../payout-holds';
import type { WithdrawalWatch } from '../payout-holds';
import { addBankAccount, listBankAccounts, removeBankAccount } from './bank-accounts/bank-accounts';
import { enquire } from './bank-accounts/enquiry';
import { canAddBankAccount } from './bank-accounts/enquiry-guards';
import { parseWithdrawalCursor, formatWithdrawalCursor } from './withdrawal-cursor';
import { requestWithdrawal, amountError } from './request-withdrawal';
import { MAX_WITHDRAWAL, automaticUpTo, dayStart, remainingToday, smallestWithdrawal, withdrawalAmountError } from './amount-rules';
import { CHECK_INTERVAL_MS, reserveCheck, settleWithdrawalIfPossible } from './payouts/settle-withdrawal';
import { readRequestedSince, readNewestStep, toWithdrawal, toWithdrawals, withdrawalById, readWithdrawals } from './withdrawal-rows';

const DEFAULT_PAGE = 30;

export function registerWithdrawals(router: Router, platform: Platform, watch: WithdrawalWatch): void {
  registerBankAccounts(router, platform);

  router.on(contract.getWithdrawalOptions, ({ params, place }) => readOptions(forReads(platform), { userId: params.userId, from: place }));

  router.on(contract.createWithdrawal, async ({ params, body, key, caller, place }) =>
    requestWithdrawal(platform, {
      userId: params.userId,
      sessionHash: caller.sessionHash,
      key,
      bankAccountId: body.bankAccountId,
      amount: await readAmount(platform, params.userId, place, body),
      place,
      unplayed: body.unplayed,
      endsBonuses: body.endsBonuses,
    }, watch),
  );

  router.on(contract.listWithdrawals, async ({ params, query, request, reply }) => {
    const { readPool: pool } = platform;
    const tag = `${await readNewestStep(pool, params.userId)}-${tagOf(JSON.stringify([query.cursor, query.limit]))}`;
    return withTag({ request, reply }, tag, async () => {
      const page = await readWithdrawals(pool, params.userId, parseWithdrawalCursor(query.cursor), query.limit ?? DEFAULT_PAGE);
      const last = page.rows.at(-1);
      return {
        items: await toWithdrawals(pool, page.rows),
        next: page.hasMore && last !== undefined ? formatWithdrawalCursor(last.created_at, last) : null,
      };
    });
  });

  router.on(contract.getWithdrawal, ({ params }) => readWithdrawal(platform, params.userId, params.withdrawalId), { lane: 'slow' });
}

function registerBankAccounts(router: Router, platform: Platform): void {
  router.on(contract.listBankAccounts, async ({ params }) => ({ items: await listBankAccounts(forReads(platform), params.userId) }));
  router.on(contract.enquireAccount, ({ params, body, place, request }) =>
    enquire(platform, { ...params, account: body, callerPlace: place, address: request.callerAddress }), { lane: 'slow' });
  router.on(contract.addBankAccount, ({ params, body, place, request }) =>
    addBankAccount(
      platform, { ...params, account: body, callerPlace: place, address: request.callerAddress }, readDevice(request).cookie ?? null,
    ), { lane: 'slow' });
  router.on(contract.removeBankAccount, async ({ params }) => {
    await removeBankAccount(platform, params.userId, params.bankAccountId);
    return undefined;
  });
}

async function readAmount({ pool, now }: Pick<Platform, 'pool' | 'now'>, userId: string, place: CallerPlace, body: BodyOf<typeof contract.createWithdrawal>): Promise<Kobo> {
  const amount = nairaToKobo(body.amount);
  const { free } = await readWithdrawable(pool, { userId, place, at: now(), request: body.unplayed ?? null });
  const message = amount === null ? 'Enter an amount in naira.' : withdrawalAmountError(amount, free);
  if (amount !== null && message === null) return amount;
  throw amountError(message ?? '');
}

interface Options {
  readonly userId: string;
  readonly from: CallerPlace;
}

async function readOptions(platform: Platform, { userId, from }: Options): Promise<AnswerOf<typeof contract.getWithdrawalOptions>> {
  const { pool, config, gateways } = platform;
  const player = await findPlayer(pool, userId);
  if (player === undefined) throw new Error('the session has no player');
  const { embedded } = gateways.forPayouts;
  const today = await readRequestedSince(pool, userId, dayStart(platform.now()));
  const isVerified = player.verification === 'verified';
  const isNinNeeded = config.ninBeforeWithdrawal && !isVerified && player.person_id === null;
  const hasRepeatedBonus = (await readRepeatedBonuses(pool, userId)).length > 0;
  const { real, unplayed, free, unplayedReason } = await readWithdrawable(pool, { userId, place: from, at: platform.now(), request: null });
  // Nothing promises a payout by rules while payouts are held, which the player is told. A flag that nobody has decided about must not show here.
  const isHeld = (await readHold(pool, userId, platform.now())) !== null;
  const endingBonuses = await readEndingBonuses(pool, userId, unplayed.left);
  return {
    minAmount: koboToNaira(smallestWithdrawal(free)),
    maxAmount: koboToNaira(MAX_WITHDRAWAL),
    leftToday: koboToNaira(remainingToday(today)),
    // A player who must verify their NIN first will be verified when they withdraw.
    automaticUpTo: isHeld
      ? 0 : koboToNaira(automaticUpTo({ isVerified: isVerified || isNinNeeded, hasRepeatedBonus, isTurnoverWaived: false, today }, config)),
    currency: CURRENCY,
    accountNeeds: (await canAddBankAccount(platform, userId, from)) ? [] : ['deposit'],
    needs: [...(player.email_activated_at === null ? (['email'] as const) : []), ...(isNinNeeded ? (['nin'] as const) : [])],
    turnover: {
      left: koboToNaira(unplayed.left), of: koboToNaira(unplayed.total), free: koboToNaira(free),
      minUnplayed: koboToNaira(smallestWithdrawal(real)), waived: unplayedReason,
      endsBonuses: endingBonuses.withdrawalEnds, closingEnds: endingBonuses.closingEnds,
    },
    ...(player.closing_at !== null && { closing: true }),
    ...(embedded !== undefined && { bankUrl: embedded.bankUrl }),
  };
}

/** Reads a withdrawal. For one on its way we ask the gateway first, at most once per interval; if that fails, it stays as it is. */
async function readWithdrawal(platform: Platform, userId: string, withdrawalId: string): Promise<Withdrawal> {
  const row = await withdrawalById(platform.pool, withdrawalId);
  if (row === null || row.user_id !== userId) throw new ProblemError('not-found', 'There is no such withdrawal.');
  if (row.state === 'sending' && (await reserveCheck(platform, withdrawalId, CHECK_INTERVAL_MS))) {
    await settleWithdrawalIfPossible(platform, withdrawalId, 'page-view');
  }
  return toWithdrawal(platform.pool, (await withdrawalById(platform.pool, withdrawalId)) ?? row);
}
