/** How much of a long list a test walks. */

export const isLong = process.env['AYO_LONG'] === '1';

/**
 * All of a list in the long run, else each n-th of it, `first` being the first of those: for a walk on which every step goes through the
 * same code, and which another test takes in full, or only the number of steps is the difference.
 */
export function sample<T>(list: readonly T[], each: number, first = 0): readonly T[] {
  return isLong ? list : list.filter((_, at) => at % each === first);
}
