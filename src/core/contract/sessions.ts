/** The calls with which a player sees where they are signed in, takes their data along, and closes the account. */
import * as z from '../zod';
import { endpoint } from './endpoint';
import { instant, ngn, playerParams, resourceId, nairaAmount } from './primitives';
import { SESSION_END_REASONS } from './problem';

/** One session. `sessionRef` is neither its id nor the hash of it. */
export const deviceSession = z.object({
  sessionRef: z.string(),
  /** "Chrome on Android". */
  device: z.string(),
  /** "Lagos, Nigeria"; null where nothing tells. */
  place: z.nullable(z.string()),
  /** The network's address with its end left out: "102.89.x.x". */
  network: z.string(),
  signedInAt: instant,
  /** No more exact than five minutes. */
  lastSeenAt: instant,
  current: z.boolean(),
  /** Null: it is open. */
  endedAt: z.nullable(instant),
  endReason: z.nullable(z.enum(SESSION_END_REASONS)),
});
export type DeviceSession = z.infer<typeof deviceSession>;

export const listSessions = endpoint({
  method: 'GET',
  path: '/v1/player/:userId/sessions',
  access: 'session',
  params: playerParams,
  answer: z.object({ items: z.array(deviceSession), previousSignIn: z.nullable(instant) }),
  etag: true,
});

export const revokeSession = endpoint({
  method: 'DELETE',
  path: '/v1/player/:userId/sessions/:sessionRef',
  access: 'bound',
  params: z.strictObject({ ...playerParams.shape, sessionRef: resourceId }),
  action: true,
});

export const revokeOtherSessions = endpoint({
  method: 'DELETE',
  path: '/v1/player/:userId/sessions',
  access: 'bound',
  params: playerParams,
  answer: z.object({ ended: z.number() }),
  action: true,
});

/** The address works once, for a few minutes, in the browser that asked: `GET` gives a ZIP. */
export const requestArchive = endpoint({
  method: 'POST',
  path: '/v1/player/:userId/archives',
  access: 'bound',
  params: playerParams,
  status: 201,
  answer: z.object({ url: z.string(), expiresAt: instant }),
  action: true,
  fresh: true,
});

/** `current` of 409 `money-left`: what is in the way of closing the account. Amounts in decimal naira. */
export const moneyLeft = z.object({
  balance: nairaAmount,
  /** Set aside for withdrawals. */
  held: nairaAmount,
  /** Deposits that came too late, held for the player's choice or on their way back; missing where there are none. */
  suspense: z.optional(nairaAmount),
  currency: ngn,
  /** Deposits that may still be paid, or that the player said were paid and we ask about. */
  pendingDeposits: z.number(),
  /** Withdrawals that are neither paid out nor given back. */
  openWithdrawals: z.number(),
  /** Rounds of several steps that are not finished; a platform of before does not say it. */
  openRounds: z.optional(z.number()),
  /** Draws with an entry of the player that are being held; missing where there are none. */
  openDraws: z.optional(z.number()),
  /** The account can be closed with less than this in it. */
  closesBelow: nairaAmount,
});
export type MoneyLeft = z.infer<typeof moneyLeft>;

/** 409 `money-left` with what is in the way: a balance that can be paid out, a payment or a round under way. */
export const closeAccount = endpoint({
  method: 'POST',
  path: '/v1/player/:userId/closure',
  access: 'bound',
  params: playerParams,
  body: z.strictObject({
    password: z.string().check(z.minLength(1, 'Enter your password.'), z.maxLength(1024)),
    reason: z.optional(z.string().check(z.trim(), z.maxLength(500))),
  }),
  action: true,
});
