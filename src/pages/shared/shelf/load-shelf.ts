import { failure } from '../../../core/errors';
import { setGamesError } from '../../../state/catalogue';

/** Loads the list of games. The code for it comes after the first paint, which needs none of it. */
export async function loadShelf(): Promise<void> {
  try {
    const { loadGames } = await import('../../../bridge/actions/games');
    await loadGames();
  } catch {
    setGamesError(failure('network').error);
  }
}
