/** Places that tests call from. */
import { standardBook } from '../../server/place/places';
import type { CallerPlace } from '../../server/place/rules';

/** Where everybody is served: no list of countries, and nothing tells where it is. */
export const HERE: CallerPlace = { country: null, state: null, book: standardBook(), allowedCountries: [] };

/** Where nobody is. */
export const ELSEWHERE: CallerPlace = { ...HERE, country: 'GB', allowedCountries: ['NG'] };
