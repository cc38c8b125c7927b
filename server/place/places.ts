/** Where calls come from, and what holds there. */
import type { FastifyRequest } from 'fastify';
import type { Config } from '../config';
import standardPlaces from './places.json' with { type: 'json' };
import { readPlaces } from './place-file';
import type { CallerPlace, PlaceBook } from './rules';
import { seenIn, trusts, UNSEEN } from './seen';
import type { Seen } from './seen';

/** What asks about places: one for the whole platform. */
export interface Places {
  /** Where a request comes from. */
  readonly of: (request: Pick<FastifyRequest, 'headers' | 'socket'>) => CallerPlace;
  /** Where something came from that goes on without a request. */
  readonly kept: (seen: Seen) => CallerPlace;
}

/** The file that comes with the program. */
export function standardBook(): PlaceBook {
  const read = readPlaces(JSON.stringify(standardPlaces));
  if ('errors' in read) throw new Error(`places.json: ${read.errors.join('; ')}`);
  return read.book;
}

type PlaceConfig = Pick<Config, 'allowedCountries' | 'countryHeader' | 'regionHeader' | 'trustProxy'>;

export function createPlaces({ allowedCountries, countryHeader, regionHeader, trustProxy }: PlaceConfig, book: PlaceBook): Places {
  const isTrusted = trusts(trustProxy);
  const kept = ({ country, state }: Seen): CallerPlace => ({ country, state, book, allowedCountries });
  return {
    kept,
    // Whoever reaches us past the proxy can write any header.
    of: ({ headers, socket }) =>
      kept(isTrusted(socket.remoteAddress) ? seenIn(headers, { country: countryHeader, region: regionHeader }) : UNSEEN),
  };
}
