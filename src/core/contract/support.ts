/** Messages to people, and feedback: threads that admins answer (see `support-team`). */
import * as z from '../zod';
import { endpoint } from './endpoint';
import { instant, page, pageQuery, playerParams, resourceId } from './primitives';
import { proof } from './proof-of-work';

export const THREAD_KINDS = ['support', 'feedback'] as const;
export const FEEDBACK_CATEGORIES = ['problem', 'money', 'game', 'idea', 'praise', 'other'] as const;
export type FeedbackCategory = (typeof FEEDBACK_CATEGORIES)[number];

/** Most characters of one message. */
export const MESSAGE_LENGTH = 2_000;
/** Most characters of a picture as base64 text: about 150 KB. */
export const PICTURE_LENGTH = 200_000;
/** A message with a picture, and the names around them. */
const FEEDBACK_BYTES = 220 * 1024;

export const messageText = z.string().check(z.trim(), z.minLength(2, 'Write a few words.'), z.maxLength(MESSAGE_LENGTH, 'At most 2,000 characters.'));
/** WebP, JPEG or PNG, resized on the device. */
export const picture = z.object({
  type: z.enum(['image/webp', 'image/jpeg', 'image/png']),
  base64: z.string().check(z.regex(/^[0-9A-Za-z+/]+={0,2}$/), z.maxLength(PICTURE_LENGTH, 'The picture is too large.')),
});

export const message = z.object({
  /** Unique in its thread, not among threads. */
  messageId: z.string(),
  from: z.enum(['player', 'team']),
  text: z.string(),
  hasPicture: z.boolean(),
  at: instant,
});
export type Message = z.infer<typeof message>;

export const thread = z.object({
  threadId: z.string(),
  kind: z.enum(THREAD_KINDS),
  /** Only feedback has one. */
  category: z.nullable(z.string()),
  /** `waiting` for the team, `answered`, or `closed`; a new message opens it again. */
  state: z.enum(['waiting', 'answered', 'closed']),
  /** Answers of the team that the player has not seen. */
  unread: z.number(),
  createdAt: instant,
  updatedAt: instant,
  /** The newest, oldest first: at most 100, and as many as fit into an answer that a device takes. */
  messages: z.array(message),
});
export type Thread = z.infer<typeof thread>;

export const listThreads = endpoint({
  method: 'GET',
  path: '/v1/player/:userId/threads',
  access: 'session',
  params: playerParams,
  query: pageQuery,
  answer: page(thread),
  etag: true,
});

/** Joins the player's open support thread, or starts one. */
export const sendMessage = endpoint({
  method: 'POST',
  path: '/v1/player/:userId/messages',
  access: 'bound',
  params: playerParams,
  body: z.strictObject({ text: messageText }),
  answer: thread,
  status: 201,
  idempotent: true,
  money: false,
  action: true,
});

export const sendFeedback = endpoint({
  method: 'POST',
  path: '/v1/player/:userId/feedback',
  access: 'bound',
  bodyBytes: FEEDBACK_BYTES,
  params: playerParams,
  body: z.strictObject({ category: z.enum(FEEDBACK_CATEGORIES), text: messageText, picture: z.optional(picture) }),
  answer: thread,
  status: 201,
  idempotent: true,
  money: false,
  action: true,
});

/** Takes feedback without an account; it is answered where there is an address. The device makes `id`, and a repeated one is the same feedback. */
export const sendGuestFeedback = endpoint({
  method: 'POST',
  path: '/v1/feedback',
  access: 'public',
  bodyBytes: FEEDBACK_BYTES,
  body: z.strictObject({
    id: z.string().check(z.regex(/^[0-9A-Za-z_-]{16,64}$/)),
    category: z.enum(FEEDBACK_CATEGORIES),
    text: messageText,
    email: z.optional(z.string().check(z.trim(), z.maxLength(254), z.email('This is no e-mail address.'))),
    picture: z.optional(picture),
    proof: z.optional(proof),
  }),
  answer: z.object({
    id: z.string(),
    at: instant,
    /** Says why the picture was not kept, although the text was; missing: nothing was left out. */
    pictureNotKept: z.optional(z.string()),
  }),
  status: 201,
});

export const readThread = endpoint({
  method: 'POST',
  path: '/v1/player/:userId/threads/:threadId/read',
  access: 'bound',
  params: z.strictObject({ ...playerParams.shape, threadId: resourceId }),
  /** The newest message that the player has seen: what came after it stays unread. Without it all of the thread counts as seen. */
  query: z.object({ lastSeen: z.optional(resourceId) }),
  answer: thread,
});
