/**
 * Keeps room on the disk of the embedded database for money and for what protects players: below a floor of free space everything
 * else is refused, and an alert is raised before the disk is full.
 */
import type { Storage } from './storage';

export interface DiskReserve {
  /** Says whether too little is free. Throws nothing: a disk that can't be asked is the watch's trouble. */
  isShort(): Promise<boolean>;
}

export interface DiskReserveDeps {
  readonly storage: Storage | undefined;
  readonly floorBytes: number;
  readonly log: (event: string, details?: Readonly<Record<string, unknown>>) => void;
}

/** Room for all the log that PostgreSQL keeps between two checkpoints (`max_wal_size`). After that it ends. */
export const DEFAULT_RESERVE_MB = 256;
/** So much more must be free before all is taken again, or each deleted file would be a new alert. */
const ENOUGH = 1.1;

export function createDiskReserve({ storage, floorBytes, log }: DiskReserveDeps): DiskReserve {
  let isShort = false;
  return {
    isShort: async () => {
      if (storage === undefined || floorBytes === 0) return false;
      const freeBytes = await storage.freeBytes().catch(() => null);
      if (freeBytes === null) return isShort;
      const isShortNow = freeBytes < (isShort ? floorBytes * ENOUGH : floorBytes);
      if (isShortNow !== isShort) log(isShortNow ? 'disk.short' : 'disk.enough', { alert: true, freeBytes, floorBytes });
      isShort = isShortNow;
      return isShort;
    },
  };
}
