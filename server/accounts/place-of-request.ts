import type { FastifyRequest } from 'fastify';

/** Where somebody seems to be; null where nothing that is believed tells. */
export interface PlaceOfRequest {
  /** ISO 3166-1 alpha-2. */
  readonly country: string | null;
  /** ISO 3166-2 without the country: `LA` for Lagos. */
  readonly region: string | null;
}

/** Where a call of the contract comes from, as the guards have found out. */
export function placeOfRequest({ guardResult }: Pick<FastifyRequest, 'guardResult'>): PlaceOfRequest {
  return { country: guardResult?.place.country ?? null, region: guardResult?.place.state ?? null };
}
