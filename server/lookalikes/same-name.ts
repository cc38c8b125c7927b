/** Whether two accounts are in the same name. Pure. */
import { nameWords, removeTitles } from '../person-name';
import type { PersonName } from '../person-name';

/**
 * The same words in any order, where one of the two may have more of them (a middle name, a second first name); or the
 * same letters, written as one word or as several. Marks, case and titles don't count. One word alone is no name.
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

/** First name first, and last name first, without the spaces. */
function joinedNames({ firstname, lastname }: PersonName): string[] {
  const [first, last] = [firstname, lastname].map((name) => nameWords(name).join(''));
  return [`${first}${last}`, `${last}${first}`];
}
