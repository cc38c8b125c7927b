import type { Pool } from 'pg';
import type { Config } from './config';
import type { DatabaseWatch } from './db/database-watch';
import type { DiskReserve } from './db/disk-reserve';
import type { DeskTimes } from './http/desk-times';
import type { FieldKeys } from './field-keys';
import type { Places } from './place/places';
import type { SeedKeys } from './seed-keys';

/**
 * The lowest floor gives these to every other floor, so that nothing reads a clock, randomness or the configuration by itself.
 * Where a lower floor must ask a higher one, `app.ts` hands it a function.
 */
export interface Foundation {
  readonly config: Config;
  /** For money, and for everything else that changes something. */
  readonly pool: Pool;
  /** For calls that change nothing but when a session was last seen: whatever they take, none of the others has to wait for it. */
  readonly readPool: Pool;
  readonly databaseWatch: DatabaseWatch;
  readonly diskReserve: DiskReserve;
  readonly now: () => Date;
  readonly randomBytes: (size: number) => Buffer;
  readonly seedKeys: SeedKeys;
  readonly fieldKeys: FieldKeys;
  readonly places: Places;
  /** Tests in which days go by lengthen these; default: `DESK_TIMES`. */
  readonly deskTimes?: DeskTimes;
  /** Writes one JSON line. Never pass passwords, ids of sessions, e-mails, identity or account numbers. */
  readonly log: (event: string, details?: Readonly<Record<string, unknown>>) => void;
}

/** Returns the same platform for a call that changes nothing: its database connections are those for reads. */
export function forReads<P extends Pick<Foundation, 'pool' | 'readPool'>>(platform: P): P {
  return { ...platform, pool: platform.readPool };
}
