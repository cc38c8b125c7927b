import { kobo, ZERO_KOBO } from '../../../../src/core/money';
import { GatewayUnavailableError } from '../port';
import type { PayoutGateway, PayoutRequest, VerifiedPayout } from '../port';
import { callPaystack } from './client';
import type { PaystackDeps, PaystackRefusal } from './client';
import { recipient, resolvedAccount, transfer } from './shapes';
import type { PaystackTransfer } from './shapes';

/** Pays out through Paystack's transfers from the operator's balance there. */
export function createPaystackPayouts(deps: PaystackDeps): PayoutGateway {
  return {
    resolveAccount: (account) => resolve(deps, account),
    payOut: (request) => payOut(deps, request),
    verifyPayout: (reference) => verify(deps, reference),
  };
}

async function resolve(
  deps: PaystackDeps,
  { bankCode, accountNumber }: { readonly bankCode: string; readonly accountNumber: string },
): Promise<{ readonly accountName: string } | null> {
  const query = new URLSearchParams({ account_number: accountNumber, bank_code: bankCode });
  const answer = await callPaystack(deps, { method: 'GET', path: `/bank/resolve?${query.toString()}`, data: resolvedAccount });
  return answer.ok ? { accountName: answer.data.account_name } : null;
}

/**
 * Sends the money. A reference that Paystack knows is never sent again; we ask for its state instead. A refusal of the transfer itself (the
 * operator's balance is too small, transfers are turned off) says nothing about the player's account, so it is thrown and tried again.
 */
async function payOut(deps: PaystackDeps, request: PayoutRequest): Promise<VerifiedPayout> {
  const { reference, amount, currency } = request;
  const recipientAnswer = await callPaystack(deps, {
    method: 'POST',
    path: '/transferrecipient',
    body: {
      type: 'nuban', name: request.accountName, account_number: request.accountNumber, bank_code: request.bankCode, currency,
    },
    data: recipient,
  });
  if (!recipientAnswer.ok) return answerForBadAccount(deps, request);
  const transferAnswer = await callPaystack(deps, {
    method: 'POST',
    path: '/transfer',
    body: { source: 'balance', amount, recipient: recipientAnswer.data.recipient_code, reference, reason: request.narration, currency },
    data: transfer,
  });
  if (transferAnswer.ok) return toPayout(transferAnswer.data);
  if (isDuplicateTransfer(transferAnswer)) return verify(deps, reference);
  throw new GatewayUnavailableError(`Paystack did not take a transfer (${transferAnswer.status} ${transferAnswer.code}): ${transferAnswer.message}`);
}

/** Paystack refuses the account, but an earlier try may have gone through. */
async function answerForBadAccount(deps: PaystackDeps, { reference, amount, currency }: PayoutRequest): Promise<VerifiedPayout> {
  const earlier = await verify(deps, reference);
  if (earlier.state !== 'unknown') return earlier;
  return { reference, state: 'failed', amount, currency, reason: 'The bank does not take money for this account.' };
}

async function verify(deps: PaystackDeps, reference: string): Promise<VerifiedPayout> {
  const answer = await callPaystack(deps, {
    method: 'GET', path: `/transfer/verify/${encodeURIComponent(reference)}`, data: transfer,
  });
  if (answer.ok) return toPayout(answer.data);
  if (isUnknownTransfer(answer)) return { reference, state: 'unknown', amount: ZERO_KOBO, currency: 'NGN' };
  throw new GatewayUnavailableError(`Paystack did not say what became of a transfer (${answer.status} ${answer.code})`);
}

function toPayout(transferAnswer: PaystackTransfer): VerifiedPayout {
  const { reference, currency } = transferAnswer;
  const state = payoutState(transferAnswer.status);
  return { reference, state, amount: kobo(transferAnswer.amount), currency, ...(state in REASONS && { reason: REASONS[state] }) };
}

const REASONS: Readonly<Record<string, string>> = {
  failed: 'The bank did not take the money.',
  reversed: 'The bank sent the money back.',
};

/** Translates a transfer's state. `pending`, `otp`, `received` and unknown states are not final. */
export function payoutState(status: string): VerifiedPayout['state'] {
  switch (status) {
    case 'success':
    case 'reversed':
      return status;
    case 'failed':
    case 'abandoned':
    case 'blocked':
    case 'rejected':
      return 'failed';
    default:
      return 'pending';
  }
}

function isDuplicateTransfer({ code, message }: PaystackRefusal): boolean {
  return code === 'duplicate_reference' || /reference.*(exists|unique|duplicate)|duplicate.*reference/i.test(message);
}

function isUnknownTransfer({ status, code, message }: PaystackRefusal): boolean {
  return status === 404 || code === 'transfer_not_found' || /not found/i.test(message);
}
