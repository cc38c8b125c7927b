/** Finds out where a call comes from and which rules apply there. */
import type { FastifyRequest } from 'fastify';
import type { Config } from '../config';
import standardPlaces from './places.json' with { type: 'json' };
import { parsePlaces } from './place-file';
import { lowestWageringCeiling } from './rules';
import type { CallerPlace, PlaceBook } from './rules';
import { UNKNOWN_LOCATION, createProxyCheck, readLocation } from './caller-location';
import type { CallerLocation } from './caller-location';

/** Locates calls; there is one for the whole platform. */
export interface Places {
  /** Locates a request. */
  readonly ofRequest: (request: Pick<FastifyRequest, 'headers' | 'socket'>) => CallerPlace;
  /** Makes the place of work that goes on without its request, from the location that was stored with it. */
  readonly ofLocation: (location: CallerLocation) => CallerPlace;
  /** The most wagering that a promotion may ask for. */
  readonly wageringCeiling: number;
}

/** Parses the file of places that is part of the program. */
export function standardBook(): PlaceBook {
  const parsed = parsePlaces(JSON.stringify(standardPlaces));
  if ('errors' in parsed) throw new Error(`places.json: ${parsed.errors.join('; ')}`);
  return parsed.book;
}

type PlaceConfig = Pick<Config, 'allowedCountries' | 'countryHeader' | 'regionHeader' | 'trustProxy'>;

export function createPlaces({ allowedCountries, countryHeader, regionHeader, trustProxy }: PlaceConfig, book: PlaceBook): Places {
  const isTrusted = createProxyCheck(trustProxy);
  const toCallerPlace = ({ country, state }: CallerLocation): CallerPlace => ({ country, state, book, allowedCountries });
  return {
    ofLocation: toCallerPlace,
    wageringCeiling: lowestWageringCeiling(book),
    // A client that bypasses the proxy can send any header, so only a trusted proxy's headers count.
    ofRequest: ({ headers, socket }) =>
      toCallerPlace(isTrusted(socket.remoteAddress) ? readLocation(headers, { country: countryHeader, region: regionHeader }) : UNKNOWN_LOCATION),
  };
}
