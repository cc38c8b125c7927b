/** The search over a list of games, read once for each list. */
import { TYPO_MIN_LETTERS, createSlicedIndex } from '../../../core/text-search';
import type { SlicedIndex } from '../../../core/text-search';
import { categoryName, kindName } from '../../../games/words';
import type { ShelfGame } from '../shelf/shelf';

const indexes = new WeakMap<readonly ShelfGame[], SlicedIndex<ShelfGame>>();

/** Found by name; then by kind and by category, as they are called and as they are written. */
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

/** Its last word is too short for a slip of the finger to be told from another word; the next letters will tell. */
function isUnfinished(query: string): boolean {
  const last = query.split(/\s+/).at(-1) ?? '';
  return last.length > 1 && last.length < TYPO_MIN_LETTERS && !/\d/.test(last);
}

/** Where nothing begins like "ham", which "hamrattan" passes on its way, what "ha" found stays until more is typed. */
export function searchGames(games: readonly ShelfGame[], query: string): readonly ShelfGame[] {
  const trimmed = query.trim();
  if (trimmed === '') return games;
  const matches = indexOf(games).search(trimmed);
  return matches.length === 0 && isUnfinished(trimmed) ? searchGames(games, trimmed.slice(0, -1)) : matches;
}

/** Games whose names are read at a time: a few milliseconds on a slow phone. */
const SLICE_GAMES = 100;

/** Reads the names before the first key is pressed, a few at a time. The returned function stops it. */
export function readAhead(games: readonly ShelfGame[]): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const read = () => {
    if (indexOf(games).read(SLICE_GAMES)) timer = setTimeout(read);
  };
  timer = setTimeout(read);
  return () => clearTimeout(timer);
}
