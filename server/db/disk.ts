/** The disk under the embedded database. An external one keeps its disk to itself. */
export interface Storage {
  /** Returns how many bytes an ordinary process can still write. */
  freeBytes(): Promise<number>;
  /** Says whether the server complained of a full disk since it last took connections. */
  hasServerRunOut(): boolean;
}

/** PostgreSQL writes its log in files of this size, and ends when it can't make the next one. */
const WAL_SEGMENT_BYTES = 16 * 1024 * 1024;

/** Says whether a server that can't be reached is away because its disk is full. */
export async function isDiskFull(storage: Storage | undefined): Promise<boolean> {
  if (storage === undefined) return false;
  if (storage.hasServerRunOut()) return true;
  try {
    return (await storage.freeBytes()) < WAL_SEGMENT_BYTES;
  } catch {
    // A directory that can't be asked is gone, which is no full disk.
    return false;
  }
}
