import type { FastifyRequest } from 'fastify';

/** The place that a request seems to come from; null where no trusted header says it. */
export interface RequestPlace {
  /** ISO 3166-1 alpha-2. */
  readonly country: string | null;
  /** ISO 3166-2 without the country: `LA` for Lagos. */
  readonly region: string | null;
}

/** Reads the place of a call, which the guards have located. */
export function readRequestPlace({ guardResult }: Pick<FastifyRequest, 'guardResult'>): RequestPlace {
  return { country: guardResult?.place.country ?? null, region: guardResult?.place.state ?? null };
}
