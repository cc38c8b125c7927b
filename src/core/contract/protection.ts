/** How a player is protected: limits, reality check, breaks and exclusion. All by the platform's time. */
import * as z from '../zod';
import { EXCLUSION_LENGTHS, LIMIT_KINDS, LIMIT_PERIODS, REALITY_CHECK_MINUTES } from '../protection';
import { endpoint } from './endpoint';
import { amount, instant, ngn, playerParams, nairaAmount } from './primitives';

export const limitKind = z.enum(LIMIT_KINDS);
export const limitPeriod = z.enum(LIMIT_PERIODS);

/** A higher limit that the player has asked for. Before `from` nothing changes; from then to `until` it can be confirmed. */
export const pendingRaise = z.object({
  /** Decimal naira; null = no limit. */
  amount: z.nullable(nairaAmount),
  askedAt: instant,
  from: instant,
  until: instant,
});

/** One limit. Amounts in decimal naira. */
export const limit = z.object({
  kind: limitKind,
  period: limitPeriod,
  /** The player's own; null = none. */
  amount: z.nullable(nairaAmount),
  /** The most that the operator, or the state where the player is, allows; null = neither says anything. */
  ceiling: z.nullable(nairaAmount),
  /** In the period that runs; of `loss` below zero where more was won than staked. */
  used: nairaAmount,
  /** The lower of both less what is used, never below zero; null = neither is set. */
  left: z.nullable(nairaAmount),
  resetsAt: instant,
  pending: z.nullable(pendingRaise),
});
export type Limit = z.infer<typeof limit>;

export const realityCheck = z.object({
  minutes: z.number(),
  /** A longer interval that the player asked for, and when it begins by itself. */
  pending: z.nullable(z.object({ minutes: z.number(), from: instant })),
});

/** The play that goes on: from its first stake until 30 minutes pass without one. */
export const playNow = z.object({
  startedAt: instant,
  /** When the next reality check stops play. */
  dueAt: instant,
  /** Decimal naira since `startedAt`. */
  staked: nairaAmount,
  won: nairaAmount,
  rounds: z.number(),
});
export type PlayNow = z.infer<typeof playNow>;

export const protection = z.object({
  state: z.enum(['none', 'cool-off', 'excluded']),
  /** Since when; null = `none`. */
  since: z.nullable(instant),
  /** Null = `none`, or without an end. */
  until: z.nullable(instant),
  /** True if it was asked for on another account of the player. Only our own platform sends it. */
  otherAccount: z.optional(z.boolean()),
  currency: ngn,
  /** All nine, by kind and then by period. */
  limits: z.array(limit),
  realityCheck,
  /** Null while the player is not playing. */
  play: z.nullable(playNow),
  /** Paid in less paid out, since the account was opened. Decimal naira. */
  netDeposits: nairaAmount,
  /** Time played with real money, in ms. */
  played: z.object({ day: z.number(), week: z.number(), month: z.number(), ever: z.number() }),
  /** The player was asked about limits and has answered, whatever the answer was, or has set one unasked. */
  offered: z.boolean(),
  /** The player's own figures of the seven days before `at`, after play that was not usual; 2 suggests a limit. Only our own platform sends it. */
  advice: z.optional(z.object({
    level: z.union([z.literal(1), z.literal(2)]), at: instant, paidIn: nairaAmount, staked: nairaAmount, won: nairaAmount, playedMs: z.number(),
  })),
  /** The platform's clock when this was made. */
  at: instant,
});
export type Protection = z.infer<typeof protection>;

export const getProtection = endpoint({
  method: 'GET',
  path: '/v1/player/:userId/protection',
  access: 'session',
  params: playerParams,
  answer: protection,
  etag: true,
});

const limitParams = z.strictObject({ ...playerParams.shape, kind: limitKind, period: limitPeriod });

/**
 * A lower limit holds at once. A higher one, or none, waits for 24 hours and then for the player's confirmation; it takes
 * the place of another that waits. With `onlyLower` what would raise it changes nothing (a wish that waited on a device
 * while the limit was lowered elsewhere).
 */
export const setLimit = endpoint({
  method: 'PUT',
  path: '/v1/player/:userId/limits/:kind/:period',
  access: 'bound',
  params: limitParams,
  body: z.strictObject({ amount: z.nullable(amount), currency: ngn, onlyLower: z.optional(z.literal(true)) }),
  answer: protection,
  idempotent: true,
  money: false,
  action: true,
});

/** 409 `conflict` where nothing waits, it is another amount, or it is too early or too late. */
export const confirmLimit = endpoint({
  method: 'POST',
  path: '/v1/player/:userId/limits/:kind/:period/confirm',
  access: 'bound',
  params: limitParams,
  body: z.strictObject({ amount: z.nullable(amount), currency: ngn }),
  answer: protection,
  action: true,
});

export const dropPendingLimit = endpoint({
  method: 'DELETE',
  path: '/v1/player/:userId/limits/:kind/:period/pending',
  access: 'bound',
  params: limitParams,
  answer: protection,
  action: true,
});

export const setRealityCheck = endpoint({
  method: 'PUT',
  path: '/v1/player/:userId/reality-check',
  access: 'bound',
  params: playerParams,
  body: z.strictObject({ minutes: z.literal(REALITY_CHECK_MINUTES, 'Choose one of the intervals.') }),
  answer: protection,
  action: true,
});

export const acknowledgeRealityCheck = endpoint({
  method: 'POST',
  path: '/v1/player/:userId/reality-check/acknowledgements',
  access: 'bound',
  params: playerParams,
  answer: protection,
  action: true,
});

/** The answer to "do you want limits?": nothing is set by it. */
export const answerLimitsOffer = endpoint({
  method: 'POST',
  path: '/v1/player/:userId/limits-offer',
  access: 'bound',
  params: playerParams,
  answer: protection,
  action: true,
});

/**
 * Begins when it arrives, and never makes one that runs shorter: the later end holds. Ends the player's sessions on other
 * devices where it is an exclusion, withdraws what was agreed to in marketing, and is confirmed by mail.
 */
export const exclude = endpoint({
  method: 'POST',
  path: '/v1/player/:userId/exclusions',
  access: 'bound',
  params: playerParams,
  body: z.strictObject({ length: z.enum(EXCLUSION_LENGTHS, 'Choose how long.') }),
  answer: protection,
  status: 201,
  idempotent: true,
  money: false,
  action: true,
});
