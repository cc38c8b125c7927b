/** Loads the threads of players and guests for admins, and answers them. */
import type { AnswerOf, QueryOf } from '../../core/contract/endpoint';
import {
  answerThread, assignThread, closeThread, getAdminPicture, listAdminThreads, listTemplates, openThread, writeTemplate,
} from '../../core/contract/support-team';
import type { AdminThread, NewTemplate, Template } from '../../core/contract/support-team';
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

/** Reads a thread with its messages. */
export function readThread(threadId: string): Promise<Result<AdminThread>> {
  return callAtDesk(openThread, () => ({ params: { threadId }, noStore: true }));
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

export type SupportTexts = AnswerOf<typeof listTemplates>;

/** Loads the templates, and the people to whom a thread may be given. */
export function loadTemplates(signal: AbortSignal): Promise<Result<SupportTexts>> {
  return callAtDesk(listTemplates, () => ({ signal, noStore: true }));
}

/** After a lost answer the list says what became of it: a version is written once. */
export async function saveTemplate(body: NewTemplate): Promise<Result<readonly Template[]>> {
  const result = await callAtDesk(writeTemplate, () => ({ body }));
  return result.ok ? { ...result, data: result.data.items } : result;
}

/** Gives a thread to somebody of support, or back to all (null). */
export function giveThread({ threadId, assignedTo }: AdminThread, to: string | null): Promise<Result<AdminThread>> {
  return callAtDesk(assignThread, () => ({ params: { threadId }, body: { to, seen: assignedTo?.userId ?? null } }));
}
