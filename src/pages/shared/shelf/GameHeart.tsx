import type { HeartProps } from '../favourites/Heart';
import { useHeart } from '../favourites/use-heart';
import type { ShelfGame } from './shelf';

/** The heart of a game, once its code is loaded. The caller keeps its place. */
export function GameHeart({ game: { gameId, name }, ...rest }: { game: ShelfGame } & Pick<HeartProps, 'className' | 'isLone'>) {
  return useHeart()?.({ gameId, name, ...rest }) ?? null;
}
