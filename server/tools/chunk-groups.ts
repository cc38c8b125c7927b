/**
 * Decides which modules share a file, by eleven rules by folder; the first rule that takes a module applies. Only the parts that few
 * players need and the page at `/` are named here, so a new page, game or article needs no line. Words are in files of their own, because
 * they change most often.
 * Chunks are few, because each costs a request and a line in two lists that every deploy sends.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './dist.ts';
import { ModuleGraph, sourceOf } from './module-graph.ts';
import type { Bundling, Group } from './module-graph.ts';
import { packFolders, sumByFolder } from './pack-folders.ts';

/** Parts that few players need, each by the folder or file through which all its importers go. */
const RARE: Readonly<Record<string, RegExp>> = {
  /** The pages of the operator's people. */
  operator: /^src\/pages\/(admin\/[^/]+|sign-up\/invitation)\//,
  /** Games of other providers, which nobody can play without a connection. */
  framed: /^src\/pages\/(game|shared)\/framed\//,
  /** The check of all stored rounds, and the rules of games; the history loads it when it opens, so that it works without a connection then. */
  proof: /^src\/pages\/(games-history\/fairness|shared\/par-sheet)\//,
  /** The weekly draws and their check; the page of the giveaway loads them when it opens. */
  draws: /^src\/pages\/promo\/draws\//,
  /** Reports page views to an advertising partner, where there is one and the player agrees. */
  pixel: /^src\/bridge\/(.+\/)?pixel\./,
  /** The proof of work that a busy platform asks for. */
  puzzle: /^src\/bridge\/(.+\/)?solve-puzzle\./,
  /** The sync worker on the page itself, for browsers in which no worker starts. */
  realm: /^src\/worker\/realm\./,
};

/** These chunks are not precached but cached at their first use: the parts above, and the workers that belong to them. */
export const CACHED_ON_FIRST_USE: readonly string[] = [...Object.keys(RARE), 'implied-consents', 'check.worker', 'puzzle.worker'];

/**
 * In bytes of source: folders of one kind share a file up to this size, in the order of their names, and a larger folder has one of its own.
 * Few large files are compressed better than many small ones, and make the two lists shorter that every deploy sends. Words and texts are
 * held to what a deploy of one word may cost; pages to what a route loads where nothing is on the device yet.
 */
const WORDS_FILE = 23_000;
const PAGES_FILE = 60_000;

/** Libraries, and the loader's own helpers. */
const LIBRARIES = /(^|\/)node_modules\/|^\0?rolldown\/runtime|vite\/preload-helper/;
const HELPERS = /rolldown\/runtime|vite\/preload-helper/;
const SOURCE = /./;
const OWN_SOURCE = /^src\//;
const STYLES = /\.css$/;
const WORDS = /^src\/.*\/([a-z-]+-)?(words|names|pitches)\.ts$/;
/** The modules with which all words are made. */
const LANGUAGE = /^src\/core\/(words\/|brand\.)/;
const CONTENT = /^src\/content\/.+\.md(\?meta)?$/;
/** The texts of pages by page, and the articles of the help centre by category. */
const TEXT = /^src\/content\/(?:(help)\/)?([^/]+)(?:\.md|\/.+\.md)$/;
/** The help centre's list and search, which need the front matter of all articles and no text. */
const HELP_INDEX = /^src\/content\/help(\/.+\.md\?meta|(-search)?\.ts)$/;
/** All sources that are mostly words, and the modules with which words are made. */
const WORDS_AND_TEXTS = new RegExp([WORDS, LANGUAGE, TEXT, HELP_INDEX].map(({ source }) => source).join('|'));
/** The module with the table of all pages and their titles. */
const ROUTES = /^src\/app\/routes\.ts$/;
/** The modules of the first script. */
const ENTRY = /^src\/(main\.tsx|app\/routes\.ts)$/;
const FRAME = /^src\/app\//;
/** The page at `/`, and the favourites, which every list of games loads after it is drawn. */
const FIRST_PAGE = /^src\/pages\/games\/[^/]+$/;
const FAVOURITES = /^src\/pages\/shared\/favourites\//;
/** Every visit loads these after its first paint: what a guest's page needs of the bridge, and what decides when it shows the guide. */
const EARLY_SOURCES = [/^src\/bridge\/guest\.ts$/, /^src\/bridge\/actions\/(first-screen|games|place|update)\.ts$/, /^src\/app\/guide\/start\.ts$/];
/** These files are loaded after the first paint, each by the modules that need it. */
const AFTER_FIRST_PAINT: Readonly<Record<string, readonly RegExp[]>> = {
  bridge: EARLY_SOURCES,
  /** Players need the rest of the bridge, and what waits on the device; the first paint of a returning player waits for it. */
  player: [/^src\/bridge\/index\.ts$/],
  hearts: [FAVOURITES],
};
/** Components that know nothing of the product. */
const UI = /^src\/ui\//;
/** The platform's calls, with the schemas of their answers. */
const CONTRACT = /^src\/core\/contract\//;
/** The modules that ask the platform. A page that needs none of them is plain. */
const PLATFORM = /^src\/(bridge|core\/contract)\//;
const PAGE = /^src\/pages\/(?!shared\/)([^/]+)\//;
const GAME = /^src\/games\/([^/]+)\//;
const SLOTS = /^src\/games\/slots\//;
/** The modules that all games share: the catalogue, and the rules of rounds. */
const GAMES = /^src\/(games\/[^/]+$|core\/games\/)/;
const ANY_GAME = new RegExp(`${GAMES.source}|${GAME.source}`);
/** The files of modules that no rule before takes. The loader of the help centre's texts is shared; the list of its articles stays with its page. */
const REST: readonly (readonly [RegExp, string])[] = [
  [/^src\/app\/(?!routes\.ts$)/, 'frame-later'],
  [/^src\/(core|data|api|state|bridge)\//, 'calls'],
  [/^src\/(pages\/|content\/load-)/, 'shared'],
];

/** The patterns of the rules; a test checks that a module matches each of them. */
export const RULE_PATTERNS: readonly RegExp[] = [
  ...Object.values(RARE), ENTRY, LANGUAGE, FIRST_PAGE, ...Object.values(AFTER_FIRST_PAINT).flat(),
  HELP_INDEX, UI, CONTRACT, PLATFORM, SLOTS, ...REST.map(([pattern]) => pattern),
];

/** Says whether a module has words for players: a section of the catalogue, the titles of pages, a page of content. */
export const hasWords = (source: string): boolean => [WORDS, CONTENT, ROUTES].some((pattern) => pattern.test(source));

const isRareFolder = (source: string): boolean => Object.values(RARE).some((pattern) => pattern.test(source));

/** Returns the kind and the folder of words or of a text: `pages/deposit`, `shared/outbox`, `core`, `help/account`, `text/terms`. */
function folderOfWords(source: string): string | null {
  const [, help, name] = TEXT.exec(source) ?? [];
  if (name !== undefined) return `${help ?? 'text'}/${name}`;
  if (!WORDS.test(source) || isRareFolder(source)) return null;
  const [, realm = '', folder = realm, inner = folder] = source.split('/').slice(0, -1);
  if (realm === 'pages') return folder === 'shared' ? `shared/${inner}` : `pages/${folder}`;
  return realm === 'games' ? `games/${folder}` : realm;
}

/** Returns the kind and the folder of a page's code: `page/deposit`. The page at `/` has a file of its own. */
function folderOfPage(source: string): string | null {
  const isCounted = !WORDS.test(source) && !STYLES.test(source) && !FIRST_PAGE.test(source) && !isRareFolder(source);
  const page = PAGE.exec(source)?.[1];
  return isCounted && page !== undefined ? `page/${page}` : null;
}

/** Names the file of each folder, where the sources that `folderOf` names share files of at most `limit` bytes. */
function packSources(root: string, limit: number, folderOf: (source: string) => string | null): (folder: string) => string {
  const files = packFolders(sumByFolder(root, folderOf), limit);
  return (folder) => (files.get(folder) ?? folder).replace('/', '-');
}

/** Several rules ask the same of a module, and each answer is a walk over the whole graph. */
function cacheById<Answer>(ask: (id: string, bundling: Bundling) => Answer): (id: string, bundling: Bundling) => Answer {
  const answers = new Map<string, Answer>();
  return (id, bundling) => {
    const cached = answers.get(id);
    if (cached !== undefined) return cached;
    const answer = ask(id, bundling);
    answers.set(id, answer);
    return answer;
  };
}

/** Makes the rules for one build of the project in `root`. */
export function chunkGroups(root: string = ROOT): Group[] {
  const graph = new ModuleGraph(root);
  const wordsFileOf = packSources(root, WORDS_FILE, folderOfWords);
  const pageFileOf = packSources(root, PAGES_FILE, folderOfPage);
  type NameChunk = (source: string, id: string, bundling: Bundling) => string | null;
  const createRule = (debugName: string, pattern: RegExp, name: NameChunk, options: Partial<Group> = {}): Group => ({
    debugName, test: (id) => pattern.test(sourceOf(id, root)), name: (id, bundling) => name(sourceOf(id, root), id, bundling), ...options,
  });
  const isNeededByAny = (starts: readonly RegExp[], id: string, bundling: Bundling) =>
    graph.isNeededBy((each) => starts.some((start) => start.test(each)), id, bundling);

  /** Returns the rare part that a module is in; null where something else needs the module, too. */
  function rarePartOf(source: string, id: string, bundling: Bundling): string | null {
    // A style sheet counts by its own folder: what these parts import from elsewhere belongs to many pages.
    if (STYLES.test(source) && !Object.values(RARE).some((pattern) => pattern.test(source))) return null;
    const isOnlyFor = (pattern: RegExp) => !graph.hasPathAround((each) => pattern.test(each), id, bundling);
    return Object.entries(RARE).find(([, pattern]) => isOnlyFor(pattern))?.[0] ?? null;
  }

  /** Returns the one page that needs a module, by its folder; null where several pages or the app's frame need it. */
  const pageOf = cacheById((id, bundling): string | null => {
    const pages = new Set([...graph.findFirstImporters((each) => PAGE.test(each), id, bundling)].map((each) => PAGE.exec(each ?? '')?.[1] ?? null));
    const [page = null] = pages;
    return pages.size === 1 ? page : null;
  });

  /** Says whether a module is a page's own, which its route loads. */
  function isOpenedByRoute(source: string, bundling: Bundling): boolean {
    const { dynamic } = graph.importersOf(join(root, source), bundling);
    return PAGE.test(source) && dynamic.some((importer) => FRAME.test(sourceOf(importer, root)));
  }

  /** Says whether a page shows a text, or a list of them. */
  const hasText = (page: string): boolean => ['', '.md'].some((ending) => existsSync(join(root, 'src/content', page + ending)));

  /** Says whether a page can't be drawn without a module, because its route loads it. */
  const isNeededByPage = (page: string, id: string, bundling: Bundling): boolean =>
    graph.isNeededBy((source) => PAGE.exec(source)?.[1] === page && isOpenedByRoute(source, bundling), id, bundling);

  /** Says whether a game is drawn by what all slots share. */
  const isSlot = (folder: string, bundling: Bundling): boolean =>
    SLOTS.test(`src/games/${folder}/`) || graph.needs((source) => SLOTS.test(source), join(root, `src/games/${folder}/Face.tsx`), bundling);

  const isPlain = cacheById((id, bundling) => !graph.needs((source) => PLATFORM.test(source), id, bundling));

  /** Says whether a page that never asks the platform can't be drawn without a module. */
  const isNeededByPlainPage = cacheById((id, bundling) =>
    isPlain(id, bundling) &&
    graph.isNeededBy((source) => isOpenedByRoute(source, bundling) && isPlain(join(root, source), bundling), id, bundling));

  return [
    // These files change only when a library does, so that our deploys do not send them again. The first paint waits for one of them only.
    // Comlink is in neither, because only players start the sync worker, and a guest would load it for nothing.
    createRule('libraries', LIBRARIES, (source, id, bundling) => {
      if (HELPERS.test(source) || isNeededByAny([ENTRY], id, bundling)) return 'lib';
      return isNeededByAny(EARLY_SOURCES, id, bundling) ? 'lib-later' : null;
    }),
    createRule('rare parts', OWN_SOURCE, rarePartOf),
    createRule('words and texts', WORDS_AND_TEXTS, (source, id, bundling) => {
      if (HELP_INDEX.test(source)) return 'help-index';
      if (LANGUAGE.test(source) || isNeededByAny([ENTRY, FIRST_PAGE, FAVOURITES], id, bundling)) return 'first-words';
      // A plain page would load the platform's calls with the words that need them.
      if (graph.needs((each) => CONTRACT.test(each), id, bundling)) return 'calls-words';
      return `${wordsFileOf(folderOfWords(source) ?? '')}-words`;
    }),
    createRule('frame', OWN_SOURCE, (source) => (ENTRY.test(source) ? null : 'frame'), { tags: ['$initial'] }),
    // The page itself is apart from the shelf, because other pages list games, too.
    createRule('first page', OWN_SOURCE, (source, id, bundling) => {
      if (FIRST_PAGE.test(source)) return 'lobby';
      // A module that both plain pages and the early bridge need is loaded on every page, so it goes into the shelf.
      const isShared = isNeededByAny(EARLY_SOURCES, id, bundling) && isNeededByPlainPage(id, bundling);
      return isShared || isNeededByAny([FIRST_PAGE], id, bundling) ? 'shelf' : null;
    }),
    createRule('after the first paint', SOURCE, (_source, id, bundling) => {
      const [name = null] = Object.entries(AFTER_FIRST_PAINT).find(([, starts]) => isNeededByAny(starts, id, bundling)) ?? [];
      return name;
    }),
    // Each of them has a few rules only; in files of their own they would cost a request each.
    createRule('styles', STYLES, (source) => (OWN_SOURCE.test(source) ? 'styles' : null)),
    createRule('games', ANY_GAME, (source, _id, bundling) => {
      const folder = GAME.exec(source)?.[1];
      if (folder === undefined) return 'games';
      return isSlot(folder, bundling) ? 'slots' : 'table-games';
    }),
    createRule('pages', OWN_SOURCE, (_source, id, bundling) => {
      const page = pageOf(id, bundling);
      if (page === null) return null;
      if (!isNeededByPage(page, id, bundling)) return `later-${pageFileOf(`page/${page}`)}`;
      // In a file with other pages, these would load its text, and it would load what the others need.
      if (hasText(page)) return `page-${page}`;
      return isNeededByPlainPage(id, bundling) ? 'plain-pages' : pageFileOf(`page/${page}`);
    }),
    // In a file with what asks the platform, these pages would wait for all of that.
    createRule('shared by plain pages', OWN_SOURCE, (source, id, bundling) => {
      const isBasic = UI.test(source) ? isPlain(id, bundling) : isNeededByPlainPage(id, bundling);
      return isBasic ? 'plain' : null;
    }),
    createRule('the rest by realm', OWN_SOURCE, (source) => REST.find(([pattern]) => pattern.test(source))?.[1] ?? null),
  ];
}
