/**
 * The lobby as a guest sees it, as markup, and what stands at every other page before its scripts. The build runs this once
 * (`server/tools/prerender.ts`), never a browser. The lobby is drawn by the very routes, layout and page that take its place when the app
 * starts.
 */
import { drawDocuments } from './app/static-documents';
import { renderStaticPage } from './app/static-markup';
import type { Game } from './core/contract/games';
import { showPrerenderedGames } from './state/catalogue';

/** Markup of what stands in `#root` at `/` for a guest and these games. Rejects when the page can't be drawn. */
export async function renderLobby(games: readonly Game[]): Promise<string> {
  showPrerenderedGames(games);
  const lobby = await renderStaticPage('/');
  if ('to' in lobby) throw new Error('The lobby can’t be drawn.');
  return lobby.markup;
}

/** Draws the content of every page before its scripts run, with no games but those that the build knows. */
export const renderDocuments = drawDocuments;
