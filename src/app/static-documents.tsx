/**
 * Draws what stands on the screen of each page before its scripts run. The build calls it (`server/tools/prerender.ts`), never a browser.
 */
import { brand } from '../core/brand';
import type { Game } from '../core/contract/games';
import type { Capability } from '../core/contract/platform';
import { CONTENT_PLACE } from '../core/page-documents';
import type { Caller, PageContent, PageDocument, PageDocuments } from '../core/page-documents';
import { SHIPPED_PROMOTIONS } from '../core/shipped-promotions';
import { prerenderedSessionStore, sessionStore } from '../state/session';
import { Skeleton } from '../ui/States';
import { DOCUMENT_TABLE } from './document-table';
import { categoryDescription, descriptionOf } from './page-descriptions';
import { PAGE_ROUTES } from './routes';
import { renderStaticFrame, renderStaticPage } from './static-markup';
import { words } from './words';

/** No page has this address. */
const NOWHERE = '/no/such/page';
const CONTENT_MARK = 'content-of-the-page';
const SKELETON_LINES = 6;

/** The frames in the order of their first use, so that pages with the same one share it. */
type Frames = string[];

const toContent = (markup: string): PageContent => ({ markup, css: '' });

/** Signs in, or out again, for what is drawn from now on. The router's guards ask the one store, and the components the other. */
function drawSession(sessionId: string | null): void {
  sessionStore.setState({ sessionId });
  prerenderedSessionStore.setState({ sessionId });
}

/** Draws as for somebody who is signed in and of whom nothing is known yet. */
async function asPlayer<T>(draw: () => Promise<T>): Promise<T> {
  drawSession('unknown');
  try {
    return await draw();
  } finally {
    drawSession(null);
  }
}

/**
 * Draws as this caller. For a platform of unknown capabilities `drawFrame` passes `bare`, so that the frame shows nothing that needs one.
 */
const drawAs = async <T,>(caller: Caller, draw: () => Promise<T>): Promise<T> => (caller === 'player' ? asPlayer(draw) : draw());

async function drawFrame(caller: Caller, path: string): Promise<string> {
  const markup = await drawAs(caller, async () => renderStaticFrame(path, { bare: caller === 'unknown-platform', children: <div id={CONTENT_MARK} /> }));
  const mark = `<div id="${CONTENT_MARK}"></div>`;
  if (!markup.includes(mark)) throw new Error(`The frame around ${path} has no place for the page.`);
  return markup.replace(mark, CONTENT_PLACE);
}

async function framesOf(path: string, frames: Frames): Promise<PageDocument['frames']> {
  async function numberOf(caller: Caller): Promise<number> {
    const frame = await drawFrame(caller, path);
    if (!frames.includes(frame)) frames.push(frame);
    return frames.indexOf(frame);
  }
  return { guest: await numberOf('guest'), player: await numberOf('player'), 'unknown-platform': await numberOf('unknown-platform') };
}

/** Cuts the page out of its frame. Throws where the page was drawn in another one, because then the app could not take it over. */
function cutContent(markup: string, frame: string): string {
  const [before = '', after = ''] = frame.split(CONTENT_PLACE);
  if (!markup.startsWith(before) || !markup.endsWith(after)) throw new Error('A page was drawn in another frame than its own.');
  return markup.slice(before.length, markup.length - after.length);
}

async function drawWhole(path: string, frame: string): Promise<PageContent> {
  const page = await renderStaticPage(path);
  if ('to' in page) throw new Error(`${path} can’t be drawn for a guest.`);
  return { ...toContent(cutContent(page.markup, frame)), drawnFrom: { games: null } };
}

async function drawHeading(path: string, caller: Caller): Promise<string> {
  const page = await drawAs(caller, async () => renderStaticPage(path));
  const heading = 'markup' in page ? /<h1[\s\S]*?<\/h1>/.exec(page.markup)?.[0] : undefined;
  if (heading === undefined) throw new Error(`${path} has no heading to draw for a ${caller}.`);
  return heading;
}

/** Draws the heading of the page, or this one in its place, and shapes below it. */
async function drawSkeleton(path: string, caller: Caller, heading?: string): Promise<PageContent> {
  return toContent(`<div class="stack" aria-busy="true">${heading ?? (await drawHeading(path, caller))}${await skeletonMarkup()}</div>`);
}

/** The shapes, drawn by the same component as everywhere. */
async function skeletonMarkup(): Promise<string> {
  return cutContent(
    await renderStaticFrame(NOWHERE, { bare: true, children: <Skeleton lines={SKELETON_LINES} /> }),
    await drawFrame('unknown-platform', NOWHERE),
  );
}

const titleOf = (heading: string): string => `${heading} – ${brand.name}`;

/** The frame of a game's page with its stage empty but for the game's art. */
async function drawGame(path: string, frame: string): Promise<PageContent> {
  const { markup } = await drawWhole(path, frame);
  const heading = /(<h1[^>]*>)[^<]*(?=<\/h1>)/;
  const stage = /(<div class="[^"]*\bskeleton\b[^"]*">)(?=<\/div>)/;
  if (!heading.test(markup) || !stage.test(markup)) throw new Error('The page of a game has no heading, or no shape in the place of its stage.');
  return toContent(markup.replace(heading, '$1%GAME_NAME%').replace(stage, '$1<img class="first-art" src="%GAME_ART%" alt=""/>'));
}

/** An address that can be drawn. The route of categories has a parameter, so one category stands for all. */
const exampleOf = (path: string): string => path.replace(':categoryId', 'games');

type Route = (typeof PAGE_ROUTES)[number] & { readonly needs?: Capability };

const freeSpins = SHIPPED_PROMOTIONS['free-spins'];
/** The pages that name one game, by their route. */
const NAMED_GAMES: Readonly<Partial<Record<Route['name'], string>>> = freeSpins.kind === 'free-spins' ? { 'promo-free-spins': freeSpins.gameId } : {};

async function toDocument({ name, who, needs, title }: Route, path: string, frames: Frames): Promise<PageDocument> {
  const { draws, isListed, each, title: ownTitle, folder = name } = DOCUMENT_TABLE[name];
  const document = {
    name, paths: [path], ...(needs !== undefined && { needs }), ...(each !== undefined && { each }),
    // The app gives the page this title, too (`use-navigation-effects.ts`).
    title: ownTitle ?? titleOf(title),
    description: descriptionOf(name), isListed,
    frames: await framesOf(path, frames),
  };
  const guestFrame = frames[document.frames.guest] ?? '';
  if (draws === 'whole') {
    const gameId = NAMED_GAMES[name];
    const withoutGame = gameId === undefined ? {} : { withoutGame: { gameId, content: await drawSkeleton(path, 'guest') } };
    return { ...document, folder, content: await drawWhole(path, guestFrame), ...withoutGame };
  }
  if (draws === 'stage') return { ...document, folder, content: await drawGame(path, guestFrame) };
  const caller = who === 'admin' || path === '/' ? 'player' : 'guest';
  if (who !== 'player') return { ...document, content: await drawSkeleton(exampleOf(path), caller) };
  const heading = draws === 'title' ? `<h1 tabindex="-1">${title}</h1>` : undefined;
  return { ...document, content: await drawSkeleton(path, 'player', heading), guestContent: await drawSkeleton('/sign-in', 'guest') };
}

async function categoryDocument(categoryId: string, frames: Frames): Promise<PageDocument> {
  const path = `/category/${categoryId}`;
  const content = await drawSkeleton(path, 'guest');
  const name = /<h1[^>]*>([^<]*)/.exec(content.markup)?.[1] ?? '';
  return {
    name: 'category', paths: [path], each: 'category', title: titleOf(name), description: categoryDescription(name), isListed: true,
    frames: await framesOf(path, frames), content,
  };
}

async function notFoundDocument(frames: Frames): Promise<PageDocument> {
  const numbers = await framesOf(NOWHERE, frames);
  return {
    name: 'not-found', paths: [], title: titleOf(words.notFound), description: brand.description, isListed: false,
    frames: numbers, content: await drawWhole(NOWHERE, frames[numbers.guest] ?? ''),
  };
}

/** Draws all pages. Rejects when one can't be drawn. */
export async function drawDocuments(games: readonly Game[]): Promise<PageDocuments> {
  const frames: Frames = [];
  const pages: PageDocument[] = [];
  const categories = [...new Set(games.flatMap((game) => game.categories))];
  // These come first, because the route of all categories has their addresses, too.
  for (const categoryId of categories) pages.push(await categoryDocument(categoryId, frames));
  for (const page of PAGE_ROUTES) {
    for (const path of page.paths) pages.push(await toDocument(page, path, frames));
  }
  pages.push(await notFoundDocument(frames));
  return { frames, pages };
}
