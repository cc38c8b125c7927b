/** The place for temporary files of tests. */
import { existsSync, statfsSync } from 'node:fs';

/** Linux keeps this folder in memory. */
export const IN_MEMORY = '/dev/shm';

/** More than twice the size of all temporary files of a whole run at one time. */
const ENOUGH_BYTES = 4 * 2 ** 30;

/**
 * The environment in which programs keep temporary files in memory, where there is room for them: a run makes hundreds of
 * databases of some hundred files each, and a disk's file system spends more time on making and removing those than PostgreSQL
 * on all statements. Empty where the caller has chosen a place.
 * @param {Record<string, string | undefined>} [env] @param {string} [place]
 * @returns {Record<string, string>}
 */
export function scratchEnv(env = process.env, place = IN_MEMORY) {
  if (env['TMPDIR'] !== undefined || !existsSync(place)) return {};
  const { bavail, bsize } = statfsSync(place);
  return bavail * bsize >= ENOUGH_BYTES ? { TMPDIR: place } : {};
}
