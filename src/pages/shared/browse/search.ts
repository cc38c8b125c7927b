/** The search over a list of games, read once for each list. */
import { createSlicedIndex } from '../../../core/text-search';
import type { SlicedIndex } from '../../../core/text-search';
import { categoryName, kindName } from '../../../games/words';
import type { ShelfGame } from '../shelf';

const known = new WeakMap<readonly ShelfGame[], SlicedIndex<ShelfGame>>();

/** Found by name; then by kind and by category, as they are called and as they are written. */
const textOf = ({ name, kind, categories }: ShelfGame): readonly string[] => [
  name,
  [kindName(kind), kind, ...categories.flatMap((categoryId) => [categoryName(categoryId), categoryId])].join(' '),
];

function indexOf(games: readonly ShelfGame[]): SlicedIndex<ShelfGame> {
  let index = known.get(games);
  if (index === undefined) {
    index = createSlicedIndex(games, textOf);
    known.set(games, index);
  }
  return index;
}

export function searchGames(games: readonly ShelfGame[], query: string): readonly ShelfGame[] {
  return query.trim() === '' ? games : indexOf(games).search(query);
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
