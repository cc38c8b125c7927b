import type { Place } from '../contract/place';
import { boolean, literal, nullable, number, object, string } from './shape';
import type { Shape } from './shape';

export const placeShape: Shape<Place> = object({
  country: nullable(string),
  state: nullable(string),
  served: boolean,
  reason: nullable(literal('country-unknown', 'country', 'state', 'home', 'age')),
  minimumAge: number,
  licence: string,
});

export const PLACE = { method: 'GET', path: '/v1/place', answer: placeShape } as const;
