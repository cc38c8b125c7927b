/** Paying out: the player's bank accounts and the withdrawals to them. */
import * as z from '../zod';
import { timelineStep } from './cashier';
import { endpoint } from './endpoint';
import { amount, instant, ngn, page, pageQuery, playerParams, resourceId, nairaAmount } from './primitives';

/** A bank's code as the gateways take it; leading zeros and letters matter ("09", "MFB50094" and "00zap" exist). */
const bankCode = z.string().check(z.regex(/^[0-9A-Za-z]{2,8}$/, 'Choose a bank.'));
/** NUBAN: ten digits. A wrong check digit is a warning only; the enquiry of the name decides. */
const accountNumber = z
  .string()
  .check(
    z.overwrite((value) => value.replace(/[\s-]/g, '')),
    z.regex(/^\d{10}$/, 'An account number has ten digits.'),
  );

/** Where a player is paid out to. The number itself never leaves the platform again. */
export const bankAccount = z.object({
  bankAccountId: z.string(),
  bankCode: z.string(),
  bankName: z.string(),
  /** The last four digits. */
  lastFour: z.string(),
  /** The account name as the bank has it. */
  accountName: z.string(),
  addedAt: instant,
  /** Something was paid out to it before; the first time asks for the password. */
  used: z.boolean(),
});
export type BankAccount = z.infer<typeof bankAccount>;

const bankAndNumber = z.strictObject({ bankCode, accountNumber });

export const listBankAccounts = endpoint({
  method: 'GET',
  path: '/v1/player/:userId/bank-accounts',
  access: 'session',
  params: playerParams,
  answer: z.object({ items: z.array(bankAccount) }),
  etag: true,
});

export const enquireAccount = endpoint({
  method: 'POST',
  path: '/v1/player/:userId/account-enquiries',
  access: 'bound',
  params: playerParams,
  body: bankAndNumber,
  answer: z.object({
    /** The account name as the bank has it; null where it is not the player's own, and where the bank knows no such account. */
    accountName: z.nullable(z.string()),
    /** True if the name is close enough to the player's own to be paid out to. */
    matches: z.boolean(),
  }),
  action: true,
});

export const addBankAccount = endpoint({
  method: 'POST',
  path: '/v1/player/:userId/bank-accounts',
  access: 'bound',
  params: playerParams,
  body: bankAndNumber,
  answer: bankAccount,
  status: 201,
  action: true,
});

export const removeBankAccount = endpoint({
  method: 'DELETE',
  path: '/v1/player/:userId/bank-accounts/:bankAccountId',
  access: 'bound',
  params: z.strictObject({ ...playerParams.shape, bankAccountId: resourceId }),
  action: true,
});

/**
 * - `checking`: the money is held, and it is being looked at (by rules, above an amount by people)
 * - `sending`: on its way through the gateway · `paid`: the gateway confirmed it
 * - `refused`: people refused it · `failed`: the bank did not take it. In both the money is back, with the reason.
 * Final: paid, refused, failed.
 */
export const WITHDRAWAL_STATES = ['checking', 'sending', 'paid', 'refused', 'failed'] as const;
export const withdrawalState = z.enum(WITHDRAWAL_STATES);

export const withdrawal = z.object({
  withdrawalId: z.string(),
  amount: nairaAmount,
  currency: ngn,
  state: withdrawalState,
  /** Where it goes, as it was when it was asked for. */
  bankName: z.string(),
  lastFour: z.string(),
  accountName: z.string(),
  /** asked, held, review (people look at it), checked, sent, paid, refused, failed, returned; newer platforms may add some. */
  timeline: z.array(timelineStep),
  /** Why it was refused or failed, for the player. */
  reason: z.nullable(z.string()),
  createdAt: instant,
  updatedAt: instant,
});
export type Withdrawal = z.infer<typeof withdrawal>;

/** Why money that was not played is asked for. */
export const UNPLAYED_REQUESTS = ['mistake', 'closing'] as const;

const agreedEnd = z.strictObject({ walletId: resourceId, version: z.int() });
/** More bonuses than anybody has. */
const MAX_ENDING = 100;

/** A bonus that would end, as it is now. What a platform of an earlier version does not say is missing. */
const endingBonus = z.object({
  walletId: z.string(), name: z.string(), current: nairaAmount,
  /** Named in the request; it changes with the bonus. */
  version: z.optional(z.number()),
  spinsLeft: z.optional(z.number()),
  /** It waits for its deposit. */
  waits: z.optional(z.boolean()),
});
export type EndingBonus = z.infer<typeof endingBonus>;

/** The amounts that may be paid out now; decimal naira. */
export const getWithdrawalOptions = endpoint({
  method: 'GET',
  path: '/v1/player/:userId/withdrawal-options',
  access: 'session',
  params: playerParams,
  answer: z.object({
    /** The balance itself, where that is less than the usual smallest amount: all that is left may go. */
    minAmount: nairaAmount,
    maxAmount: nairaAmount,
    /** The rest of the day's largest sum (days of Lagos). */
    leftToday: nairaAmount,
    /** Up to this it is checked by rules alone; above it, by people. */
    automaticUpTo: nairaAmount,
    currency: ngn,
    /** The steps that come first. */
    needs: z.array(z.enum(['email', 'nin'])),
    /** The steps that come before a bank account can be added; a platform that does not say it asks for none. */
    accountNeeds: z.optional(z.array(z.enum(['deposit']))),
    /** Deposits are played once before they are paid out. A platform that says nothing of it has no such rule. */
    turnover: z.optional(z.object({
      /** Decimal naira that were paid in and are still to be played. */
      left: nairaAmount,
      /** All that was paid in, played or not, since `left` was last 0. */
      of: nairaAmount,
      /** The amount that may be paid out now. */
      free: nairaAmount,
      /** `minAmount` of a request for unplayed money. A platform that does not say it has one for all. */
      minUnplayed: z.optional(nairaAmount),
      /** Why all may be paid out though it was not played: `place`, `barred`, `limit`, `games`; null where it was, or may not. */
      waived: z.nullable(z.string()),
      /** The bonuses that end when money is paid out that was not played. */
      endsBonuses: z.array(endingBonus),
      /** The bonuses that end when the account is to be closed. */
      closingEnds: z.optional(z.array(endingBonus)),
    })),
    /** The player has asked for everything to be paid out and the account to be closed. */
    closing: z.optional(z.boolean()),
    /** Where no real money moves: the page on which the account to be paid out to is opened. */
    bankUrl: z.optional(z.string()),
  }),
});
export type WithdrawalOptions = z.infer<typeof getWithdrawalOptions.answer>;

/**
 * `unplayed`: a deposit made by mistake is asked back, or the account is to be closed and all of it paid out; people decide on money that was
 * not played. `endsBonuses`: the bonuses, as they were shown, to whose end with it the player has agreed; they come
 * back where it is refused or fails.
 * 422 `turnover-needed`, 409 `bonus-would-end` (`current` = those bonuses as they are now), `round-open` while there is money of one
 * in a round.
 */
export const createWithdrawal = endpoint({
  method: 'POST',
  path: '/v1/player/:userId/withdrawals',
  access: 'bound',
  params: playerParams,
  body: z.strictObject({
    bankAccountId: resourceId, amount, currency: ngn,
    unplayed: z.optional(z.enum(UNPLAYED_REQUESTS)),
    endsBonuses: z.optional(z.array(agreedEnd).check(z.maxLength(MAX_ENDING))),
  }),
  answer: withdrawal,
  status: 201,
  idempotent: true,
  action: true,
});

export const listWithdrawals = endpoint({
  method: 'GET',
  path: '/v1/player/:userId/withdrawals',
  access: 'session',
  params: playerParams,
  query: pageQuery,
  answer: page(withdrawal),
  etag: true,
});

export const getWithdrawal = endpoint({
  method: 'GET',
  path: '/v1/player/:userId/withdrawals/:withdrawalId',
  access: 'session',
  params: z.strictObject({ ...playerParams.shape, withdrawalId: resourceId }),
  answer: withdrawal,
});
