/**
 * Declares the calls of the outbox, and of sign-outs. The platform checks their bodies. An answer is checked only as far as it takes to tell
 * it from that of a gateway, which answers every call with 200 and "OK": an item that got such an answer counts as not sent. A call without
 * an answer accepts an empty one only. A test compares each call with the contract.
 */
import * as z from '../zod';
import type { Shape } from '../schema';

const anything = z.unknown();
/** Checks by `shape`, and returns all of the answer, because it is stored as it came (see `OutboxKind.stores`). */
const wholeAnswer = (shape: Shape<unknown>): Shape<unknown> => ({
  safeParse: (value) => (shape.safeParse(value).success ? { success: true, data: value } : { success: false }),
});
const thread = z.object({ threadId: z.string() });
const protection = wholeAnswer(z.object({ state: z.enum(['none', 'cool-off', 'excluded']), limits: z.array(anything) }));
/** Platforms answer consents with any object, or with nothing; the profile shows the result. Plain text is not a platform's answer. */
const consentAnswer = z.optional(z.record(z.string(), anything));
const params = z.object({ userId: z.string() });
const gameParams = z.object({ userId: z.string(), gameId: z.string() });

export const EDIT_DETAILS = {
  method: 'PATCH',
  path: '/v1/player/:userId/details',
  params,
  body: anything,
  answer: wholeAnswer(z.object({ firstname: z.string(), lastname: z.string(), version: z.number() })),
} as const;
export const GIVE_CONSENTS = { method: 'POST', path: '/v1/player/:userId/consent', params, body: anything, answer: consentAnswer } as const;
export const WITHDRAW_CONSENT = {
  method: 'DELETE', path: '/v1/player/:userId/consent/:tagCode', params: z.object({ userId: z.string(), tagCode: z.string() }),
} as const;
/** A limit that is lowered, and a break. */
export const SET_LIMIT = {
  method: 'PUT',
  path: '/v1/player/:userId/limits/:kind/:period',
  params: z.object({ userId: z.string(), kind: z.string(), period: z.string() }),
  body: anything,
  answer: protection,
} as const;
export const EXCLUDE = { method: 'POST', path: '/v1/player/:userId/exclusions', params, body: anything, answer: protection } as const;
export const ADD_FAVOURITE = { method: 'PUT', path: '/v1/player/:userId/favourites/:gameId', params: gameParams } as const;
export const REMOVE_FAVOURITE = { method: 'DELETE', path: '/v1/player/:userId/favourites/:gameId', params: gameParams } as const;
/** Messages of players and guests to the team. */
export const SEND_MESSAGE = { method: 'POST', path: '/v1/player/:userId/messages', params, body: anything, answer: thread } as const;
export const SEND_FEEDBACK = { method: 'POST', path: '/v1/player/:userId/feedback', params, body: anything, answer: thread } as const;
export const SEND_GUEST_FEEDBACK = {
  method: 'POST',
  path: '/v1/feedback',
  body: anything,
  // It may leave the picture out, and says why.
  answer: z.object({ id: z.string(), pictureNotKept: z.optional(z.string()) }),
} as const;
export const SIGN_OUT = { method: 'POST', path: '/v1/auth/sign-out' } as const;
export const REVOKE_BY_HASH = { method: 'POST', path: '/v1/auth/revocations', body: z.object({ hash: z.string() }) } as const;
/** Changes that admins make in the games while they have no connection. */
export const EDIT_GAME = {
  method: 'PATCH',
  path: '/v1/admin/games/:gameId',
  params: z.object({ gameId: z.string() }),
  body: anything,
  answer: z.object({ gameId: z.string(), version: z.number() }),
} as const;
export const ORDER_GAMES = {
  method: 'PUT', path: '/v1/admin/game-order', body: anything, answer: z.object({ order: z.array(anything), version: z.number() }),
} as const;
