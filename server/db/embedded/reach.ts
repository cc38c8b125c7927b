import { stat } from 'node:fs/promises';
import path from 'node:path';
import type { UserId } from './identity';

const SEARCH = 0o1;
const READ = 0o4;

/** The permission bits (0 to 7) that a user without further groups has on something. */
export function permissionsOf(user: UserId, file: UserId & { readonly mode: number }): number {
  if (file.uid === user.uid) return (file.mode >> 6) & 7;
  if (file.gid === user.gid) return (file.mode >> 3) & 7;
  return file.mode & 7;
}

/**
 * Whether a user may go into a directory along its whole path and read what is in it, as far as the mode bits tell.
 * Access lists are not looked at: where they grant more, this is merely careful.
 */
export async function canReach(user: UserId, directory: string): Promise<boolean> {
  for (let place = directory; ; place = path.dirname(place)) {
    const wanted = place === directory ? SEARCH | READ : SEARCH;
    if ((permissionsOf(user, await stat(place)) & wanted) !== wanted) return false;
    if (place === path.dirname(place)) return true;
  }
}
