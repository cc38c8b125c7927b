/**
 * Searches a few thousand short texts (games, help pages, banks) with every key that is pressed. Accents don't matter, and
 * words match by their beginning; a typed word of four letters or more may have one slip, one of eight or more two. The
 * index is made on the device, without a library.
 */

/** Shorter words are one slip away from too many others. */
export const TYPO_MIN_LETTERS = 4;
const TWO_TYPOS_MIN_LETTERS = 8;
/**
 * "palm pay" should find PalmPay, and "firstbank" First Bank. So words that stand beside each other are also joined, but only in texts as
 * short as names.
 */
const JOIN_MAX_WORDS = 8;

/** The hooked letters of Hausa. Unicode decomposes Yoruba's dots and tones, but not these. */
const HOOKED: { readonly [letter: string]: string } = { ɓ: 'b', ɗ: 'd', ƙ: 'k', ƴ: 'y' };

/** Matches texts without accents, like most names. They need no folding, which saves time. */
const PLAIN = /^[\w\s.,:;&!?()/-]*$/;

/** Returns the words of a text in lower case without accents: "Ìròyìn Ọ̀fẹ́" becomes ["iroyin", "ofe"]. */
export function searchWords(text: string): string[] {
  if (PLAIN.test(text)) return text.toLowerCase().match(/[a-z0-9]+/g) ?? [];
  const foldedText = text
    .normalize('NFD')
    .replace(/[\p{M}'’]/gu, '')
    .toLowerCase()
    .replace(/[ɓɗƙƴ]/gu, (letter) => HOOKED[letter] ?? letter);
  return foldedText.match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** Returns how many letters may be wrong, missing, too many, or swapped with the next; none in a word with digits. */
function allowedSlips(typedWord: string): 0 | 1 | 2 {
  if (typedWord.length < TYPO_MIN_LETTERS || /\d/.test(typedWord)) return 0;
  return typedWord.length < TWO_TYPOS_MIN_LETTERS ? 1 : 2;
}

/** True where the rest of `word`, from `at` on, begins with the rest of `typedWord`, from `from` on, with at most `slips` slips. */
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
  /** The position of the word in the vocabulary. */
  readonly nth: number;
  /** Lower is better: the first text and the first word of a text count most. */
  readonly place: number;
}

interface Entry<Item> {
  readonly item: Item;
  readonly words: readonly WordPlace[];
}

/** The items, and all their words. Each word is there once, so it is compared with a typed word once, however many items have it. */
export interface Index<Item> {
  readonly entries: readonly Entry<Item>[];
  readonly vocabulary: readonly Word[];
}

/** The cost of a match by its kind. A word that begins alike in the first text costs less than the same word in a later text. */
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

/** Returns the words of an item's texts, each with its best place. */
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

/** True where a word lacks more letters of the typed word than `slips`, because then it can't match. */
function lacksLetters(letters: number, typedLetters: number, slips: number): boolean {
  let missingLetters = typedLetters & ~letters;
  for (let slip = 0; slip < slips; slip += 1) missingLetters &= missingLetters - 1;
  return missingLetters !== 0;
}

/** Returns the cost of each word of the vocabulary as a match for the typed word; Infinity for a word that does not match. */
function costsOf(vocabulary: readonly Word[], typedWord: string): readonly number[] {
  const slips = allowedSlips(typedWord);
  const typedLetters = lettersOf(typedWord);
  return vocabulary.map(({ word, letters }) => {
    if (word.startsWith(typedWord)) return word.length === typedWord.length ? EXACT : PREFIX;
    if (slips === 0 || word.length < typedWord.length - slips || lacksLetters(letters, typedLetters, slips)) return Infinity;
    if (beginsAlmost(word, typedWord, 1)) return TYPO;
    return slips > 1 && beginsAlmost(word, typedWord, 2) ? TWO_TYPOS : Infinity;
  });
}

/** Returns the cost of each entry's best word as a match for the typed word; Infinity for an entry where none matches. */
export function penaltiesOf({ entries, vocabulary }: Index<unknown>, typedWord: string): readonly number[] {
  const costs = costsOf(vocabulary, typedWord);
  return entries.map(({ words }) => {
    let best = Infinity;
    for (const { nth, place } of words) best = Math.min(best, (costs[nth] ?? Infinity) + place);
    return best;
  });
}

/** Returns the items with a finite penalty, the smallest first; items with the same penalty stay in their order. */
export function rankItems<Item>({ entries }: Index<Item>, penalties: readonly number[]): Item[] {
  return entries
    .map(({ item }, nth) => ({ item, penalty: penalties[nth] ?? Infinity }))
    .filter((each) => each.penalty < Infinity)
    .sort((a, b) => a.penalty - b.penalty)
    .map(({ item }) => item);
}

/** Finds the items in which every typed word matches; the typed words may also match as one word. */
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
  /** Searches like the search of `createIndex`; it reads the remaining items first. */
  readonly search: Search<Item>;
  /** Reads this many more items; returns false when none is left. */
  readonly read: (count: number) => boolean;
}

/** Makes an index of thousands of items like `createIndex`, but the caller has them read a few at a time, when there is time for it. */
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
