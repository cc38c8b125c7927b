/**
 * Search as you type over a few thousand short texts (games, help pages, banks): accents don't matter, words match by
 * their beginning, and a word of four letters or more may have one slip of the finger. No index file, no library.
 */

/** Shorter words have too many neighbours at one edit. */
const TYPO_MIN_LETTERS = 4;
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

/**
 * Whether `word` begins with `typed` but for one letter wrong, missing, too many, or two swapped. Never for figures.
 */
function beginsAlmost(word: string, typed: string): boolean {
  if (typed.length < TYPO_MIN_LETTERS || /\d/.test(typed)) return false;
  let same = 0;
  while (same < typed.length && word[same] === typed[same]) same += 1;
  const swapped = word[same] === typed[same + 1] && word[same + 1] === typed[same];
  return (
    word.startsWith(typed.slice(same + 1), same + 1) ||
    word.startsWith(typed.slice(same + 1), same) ||
    word.startsWith(typed.slice(same), same + 1) ||
    (swapped && word.startsWith(typed.slice(same + 2), same + 2))
  );
}

interface IndexedWord {
  readonly word: string;
  /** Lower is better: the first text and the first word of a text count most. */
  readonly place: number;
}

const EXACT = 0;
const PREFIX = 10;
const TYPO = 40;

function indexWords(texts: readonly string[]): IndexedWord[] {
  const places = new Map<string, number>();
  for (const [nth, text] of texts.entries()) {
    const words = searchWords(text);
    const joined = words.length <= JOIN_MAX_WORDS ? words.slice(1).map((word, i) => `${words[i] ?? ''}${word}`) : [];
    for (const [i, word] of [...words, ...joined].entries()) {
      const place = Math.min(9, 3 * nth + Math.min(i, 2));
      places.set(word, Math.min(place, places.get(word) ?? place));
    }
  }
  return Array.from(places, ([word, place]) => ({ word, place }));
}

function penaltyOf(words: readonly IndexedWord[], typed: string): number {
  let best = Infinity;
  for (const { word, place } of words) {
    if (word === typed) best = Math.min(best, EXACT + place);
    else if (word.startsWith(typed)) best = Math.min(best, PREFIX + place);
    else if (best > TYPO && beginsAlmost(word, typed)) best = Math.min(best, TYPO + place);
  }
  return best;
}

/**
 * Reads `items` once and returns the search over them. `textOf` gives an item's text, or several with the most
 * important first. Every word of a query has to be found; best matches come first, equals in the order of `items`. A
 * query without letters or figures returns all items as they were given.
 */
export function createIndex<Item>(
  items: readonly Item[],
  textOf: (item: Item) => string | readonly string[],
): (query: string) => Item[] {
  const entries = items.map((item) => ({ item, words: indexWords([textOf(item)].flat()) }));
  return (query) => {
    const typed = searchWords(query);
    if (typed.length === 0) return [...items];
    const joined = typed.join('');
    return entries
      .map(({ item, words }) => ({
        item,
        penalty: Math.min(
          typed.reduce((sum, word) => sum + penaltyOf(words, word), 0),
          typed.length > 1 ? PREFIX + penaltyOf(words, joined) : Infinity,
        ),
      }))
      .filter(({ penalty }) => penalty < Infinity)
      .sort((a, b) => a.penalty - b.penalty)
      .map(({ item }) => item);
  };
}
