/** Measures the parts of the built app over the wire, and compares them with the budgets in `tests/bench/budgets.json`. */
import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import type { ManifestChunk } from 'vite';
import { isLibrary, readChunks } from './chunks';
import type { Chunks } from './chunks';
import { compressedSize } from './compress';
import type { PageDocuments } from '../../src/core/page-documents';
import { DOCUMENTS, ROOT } from './dist';
import { findHeaviestDocument } from './document-sizes';
import { hasWords } from './chunk-groups';
import { CACHED_DOCUMENT, VISIT_DOCUMENT } from './inline-styles';
import { readParts } from './parts';
import type { Parts } from './parts';
import { programOf } from './split-worker';

export const BUDGETS_PATH = join(ROOT, 'tests/bench/budgets.json');

/** One line of the table, in transferred bytes; `budget` null = for information. */
export interface Size {
  readonly name: string;
  readonly bytes: number;
  readonly budget: number | null;
}

const LOBBY_PAGE = 'src/pages/games/GamesPage.tsx';
const GAME_PAGE = 'src/pages/game/GamePage.tsx';
/** The modules that routes load, and those that a game's page loads; the build may put them into any file. */
const PAGE = /^src\/pages\/(?!shared\/)[^/]+\/[^/]+Page\.tsx$/;
const FACE = /^src\/games\/([^/]+)\/Face\.tsx$/;

interface SizeContext {
  readonly chunks: Chunks;
  readonly parts: Parts;
  readonly budgets: Readonly<Record<string, number>>;
  /** Returns the bytes of one file of the app as a host with brotli sends it. */
  readonly weigh: (file: string) => Promise<number>;
  readonly weighAll: (files: Iterable<string>) => Promise<number>;
  readonly text: (file: string) => Promise<string>;
}

/** Reads the budgets by name, in bytes. */
export async function readBudgets(): Promise<Readonly<Record<string, number>>> {
  // A cast that promises nothing of the values, because each of them is checked below.
  const parsed = JSON.parse(await readFile(BUDGETS_PATH, 'utf8')) as Record<string, unknown>;
  return Object.fromEntries(Object.entries(parsed).flatMap(([name, value]) => (typeof value === 'number' ? [[name, value]] : [])));
}

const filesOf = (chunks: readonly ManifestChunk[]): string[] => chunks.map(({ file }) => file);

/** Lists the code and styles of a part beyond those of every page, without libraries. */
function ownFiles({ chunks }: SizeContext, part: ManifestChunk, isCounted = (_file: string) => true): Set<string> {
  const common = new Set(chunks.listClosure(chunks.entry));
  const own = chunks.listClosure(part).filter((chunk) => !common.has(chunk) && !isLibrary(chunk));
  return new Set(own.flatMap(({ file, css = [] }) => [file, ...css]).filter(isCounted));
}

async function measureFirstPage(context: SizeContext, lobby: ManifestChunk): Promise<Size[]> {
  const { chunks, budgets, weigh, weighAll, text } = context;
  const document = await weigh('lobby.html');
  const documents = JSON.parse(await text(DOCUMENTS)) as PageDocuments; // The step before this one wrote it.
  const heaviest = await findHeaviestDocument(await text(VISIT_DOCUMENT), documents);
  // The page at `/` needs the entry and the lobby's own part.
  const scripts = new Set([...chunks.listClosure(chunks.entry), ...chunks.listClosure(lobby)]);
  const ours = [...scripts].filter((chunk) => !isLibrary(chunk));
  return [
    { name: 'document of /, with its critical CSS', bytes: document, budget: budgets['document'] ?? null },
    { name: `heaviest of the other documents (${heaviest?.name ?? 'none'})`, bytes: heaviest?.bytes ?? 0, budget: budgets['otherDocument'] ?? null },
    { name: 'entry JavaScript of /', bytes: await weighAll(filesOf([...scripts])), budget: budgets['entryJs'] ?? null },
    { name: '  of it ours', bytes: await weighAll(filesOf(ours)), budget: budgets['entryJsOurs'] ?? null },
  ];
}

/** A file, and those of its modules that match the pattern. */
interface Holder {
  readonly chunk: ManifestChunk;
  readonly sources: readonly string[];
}

/** Finds the files with modules that match. Throws where there is none, because then another app was built. */
function findHolders({ chunks, parts }: SizeContext, pattern: RegExp): readonly Holder[] {
  const holders = chunks.all.flatMap((chunk) => {
    const sources = (parts.get(chunk.file) ?? []).filter((source) => pattern.test(source));
    return sources.length === 0 ? [] : [{ chunk, sources }];
  });
  if (holders.length === 0) throw new Error(`No file of the app holds a module like ${pattern.source}.`);
  return holders;
}

/** Names a page, or the file where several pages share it, since the file counts whole for each of them. */
const toPageName = ({ chunk, sources: [first = '', ...others] }: Holder): string =>
  others.length === 0 ? first.replace(/^.*\/|\.tsx$/g, '') : `${chunk.name ?? chunk.file}: ${others.length + 1} pages in one file`;

/** Finds the heaviest page. */
async function findHeaviestPage(context: SizeContext, pages: readonly Holder[], isCounted?: (page: Holder, file: string) => boolean): Promise<Size> {
  const sizes = await Promise.all(
    pages.map(async (page) => ({
      name: toPageName(page), bytes: await context.weighAll(ownFiles(context, page.chunk, (file) => isCounted?.(page, file) ?? true)),
    })),
  );
  return { budget: null, ...sizes.reduce((a, b) => (b.bytes > a.bytes ? b : a), { name: 'none', bytes: 0 }) };
}

/** Makes a filter without the files that several pages need, which are loaded once. The file with the page itself always counts. */
function createOnePageFilter(context: SizeContext, pages: readonly Holder[]): (page: Holder, file: string) => boolean {
  const users = new Map<string, number>();
  for (const file of pages.flatMap(({ chunk }) => [...ownFiles(context, chunk)])) users.set(file, (users.get(file) ?? 0) + 1);
  return ({ chunk }, file) => file === chunk.file || (users.get(file) ?? 0) < 2;
}

/** Measures each game as the first one that a player opens, so with all of a file that it shares with other games. */
async function measureGames(context: SizeContext): Promise<Size[]> {
  // A game opens inside its page, which has been loaded before.
  const gamePageFiles = new Set(findHolders(context, new RegExp(`^${GAME_PAGE}$`)).flatMap(({ chunk }) => [...ownFiles(context, chunk)]));
  const games = findHolders(context, FACE).flatMap(({ chunk, sources }) =>
    sources.map((source) => ({ chunk, gameId: FACE.exec(source)?.[1] ?? source, gamesInFile: sources.length })),
  );
  return Promise.all(games.map(async ({ chunk, gameId, gamesInFile }) => {
    const files = [...ownFiles(context, chunk, (file) => !gamePageFiles.has(file)), `cdn/games/${gameId}.svg`];
    const code = gamesInFile === 1 ? 'its code' : `the code that ${gamesInFile} games share`;
    return { name: `game ${gameId}: its art and ${code}`, bytes: await context.weighAll(files), budget: context.budgets['embeddedGame'] ?? null };
  }));
}

async function measureLazyParts(context: SizeContext, lobby: ManifestChunk): Promise<Size[]> {
  const pages = findHolders(context, PAGE).filter(({ chunk }) => chunk !== lobby);
  const page = await findHeaviestPage(context, pages, createOnePageFilter(context, pages));
  const withShared = await findHeaviestPage(context, pages);
  return [
    { name: `heaviest page's own chunks (${page.name})`, bytes: page.bytes, budget: context.budgets['routeChunks'] ?? null },
    { name: `  a page with all that it shares with others (${withShared.name})`, bytes: withShared.bytes, budget: null },
    ...(await measureGames(context)),
  ];
}

/** Returns the addresses in the service worker's list of precached files. */
export function precachedFiles(serviceWorker: string): string[] {
  return [...serviceWorker.matchAll(/"?\burl"?:\s*["'`]([^"'`]+)["'`]/g)].flatMap(([, url]) => url ?? []);
}

async function measureWorkers(context: SizeContext): Promise<Size[]> {
  const source = await context.text('sw.js');
  const precached = precachedFiles(source);
  const sync = precached.find((url) => /\/sync\.worker-[^/]+\.js$/.test(url));
  if (sync === undefined) throw new Error('The precache has no sync worker.');
  return [
    { name: 'service worker', bytes: await context.weigh(programOf(source)), budget: context.budgets['serviceWorker'] ?? null },
    { name: 'sync worker', bytes: await context.weigh(sync), budget: context.budgets['syncWorker'] ?? null },
    {
      // The list grows with the files that it names, so it is counted with them.
      name: `whole precache (${precached.length} files and their list)`,
      bytes: await context.weighAll(['sw.js', ...precached]),
      budget: context.budgets['precache'] ?? null,
    },
  ];
}

/**
 * Measures the app in `appDir` (with its `lobby.html`) by the manifest and the record of parts of the same build. Rejects when a
 * file that the manifest names is missing.
 */
export async function measureSizes(appDir: string, manifestPath: string, partsPath: string): Promise<readonly Size[]> {
  const context = await createSizeContext(appDir, manifestPath, partsPath);
  const lobby = context.chunks.chunkOfSource(LOBBY_PAGE);
  const words = (await weighWordDeploys(context)).slice(0, SHOWN_WORD_DEPLOYS).map((size) => ({ ...size, name: `a word of ${size.name}, deployed` }));
  return [...(await measureFirstPage(context, lobby)), ...(await measureLazyParts(context, lobby)), ...(await measureWorkers(context)), ...words];
}

/** Measures what a deploy of one word costs, for every module with words; its arguments are those of `measureSizes`. */
export async function measureWordDeploys(appDir: string, manifestPath: string, partsPath: string): Promise<readonly Size[]> {
  return weighWordDeploys(await createSizeContext(appDir, manifestPath, partsPath));
}

async function createSizeContext(appDir: string, manifestPath: string, partsPath: string): Promise<SizeContext> {
  const bytesByFile = new Map<string, Promise<number>>();
  const weigh = (file: string): Promise<number> => {
    const fileBytes = bytesByFile.get(file) ?? readFile(join(appDir, file)).then((source) => compressedSize(source, extname(file)));
    bytesByFile.set(file, fileBytes);
    return fileBytes;
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

/** The build's table names so many of the most expensive words. */
const SHOWN_WORD_DEPLOYS = 3;

/**
 * Computes what a deploy that changed one word of a module costs a player who has the app, the most expensive module first. Files
 * import each other by names that do not change, so the player loads the files with the module, the document, which says where they
 * are now, and the list in `sw.js`.
 */
async function weighWordDeploys({ parts, budgets, weigh, weighAll, text }: SizeContext): Promise<Size[]> {
  const precached = new Set(precachedFiles(await text('sw.js')));
  const lists = (await weigh(CACHED_DOCUMENT)) + (await weigh('sw.js'));
  const filesBySource = new Map<string, string[]>();
  for (const [file, sources] of parts) {
    if (!precached.has(file)) continue;
    for (const source of new Set(sources.filter(hasWords))) filesBySource.set(source, [...(filesBySource.get(source) ?? []), file]);
  }
  const sizes = [...filesBySource].map(async ([source, files]) => ({ name: source, bytes: lists + (await weighAll(files)), budget: budgets['oneWordDeploy'] ?? null }));
  return (await Promise.all(sizes)).sort((a, b) => b.bytes - a.bytes);
}

export const isOver = ({ bytes, budget }: Size): boolean => budget !== null && bytes > budget;

/** A part above this share of its budget is close to it, so that the next commits may exceed it. */
const NEAR_BUDGET_SHARE = 0.95;
const isNearBudget = (size: Size): boolean => size.budget !== null && size.bytes > size.budget * NEAR_BUDGET_SHARE && !isOver(size);

const formatBytes = (bytes: number): string => bytes.toLocaleString('en-NG');
const describeBudget = ({ name, bytes, budget }: Size): string => `${name.trim()}: ${formatBytes(bytes)} bytes, the budget is ${formatBytes(budget ?? 0)}`;

/** Returns one line per part that is over its budget. */
export const listOverBudget = (sizes: readonly Size[]): readonly string[] => sizes.filter(isOver).map(describeBudget);

/** Returns one line per part that is within its budget, but close to it. */
export const listNearBudget = (sizes: readonly Size[]): readonly string[] => sizes.filter(isNearBudget).map(describeBudget);
