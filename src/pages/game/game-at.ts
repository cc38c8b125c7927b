/** Finds the game at an address. Pure. */
import { PRACTICE_SHELF } from '../shared/shelf/practice-shelf';
import type { ShelfGame } from '../shared/shelf/shelf';

/** The game that comes with the app, for practice. */
export function practiceGame(gameId: string): ShelfGame | undefined {
  return PRACTICE_SHELF.find((game) => game.gameId === gameId);
}

/**
 * The game at an address: from the platform's list, otherwise the one that comes with the app, for practice. It is null until that is
 * known: a player waits for the list, because a round for money may be open, and a guest does not wait. It is undefined when there is no
 * such game.
 */
export function gameAt(games: readonly ShelfGame[] | null, gameId: string, signedIn: boolean): ShelfGame | null | undefined {
  if (games === null) return signedIn ? null : (practiceGame(gameId) ?? null);
  return games.find((game) => game.gameId === gameId) ?? practiceGame(gameId);
}
