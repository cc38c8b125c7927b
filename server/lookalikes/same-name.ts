/** Compares the names of two accounts. Pure. */
import { nameWords, removeTitles } from '../person-name';
import type { PersonName } from '../person-name';

/**
 * Returns true where both have the same words in any order and one may have more (a middle name, a second first name), or where
 * both have the same letters, written as one word or as several. Marks, case and titles don't count. One word alone is too
 * little for a match.
 */
export function isSameName(a: PersonName, b: PersonName): boolean {
  const [one, other] = [distinctWords(a), distinctWords(b)].sort((x, y) => x.length - y.length);
  if (one === undefined || other === undefined) return false;
  if (one.length > 1 && one.every((word) => other.includes(word))) return true;
  return joinedNames(a).some((text) => joinedNames(b).includes(text));
}

function distinctWords({ firstname, lastname }: PersonName): string[] {
  return [...new Set(removeTitles(nameWords(`${firstname} ${lastname}`)))];
}

/** Joins the names without spaces, in both orders. */
function joinedNames({ firstname, lastname }: PersonName): string[] {
  const [first, last] = [firstname, lastname].map((name) => nameWords(name).join(''));
  return [`${first}${last}`, `${last}${first}`];
}
