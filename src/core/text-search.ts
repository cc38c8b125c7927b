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

/** Text → its words in lower case without accents: "Ìròyìn Ọ̀fẹ́" → ["iroyin", "ofe"]. */
export function searchWords(text: string): string[] {
  const folded = text
    .normalize('NFD')
    .replace(/[\p{M}'’]/gu, '')
    .toLowerCase()
    .replace(/[ɓɗƙƴ]/gu, (letter) => HOOKED[letter] ?? letter);
  return folded.match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** How many letters may be wrong, missing, too many, or swapped with the next. Never in figures. */
function slipsIn(typed: string): 0 | 1 | 2 {
  if (typed.length < TYPO_MIN_LETTERS || /\d/.test(typed)) return 0;
  return typed.length < TWO_TYPOS_MIN_LETTERS ? 1 : 2;
}

/** Whether `word`, from its letter `at` on, begins with `typed` from `from` on, but for `slips` letters. */
function beginsAlmost(word: string, typed: string, slips: number, at = 0, from = 0): boolean {
  while (from < typed.length && word[at] === typed[from]) {
    at += 1;
    from += 1;
  }
  if (from === typed.length) return true;
  if (slips === 0) return false;
  const isSwapped = word[at] === typed[from + 1] && word[at + 1] === typed[from];
  return (
    beginsAlmost(word, typed, slips - 1, at + 1, from + 1) ||
    beginsAlmost(word, typed, slips - 1, at, from + 1) ||
    beginsAlmost(word, typed, slips - 1, at + 1, from) ||
    (isSwapped && beginsAlmost(word, typed, slips - 1, at + 2, from + 2))
  );
}

interface IndexedWord {
  readonly word: string;
  /** Lower is better: the first text and the first word of a text count most. */
  readonly place: number;
}

/** What a word costs by how it was found; a beginning in the first text comes before the whole word in a later one. */
const EXACT = 0;
const PREFIX = 5;
const LATER_TEXT = 8;
const TYPO = 40;
const TWO_TYPOS = 80;
function indexWords(texts: readonly string[]): IndexedWord[] {
  const places = new Map<string, number>();
  for (const [nth, text] of texts.entries()) {
    const words = searchWords(text);
    const joined = words.length <= JOIN_MAX_WORDS ? words.slice(1).map((word, i) => `${words[i] ?? ''}${word}`) : [];
    for (const [i, word] of [...words, ...joined].entries()) {
      const place = (nth === 0 ? 0 : LATER_TEXT) + Math.min(9, 3 * nth + Math.min(i, 2));
      places.set(word, Math.min(place, places.get(word) ?? place));
    }
  }
  return Array.from(places, ([word, place]) => ({ word, place }));
}

/** What the best of `words` costs as an answer to one word; Infinity where none fits. */
export function penaltyOf(words: readonly IndexedWord[], typed: string): number {
  const slips = slipsIn(typed);
  let best = Infinity;
  for (const { word, place } of words) {
    if (word === typed) best = Math.min(best, EXACT + place);
    else if (word.startsWith(typed)) best = Math.min(best, PREFIX + place);
    else if (slips > 0 && best > TYPO && beginsAlmost(word, typed, 1)) best = Math.min(best, TYPO + place);
    else if (slips > 1 && best > TWO_TYPOS && beginsAlmost(word, typed, 2)) best = Math.min(best, TWO_TYPOS + place);
  }
  return best;
}

export type TextOf<Item> = (item: Item) => string | readonly string[];
export type Search<Item> = (query: string) => Item[];

interface Entry<Item> {
  readonly item: Item;
  readonly words: readonly IndexedWord[];
}

export function readAll<Item>(items: readonly Item[], textOf: TextOf<Item>): Entry<Item>[] {
  return items.map((item) => ({ item, words: indexWords([textOf(item)].flat()) }));
}

/** Those with a finite penalty, the smallest first; equals stay in their order. */
export function ranked<Item>(entries: readonly Entry<Item>[], penalty: (words: readonly IndexedWord[]) => number): Item[] {
  return entries
    .map(({ item, words }) => ({ item, penalty: penalty(words) }))
    .filter((each) => each.penalty < Infinity)
    .sort((a, b) => a.penalty - b.penalty)
    .map(({ item }) => item);
}

export function findAllWords<Item>(entries: readonly Entry<Item>[], typed: readonly string[]): Item[] {
  const joined = typed.join('');
  return ranked(entries, (words) =>
    Math.min(
      typed.reduce((sum, word) => sum + penaltyOf(words, word), 0),
      typed.length > 1 ? PREFIX + penaltyOf(words, joined) : Infinity,
    ),
  );
}

/**
 * Reads `items` once and returns the search over them. `textOf` gives an item's text, or several with the most
 * important first. Every word of a query has to be found; best matches come first, equals in the order of `items`. A
 * query without letters or figures returns all items as they were given.
 */
export function createIndex<Item>(items: readonly Item[], textOf: TextOf<Item>): Search<Item> {
  const entries = readAll(items, textOf);
  return (query) => {
    const typed = searchWords(query);
    return typed.length === 0 ? [...items] : findAllWords(entries, typed);
  };
}
