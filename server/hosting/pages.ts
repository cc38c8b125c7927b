/** Finds the page at an address, and says whether it is there: an address that leads nowhere is answered with 404. */
import type { Game } from '../../src/core/contract/games';
import type { PageDocument, PageDocuments } from '../../src/core/page-documents';
import type { Values } from './documents';

export interface FoundPage {
  readonly page: PageDocument;
  readonly path: string | null;
  readonly values: Values;
  readonly isThere: boolean;
}

export interface PagesOptions {
  readonly documents: PageDocuments;
  /** Says whether the platform behind `/api` may have a capability. */
  readonly can: (capability: string) => boolean;
  /** Reads the catalogue; null while it is not known, and then every game is taken to be there. */
  readonly readGames: () => Promise<readonly Game[] | null>;
  /** Where the games' art is. */
  readonly cdnUrl: string;
}

const NOWHERE: PageDocument = {
  name: 'not-found', paths: [], title: 'Page not found', description: '', isListed: false,
  frames: { guest: 0, player: 0, 'unknown-platform': 0 }, content: { markup: '<h1>Page not found</h1>', css: '' },
};

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

const partsOf = (path: string): string[] => path.replace(/\/+$/, '').split('/').map(decode);

/** Says whether the address is one of the route; as in the router, letters may be large or small. */
function isMatch(route: string, address: readonly string[]): boolean {
  const parts = partsOf(route);
  return parts.length === address.length && parts.every((part, at) => {
    const addressPart = address[at] ?? '';
    return (part.startsWith(':') && addressPart !== '') || part.toLowerCase() === addressPart.toLowerCase();
  });
}

const hasParameter = (route: string): boolean => route.includes('/:');

/** The address of one of many things that a route stands for. */
const pathOf = (route: string, id: string): string => route.replace(/:\w+$/, () => encodeURIComponent(id));

const percent = (share: number): string => `${(Math.floor(share * 10_000) / 100).toFixed(2).replace(/\.?0+$/, '')} %`;

const valuesOf = ({ name, art, rtp }: Game, cdnUrl: string): Values => ({ GAME_NAME: name, GAME_ART: cdnUrl + art, GAME_RETURN: percent(rtp) });

/** Makes what finds the page at a path as it stands in the request, not decoded. */
export function createPages({ documents, can, readGames, cdnUrl }: PagesOptions): (rawPath: string) => Promise<FoundPage> {
  const nowhere: FoundPage = { page: documents.pages.find(({ name }) => name === 'not-found') ?? NOWHERE, path: null, values: {}, isThere: false };

  async function findGame(page: PageDocument, route: string, gameId: string): Promise<FoundPage> {
    const games = await readGames();
    const game = games?.find((each) => each.gameId === gameId);
    if (game !== undefined) return { page, path: pathOf(route, gameId), values: valuesOf(game, cdnUrl), isThere: true };
    if (games !== null) return nowhere;
    // Nothing is known of it, so the document names the brand alone, and only the app can say what is there.
    return { page: { ...page, isListed: false }, path: null, values: { GAME_NAME: 'Game', GAME_ART: '/icons/icon.svg', GAME_RETURN: '' }, isThere: true };
  }

  async function findCategory(page: PageDocument, route: string, categoryId: string): Promise<FoundPage> {
    const games = await readGames();
    const isThere = games?.some(({ categories }) => categories.includes(categoryId)) ?? true;
    return isThere ? { page, path: pathOf(route, categoryId), values: {}, isThere } : nowhere;
  }

  /** The page as it is where the catalogue lacks the game that its content names. Its name keeps it apart from the page of the game's days. */
  async function withoutHiddenGame(page: PageDocument): Promise<PageDocument> {
    const { withoutGame, ...others } = page;
    if (withoutGame === undefined || ((await readGames())?.some(({ gameId }) => gameId === withoutGame.gameId) ?? true)) return page;
    return { ...others, name: `${page.name} without ${withoutGame.gameId}`, content: withoutGame.content };
  }

  return async (rawPath) => {
    const address = partsOf(rawPath);
    for (const page of documents.pages) {
      for (const route of page.paths) {
        if (!isMatch(route, address)) continue;
        if (page.needs !== undefined && !can(page.needs)) return nowhere;
        if (page.each === undefined) return { page: await withoutHiddenGame(page), path: route, values: {}, isThere: true };
        return (page.each === 'game' ? findGame : findCategory)(page, route, address.at(-1) ?? '');
      }
    }
    return nowhere;
  };
}

/** Lists the addresses that search engines may list. */
export async function listPublicPaths({ documents, can, readGames }: PagesOptions): Promise<readonly string[]> {
  const games = (await readGames()) ?? [];
  const offered = games.filter(({ enabled }) => enabled);
  const ids = { category: [...new Set(offered.flatMap((game) => game.categories))], game: offered.map(({ gameId }) => gameId) };
  const pages = documents.pages.filter(({ isListed, needs }) => isListed && (needs === undefined || can(needs)));
  const single = pages.filter(({ each }) => each === undefined).flatMap(({ paths }) => paths);
  // A page that was drawn for one category alone is not listed here, because the route with the parameter has its address, too.
  const many = (['category', 'game'] as const).flatMap((kind) => {
    const routes = pages.filter(({ each }) => each === kind).flatMap(({ paths }) => paths.filter(hasParameter));
    return routes.flatMap((route) => ids[kind].map((id) => pathOf(route, id)));
  });
  return [...single, ...many];
}
