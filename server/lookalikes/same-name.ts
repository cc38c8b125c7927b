/** Compares the names of two accounts. Pure. */
import { nameWords, removeTitles } from '../person-name';
import type { PersonName } from '../person-name';

/** A profile's name of 160 characters has fewer words, so none of them hides behind others. */
const MAX_WORDS = 100;
/** A word of one name may be so many words of the other one ("Oka-for"). */
const MAX_JOINED = 6;

/** The parts of a name that are compared. They are without case, marks, punctuation and titles. */
export interface NameParts {
  readonly words: readonly string[];
  /** The words, and what those that stand side by side give as one word. */
  readonly joinedWords: readonly string[];
  /** The whole name without spaces, the first name first, and the last name first. */
  readonly wholeNames: readonly string[];
}

export function splitName({ firstname, lastname }: PersonName): NameParts {
  const words = removeTitles(nameWords(`${firstname} ${lastname}`, MAX_WORDS));
  const joinedWords = words.flatMap((_, from) =>
    Array.from({ length: Math.min(MAX_JOINED, words.length - from) }, (__, more) => words.slice(from, from + more + 1).join('')));
  const [first = '', last = ''] = [firstname, lastname].map((name) => nameWords(name, MAX_WORDS).join(''));
  return { words: [...new Set(words)], joinedWords: [...new Set(joinedWords)], wholeNames: [`${first}${last}`, `${last}${first}`] };
}

/**
 * Returns true where both have the same words in any order and one may have more (a middle name, a second first name), also where
 * one of them writes a word as several, or where both have the same letters. Marks, case and titles don't count. One word alone
 * is too little for a match.
 */
export function isSameName(a: PersonName, b: PersonName): boolean {
  return isSameParts(splitName(a), splitName(b));
}

export function isSameParts(a: NameParts, b: NameParts): boolean {
  return contains(a, b) || contains(b, a) || a.wholeNames.some((name) => name !== '' && b.wholeNames.includes(name));
}

function contains({ joinedWords }: NameParts, { words }: NameParts): boolean {
  return words.length > 1 && words.every((word) => joinedWords.includes(word));
}
