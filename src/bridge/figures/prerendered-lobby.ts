import type { Game } from '../../core/contract/games';
import { offerGames } from '../../state/catalogue';

/**
 * Takes over the games that the prerendered lobby was drawn from, so that the app begins with the picture that is on screen
 * already. The same build wrote them into the same document, so they are not checked again. False where nothing was drawn.
 */
export function adoptPrerendered(root: HTMLElement): boolean {
  const { games } = root.dataset;
  if (games === undefined) return false;
  offerGames(JSON.parse(games) as Game[]);
  return true;
}
