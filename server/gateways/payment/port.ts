import type { FastifyInstance } from 'fastify';
import type { Kobo } from '../../../src/core/money';

/** Anything a gateway says that is not one of the final words is `pending`. */
export type PaymentState = 'pending' | 'success' | 'failed' | 'reversed' | 'expired' | 'cancelled';

export interface StartDeposit {
  readonly method: string;
  readonly amount: Kobo;
  readonly currency: string;
  /** Ours, made and stored before the call, sent again unchanged on a retry. */
  readonly reference: string;
  /** Where the browser comes back to, absolute, by outcome. */
  readonly returnUrls: { readonly success: string; readonly cancel: string; readonly failure: string };
}

export type StartedDeposit = { readonly type: 'redirect'; readonly url: string } | { readonly type: 'prompt'; readonly text: string };

export interface VerifiedPayment {
  readonly reference: string;
  readonly state: PaymentState;
  readonly amount: Kobo;
  readonly currency: string;
}

/** What a signed notification names. The credit still needs an equal amount, currency and reference at `verify`. */
export interface PaymentNotification {
  readonly reference: string;
  readonly event: string;
}

/**
 * The port to a payment gateway. Network trouble is thrown as `GatewayUnavailableError`; it means "not known", never
 * "failed".
 */
export interface PaymentGateway {
  readonly name: string;
  startDeposit(deposit: StartDeposit): Promise<StartedDeposit>;
  verify(reference: string): Promise<VerifiedPayment>;
  /** Checks the signature over the raw bytes, in constant time, within 300 s. Null = not genuine. */
  parseNotification(rawBody: Buffer, headers: NotificationHeaders, nowMs: number): Promise<PaymentNotification | null>;
  /** Only of a gateway that lives inside the platform. */
  readonly embedded?: EmbeddedGateway;
}

export type NotificationHeaders = Readonly<Record<string, string | string[] | undefined>>;

/** What the platform hosts and runs for a gateway that has no servers of its own. */
export interface EmbeddedGateway {
  /** Its pages; `app` takes paths below `/api`. */
  registerPages(app: FastifyInstance): void;
  /** Does what is due by now, for instance notifications to be delivered; returns how many. */
  runDue(): Promise<number>;
}

export class GatewayUnavailableError extends Error {
  override readonly name = 'GatewayUnavailableError';
}
