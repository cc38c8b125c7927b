import type { Foundation } from '../foundation';
import { ProblemError } from './problem';

/** Long enough that a crowd that waits is no load, and short enough that nobody gives up. */
const RETRY_AFTER_SECONDS = 300;

/** Refuses calls that are neither money nor protection while the disk is nearly full. A device sends what was refused again by itself. */
export async function requireDiskSpace({ diskReserve }: Pick<Foundation, 'diskReserve'>): Promise<void> {
  if (!(await diskReserve.isShort())) return;
  throw new ProblemError('unavailable', 'We can’t take this right now. Try again a little later.', { retryAfterSeconds: RETRY_AFTER_SECONDS });
}
