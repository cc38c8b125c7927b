import type { FastifyInstance } from 'fastify';
import type { DepositMethod } from '../../../src/core/contract/cashier';
import type { Kobo } from '../../../src/core/money';
import { NoAnswerError } from '../../ledger/no-answer';

/** Anything a gateway says that is not one of the final words is `pending`. */
export type PaymentState = 'pending' | 'success' | 'failed' | 'reversed' | 'expired' | 'cancelled';

export interface DepositStartRequest {
  readonly method: string;
  readonly amount: Kobo;
  readonly currency: string;
  /** Of the player: a gateway sends its receipt there. */
  readonly email: string;
  /** For `ussd`: the bank that is dialled, one of `ussdBanks`. */
  readonly bankCode?: string;
  /** Until when it may be paid. */
  readonly expiresAt: Date;
  /** Ours, made and stored before the call, sent again unchanged on a retry. */
  readonly reference: string;
  /** Where the browser comes back to, absolute, by outcome. */
  readonly returnUrls: { readonly success: string; readonly cancel: string; readonly failure: string };
}

/** What the payer has to do. */
export type PaymentInstruction =
  | { readonly type: 'redirect'; readonly url: string }
  | { readonly type: 'prompt'; readonly text: string }
  /** An account made for this one payment; `expiresAt` where the gateway sets its own end. */
  | { readonly type: 'account'; readonly bankName: string; readonly accountNumber: string; readonly accountName: string; readonly expiresAt?: Date }
  | { readonly type: 'ussd'; readonly code: string; readonly bankName: string; readonly expiresAt?: Date };

export type StartedDeposit =
  | PaymentInstruction
  /** It is known there, but what the payer was to be told went lost with an earlier answer and can't be had again. */
  | { readonly type: 'lost' }
  /** It will never be taken there, in this form: nothing was begun. `why` is for the log. */
  | { readonly type: 'refused'; readonly why: string };

export interface VerifiedPayment {
  readonly reference: string;
  readonly state: PaymentState;
  readonly amount: Kobo;
  readonly currency: string;
}

/** What a signed notification names. The credit still needs an equal amount, currency and reference at `verify`. */
export interface PaymentNotification {
  /** Empty where it is about something else than a payment or a payout. */
  readonly reference: string;
  readonly event: string;
}

/**
 * The port to a payment gateway. Network trouble is thrown as `GatewayUnavailableError`; it means "not known", never
 * "failed".
 */
export interface PaymentGateway {
  readonly name: string;
  /** The methods it can take. */
  readonly methods: readonly DepositMethod[];
  /** Banks whose code it can give for `ussd`. */
  readonly ussdBanks: readonly { readonly code: string; readonly name: string }[];
  /** Paying out through it. */
  readonly payouts: PayoutGateway;
  /** Sending a payment back to whoever paid it. */
  readonly refunds: RefundGateway;
  startDeposit(deposit: DepositStartRequest): Promise<StartedDeposit>;
  verify(reference: string): Promise<VerifiedPayment>;
  /** Checks the signature over the raw bytes, in constant time, within 300 s. Null = not genuine. */
  parseNotification(rawBody: Buffer, headers: NotificationHeaders, nowMs: number): Promise<PaymentNotification | null>;
  /** What it did from `from` (inclusive) to `to` (exclusive). */
  statement(from: Date, to: Date): Promise<readonly StatementLine[]>;
  /** Only of a gateway that lives inside the platform. */
  readonly embedded?: EmbeddedGateway;
}

export interface PayoutRequest {
  /** Ours, made and stored before the call, sent again unchanged on a retry. */
  readonly reference: string;
  readonly amount: Kobo;
  readonly currency: string;
  readonly bankCode: string;
  readonly accountNumber: string;
  readonly accountName: string;
  /** For the player's bank statement. */
  readonly narration: string;
}

/** Anything a gateway says that is not one of the final words is `pending`; `unknown`: it never heard of the reference. */
export interface VerifiedPayout {
  readonly reference: string;
  readonly state: 'unknown' | 'pending' | 'success' | 'failed' | 'reversed';
  readonly amount: Kobo;
  readonly currency: string;
  /** Of a failure, for the player. */
  readonly reason?: string;
}

/** The side of a gateway that pays out. Network trouble is thrown as `GatewayUnavailableError`: "not known", never "failed". */
export interface PayoutGateway {
  /** The name of the account's holder as the bank has it; null where the bank knows no such account. */
  resolveAccount(place: { readonly bankCode: string; readonly accountNumber: string }): Promise<{ readonly accountName: string } | null>;
  /** Sends the money. The same reference again is the same payout, never a second one. */
  payOut(request: PayoutRequest): Promise<VerifiedPayout>;
  verifyPayout(reference: string): Promise<VerifiedPayout>;
}

export interface RefundRequest {
  /** Ours for the refund, made and stored before the call, sent again unchanged on a retry. */
  readonly reference: string;
  /** Of the payment that goes back. */
  readonly payment: string;
  /** All of the payment. */
  readonly amount: Kobo;
  readonly currency: string;
}

/** Anything a gateway says that is not one of the final words is `pending`; `unknown`: it never heard of the refund. */
export interface VerifiedRefund {
  readonly reference: string;
  readonly state: 'unknown' | 'pending' | 'success' | 'failed';
  readonly amount: Kobo;
  readonly currency: string;
  /** Of a failure, for the player. */
  readonly reason?: string;
}

/** The side of a gateway that sends payments back. Network trouble is thrown as `GatewayUnavailableError`: "not known", never "failed". */
export interface RefundGateway {
  /** Sends the whole payment back to where it came from. The same reference again is the same refund, never a second one. */
  refund(request: RefundRequest): Promise<VerifiedRefund>;
  verifyRefund(request: RefundRequest): Promise<VerifiedRefund>;
}

/** What a gateway says it did, for reconciliation. */
export interface StatementLine {
  readonly reference: string;
  readonly direction: 'in' | 'out';
  readonly amount: Kobo;
  readonly currency: string;
  readonly state: PaymentState;
  readonly at: Date;
}

export type NotificationHeaders = Readonly<Record<string, string | string[] | undefined>>;

/** What the platform hosts and runs for a gateway that has no servers of its own. */
export interface EmbeddedGateway {
  /** Its pages; `app` takes paths below `/api`. */
  registerPages(app: FastifyInstance): void;
  /** Path of the page on which whoever tries it out plays the payer's bank or phone; takes `?to=`. */
  readonly payUrl: string;
  /** Path of the page on which they open the bank account to be paid out to. */
  readonly bankUrl: string;
  /** Does what is due by now, for instance notifications to be delivered; returns how many. */
  runDue(): Promise<number>;
}

export class GatewayUnavailableError extends NoAnswerError {
  override readonly name = 'GatewayUnavailableError';
}

/** The gateways in use: which one takes a method, which one pays out, and each by the name that rows carry. */
export interface Gateways {
  /** Every one that is configured, each once. */
  readonly all: readonly PaymentGateway[];
  /** Null where no gateway takes the method: it is not offered. */
  forMethod(method: DepositMethod): PaymentGateway | null;
  /** Null for one that is not in use any more. */
  byName(name: string): PaymentGateway | null;
  readonly forPayouts: PaymentGateway;
}
