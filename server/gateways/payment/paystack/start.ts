import * as z from 'zod/mini';
import { GatewayUnavailableError } from '../port';
import type { StartDeposit, StartedDeposit } from '../port';
import { callPaystack } from './client';
import type { PaystackDeps, Refused } from './client';
import { chargedTransfer, chargedUssd, initialized } from './shapes';

/** The banks whose USSD menu Paystack can charge through, by our bank codes. */
export const USSD_TYPES: readonly { readonly code: string; readonly name: string; readonly type: string }[] = [
  { code: '058', name: 'Guaranty Trust Bank (GTBank)', type: '737' },
  { code: '232', name: 'Sterling Bank', type: '822' },
  { code: '033', name: 'United Bank for Africa (UBA)', type: '919' },
  { code: '057', name: 'Zenith Bank', type: '966' },
];

/**
 * Starts a payment under our reference. Paystack knows a payment by it and refuses it the second time
 * (`duplicate_reference`): what was answered to the first try may be lost then, but a second payment is never made.
 */
export async function startPaystackDeposit(deps: PaystackDeps, asked: StartDeposit): Promise<StartedDeposit> {
  switch (asked.method) {
    case 'card':
      return startCard(deps, asked);
    case 'bank-transfer':
      return startTransfer(deps, asked);
    case 'ussd':
      return startUssd(deps, asked);
    default:
      return { type: 'refused', why: `no ${asked.method} for naira` };
  }
}

const payment = ({ email, amount, currency, reference }: StartDeposit) => ({ email, amount, currency, reference });

async function startCard(deps: PaystackDeps, asked: StartDeposit): Promise<StartedDeposit> {
  const answer = await callPaystack(deps, {
    method: 'POST',
    path: '/transaction/initialize',
    body: {
      ...payment(asked),
      channels: ['card'],
      callback_url: asked.returnUrls.success,
      metadata: { cancel_action: asked.returnUrls.cancel },
    },
    data: initialized,
  });
  // The page's address is told once, and no call gives it again.
  if (!answer.ok) return isDuplicate(answer) ? { type: 'lost' } : refused(answer);
  aboutOurs(answer.data, asked);
  const { authorization_url: url } = answer.data;
  if (!url.startsWith('https://') && !url.startsWith(`${deps.baseUrl}/`)) {
    throw new GatewayUnavailableError('Paystack named a page that is not served over TLS');
  }
  return { type: 'redirect', url };
}

async function startTransfer(deps: PaystackDeps, asked: StartDeposit): Promise<StartedDeposit> {
  const charged = await charge(deps, asked, { bank_transfer: { account_expires_at: asked.expiresAt.toISOString() } }, chargedTransfer);
  if ('type' in charged) return charged;
  const expiresAt = new Date(charged.account_expires_at ?? Number.NaN);
  return {
    type: 'account',
    bankName: charged.bank.name,
    accountNumber: charged.account_number,
    accountName: charged.account_name,
    ...(!Number.isNaN(expiresAt.getTime()) && { expiresAt }),
  };
}

async function startUssd(deps: PaystackDeps, asked: StartDeposit): Promise<StartedDeposit> {
  const bank = USSD_TYPES.find(({ code }) => code === asked.bankCode);
  if (bank === undefined) return { type: 'refused', why: `no USSD code for the bank ${String(asked.bankCode)}` };
  const charged = await charge(deps, asked, { ussd: { type: bank.type } }, chargedUssd);
  return 'type' in charged ? charged : { type: 'ussd', code: charged.ussd_code, bankName: bank.name };
}

type NotTold = Extract<StartedDeposit, { readonly type: 'lost' | 'refused' }>;

/** Charges; where the reference was taken before, what is known of that charge is read once more. */
async function charge<T extends { readonly reference: string }>(
  deps: PaystackDeps,
  asked: StartDeposit,
  way: Readonly<Record<string, unknown>>,
  data: z.ZodMiniType<T>,
): Promise<T | NotTold> {
  const answer = await callPaystack(deps, { method: 'POST', path: '/charge', body: { ...payment(asked), ...way }, data: z.unknown() });
  if (!answer.ok && !isDuplicate(answer)) return refused(answer);
  const known = answer.ok
    ? answer
    : await callPaystack(deps, { method: 'GET', path: `/charge/${encodeURIComponent(asked.reference)}`, data: z.unknown() });
  const read = data.safeParse(known.ok ? known.data : null);
  // It was charged, that much is certain: asking again would only find the reference taken.
  if (!read.success) return { type: 'lost' };
  aboutOurs(read.data, asked);
  return read.data;
}

function isDuplicate({ code, message }: Refused): boolean {
  return code === 'duplicate_reference' || /duplicate .*reference/i.test(message);
}

function refused({ status, code, message }: Refused): NotTold {
  return { type: 'refused', why: `${status} ${code} ${message}`.slice(0, 200) };
}

function aboutOurs(answered: { readonly reference: string }, { reference }: StartDeposit): void {
  if (answered.reference !== reference) throw new GatewayUnavailableError('Paystack answered about another reference');
}
