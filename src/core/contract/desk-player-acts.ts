/** What the operator's people do about a player. Each is a line in the audit trail; nobody acts on a person who seems to be themselves. */
import * as z from '../zod';
import { LIMIT_KINDS, LIMIT_PERIODS } from '../protection';
import { endpoint } from './endpoint';
import { amount, instant, ngn, resourceId } from './primitives';
import { toldReason } from './told-reason';

const params = z.strictObject({ playerId: resourceId });

/** At least ten characters, because it has to say something to whoever reads the trail. */
export const actReason = z.string().check(z.trim(), z.minLength(10, 'Give a reason of at least ten characters.'), z.maxLength(300, 'At most 300 characters.'));

export const LOCKS = ['play', 'sign-in'] as const;
/** `play` stops stakes, deposits and bonuses, and never a payout; `sign-in` also ends every session. */
export const accountLock = z.object({
  lockId: z.string(), what: z.enum(LOCKS), at: instant, by: z.string(), reason: z.string(),
  /** It was put on another account of the person. */
  isCarried: z.boolean(),
});
export type AccountLock = z.infer<typeof accountLock>;

/** 409 `conflict` where it is locked already. */
export const lockPlayer = endpoint({
  method: 'POST',
  path: '/v1/admin/players/:playerId/locks',
  access: 'admin',
  roles: ['risk', 'owner'],
  params,
  body: z.strictObject({ what: z.enum(LOCKS), reason: actReason }),
  action: true,
  fresh: true,
  stepUp: true,
});

/** Ends the lock that the admin saw, and no other. 409 `conflict` where it does not hold. */
export const unlockPlayer = endpoint({
  method: 'POST',
  path: '/v1/admin/players/:playerId/unlocks',
  access: 'admin',
  roles: ['risk', 'owner'],
  params,
  body: z.strictObject({ lockId: z.string().check(z.regex(/^\d{1,18}$/)), reason: actReason }),
  action: true,
  fresh: true,
  stepUp: true,
});

/** The reason is told to the player where a session ended. 429 after three in a day by one admin. */
export const signPlayerOut = endpoint({
  method: 'POST',
  path: '/v1/admin/players/:playerId/sign-outs',
  access: 'admin',
  roles: ['support', 'risk', 'owner'],
  params,
  body: z.strictObject({ reason: toldReason }),
  answer: z.object({ ended: z.number() }),
  action: true,
  fresh: true,
  stepUp: true,
});

/** A lower limit, at once; the reason is told to the player. 409 `conflict` where it would not be lower. */
export const lowerPlayerLimit = endpoint({
  method: 'POST',
  path: '/v1/admin/players/:playerId/limits',
  access: 'admin',
  roles: ['support', 'risk', 'owner'],
  params,
  body: z.strictObject({ kind: z.enum(LIMIT_KINDS), period: z.enum(LIMIT_PERIODS), amount, currency: ngn, reason: toldReason }),
  action: true,
  fresh: true,
  stepUp: true,
});

/** Breaks that the team may begin: an exclusion is the player's own. */
export const TEAM_BREAKS = ['24-hours', '7-days', '30-days'] as const;

/** A break, at once; the reason is told to the player. It makes none shorter. */
export const breakForPlayer = endpoint({
  method: 'POST',
  path: '/v1/admin/players/:playerId/breaks',
  access: 'admin',
  roles: ['support', 'risk', 'owner'],
  params,
  body: z.strictObject({ length: z.enum(TEAM_BREAKS), reason: toldReason }),
  action: true,
  fresh: true,
  stepUp: true,
});

/** 409 `conflict` where the address is confirmed. */
export const resendPlayerActivation = endpoint({
  method: 'POST',
  path: '/v1/admin/players/:playerId/activation-mails',
  access: 'admin',
  roles: ['support', 'risk', 'owner'],
  params,
  action: true,
  fresh: true,
  stepUp: true,
});

/** What may be shown in full, each by a press of its own. The number of a bank account never leaves the platform. */
export const REVEALED = ['name', 'phone', 'email', 'birthday', 'address'] as const;
export type Revealed = (typeof REVEALED)[number];

/** The value in full; null where the player has none. 403 where no role of the admin may see it. */
export const revealPlayer = endpoint({
  method: 'POST',
  path: '/v1/admin/players/:playerId/reveals',
  access: 'admin',
  roles: ['payments', 'risk', 'owner'],
  params,
  body: z.strictObject({ what: z.enum(REVEALED), reason: actReason }),
  answer: z.object({ value: z.nullable(z.string()) }),
  action: true,
  fresh: true,
  stepUp: true,
});
