/** Threads of players and guests, as admins read and answer them. */
import * as z from '../zod';
import { endpoint } from './endpoint';
import { instant, page, pageQuery, resourceId } from './primitives';
import { messageText, picture, thread } from './support';

/** A thread as an admin sees it. */
export const adminThread = z.object({
  ...thread.shape,
  /** Null: a guest. */
  player: z.nullable(z.object({ userId: z.string(), username: z.string(), name: z.string(), memberSince: instant })),
  /** The address of a guest who gave one. */
  email: z.nullable(z.string()),
  /** The user name of the admin who answered last. */
  answeredBy: z.nullable(z.string()),
});
export type AdminThread = z.infer<typeof adminThread>;

export const listAdminThreads = endpoint({
  method: 'GET',
  path: '/v1/admin/threads',
  access: 'admin',
  roles: ['support'],
  query: z.object({ ...pageQuery.shape, state: z.optional(z.enum(['waiting', 'answered', 'closed'])) }),
  answer: page(adminThread),
});

const threadParams = z.strictObject({ threadId: resourceId });

export const getAdminPicture = endpoint({
  method: 'GET',
  path: '/v1/admin/threads/:threadId/messages/:messageId/picture',
  access: 'admin',
  roles: ['support'],
  params: z.strictObject({ threadId: resourceId, messageId: resourceId }),
  answer: picture,
});

/** The newest message the admin has seen: what came after it must not be answered or closed unread. */
const lastSeen = resourceId;

/** A guest who left an address gets the answer by mail. A repeated key is answered with the thread as it is then. */
export const answerThread = endpoint({
  method: 'POST',
  path: '/v1/admin/threads/:threadId/messages',
  access: 'admin',
  roles: ['support'],
  params: threadParams,
  body: z.strictObject({ text: messageText, lastSeen }),
  answer: adminThread,
  status: 201,
  idempotent: true,
  money: false,
  action: true,
});

export const closeThread = endpoint({
  method: 'POST',
  path: '/v1/admin/threads/:threadId/closing',
  access: 'admin',
  roles: ['support'],
  params: threadParams,
  body: z.strictObject({ lastSeen }),
  answer: adminThread,
  action: true,
});
