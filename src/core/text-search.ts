/**
 * Search as you type over a few thousand short texts (games, help pages, banks): accents don't matter, words match by
 * their beginning, a word of four letters or more may have one slip of the finger, one of eight or more two. No index file,
 * no library.
 */

/** Shorter words have too many neighbours at one edit. */
export const TYPO_MIN_LETTERS = 4;
const TWO_TYPOS_MIN_LETTERS = 8;
/**
 * "palm pay" should find PalmPay and "firstbank" First Bank: neighbours are also tried joined, in texts as short as
 * names.
 */
const JOIN_MAX_WORDS = 8;

/** Hooked letters of Hausa; Unicode gives them no decomposition, unlike Yoruba's dots and tones. */
const HOOKED: { readonly [letter: string]: string } = { ɓ: 'b', ɗ: 'd', ƙ: 'k', ƴ: 'y' };

/** Texts in which there is nothing to fold, as most names; they take the fast way. */
const PLAIN = /^[\w\s.,:;&!?()/-]*$/;

/** Text → its words in lower case without accents: "Ìròyìn Ọ̀fẹ́" → ["iroyin", "ofe"]. */
export function searchWords(text: string): string[] {
  if (PLAIN.test(text)) return text.toLowerCase().match(/[a-z0-9]+/g) ?? [];
  const foldedText = text
    .normalize('NFD')
    .replace(/[\p{M}'’]/gu, '')
    .toLowerCase()
    .replace(/[ɓɗƙƴ]/gu, (letter) => HOOKED[letter] ?? letter);
  return foldedText.match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** How many letters may be wrong, missing, too many, or swapped with the next. Never in figures. */
function slipsIn(typedWord: string): 0 | 1 | 2 {
  if (typedWord.length < TYPO_MIN_LETTERS || /\d/.test(typedWord)) return 0;
  return typedWord.length < TWO_TYPOS_MIN_LETTERS ? 1 : 2;
}

/** Whether `word`, from its letter `at` on, begins with `typedWord` from `from` on, but for `slips` letters. */
function beginsAlmost(word: string, typedWord: string, slips: number, at = 0, from = 0): boolean {
  while (from < typedWord.length && word[at] === typedWord[from]) {
    at += 1;
    from += 1;
  }
  if (from === typedWord.length) return true;
  if (slips === 0) return false;
  const isSwapped = word[at] === typedWord[from + 1] && word[at + 1] === typedWord[from];
  return (
    beginsAlmost(word, typedWord, slips - 1, at + 1, from + 1) ||
    beginsAlmost(word, typedWord, slips - 1, at, from + 1) ||
    beginsAlmost(word, typedWord, slips - 1, at + 1, from) ||
    (isSwapped && beginsAlmost(word, typedWord, slips - 1, at + 2, from + 2))
  );
}

interface Word {
  readonly word: string;
  /** A bit for each letter a … z that is in it. */
  readonly letters: number;
}

/** A word in an item's texts. */
interface WordPlace {
  /** In the vocabulary. */
  readonly nth: number;
  /** Lower is better: the first text and the first word of a text count most. */
  readonly place: number;
}

interface Entry<Item> {
  readonly item: Item;
  readonly words: readonly WordPlace[];
}

/** Items and the words of them all, each once: a word is compared with what was typed once, however many items have it. */
export interface Index<Item> {
  readonly entries: readonly Entry<Item>[];
  readonly vocabulary: readonly Word[];
}

/** The cost of a word by how it was found; a beginning in the first text comes before the whole word in a later one. */
const EXACT = 0;
const PREFIX = 5;
const LATER_TEXT = 8;
const TYPO = 40;
const TWO_TYPOS = 80;

const FIRST_LETTER = 97;
const LETTERS = 26;

function lettersOf(word: string): number {
  let letters = 0;
  for (let at = 0; at < word.length; at += 1) {
    const letter = word.charCodeAt(at) - FIRST_LETTER;
    if (letter >= 0 && letter < LETTERS) letters |= 1 << letter;
  }
  return letters;
}

/** The words of an item's texts, each with the best of its places. */
function placesOf(texts: readonly string[]): ReadonlyMap<string, number> {
  const places = new Map<string, number>();
  for (const [nth, text] of texts.entries()) {
    const words = searchWords(text);
    const joined = words.length <= JOIN_MAX_WORDS ? words.slice(1).map((word, i) => `${words[i] ?? ''}${word}`) : [];
    for (const [i, word] of [...words, ...joined].entries()) {
      const place = (nth === 0 ? 0 : LATER_TEXT) + Math.min(9, 3 * nth + Math.min(i, 2));
      places.set(word, Math.min(place, places.get(word) ?? place));
    }
  }
  return places;
}

export type TextOf<Item> = (item: Item) => string | readonly string[];
export type Search<Item> = (query: string) => Item[];

interface Reader<Item> {
  /** The items that were read so far. */
  readonly index: Index<Item>;
  readonly read: (item: Item) => void;
}

function readerOf<Item>(textOf: TextOf<Item>): Reader<Item> {
  const vocabulary: Word[] = [];
  const entries: Entry<Item>[] = [];
  const numbers = new Map<string, number>();
  const numberOf = (word: string): number => {
    const nth = numbers.get(word) ?? vocabulary.push({ word, letters: lettersOf(word) }) - 1;
    numbers.set(word, nth);
    return nth;
  };
  return {
    index: { entries, vocabulary },
    read(item) {
      const places = placesOf([textOf(item)].flat());
      entries.push({ item, words: Array.from(places, ([word, place]) => ({ nth: numberOf(word), place })) });
    },
  };
}

export function readAll<Item>(items: readonly Item[], textOf: TextOf<Item>): Index<Item> {
  const { index, read } = readerOf(textOf);
  for (const item of items) read(item);
  return index;
}

/** Whether more than `slips` letters of the typed word are nowhere in a word: no slip turns it into that. */
function lacks(letters: number, typedLetters: number, slips: number): boolean {
  let missingLetters = typedLetters & ~letters;
  for (let slip = 0; slip < slips; slip += 1) missingLetters &= missingLetters - 1;
  return missingLetters !== 0;
}

/** The cost of every word of the vocabulary as a match for the typed one; Infinity where it does not fit. */
function costsOf(vocabulary: readonly Word[], typedWord: string): readonly number[] {
  const slips = slipsIn(typedWord);
  const typedLetters = lettersOf(typedWord);
  return vocabulary.map(({ word, letters }) => {
    if (word.startsWith(typedWord)) return word.length === typedWord.length ? EXACT : PREFIX;
    if (slips === 0 || word.length < typedWord.length - slips || lacks(letters, typedLetters, slips)) return Infinity;
    if (beginsAlmost(word, typedWord, 1)) return TYPO;
    return slips > 1 && beginsAlmost(word, typedWord, 2) ? TWO_TYPOS : Infinity;
  });
}

/** The cost of the best word of each entry as a match for the typed one; Infinity where none fits. */
export function penaltiesOf({ entries, vocabulary }: Index<unknown>, typedWord: string): readonly number[] {
  const costs = costsOf(vocabulary, typedWord);
  return entries.map(({ words }) => {
    let best = Infinity;
    for (const { nth, place } of words) best = Math.min(best, (costs[nth] ?? Infinity) + place);
    return best;
  });
}

/** Those with a finite penalty, the smallest first; equals stay in their order. */
export function rankItems<Item>({ entries }: Index<Item>, penalties: readonly number[]): Item[] {
  return entries
    .map(({ item }, nth) => ({ item, penalty: penalties[nth] ?? Infinity }))
    .filter((each) => each.penalty < Infinity)
    .sort((a, b) => a.penalty - b.penalty)
    .map(({ item }) => item);
}

export function findAllWords<Item>(index: Index<Item>, typedWords: readonly string[]): Item[] {
  const each = typedWords.map((word) => penaltiesOf(index, word));
  const joined = typedWords.length > 1 ? penaltiesOf(index, typedWords.join('')) : [];
  return rankItems(
    index,
    index.entries.map((_, nth) =>
      Math.min(
        each.reduce((sum, penalties) => sum + (penalties[nth] ?? Infinity), 0),
        PREFIX + (joined[nth] ?? Infinity),
      ),
    ),
  );
}

function search<Item>(index: Index<Item>, items: readonly Item[], query: string): Item[] {
  const typedWords = searchWords(query);
  return typedWords.length === 0 ? [...items] : findAllWords(index, typedWords);
}

/**
 * Reads `items` once and returns the search over them. `textOf` gives an item's text, or several with the most
 * important first. Every word of a query has to be found; best matches come first, equals in the order of `items`. A
 * query without letters or figures returns all items as they were given.
 */
export function createIndex<Item>(items: readonly Item[], textOf: TextOf<Item>): Search<Item> {
  const index = readAll(items, textOf);
  return (query) => search(index, items, query);
}

export interface SlicedIndex<Item> {
  /** As that of `createIndex`; what has not been read yet is read then. */
  readonly search: Search<Item>;
  /** Reads so many more items; false when none is left. */
  readonly read: (count: number) => boolean;
}

/** As `createIndex`, for thousands of items: they are read a few at a time, whenever there is time for it. */
export function createSlicedIndex<Item>(items: readonly Item[], textOf: TextOf<Item>): SlicedIndex<Item> {
  const { index, read } = readerOf(textOf);
  let next = 0;
  const readMore = (count: number): boolean => {
    for (const item of items.slice(next, next + count)) read(item);
    next = Math.min(next + count, items.length);
    return next < items.length;
  };
  return {
    read: readMore,
    search: (query) => {
      readMore(items.length);
      return search(index, items, query);
    },
  };
}
