/** Giving and withdrawing consents, and what the platform has recorded of them. */
import type { AnswerOf } from '../../core/contract/endpoint';
import { listConsents } from '../../core/contract/consents';
import type { ConsentTag } from '../../core/contract/consents';
import type { Result } from '../../core/errors';
import { markWithdrawn } from '../../data/consents';
import { database } from '../storage/database';
import { callAsPlayer, currentIds } from '../platform/platform';
import { noteChoice } from '../outbox/withdrawn';
import { queue } from './outbox';
import type { Queued } from './outbox';

function note(tag: ConsentTag, choice: 'accepted' | 'withdrawn'): void {
  const ids = currentIds();
  if (ids) noteChoice(ids.userId, tag, choice);
}

export function acceptConsent(tag: ConsentTag): Promise<Queued> {
  note(tag, 'accepted');
  return queue('give-consent', { tag });
}

/** Needs the capability `withdraw-consent`; without it hide the control and say whom to write to. */
export async function withdrawConsent(tag: ConsentTag): Promise<Queued> {
  note(tag, 'withdrawn');
  const ids = currentIds();
  // First: whatever becomes of the rest, nothing on this device assumes this consent again.
  if (ids) await markWithdrawn(database, ids.userId, tag);
  return queue('withdraw-consent', { tag });
}

/** The receipts, newest first. Needs the capability `consent-receipts`. */
export function loadConsentReceipts(cursor?: string, signal?: AbortSignal): Promise<Result<AnswerOf<typeof listConsents>>> {
  return callAsPlayer(listConsents, ({ userId }) => ({ params: { userId }, query: { cursor }, ...(signal && { signal }) }));
}
