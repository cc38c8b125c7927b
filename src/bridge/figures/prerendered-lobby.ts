import type { Game } from '../../core/contract/games';
import { showPrerenderedGames } from '../../state/catalogue';

/**
 * Takes over the games that the prerendered lobby was drawn from, so that the app begins with the picture that is on screen
 * already. The result is false where nothing was drawn.
 */
export function adoptPrerendered(root: HTMLElement): boolean {
  const { games } = root.dataset;
  if (games === undefined) return false;
  showPrerenderedGames(JSON.parse(games) as Game[]); // A cast in place of a check: the build that made this code wrote the list.
  return true;
}
