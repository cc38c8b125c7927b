/** Where the caller seems to be, and what holds there. */
import * as z from '../zod';
import { endpoint } from './endpoint';

/**
 * Why a place is not served: no country is known and only some are served, the country, the state, the state that the
 * player lives in, or the player is too young for either state.
 */
export const NOT_SERVED_REASONS = ['country-unknown', 'country', 'state', 'home', 'age'] as const;
export type NotServedReason = (typeof NOT_SERVED_REASONS)[number];

export const place = z.object({
  /** ISO 3166-1 alpha-2, or null where nothing tells. */
  country: z.nullable(z.string()),
  /** ISO 3166-2:NG without `NG-`, or null. */
  state: z.nullable(z.string()),
  /** False: no account, deposit, stake or bonus from here. Reading, withdrawing and excluding oneself stay open. */
  served: z.boolean(),
  /** Null where it is served. */
  reason: z.nullable(z.enum(NOT_SERVED_REASONS)),
  /** Years. */
  minimumAge: z.number(),
  /** Under which licence the site is run there; empty where the operator has written none. */
  licence: z.string(),
});
export type Place = z.infer<typeof place>;

export const getPlace = endpoint({
  method: 'GET',
  path: '/v1/place',
  access: 'public',
  answer: place,
  etag: true,
});
