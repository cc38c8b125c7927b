/** What the built app weighs over the wire, part by part, beside the budgets in `tests/bench/budgets.json`. */
import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import type { ManifestChunk } from 'vite';
import { isLibrary, readChunks } from './chunks';
import type { Chunks } from './chunks';
import { compressedSize } from './compress';
import { ROOT } from './dist';
import { hasWords } from './chunk-groups';
import { KEPT_DOCUMENT, VISIT_DOCUMENT } from './inline-styles';
import { readParts } from './parts';
import type { Parts } from './parts';
import { programOf } from './split-worker';

export const BUDGETS = join(ROOT, 'tests/bench/budgets.json');

/** One line of the table, in bytes as transferred; `budget` null: for information. */
export interface Size {
  readonly name: string;
  readonly bytes: number;
  readonly budget: number | null;
}

const LOBBY_PAGE = 'src/pages/games/GamesPage.tsx';
const GAME_PAGE = 'src/pages/game/GamePage.tsx';
/** What a route loads, and what a game's page loads, wherever the build has put it. */
const PAGE = /^src\/pages\/(?!shared\/)[^/]+\/[^/]+Page\.tsx$/;
const FACE = /^src\/games\/([^/]+)\/Face\.tsx$/;

interface Weighing {
  readonly chunks: Chunks;
  readonly parts: Parts;
  readonly budgets: Readonly<Record<string, number>>;
  /** Bytes of one file of the app as a host with brotli sends it. */
  readonly weigh: (file: string) => Promise<number>;
  readonly weighAll: (files: Iterable<string>) => Promise<number>;
  readonly text: (file: string) => Promise<string>;
}

/** The budgets by name, in bytes. */
export async function readBudgets(): Promise<Readonly<Record<string, number>>> {
  const read = JSON.parse(await readFile(BUDGETS, 'utf8')) as Record<string, unknown>;
  return Object.fromEntries(Object.entries(read).flatMap(([name, value]) => (typeof value === 'number' ? [[name, value]] : [])));
}

const filesOf = (chunks: readonly ManifestChunk[]): string[] => chunks.map(({ file }) => file);

/** Files of a part beyond what every page has, without libraries: code and styles. */
function ownFiles({ chunks }: Weighing, part: ManifestChunk, isCounted = (_file: string) => true): Set<string> {
  const common = new Set(chunks.closure(chunks.entry));
  const own = chunks.closure(part).filter((chunk) => !common.has(chunk) && !isLibrary(chunk));
  return new Set(own.flatMap(({ file, css = [] }) => [file, ...css]).filter(isCounted));
}

async function firstPage(on: Weighing, lobby: ManifestChunk): Promise<Size[]> {
  const { chunks, budgets, weigh, weighAll } = on;
  const document = await weigh('lobby.html');
  // What `/` needs to work: the entry and the lobby's own part.
  const scripts = new Set([...chunks.closure(chunks.entry), ...chunks.closure(lobby)]);
  const ours = [...scripts].filter((chunk) => !isLibrary(chunk));
  return [
    { name: 'document of /, with its critical CSS', bytes: document, budget: budgets['document'] ?? null },
    { name: 'document of any other address', bytes: await weigh(VISIT_DOCUMENT), budget: budgets['document'] ?? null },
    { name: 'entry JavaScript of /', bytes: await weighAll(filesOf([...scripts])), budget: budgets['entryJs'] ?? null },
    { name: '  of it ours', bytes: await weighAll(filesOf(ours)), budget: budgets['entryJsOurs'] ?? null },
  ];
}

/** A file and which of its modules were looked for. */
interface Holder {
  readonly chunk: ManifestChunk;
  readonly sources: readonly string[];
}

/** The files that hold modules like these. Throws where there is none: then it is not this app that was built. */
function holdersOf({ chunks, parts }: Weighing, pattern: RegExp): readonly Holder[] {
  const found = chunks.all.flatMap((chunk) => {
    const sources = (parts.get(chunk.file) ?? []).filter((source) => pattern.test(source));
    return sources.length === 0 ? [] : [{ chunk, sources }];
  });
  if (found.length === 0) throw new Error(`No file of the app holds a module like ${pattern.source}.`);
  return found;
}

/** One page by its name, several in one file by the file's: it counts whole for each of them. */
const nameOf = ({ chunk, sources: [first = '', ...others] }: Holder): string =>
  others.length === 0 ? first.replace(/^.*\/|\.tsx$/g, '') : `${chunk.name ?? chunk.file}: ${others.length + 1} pages in one file`;

/** The heaviest page, by name; the others are lighter. */
async function heaviest(on: Weighing, pages: readonly Holder[], isCounted?: (page: Holder, file: string) => boolean): Promise<Size> {
  const sizes = await Promise.all(
    pages.map(async (page) => ({
      name: nameOf(page), bytes: await on.weighAll(ownFiles(on, page.chunk, (file) => isCounted?.(page, file) ?? true)),
    })),
  );
  return { budget: null, ...sizes.reduce((a, b) => (b.bytes > a.bytes ? b : a), { name: 'none', bytes: 0 }) };
}

/** What several files with pages need is loaded once, and counted with none of them; the file that a page stands in is its own. */
function ofOnePage(on: Weighing, pages: readonly Holder[]): (page: Holder, file: string) => boolean {
  const users = new Map<string, number>();
  for (const file of pages.flatMap(({ chunk }) => [...ownFiles(on, chunk)])) users.set(file, (users.get(file) ?? 0) + 1);
  return ({ chunk }, file) => file === chunk.file || (users.get(file) ?? 0) < 2;
}

/** Each game as the first one that a player opens: with all of the file that it shares with others, which then is there for them. */
async function gameSizes(on: Weighing): Promise<Size[]> {
  // A game opens inside its page, which is there already.
  const around = new Set(holdersOf(on, new RegExp(`^${GAME_PAGE}$`)).flatMap(({ chunk }) => [...ownFiles(on, chunk)]));
  const games = holdersOf(on, FACE).flatMap(({ chunk, sources }) =>
    sources.map((source) => ({ chunk, gameId: FACE.exec(source)?.[1] ?? source, together: sources.length })),
  );
  return Promise.all(games.map(async ({ chunk, gameId, together }) => {
    const files = [...ownFiles(on, chunk, (file) => !around.has(file)), `cdn/games/${gameId}.svg`];
    const code = together === 1 ? 'its code' : `the code that ${together} games share`;
    return { name: `game ${gameId}: its art and ${code}`, bytes: await on.weighAll(files), budget: on.budgets['embeddedGame'] ?? null };
  }));
}

async function lazyParts(on: Weighing, lobby: ManifestChunk): Promise<Size[]> {
  const pages = holdersOf(on, PAGE).filter(({ chunk }) => chunk !== lobby);
  const page = await heaviest(on, pages, ofOnePage(on, pages));
  const withShared = await heaviest(on, pages);
  return [
    { name: `heaviest page's own chunks (${page.name})`, bytes: page.bytes, budget: on.budgets['routeChunks'] ?? null },
    { name: `  a page with all that it shares with others (${withShared.name})`, bytes: withShared.bytes, budget: null },
    ...(await gameSizes(on)),
  ];
}

/** The addresses in the service worker's list of what it precaches. */
export function precachedFiles(serviceWorker: string): string[] {
  return [...serviceWorker.matchAll(/"?\burl"?:\s*["'`]([^"'`]+)["'`]/g)].flatMap(([, url]) => url ?? []);
}

async function workers(on: Weighing): Promise<Size[]> {
  const source = await on.text('sw.js');
  const precached = precachedFiles(source);
  const sync = precached.find((url) => /\/sync\.worker-[^/]+\.js$/.test(url));
  if (sync === undefined) throw new Error('The precache has no sync worker.');
  return [
    { name: 'service worker', bytes: await on.weigh(programOf(source)), budget: on.budgets['serviceWorker'] ?? null },
    { name: 'sync worker', bytes: await on.weigh(sync), budget: on.budgets['syncWorker'] ?? null },
    {
      // The list is data that grows with the files it names, so it is counted with them.
      name: `whole precache (${precached.length} files and their list)`,
      bytes: await on.weighAll(['sw.js', ...precached]),
      budget: on.budgets['precache'] ?? null,
    },
  ];
}

/**
 * Weighs the app in `appDir` (with its `lobby.html`) by the manifest and the record of parts of the same build. Rejects
 * when a file that the manifest names is missing.
 */
export async function measureSizes(appDir: string, manifestPath: string, partsPath: string): Promise<readonly Size[]> {
  const on = await startWeighing(appDir, manifestPath, partsPath);
  const lobby = on.chunks.ofSource(LOBBY_PAGE);
  const words = (await wordDeploys(on)).slice(0, DEAREST_WORDS).map((size) => ({ ...size, name: `a word of ${size.name}, deployed` }));
  return [...(await firstPage(on, lobby)), ...(await lazyParts(on, lobby)), ...(await workers(on)), ...words];
}

/** What a deploy of one word costs, for every module that has words; as `measureSizes`. */
export async function measureWordDeploys(appDir: string, manifestPath: string, partsPath: string): Promise<readonly Size[]> {
  return wordDeploys(await startWeighing(appDir, manifestPath, partsPath));
}

async function startWeighing(appDir: string, manifestPath: string, partsPath: string): Promise<Weighing> {
  const weighed = new Map<string, Promise<number>>();
  const weigh = (file: string): Promise<number> => {
    const known = weighed.get(file) ?? readFile(join(appDir, file)).then((source) => compressedSize(source, extname(file)));
    weighed.set(file, known);
    return known;
  };
  return {
    chunks: await readChunks(manifestPath, partsPath),
    parts: await readParts(partsPath),
    budgets: await readBudgets(),
    weigh,
    weighAll: async (files) => (await Promise.all(Array.from(files, weigh))).reduce((sum, bytes) => sum + bytes, 0),
    text: (file) => readFile(join(appDir, file), 'utf8'),
  };
}

/** How many of the dearest words the build's table names. */
const DEAREST_WORDS = 3;

/**
 * What a deploy that changed one word of each module costs a player who has the app, dearest first. Files name each other
 * by names that stay, so it is the files that hold the module, the document, which says where they are now, and the list
 * in `sw.js`.
 */
async function wordDeploys({ parts, budgets, weigh, weighAll, text }: Weighing): Promise<Size[]> {
  const precached = new Set(precachedFiles(await text('sw.js')));
  const lists = (await weigh(KEPT_DOCUMENT)) + (await weigh('sw.js'));
  const filesBySource = new Map<string, string[]>();
  for (const [file, sources] of parts) {
    if (!precached.has(file)) continue;
    for (const source of new Set(sources.filter(hasWords))) filesBySource.set(source, [...(filesBySource.get(source) ?? []), file]);
  }
  const sizes = [...filesBySource].map(async ([source, files]) => ({ name: source, bytes: lists + (await weighAll(files)), budget: budgets['oneWordDeploy'] ?? null }));
  return (await Promise.all(sizes)).sort((a, b) => b.bytes - a.bytes);
}

export const isOver = ({ bytes, budget }: Size): boolean => budget !== null && bytes > budget;

/** From here on a part is close to its budget: the next commits may exceed it. */
const CLOSE = 0.95;
const isClose = (size: Size): boolean => size.budget !== null && size.bytes > size.budget * CLOSE && !isOver(size);

const number = (bytes: number): string => bytes.toLocaleString('en-NG');
const besideBudget = ({ name, bytes, budget }: Size): string => `${name.trim()}: ${number(bytes)} bytes, the budget is ${number(budget ?? 0)}`;

/** One line per part that is over its budget; empty when all is well. */
export const overBudget = (sizes: readonly Size[]): readonly string[] => sizes.filter(isOver).map(besideBudget);

/** One line per part that keeps its budget, but is within 5 % of it. */
export const closeToBudget = (sizes: readonly Size[]): readonly string[] => sizes.filter(isClose).map(besideBudget);
