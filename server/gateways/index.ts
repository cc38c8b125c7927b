/**
 * The public interface of `gateways`: ports for payments, mails, identity checks and a beacon, with their adapters: simulators,
 * Paystack, SMTP, drand.
 */
export { BEACON_DEADLINE_MS, askBeacon } from './beacon/drand';
export type { BeaconAnswer } from './beacon/drand';
export type { IdentityGateway, NumberKind, RegisteredPerson } from './identity/port';
export { createIdentitySimulator } from './identity/simulator';
export { MAILBOX_PATH } from './mail/mailbox-access';
export { nameInMail } from './mail/letter';
export type { Letter } from './mail/letter';
export { readMailbox } from './mail/mailbox';
export { readMailboxKey } from './mail/mailbox-key';
export { createMailer } from './mail/mailer';
export type { Mailer } from './mail/port';
export { registerMailbox } from './mail/routes';
export { startMailSender } from './mail/sender';
export { makeGateways } from './payment/gateways';
export { PAYSTACK_URL, createPaystack } from './payment/paystack/gateway';
export { GatewayUnavailableError } from './payment/port';
export { isPaymentReference } from './payment/references';
export type {
  Gateways, PaymentGateway, PaymentState, PayoutGateway, RefundRequest, StartedDeposit, StatementLine, PaymentInstruction, VerifiedPayment,
  VerifiedPayout, VerifiedRefund,
} from './payment/port';
export { SIMULATOR, createSimulator } from './payment/simulator/gateway';
export { SIGNATURE_HEADER, TOLERANCE_MS, isGenuine, signNotification } from './payment/simulator/notifications/signature';
