/** Finds variables with almost the name of one of ours: a misspelt one would be passed over in silence, and its default used. */
import type { Environment } from './variables';

/** Shorter names are too near to those of other programs. */
const MIN_LENGTH = 6;
/** In a name of this length two mistakes are still a misspelling. */
const LONG_NAME = 10;

/** Returns a line for each variable that is not in `known` and is misspelt. */
export function findMisspelt(env: Environment, known: ReadonlySet<string>): string[] {
  const unknown = Object.keys(env).filter((name) => !known.has(name) && (env[name] ?? '').trim() !== '');
  return unknown.flatMap((name) => {
    const intended = [...known].find((each) => isMisspelling(name, each));
    return intended === undefined ? [] : [`${name} is no variable of Ayo; the name is ${intended}.`];
  });
}

function isMisspelling(name: string, intended: string): boolean {
  if (intended.length < MIN_LENGTH) return false;
  return countMistakes(name.toUpperCase(), intended) <= (intended.length < LONG_NAME ? 1 : 2);
}

/** Counts the letters that are missing, added, wrong, or exchanged with the next one. */
function countMistakes(a: string, b: string): number {
  let [beforeLast, last]: [number[], number[]] = [[], Array.from({ length: b.length + 1 }, (_, j) => j)];
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const isSame = a[i - 1] === b[j - 1];
      const isExchanged = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      row.push(Math.min(
        (last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (last[j - 1] ?? 0) + (isSame ? 0 : 1), isExchanged ? (beforeLast[j - 2] ?? 0) + 1 : Infinity,
      ));
    }
    [beforeLast, last] = [last, row];
  }
  return last[b.length] ?? 0;
}
