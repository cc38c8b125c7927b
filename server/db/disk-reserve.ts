/**
 * Keeps room on the disk of the embedded database for money and for what protects players: below a floor of free space everything
 * else is refused, and an alert is raised before the disk is full.
 */
import type { Disk } from './disk';

export interface DiskReserve {
  /** Says whether too little is free. Never throws: where the free space can't be read, the last answer stays. */
  isShort(): Promise<boolean>;
}

export interface DiskReserveDeps {
  readonly disk: Disk | undefined;
  readonly floorBytes: number;
  readonly log: (event: string, details?: Readonly<Record<string, unknown>>) => void;
}

/** PostgreSQL keeps up to this much log between two checkpoints (`max_wal_size`), and ends where it can't write it. */
export const DEFAULT_RESERVE_MB = 256;
/** The free space must exceed the floor by this factor before everything is served again; otherwise each deleted file could be a new alert. */
const RECOVERY_FACTOR = 1.1;

export function createDiskReserve({ disk, floorBytes, log }: DiskReserveDeps): DiskReserve {
  let isShort = false;
  return {
    isShort: async () => {
      if (disk === undefined || floorBytes === 0) return false;
      const freeBytes = await disk.freeBytes().catch(() => null);
      if (freeBytes === null) return isShort;
      const isShortNow = freeBytes < (isShort ? floorBytes * RECOVERY_FACTOR : floorBytes);
      if (isShortNow !== isShort) log(isShortNow ? 'disk.short' : 'disk.enough', { alert: true, freeBytes, floorBytes });
      isShort = isShortNow;
      return isShort;
    },
  };
}
