/** Threads of players and guests, as admins read and answer them. */
import * as z from '../zod';
import { endpoint } from './endpoint';
import { instant, page, pageQuery, resourceId } from './primitives';
import { messageText, picture, thread } from './support';
import { namesNoAddress } from './told-reason';

/** A thread as an admin sees it. In lists, and after an act, it has no messages and a guest's address is masked: `openThread` shows both. */
export const adminThread = z.object({
  ...thread.shape,
  /** Null: a guest. */
  player: z.nullable(z.object({ userId: z.string(), username: z.string(), name: z.string(), memberSince: instant })),
  /** The address of a guest who gave one; masked in lists. */
  email: z.nullable(z.string()),
  /** The user name of the admin who answered last. */
  answeredBy: z.nullable(z.string()),
  /** Who of the team looks after it; null: nobody. Missing: the platform does not know. */
  assignedTo: z.optional(z.nullable(z.object({ userId: z.string(), username: z.string(), since: instant }))),
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

/** The thread with its messages. A POST, because it leaves a line in the audit trail. */
export const openThread = endpoint({
  method: 'POST',
  path: '/v1/admin/threads/:threadId/page',
  access: 'admin',
  roles: ['support'],
  params: threadParams,
  answer: adminThread,
  action: true,
  stepUp: true,
});

/** A POST, because it leaves a line in the audit trail. */
export const getAdminPicture = endpoint({
  method: 'POST',
  path: '/v1/admin/threads/:threadId/messages/:messageId/picture',
  access: 'admin',
  roles: ['support'],
  params: z.strictObject({ threadId: resourceId, messageId: resourceId }),
  answer: picture,
  action: true,
  stepUp: true,
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

/**
 * Takes a thread (`to` is oneself), gives it back (null) or gives it to somebody else. `seen`: who had it; 409 `conflict` where that is somebody
 * else now.
 */
export const assignThread = endpoint({
  method: 'PUT',
  path: '/v1/admin/threads/:threadId/assignment',
  access: 'admin',
  roles: ['support'],
  params: threadParams,
  body: z.strictObject({ to: z.nullable(resourceId), seen: z.nullable(resourceId) }),
  answer: adminThread,
  action: true,
});

/** A text that the team uses again. `{name}` and `{reference}` in it are filled in for the thread. */
export const template = z.object({ templateId: z.string(), version: z.number(), name: z.string(), text: z.string(), by: z.string(), at: instant });
export type Template = z.infer<typeof template>;

export const newTemplate = z.strictObject({
  /** Missing: a new one. */
  templateId: z.optional(resourceId),
  /** The version that was looked at; 0: none. */
  seen: z.number().check(z.int(), z.minimum(0), z.maximum(1_000_000)),
  name: z.string().check(z.trim(), z.minLength(2, 'Give it a name.'), z.maxLength(60, 'At most 60 characters.')),
  /** Null: it is deleted. */
  text: z.nullable(messageText.check(namesNoAddress)),
});
export type NewTemplate = z.infer<typeof newTemplate>;

const templates = z.object({ items: z.array(template) });

/** The templates, and the people of support to whom a thread may be given. */
export const listTemplates = endpoint({
  method: 'GET',
  path: '/v1/admin/templates',
  access: 'admin',
  roles: ['support', 'owner'],
  answer: z.object({ ...templates.shape, colleagues: z.array(z.object({ userId: z.string(), username: z.string() })) }),
});

export const writeTemplate = endpoint({
  method: 'POST',
  path: '/v1/admin/templates',
  access: 'admin',
  roles: ['support', 'owner'],
  body: newTemplate,
  answer: templates,
  action: true,
});
