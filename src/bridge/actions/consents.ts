/** Gives and withdraws consents, and loads what the platform has recorded of them. */
import type { AnswerOf } from '../../core/contract/endpoint';
import { listConsents } from '../../core/contract/consents';
import type { Result } from '../../core/errors';
import { bridge, callAsPlayer } from '../index';
import { consentsOf } from '../outbox/consents';

export const { accept: acceptConsent, withdraw: withdrawConsent } = consentsOf(bridge);

/** Loads the receipts, newest first. Needs the capability `consent-receipts`. */
export function loadConsentReceipts(cursor?: string, signal?: AbortSignal): Promise<Result<AnswerOf<typeof listConsents>>> {
  return callAsPlayer(listConsents, ({ userId }) => ({ params: { userId }, query: { cursor }, ...(signal && { signal }) }));
}
