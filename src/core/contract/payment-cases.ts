/** Payments that people look into: deposits that do not match, payouts that came back after they were paid, and differences from a statement. */
import * as z from '../zod';
import { correction } from './corrections';
import { endpoint } from './endpoint';
import { instant, nairaAmount, resourceId } from './primitives';
import { namesNoAddress } from './told-reason';

const casePlayer = z.object({ userId: z.string(), username: z.string(), name: z.string() });

/** A payout that the gateway says came back after it was paid. */
export const returnedPayout = z.object({
  withdrawalId: z.string(),
  reference: z.string(),
  player: casePlayer,
  amount: nairaAmount,
  /** Where it was sent. */
  bankName: z.string(),
  lastFour: z.string(),
  accountName: z.string(),
  /** When it was paid, and since when it is known that it came back. */
  paidAt: instant,
  since: instant,
  /** A correction of it waits for a second person. */
  isProposed: z.boolean(),
});
export type ReturnedPayout = z.infer<typeof returnedPayout>;

/** A deposit that the gateway has other than we asked for it. */
export const mismatchedDeposit = z.object({
  depositId: z.string(),
  reference: z.string(),
  gateway: z.string(),
  method: z.string(),
  player: casePlayer,
  /** What we asked for. */
  expected: nairaAmount,
  startedAt: instant,
  since: instant,
  /** What came, in the words that the player reads. */
  came: z.string(),
  isProposed: z.boolean(),
});
export type MismatchedDeposit = z.infer<typeof mismatchedDeposit>;

const side = z.nullable(z.object({ state: z.string(), amount: nairaAmount, currency: z.string() }));

/** A difference between a gateway's statement and our books that nobody has settled. */
export const openDifference = z.object({
  gateway: z.string(),
  direction: z.enum(['in', 'out']),
  reference: z.string(),
  kind: z.string(),
  ours: side,
  theirs: side,
  firstFound: instant,
  lastFound: instant,
  isProposed: z.boolean(),
});
export type OpenDifference = z.infer<typeof openDifference>;

/** Each list has the oldest, up to 100, and the number of all. */
export const listPaymentCases = endpoint({
  method: 'GET',
  path: '/v1/admin/payment-cases',
  access: 'admin',
  roles: ['payments', 'owner'],
  answer: z.object({
    payouts: z.array(returnedPayout),
    deposits: z.array(mismatchedDeposit),
    differences: z.array(openDifference),
    counts: z.object({ payouts: z.number(), deposits: z.number(), differences: z.number() }),
    /** The gateways that a statement may be of. */
    gateways: z.array(z.string()),
  }),
});

const note = z.string().check(z.trim(), z.minLength(5, 'Say what you have found out, for your colleagues.'), z.maxLength(500, 'At most 500 characters.'));
const playerText = z.string().check(
  z.trim(), z.minLength(5, 'Write to the player what happened.'), z.maxLength(200, 'At most 200 characters.'), namesNoAddress,
);
const bankReference = z.string().check(
  z.trim(), z.minLength(3, 'Enter the reference that the bank gives.'), z.maxLength(64, 'At most 64 characters.'),
  z.regex(/^[0-9A-Za-z][0-9A-Za-z ./_-]*$/, 'Letters, digits, blanks and ./_- alone.'),
);

/**
 * Proposes to give the money of a payout that came back to its player. The gateway is asked. Where it does not say so, the amount counts in the
 * caps of adjustments.
 */
export const proposePayoutReturn = endpoint({
  method: 'POST',
  path: '/v1/admin/payment-cases/payouts',
  access: 'admin',
  roles: ['payments'],
  body: z.strictObject({
    /** The withdrawal's id, or the reference that the gateway has of it. */
    reference: resourceId,
    bankReference,
    note,
    playerText,
  }),
  answer: correction,
  status: 201,
  action: true,
  fresh: true,
  stepUp: true,
});

/** Proposes to credit what came, which the gateway is asked for, or notes that it was sent back. */
export const proposeDepositSolution = endpoint({
  method: 'POST',
  path: '/v1/admin/payment-cases/deposits',
  access: 'admin',
  roles: ['payments'],
  body: z.strictObject({
    depositId: resourceId,
    solution: z.enum(['credit', 'sent-back']),
    /** Of the transfer that sent it back. */
    bankReference: z.optional(bankReference),
    note,
    playerText,
  }),
  answer: correction,
  status: 201,
  action: true,
  fresh: true,
  stepUp: true,
});

/** Proposes that a difference is explained. No money moves by it. */
export const proposeDifference = endpoint({
  method: 'POST',
  path: '/v1/admin/payment-cases/differences',
  access: 'admin',
  roles: ['payments'],
  body: z.strictObject({
    gateway: z.string().check(z.maxLength(64)), direction: z.enum(['in', 'out']), reference: z.string().check(z.minLength(1), z.maxLength(200)),
    kind: z.string().check(z.maxLength(64)), note,
  }),
  answer: correction,
  status: 201,
  action: true,
  fresh: true,
  stepUp: true,
});

/** The largest file that fits into a call. */
export const MAX_STATEMENT_CHARACTERS = 900_000;

/**
 * Compares a gateway's statement with our books. It stores the differences, moves no money, and turns no payouts on. The time is at most 31 days,
 * and ends at most a day from now.
 */
export const uploadStatement = endpoint({
  method: 'POST',
  path: '/v1/admin/payment-cases/statement',
  access: 'admin',
  roles: ['payments'],
  bodyBytes: 3 * MAX_STATEMENT_CHARACTERS + 1_024,
  body: z.strictObject({
    gateway: z.string().check(z.maxLength(64)),
    /** The time that the statement is of; `to` is exclusive. */
    from: instant,
    to: instant,
    csv: z.string().check(z.minLength(1, 'The file is empty.'), z.maxLength(MAX_STATEMENT_CHARACTERS, 'The file is too large: at most 900 kB. Take a shorter time.')),
  }),
  answer: z.object({ lines: z.number(), differences: z.number(), isNew: z.number() }),
  action: true,
  fresh: true,
  stepUp: true,
});
