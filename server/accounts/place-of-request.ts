import type { FastifyRequest } from 'fastify';

/** Where somebody seems to be; null where nothing that is believed tells. */
export interface PlaceOfRequest {
  /** ISO 3166-1 alpha-2. */
  readonly country: string | null;
  /** ISO 3166-2 without the country: `LA` for Lagos. */
  readonly region: string | null;
}

const NOWHERE: PlaceOfRequest = { country: null, region: null };

/** Where a request comes from. No header is believed yet, so nothing tells. */
export function placeOfRequest(_request: Pick<FastifyRequest, 'headers' | 'socket'>): PlaceOfRequest {
  return NOWHERE;
}
