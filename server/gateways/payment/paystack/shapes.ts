/** Declares the parts of Paystack's answers that we read. Amounts are integer kobo. */
import * as z from 'zod/mini';

const koboShape = z.number().check(z.int(), z.nonnegative());
const timestamp = z.optional(z.nullable(z.string()));

export const initializedTransaction = z.object({ authorization_url: z.url(), reference: z.string() });

export const chargedTransfer = z.object({
  status: z.string(),
  reference: z.string(),
  account_name: z.string(),
  account_number: z.string(),
  bank: z.object({ name: z.string() }),
  account_expires_at: timestamp,
});

export const chargedUssd = z.object({ status: z.string(), reference: z.string(), ussd_code: z.string() });

export const transaction = z.object({
  id: z.optional(z.number().check(z.int())),
  status: z.string(),
  reference: z.string(),
  amount: koboShape,
  currency: z.string(),
  channel: z.optional(z.nullable(z.string())),
  paid_at: timestamp,
  created_at: timestamp,
  createdAt: timestamp,
});
export type PaystackTransaction = z.infer<typeof transaction>;

export const resolvedAccount = z.object({ account_name: z.string() });

export const recipient = z.object({ recipient_code: z.string() });

export const transfer = z.object({
  status: z.string(),
  reference: z.string(),
  amount: koboShape,
  currency: z.string(),
  reason: z.optional(z.nullable(z.string())),
  createdAt: timestamp,
  updatedAt: timestamp,
});
export type PaystackTransfer = z.infer<typeof transfer>;

export const refund = z.object({
  status: z.string(),
  amount: z.optional(z.nullable(koboShape)),
  currency: z.string(),
  merchant_note: z.optional(z.nullable(z.string())),
});
export type PaystackRefund = z.infer<typeof refund>;
export const refunds = z.array(refund);

/**
 * Notifications that are not about a payment or a transfer (but about customers or disputes) have no reference here. A notification about
 * a refund names the payment that goes back.
 */
export const notification = z.object({
  event: z.string(),
  data: z.object({ reference: z.optional(z.nullable(z.string())), transaction_reference: z.optional(z.nullable(z.string())) }),
});
