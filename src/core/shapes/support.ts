/** What a player and the team wrote, for the service worker and for pages, which need nothing else of the contract. */
import type { AnswerOf } from '../contract/endpoint';
import type { Thread, listThreads } from '../contract/support';
import { USER_ID_PATTERN } from '../user-id';
import { array, boolean, instant, literal, nullable, number, object, pattern, string } from './shape';
import type { Shape } from './shape';

export const threadShape: Shape<Thread> = object({
  threadId: string,
  kind: literal('support', 'feedback'),
  category: nullable(string),
  state: literal('waiting', 'answered', 'closed'),
  unread: number,
  createdAt: instant,
  updatedAt: instant,
  messages: array(object({ messageId: string, from: literal('player', 'team'), text: string, hasPicture: boolean, at: instant })),
});

export const threadsShape: Shape<AnswerOf<typeof listThreads>> = object({ items: array(threadShape), next: nullable(string) });

const userId = pattern(USER_ID_PATTERN);
export const THREADS = { method: 'GET', path: '/v1/player/:userId/threads', params: object({ userId }), answer: threadsShape } as const;
export const READ_THREAD = {
  method: 'POST', path: '/v1/player/:userId/threads/:threadId/read', params: object({ userId, threadId: string }), answer: threadShape,
} as const;
