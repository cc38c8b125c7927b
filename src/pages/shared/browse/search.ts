/** Searches a list of games. The names are read once for each list. */
import { TYPO_MIN_LETTERS, createSlicedIndex } from '../../../core/text-search';
import type { SlicedIndex } from '../../../core/text-search';
import { categoryName, kindName } from '../../../games/words';
import type { ShelfGame } from '../shelf/shelf';

const indexes = new WeakMap<readonly ShelfGame[], SlicedIndex<ShelfGame>>();

/** Finds by name, then by kind and by category, as they are shown and as they are written. */
const textOf = ({ name, kind, categories }: ShelfGame): readonly string[] => [
  name,
  [kindName(kind), kind, ...categories.flatMap((categoryId) => [categoryName(categoryId), categoryId])].join(' '),
];

function indexOf(games: readonly ShelfGame[]): SlicedIndex<ShelfGame> {
  let index = indexes.get(games);
  if (index === undefined) {
    index = createSlicedIndex(games, textOf);
    indexes.set(games, index);
  }
  return index;
}

/** The last word is too short to tell a typing error from another word; the next letters will decide. */
function isUnfinished(query: string): boolean {
  const last = query.split(/\s+/).at(-1) ?? '';
  return last.length > 1 && last.length < TYPO_MIN_LETTERS && !/\d/.test(last);
}

/** Where no name begins like "ham", which a player types on the way to "hamrattan", the results for "ha" stay until more is typed. */
export function searchGames(games: readonly ShelfGame[], query: string): readonly ShelfGame[] {
  const trimmed = query.trim();
  if (trimmed === '') return games;
  const matches = indexOf(games).search(trimmed);
  return matches.length === 0 && isUnfinished(trimmed) ? searchGames(games, trimmed.slice(0, -1)) : matches;
}

/** This many names are read at a time, which takes a few milliseconds on a slow phone. */
const SLICE_GAMES = 100;

/** Reads the names a few at a time before the first key is pressed. The returned function stops it. */
export function readAhead(games: readonly ShelfGame[]): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const readSome = () => {
    if (indexOf(games).read(SLICE_GAMES)) timer = setTimeout(readSome);
  };
  timer = setTimeout(readSome);
  return () => clearTimeout(timer);
}
