import { stat } from 'node:fs/promises';
import path from 'node:path';
import type { UserId } from './server-user';

const SEARCH = 0o1;
const READ = 0o4;

/** Returns the permission bits (0 to 7) of a user without further groups on a file. */
export function permissionsOf(user: UserId, file: UserId & { readonly mode: number }): number {
  if (file.uid === user.uid) return (file.mode >> 6) & 7;
  if (file.gid === user.gid) return (file.mode >> 3) & 7;
  return file.mode & 7;
}

/**
 * Says whether a user may enter every directory on the path and read the last one, by the mode bits. Access lists are ignored:
 * where they allow more, this is only too careful.
 */
export async function canReach(user: UserId, directory: string): Promise<boolean> {
  for (let place = directory; ; place = path.dirname(place)) {
    const requiredBits = place === directory ? SEARCH | READ : SEARCH;
    if ((permissionsOf(user, await stat(place)) & requiredBits) !== requiredBits) return false;
    if (place === path.dirname(place)) return true;
  }
}
