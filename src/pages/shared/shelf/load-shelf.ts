import { failure } from '../../../core/errors';
import { failGames } from '../../../state/catalogue';

/** Asks for the list of games. What asks is fetched after the first paint, which needs none of it. */
export async function loadShelf(): Promise<void> {
  try {
    const { loadGames } = await import('../../../bridge/actions/games');
    await loadGames();
  } catch {
    failGames(failure('network').error);
  }
}
