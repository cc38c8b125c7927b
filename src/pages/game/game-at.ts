/** Which game stands at an address. Pure. */
import { PRACTICE_SHELF } from '../shared/shelf/practice-shelf';
import type { ShelfGame } from '../shared/shelf/shelf';

/** The game as it comes with the app, for practice. */
export function practiceGame(gameId: string): ShelfGame | undefined {
  return PRACTICE_SHELF.find((game) => game.gameId === gameId);
}

/**
 * The game at an address: as the platform lists it, else as it comes with the app, for practice. Null while that is not
 * known: a player waits for the list, because a round for money may be open; a guest does not. Undefined when nobody
 * knows it.
 */
export function gameAt(games: readonly ShelfGame[] | null, gameId: string, signedIn: boolean): ShelfGame | null | undefined {
  if (games === null) return signedIn ? null : (practiceGame(gameId) ?? null);
  return games.find((game) => game.gameId === gameId) ?? practiceGame(gameId);
}
