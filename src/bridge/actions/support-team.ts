/** Loads the threads of players and guests for admins, and answers them. */
import type { AnswerOf, QueryOf } from '../../core/contract/endpoint';
import { answerThread, closeThread, getAdminPicture, listAdminThreads } from '../../core/contract/support-team';
import type { AdminThread } from '../../core/contract/support-team';
import type { Result } from '../../core/errors';
import { newKey } from '../page/key';
import { callAtDesk } from './desk-call';

export type ThreadsQuery = QueryOf<typeof listAdminThreads>;
export type ThreadsPage = AnswerOf<typeof listAdminThreads>;
export type ThreadPicture = AnswerOf<typeof getAdminPicture>;

/** Never answered from a cache, because somebody answers by it. */
export function loadAdminThreads(query: ThreadsQuery, signal: AbortSignal): Promise<Result<ThreadsPage>> {
  return callAtDesk(listAdminThreads, () => ({ query, signal, noStore: true, maxBytes: 8_000_000 }));
}

export function loadPicture(threadId: string, messageId: string): Promise<Result<ThreadPicture>> {
  return callAtDesk(getAdminPicture, () => ({ params: { threadId, messageId }, noStore: true }));
}

/** One answer of an admin. The platform takes it once, even if it is sent again with the same key. */
export interface ThreadAnswer {
  readonly threadId: string;
  readonly text: string;
  /** The newest message that the admin saw. */
  readonly lastSeen: string;
  readonly key: string;
}

export const answerKey = newKey;

export function sendAnswer({ threadId, text, lastSeen, key }: ThreadAnswer): Promise<Result<AdminThread>> {
  return callAtDesk(answerThread, () => ({ params: { threadId }, body: { text, lastSeen }, key }));
}

/** Closes a thread. A second call changes nothing. */
export function closeSupportThread(threadId: string, lastSeen: string): Promise<Result<AdminThread>> {
  return callAtDesk(closeThread, () => ({ params: { threadId }, body: { lastSeen } }));
}
