import * as z from 'zod/mini';
import { GatewayUnavailableError } from '../port';
import type { DepositStartRequest, StartedDeposit } from '../port';
import { callPaystack } from './client';
import type { PaystackDeps, PaystackRefusal } from './client';
import { chargedTransfer, chargedUssd, initializedTransaction } from './shapes';

/** The banks through whose USSD menus Paystack can charge, by our bank codes. */
export const USSD_TYPES: readonly { readonly code: string; readonly name: string; readonly type: string }[] = [
  { code: '058', name: 'Guaranty Trust Bank (GTBank)', type: '737' },
  { code: '232', name: 'Sterling Bank', type: '822' },
  { code: '033', name: 'United Bank for Africa (UBA)', type: '919' },
  { code: '057', name: 'Zenith Bank', type: '966' },
];

/**
 * Starts a payment under our reference. Paystack refuses a repeated reference (`duplicate_reference`), so a second payment is never made,
 * though the instruction of the first try may be lost.
 */
export async function startPaystackDeposit(deps: PaystackDeps, request: DepositStartRequest): Promise<StartedDeposit> {
  switch (request.method) {
    case 'card':
      return startCard(deps, request);
    case 'bank-transfer':
      return startTransfer(deps, request);
    case 'ussd':
      return startUssd(deps, request);
    default:
      return { type: 'refused', why: `no ${request.method} for naira` };
  }
}

const paymentFields = ({ email, amount, currency, reference }: DepositStartRequest) => ({ email, amount, currency, reference });

async function startCard(deps: PaystackDeps, request: DepositStartRequest): Promise<StartedDeposit> {
  const answer = await callPaystack(deps, {
    method: 'POST',
    path: '/transaction/initialize',
    body: {
      ...paymentFields(request),
      channels: ['card'],
      callback_url: request.returnUrls.success,
      metadata: { cancel_action: request.returnUrls.cancel },
    },
    data: initializedTransaction,
  });
  // Paystack gives the page's address only once.
  if (!answer.ok) return isDuplicateCharge(answer) ? { type: 'lost' } : toRefused(answer);
  assertSameReference(answer.data, request);
  const { authorization_url: url } = answer.data;
  if (!url.startsWith('https://') && !url.startsWith(`${deps.baseUrl}/`)) {
    throw new GatewayUnavailableError('Paystack named a page that is not served over TLS');
  }
  return { type: 'redirect', url };
}

async function startTransfer(deps: PaystackDeps, request: DepositStartRequest): Promise<StartedDeposit> {
  const chargeResult = await charge(deps, request, { bank_transfer: { account_expires_at: request.expiresAt.toISOString() } }, chargedTransfer);
  if ('type' in chargeResult) return chargeResult;
  const expiresAt = new Date(chargeResult.account_expires_at ?? Number.NaN);
  return {
    type: 'account',
    bankName: chargeResult.bank.name,
    accountNumber: chargeResult.account_number,
    accountName: chargeResult.account_name,
    ...(!Number.isNaN(expiresAt.getTime()) && { expiresAt }),
  };
}

async function startUssd(deps: PaystackDeps, request: DepositStartRequest): Promise<StartedDeposit> {
  const bank = USSD_TYPES.find(({ code }) => code === request.bankCode);
  if (bank === undefined) return { type: 'refused', why: `no USSD code for the bank ${String(request.bankCode)}` };
  const chargeResult = await charge(deps, request, { ussd: { type: bank.type } }, chargedUssd);
  return 'type' in chargeResult ? chargeResult : { type: 'ussd', code: chargeResult.ussd_code, bankName: bank.name };
}

type NoInstruction = Extract<StartedDeposit, { readonly type: 'lost' | 'refused' }>;

/** Charges, or reads the earlier charge of the same reference. */
async function charge<T extends { readonly reference: string }>(
  deps: PaystackDeps,
  request: DepositStartRequest,
  channelFields: Readonly<Record<string, unknown>>,
  data: z.ZodMiniType<T>,
): Promise<T | NoInstruction> {
  const answer = await callPaystack(deps, { method: 'POST', path: '/charge', body: { ...paymentFields(request), ...channelFields }, data: z.unknown() });
  if (!answer.ok && !isDuplicateCharge(answer)) return toRefused(answer);
  const chargeAnswer = answer.ok
    ? answer
    : await callPaystack(deps, { method: 'GET', path: `/charge/${encodeURIComponent(request.reference)}`, data: z.unknown() });
  const parsed = data.safeParse(chargeAnswer.ok ? chargeAnswer.data : null);
  // The charge exists, so another try would only be refused as a duplicate.
  if (!parsed.success) return { type: 'lost' };
  assertSameReference(parsed.data, request);
  return parsed.data;
}

function isDuplicateCharge({ code, message }: PaystackRefusal): boolean {
  return code === 'duplicate_reference' || /duplicate .*reference/i.test(message);
}

function toRefused({ status, code, message }: PaystackRefusal): NoInstruction {
  return { type: 'refused', why: `${status} ${code} ${message}`.slice(0, 200) };
}

function assertSameReference(answer: { readonly reference: string }, { reference }: DepositStartRequest): void {
  if (answer.reference !== reference) throw new GatewayUnavailableError('Paystack answered about another reference');
}
