/** The disk under the embedded database. An external one keeps its disk to itself. */
export interface Disk {
  /** Returns how many bytes an ordinary process can still write. */
  freeBytes(): Promise<number>;
  /** Returns true where the server has complained of a full disk since it last took connections. */
  hasServerRunOutOfSpace(): boolean;
}

/** PostgreSQL writes its log in files of this size, and ends when it can't make the next one. */
const WAL_SEGMENT_BYTES = 16 * 1024 * 1024;

/** Says whether a server that can't be reached is away because its disk is full. */
export async function isDiskFull(disk: Disk | undefined): Promise<boolean> {
  if (disk === undefined) return false;
  if (disk.hasServerRunOutOfSpace()) return true;
  try {
    return (await disk.freeBytes()) < WAL_SEGMENT_BYTES;
  } catch {
    // A directory that can't be asked is gone, which is no full disk.
    return false;
  }
}
