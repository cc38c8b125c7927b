import * as z from '../zod';
import { endpoint } from './endpoint';
import { periodQuery } from './games';
import { PROMOTION_IDS } from '../promotions';
import { amount, instant, ngn, page, pageQuery, playerParams, resourceId, nairaAmount } from './primitives';

export const DEPOSIT_METHODS = ['mobile-money', 'bank-transfer', 'ussd', 'card'] as const;
export const depositMethod = z.enum(DEPOSIT_METHODS);
export type DepositMethod = z.infer<typeof depositMethod>;

/**
 * - `mismatch`: the gateway's verified amount or currency is not the one asked for; people look at it
 * - `held`: it was paid after its time and may not be credited now (past a limit, on a break); the player chooses
 * - `returning`: the player chose to have it sent back; `held` again where that fails · `sent-back`: the gateway confirmed it
 * Final: success, failed, expired, cancelled, mismatch, sent-back.
 */
export const DEPOSIT_STATES = [
  'pending', 'success', 'failed', 'expired', 'cancelled', 'mismatch', 'held', 'returning', 'sent-back',
] as const;
export const depositState = z.enum(DEPOSIT_STATES);

export const nextStep = z.nullable(
  z.discriminatedUnion('type', [
    z.object({ type: z.literal('redirect'), url: z.string() }),
    z.object({ type: z.literal('prompt'), text: z.string() }),
    /** An account made for this one payment; whoever transfers later than `expiresAt` of the deposit may lose time. */
    z.object({ type: z.literal('account'), bankName: z.string(), accountNumber: z.string(), accountName: z.string() }),
    /** To be dialled on the phone whose bank account pays. */
    z.object({ type: z.literal('ussd'), code: z.string(), bankName: z.string() }),
  ]),
);

export const timelineStep = z.object({
  /**
   * asked, redirected, prompted, account-given, code-given, returned, claimed, checked, credited, failed, cancelled,
   * expired, mismatch, held, return-asked, return-failed, sent-back; newer platforms may add some.
   */
  step: z.string(),
  at: instant,
  detail: z.optional(z.string()),
});

export const deposit = z.object({
  depositId: z.string(),
  method: z.string(),
  amount: nairaAmount,
  currency: ngn,
  state: depositState,
  /** The player's next step; null when there is none. */
  next: nextStep,
  timeline: z.array(timelineStep),
  createdAt: instant,
  updatedAt: instant,
  /** Until then it can be paid; missing where the platform does not say. */
  expiresAt: z.optional(instant),
  /** Why a held deposit was not credited: a problem code, `limit-exceeded` for instance. */
  heldBecause: z.optional(z.string()),
});
export type Deposit = z.infer<typeof deposit>;

export const createDeposit = endpoint({
  method: 'POST',
  path: '/v1/player/:userId/deposits',
  access: 'bound',
  params: playerParams,
  body: z.strictObject({
    method: depositMethod,
    amount,
    currency: ngn,
    /** For `ussd`: the bank whose code is dialled, one of the option's `banks`. */
    bankCode: z.optional(z.string().check(z.regex(/^[0-9A-Z]{3,6}$/))),
    /**
     * The player wants it although an equal deposit (method and amount) was started within the last 10 minutes and did not
     * fail. Without it the platform refuses such a one with `repeated-deposit`.
     */
    again: z.optional(z.literal(true)),
    /** Claims this promotion with the deposit, on the terms of that version. */
    promotion: z.optional(z.strictObject({ promotionId: z.enum(PROMOTION_IDS), version: z.number().check(z.int(), z.minimum(1)) })),
  }),
  answer: deposit,
  status: 201,
  idempotent: true,
  action: true,
  // The payer's bank asks for their consent, so a password in front of it would protect nobody.
  fresh: false,
});

/** "I was debited": the player's own proof. It credits nothing; it makes the platform ask the gateway, now and for longer. */
export const claimDeposit = endpoint({
  method: 'POST',
  path: '/v1/player/:userId/deposits/:depositId/claim',
  access: 'bound',
  params: z.strictObject({ ...playerParams.shape, depositId: resourceId }),
  body: z.strictObject({
    bankReference: z
      .string()
      .check(z.trim(), z.minLength(4, 'Enter the reference from your bank’s alert.'), z.maxLength(64, 'At most 64 characters.'), z.regex(/^[0-9A-Za-z /_.-]*$/, 'Letters, figures and dashes only.')),
  }),
  answer: deposit,
  action: true,
});

/** The player's choices for a deposit that is `held`. */
export const DEPOSIT_CHOICES = ['credit', 'send-back'] as const;
export type DepositChoice = (typeof DEPOSIT_CHOICES)[number];

/**
 * `send-back` is open at any time; where it fails, the deposit is held again. `credit` is refused as a new deposit would be
 * while the reason lasts (`limit-exceeded`, `cool-off`, `self-excluded`, …), and the deposit stays held. Whoever may neither
 * pay in nor play can have it credited all the same once sending it back has failed: to withdraw it. 409 `conflict` where it
 * is not held (any more).
 */
export const chooseForDeposit = endpoint({
  method: 'POST',
  path: '/v1/player/:userId/deposits/:depositId/choice',
  access: 'bound',
  params: z.strictObject({ ...playerParams.shape, depositId: resourceId }),
  body: z.strictObject({ choice: z.enum(DEPOSIT_CHOICES) }),
  answer: deposit,
  idempotent: true,
  action: true,
});

/** The amounts that each method takes, for the form; decimal naira. */
export const depositOptions = z.object({
  items: z.array(
    z.object({
      method: z.string(),
      name: z.string(),
      minAmount: nairaAmount,
      maxAmount: nairaAmount,
      currency: ngn,
      /** How long a payment that was started can be paid, in ms. */
      lifetimeMs: z.optional(z.number()),
      /** For `ussd`: the banks to choose from. */
      banks: z.optional(z.array(z.object({ code: z.string(), name: z.string() }))),
      /**
       * A gateway without real money has a page on which whoever tries it out plays the payer's bank or phone; for accounts and
       * codes. It takes `?to=` with the account's number or the code.
       */
      payUrl: z.optional(z.string()),
    }),
  ),
});

export const getDepositOptions = endpoint({
  method: 'GET',
  path: '/v1/deposit-options',
  access: 'public',
  answer: depositOptions,
  etag: true,
});

export const listDeposits = endpoint({
  method: 'GET',
  path: '/v1/player/:userId/deposits',
  access: 'session',
  params: playerParams,
  query: pageQuery,
  answer: page(deposit),
  etag: true,
});

export const getDeposit = endpoint({
  method: 'GET',
  path: '/v1/player/:userId/deposits/:depositId',
  access: 'session',
  params: z.strictObject({ ...playerParams.shape, depositId: resourceId }),
  answer: deposit,
});

export const TRANSACTION_KINDS = [
  'deposit', 'stake', 'win', 'withdrawal', 'withdrawal-return', 'bonus', 'adjustment', 'deposit-held', 'deposit-returned',
] as const;
export const transactionKind = z.enum(TRANSACTION_KINDS);

/** One ledger entry of one of the player's accounts. `amount` is signed, decimal naira. */
export const transaction = z.object({
  entryId: z.string(),
  at: instant,
  kind: z.string(),
  /** real, bonus, held (for withdrawals) or suspense (payments that came too late, held for the player's choice). */
  account: z.string(),
  amount: nairaAmount,
  currency: ngn,
  balanceBefore: nairaAmount,
  balanceAfter: nairaAmount,
  /** The id of the deposit, the withdrawal or the round that it belongs to. */
  reference: z.string(),
  /** For stakes and wins: the game, and the time of the round's first stake. A platform may leave it out. */
  round: z.optional(z.object({ gameId: z.string(), startedAt: instant })),
  /** For a correction: what people wrote to the player about it. */
  note: z.optional(z.string()),
});
export type Transaction = z.infer<typeof transaction>;

export const transactionTotals = z.object({
  in: nairaAmount,
  out: nairaAmount,
  net: nairaAmount,
  /** Deposits minus paid withdrawals since the account was opened. */
  lifetimeNetDeposits: nairaAmount,
});

export const listTransactions = endpoint({
  method: 'GET',
  path: '/v1/player/:userId/transactions',
  access: 'session',
  params: playerParams,
  query: z.object({ ...pageQuery.shape, ...periodQuery, kind: z.optional(transactionKind) }),
  answer: z.object({ ...page(transaction).shape, totals: transactionTotals }),
  etag: true,
});

/** The state of an idempotency key. `answer` is the first answer, byte for byte, or null while running. */
export const operation = z.object({
  state: z.enum(['running', 'done']),
  answer: z.nullable(z.object({ status: z.number(), body: z.unknown() })),
});
export type Operation = z.infer<typeof operation>;

const operationParams = z.strictObject({ ...playerParams.shape, key: z.string().check(z.regex(/^[0-9A-Za-z_-]{16,64}$/)) });

export const getOperation = endpoint({
  method: 'GET',
  path: '/v1/player/:userId/operations/:key',
  access: 'session',
  params: operationParams,
  answer: operation,
});

/**
 * Closes a key that was never used: from then on its answer is the problem `key-closed`, so a copy of the request that a network delivers
 * later moves nothing. A key that was used stays as it is. Answers what became of the key.
 */
export const closeOperation = endpoint({
  method: 'POST',
  path: '/v1/player/:userId/operations/:key/close',
  access: 'bound',
  params: operationParams,
  answer: operation,
});
