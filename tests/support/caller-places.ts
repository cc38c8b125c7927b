/** Places from which tests call. */
import { standardBook } from '../../server/place/places';
import type { CallerPlace } from '../../server/place/rules';

/** Tests that call the functions directly, without the HTTP server, play in this one session. */
export const SESSION_HASH = '5e'.repeat(32);

/** A place that is served, because no countries are listed and nothing says where the caller is. */
export const HERE: CallerPlace = { country: null, state: null, book: standardBook(), allowedCountries: [] };

/** A place that is not served. */
export const ELSEWHERE: CallerPlace = { ...HERE, country: 'GB', allowedCountries: ['NG'] };
