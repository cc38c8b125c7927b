import type { Game } from '../../core/contract/games';
import { offerGames } from '../../state/catalogue';

/**
 * Takes over what the prerendered lobby was drawn from, so that the app begins with the picture that is on screen
 * already. Written by the same build into the same document, so it is not checked again. False where nothing was drawn.
 */
export function adoptPrerendered(root: HTMLElement): boolean {
  const { games } = root.dataset;
  if (games === undefined) return false;
  offerGames(JSON.parse(games) as Game[]);
  return true;
}
