/** How a player is protected, for pages and the service worker; apart from the other shapes, since the sync worker reads none. */
import type { PlayNow, Protection } from '../contract/protection';
import { LIMIT_KINDS, LIMIT_PERIODS } from '../protection';
import { USER_ID_PATTERN } from '../user-id';
import { SET_LIMIT } from './endpoints';
import { array, boolean, instant, literal, nullable, number, object, pattern, unknown } from './shape';
import type { Shape } from './shape';

export const playNowShape: Shape<PlayNow> = object({
  startedAt: instant,
  dueAt: instant,
  staked: number,
  won: number,
  rounds: number,
});

export const protectionShape: Shape<Protection> = object({
  state: literal('none', 'cool-off', 'excluded'),
  since: nullable(instant),
  until: nullable(instant),
  currency: literal('NGN'),
  limits: array(
    object({
      kind: literal(...LIMIT_KINDS),
      period: literal(...LIMIT_PERIODS),
      amount: nullable(number),
      ceiling: nullable(number),
      used: number,
      left: nullable(number),
      resetsAt: instant,
      pending: nullable(object({ amount: nullable(number), askedAt: instant, from: instant, until: instant })),
    }),
  ),
  realityCheck: object({ minutes: number, pending: nullable(object({ minutes: number, from: instant })) }),
  play: nullable(playNowShape),
  netDeposits: number,
  played: object({ day: number, week: number, month: number, ever: number }),
  offered: boolean,
  at: instant,
});

const params = object({ userId: pattern(USER_ID_PATTERN) });
const answer = protectionShape;
const body = unknown;

export const PROTECTION = { method: 'GET', path: '/v1/player/:userId/protection', params, answer } as const;

/** What a page asks for itself, and is answered with how things stand afterwards. */
export const SET_LIMIT_NOW = { ...SET_LIMIT, answer } as const;
export const CONFIRM_LIMIT = {
  method: 'POST', path: '/v1/player/:userId/limits/:kind/:period/confirm', params: SET_LIMIT.params, body, answer,
} as const;
export const DROP_PENDING_LIMIT = {
  method: 'DELETE', path: '/v1/player/:userId/limits/:kind/:period/pending', params: SET_LIMIT.params, answer,
} as const;
export const SET_REALITY_CHECK = { method: 'PUT', path: '/v1/player/:userId/reality-check', params, body, answer } as const;
export const ACKNOWLEDGE_REALITY_CHECK = {
  method: 'POST', path: '/v1/player/:userId/reality-check/acknowledgements', params, answer,
} as const;
export const ANSWER_LIMITS_OFFER = { method: 'POST', path: '/v1/player/:userId/limits-offer', params, answer } as const;
