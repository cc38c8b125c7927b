import type { FastifyInstance } from 'fastify';
import type { DepositMethod } from '../../../src/core/contract/cashier';
import type { Kobo } from '../../../src/core/money';
import { NoAnswerError } from '../../ledger/no-answer';

/** A gateway's answer that is not one of the final states counts as `pending`. */
export type PaymentState = 'pending' | 'success' | 'failed' | 'reversed' | 'expired' | 'cancelled';

/** Everything that a gateway needs to start a deposit. */
export interface DepositStartRequest {
  readonly method: string;
  readonly amount: Kobo;
  readonly currency: string;
  /** The player's address, to which a gateway sends its receipt. */
  readonly email: string;
  /** For `ussd`, the bank whose code the player dials; one of `ussdBanks`. */
  readonly bankCode?: string;
  /** The player may pay before this instant. */
  readonly expiresAt: Date;
  /** Ours, made and stored before the call, sent again unchanged on a retry. */
  readonly reference: string;
  /** The absolute addresses to which the browser returns, by outcome. */
  readonly returnUrls: { readonly success: string; readonly cancel: string; readonly failure: string };
}

/** The payer's next step: open a page, approve on the phone, transfer to an account, or dial a code. */
export type PaymentInstruction =
  | { readonly type: 'redirect'; readonly url: string }
  | { readonly type: 'prompt'; readonly text: string }
  /** An account made for this one payment; `expiresAt` where the gateway sets its own end. */
  | { readonly type: 'account'; readonly bankName: string; readonly accountNumber: string; readonly accountName: string; readonly expiresAt?: Date }
  | { readonly type: 'ussd'; readonly code: string; readonly bankName: string; readonly expiresAt?: Date };

export type StartedDeposit =
  | PaymentInstruction
  /** The gateway knows the deposit, but its instruction was lost with an earlier answer and cannot be read again. */
  | { readonly type: 'lost' }
  /** The gateway refuses the deposit for good, and began nothing. `why` is for the log. */
  | { readonly type: 'refused'; readonly why: string };

export interface VerifiedPayment {
  readonly reference: string;
  readonly state: PaymentState;
  readonly amount: Kobo;
  readonly currency: string;
}

/** The content of a signed notification. A credit still needs the right amount, currency and reference from `verify`. */
export interface PaymentNotification {
  /** Empty for a notification that is not about a payment or a payout. */
  readonly reference: string;
  readonly event: string;
}

/**
 * The port to a payment gateway. Network errors are thrown as `GatewayUnavailableError`; then the outcome is unknown, not failed.
 */
export interface PaymentGateway {
  readonly name: string;
  /** The methods it can take. */
  readonly methods: readonly DepositMethod[];
  /** The banks for which it can give a USSD code. */
  readonly ussdBanks: readonly { readonly code: string; readonly name: string }[];
  readonly payouts: PayoutGateway;
  readonly refunds: RefundGateway;
  startDeposit(deposit: DepositStartRequest): Promise<StartedDeposit>;
  verify(reference: string): Promise<VerifiedPayment>;
  /** Checks the signature over the raw bytes in constant time. Null for a notification that is not genuine. */
  parseNotification(rawBody: Buffer, headers: NotificationHeaders, nowMs: number): Promise<PaymentNotification | null>;
  /** The payments of the gateway from `from` (inclusive) to `to` (exclusive). */
  statement(from: Date, to: Date): Promise<readonly StatementLine[]>;
  /** Present only in a gateway that the platform itself hosts. */
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

/** A gateway's answer that is not one of the final states counts as `pending`; `unknown` means that it does not know the reference. */
export interface VerifiedPayout {
  readonly reference: string;
  readonly state: 'unknown' | 'pending' | 'success' | 'failed' | 'reversed';
  readonly amount: Kobo;
  readonly currency: string;
  /** The reason of a failure, for the player. */
  readonly reason?: string;
}

/** The payouts of a gateway. Network errors are thrown as `GatewayUnavailableError`; then the outcome is unknown, not failed. */
export interface PayoutGateway {
  /** The holder's name at the bank; null where the bank knows no such account. */
  resolveAccount(account: { readonly bankCode: string; readonly accountNumber: string }): Promise<{ readonly accountName: string } | null>;
  /** Sends the money. Repeating a reference never makes a second payout. */
  payOut(request: PayoutRequest): Promise<VerifiedPayout>;
  verifyPayout(reference: string): Promise<VerifiedPayout>;
}

export interface RefundRequest {
  /** Our reference of the refund, made and stored before the call, sent again unchanged on a retry. */
  readonly reference: string;
  /** The reference of the payment that goes back. */
  readonly payment: string;
  /** The whole amount of the payment. */
  readonly amount: Kobo;
  readonly currency: string;
}

/** A gateway's answer that is not one of the final states counts as `pending`; `unknown` means that it does not know the refund. */
export interface VerifiedRefund {
  readonly reference: string;
  readonly state: 'unknown' | 'pending' | 'success' | 'failed';
  readonly amount: Kobo;
  readonly currency: string;
  /** The reason of a failure, for the player. */
  readonly reason?: string;
}

/** The refunds of a gateway. Network errors are thrown as `GatewayUnavailableError`; then the outcome is unknown, not failed. */
export interface RefundGateway {
  /** Sends the whole payment back to its payer. Repeating a reference never makes a second refund. */
  refund(request: RefundRequest): Promise<VerifiedRefund>;
  verifyRefund(request: RefundRequest): Promise<VerifiedRefund>;
}

/** One payment in a gateway's statement, for reconciliation. */
export interface StatementLine {
  readonly reference: string;
  readonly direction: 'in' | 'out';
  readonly amount: Kobo;
  readonly currency: string;
  readonly state: PaymentState;
  readonly at: Date;
}

export type NotificationHeaders = Readonly<Record<string, string | string[] | undefined>>;

/** The parts of a gateway that the platform hosts, because it has no servers of its own. */
export interface EmbeddedGateway {
  /** Registers its pages; `app` takes paths below `/api`. */
  registerPages(app: FastifyInstance): void;
  /** The path of the page that stands for the payer's bank or phone; it takes `?to=`. */
  readonly payUrl: string;
  /** The path of the page on which testers open bank accounts for payouts. */
  readonly bankUrl: string;
  /** Does the work that is due, for instance delivers notifications; returns how many there were. */
  runDue(): Promise<number>;
}

export class GatewayUnavailableError extends NoAnswerError {
  override readonly name = 'GatewayUnavailableError';
}

/** The configured gateways, by deposit method, for payouts, and by the name that rows hold. */
export interface Gateways {
  readonly all: readonly PaymentGateway[];
  /** Null for a method without a gateway, which is not offered. */
  forMethod(method: DepositMethod): PaymentGateway | null;
  /** Null for a gateway that is not configured any more. */
  byName(name: string): PaymentGateway | null;
  readonly forPayouts: PaymentGateway;
}
