import type { Pool } from 'pg';
import type { Config } from './config';
import type { Places } from './place/places';

/**
 * What the lowest floor gives to every other: nothing reads a clock, randomness or the configuration by itself. What a lower
 * floor must ask of a higher one is a function that `app.ts` hands it.
 */
export interface Foundation {
  readonly config: Config;
  readonly pool: Pool;
  readonly now: () => Date;
  readonly randomBytes: (size: number) => Buffer;
  readonly places: Places;
  /** One JSON line; never given passwords, ids of sessions, e-mails, identity or account numbers. */
  readonly log: (event: string, details?: Readonly<Record<string, unknown>>) => void;
}
