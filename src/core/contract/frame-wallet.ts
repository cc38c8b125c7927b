/**
 * The signed calls of a provider's server to the platform. They are not part of the players' contract, because another caller
 * brings another proof. Money is decimal naira; `session` is the launch's id, which the platform gives in exchange for the token.
 */
import * as z from '../zod';
import { nairaToKobo } from '../money';
import { amount, gameId, ngn, resourceId, nairaAmount } from './primitives';

/** The provider's own ids. */
const providerId = z.string().check(z.regex(/^[\x21-\x7e]{1,128}$/));

/** Zero is sent, too: the round is over and pays nothing. */
const payout = z.number().check(z.refine((value) => nairaToKobo(value) !== null && value >= 0, 'Enter an amount in naira, with at most two decimals.'));

export const EXCHANGE = z.strictObject({ token: z.string().check(z.regex(/^[0-9A-Za-z_-]{43}$/)), gameId });
export const BALANCE_CALL = z.strictObject({ session: resourceId });
const transfer = { session: resourceId, transactionId: providerId, currency: ngn };
export const DEBIT = z.strictObject({ ...transfer, roundId: providerId, amount });
export const CREDIT = z.strictObject({ ...transfer, roundId: providerId, amount: payout });
/** `debitId`: the `transactionId` of the stake that is to be given back. */
export const ROLLBACK = z.strictObject({ ...transfer, debitId: providerId });

export type DebitBody = z.infer<typeof DEBIT>;
export type CreditBody = z.infer<typeof CREDIT>;
export type RollbackBody = z.infer<typeof ROLLBACK>;

export const exchangeAnswer = z.object({
  session: z.string(),
  /** Names the player to this provider: always by the same id, which no other provider gets. */
  playerId: z.string(),
  gameId: z.string(),
  currency: ngn,
  balance: nairaAmount,
});
export const walletAnswer = z.object({ balance: nairaAmount, currency: ngn });
export type WalletAnswer = z.infer<typeof walletAnswer>;

/** The platform posts this to the provider's `noticeUrl` when a game has ended. */
export const sessionEnded = z.object({ event: z.literal('session-ended'), session: z.string(), reason: z.string(), at: z.string() });
