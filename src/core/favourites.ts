/** A player's favourite games, with the changes that wait to be sent. Pure. */
import type { OutboxItem } from './outbox/item';

type Wish = Pick<OutboxItem, 'kind' | 'body' | 'state'>;

/** The game of a wish, and whether it is to be marked; null: the item is about something else, or does not wait any more. */
function wishOf({ kind, body, state }: Wish): readonly [gameId: string, isOne: boolean] | null {
  const isOne = kind === 'favourite';
  if (state !== 'waiting' || (!isOne && kind !== 'no-favourite')) return null;
  const gameId = typeof body === 'object' && body !== null && 'gameId' in body ? body.gameId : null;
  return typeof gameId === 'string' ? [gameId, isOne] : null;
}

/** How many wishes wait. */
export function wishCount(items: readonly Wish[]): number {
  return items.filter((item) => wishOf(item) !== null).length;
}

/** The list with one game added in front, or removed; the same list where that changes nothing. */
export function withWish(gameIds: readonly string[], gameId: string, isWanted: boolean): readonly string[] {
  if (gameIds.includes(gameId) === isWanted) return gameIds;
  return isWanted ? [gameId, ...gameIds] : gameIds.filter((each) => each !== gameId);
}

/** The list as it will be when everything that waits has been sent, newest first. */
export function withWishes(gameIds: readonly string[], items: readonly Wish[]): readonly string[] {
  return items.reduce((all, item) => {
    const wish = wishOf(item);
    return wish === null ? all : withWish(all, ...wish);
  }, gameIds);
}
