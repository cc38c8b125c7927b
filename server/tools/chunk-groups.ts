/**
 * Decides which modules share a file, by about twenty rules by folder; the first rule that takes a module applies. Only the parts that few
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

/** In bytes of source: smaller parts are not worth a file of their own, and share one. */
const SMALL_WORDS = 2_000;
/** In bytes of source: the words that pages share are in files of at most this size, whatever their folders; most pages need most of them. */
const SHARED_WORDS_FILE = 18_000;
const SMALL_TEXT = 5_600;
const SMALL_PART = 10_000;

/** Libraries, and the loader's own helpers. */
const LIBRARIES = /(^|\/)node_modules\/|^\0?rolldown\/runtime|vite\/preload-helper/;
const HELPERS = /rolldown\/runtime|vite\/preload-helper/;
const SOURCE = /./;
const OWN_SOURCE = /^src\//;
const STYLES = /\.css$/;
const WORDS = /^src\/.*\/([a-z-]+-)?(words|names|pitches)\.ts$/;
const SHARED_WORDS = new RegExp(`(?=^src/pages/shared/)${WORDS.source.slice(1)}`);
/** The modules with which all words are made. */
const LANGUAGE = /^src\/core\/(words\/|brand\.)/;
const WORDS_OR_LANGUAGE = new RegExp(`${WORDS.source}|${LANGUAGE.source}`);
const CONTENT = /^src\/content\/.+\.md(\?meta)?$/;
/** Articles by category; with `?meta` a module holds only what the list of all articles shows. */
const HELP = /^src\/content\/help\/([^/]+)\/.+\.md(\?meta)?$/;
/** The search of the help centre, and the table of all its texts, which the page asks for once it is drawn. */
const HELP_TABLES = /^src\/content\/help(-search|-texts)?\.ts$/;
const HELP_TEXTS = /^src\/content\/help-texts\.ts$/;
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
/** The modules that ask the platform. A page that needs none of them is plain. */
const PLATFORM = /^src\/(bridge|core\/contract)\//;
const PAGE = /^src\/pages\/(?!shared\/)([^/]+)\//;
const GAME = /^src\/games\/([^/]+)\//;
/** The modules that all games share: the catalogue, and the rules of rounds. */
const GAMES = /^src\/(games\/[^/]+$|core\/games\/)/;
/** The files of modules that no rule before takes. The loader of the help centre's texts is shared; the list of its articles stays with its page. */
const REST: readonly (readonly [RegExp, string])[] = [
  [/^src\/app\/(?!routes\.ts$)/, 'frame-later'],
  [/^src\/(core|data|api|state|bridge)\//, 'calls'],
  [/^src\/(pages\/|content\/load-)/, 'shared'],
];

/** The patterns of the rules; a test checks that a module matches each of them. */
export const RULE_PATTERNS: readonly RegExp[] = [
  ...Object.values(RARE), ENTRY, LANGUAGE, FIRST_PAGE, ...Object.values(AFTER_FIRST_PAINT).flat(),
  HELP_TABLES, HELP_TEXTS, UI, PLATFORM, ...REST.map(([pattern]) => pattern),
];

/** Says whether a module has words for players: a section of the catalogue, the titles of pages, a page of content. */
export const hasWords = (source: string): boolean => [WORDS, CONTENT, ROUTES].some((pattern) => pattern.test(source));

/** Returns the folder of a section of words: `deposit`, `shared-outbox`, `roulette`, `core`. The slots' words count as all games'. */
function folderOf(source: string): string {
  const [, realm = '', ...folders] = source.split('/').slice(0, -1);
  const [folder, inner] = folders;
  if ((realm !== 'pages' && realm !== 'games') || folder === undefined || folder === 'slots') return realm;
  return folder === 'shared' && inner !== undefined ? `shared-${inner}` : folder;
}

function helpChunkOf(source: string): string | null {
  const [, category, meta] = HELP.exec(source) ?? [];
  return category === undefined ? null : `help-${category}${meta === undefined ? '' : '-list'}`;
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
  const sharedWordFiles = packFolders(sumByFolder(root, (source) => (SHARED_WORDS.test(source) ? folderOf(source) : null)), SHARED_WORDS_FILE);
  type NameChunk = (source: string, id: string, bundling: Bundling) => string | null;
  const createRule = (debugName: string, pattern: RegExp, name: NameChunk, options: Partial<Group> = {}): Group => ({
    debugName, test: (id) => pattern.test(sourceOf(id, root)), name: (id, bundling) => name(sourceOf(id, root), id, bundling), ...options,
  });
  /** Makes the rules for parts that are sorted by folder: a large folder has a file of its own, and small ones share files. */
  const createFolderRules = (parts: string, pattern: RegExp, nameLarge: NameChunk, minSize: number, nameSmall: NameChunk): Group[] => [
    createRule(`${parts} by folder`, pattern, nameLarge, { minSize }),
    createRule(`small ${parts}`, pattern, nameSmall),
  ];
  const isNeededByAny = (starts: readonly RegExp[], id: string, bundling: Bundling) =>
    graph.isNeededBy((each) => starts.some((start) => start.test(each)), id, bundling);

  /** Returns the rare part that a module is in; null where something else needs the module, too. */
  function rarePartOf(source: string, id: string, bundling: Bundling): string | null {
    // A style sheet counts by its own folder: what these parts import from elsewhere belongs to many pages.
    if (STYLES.test(source) && !Object.values(RARE).some((pattern) => pattern.test(source))) return null;
    // Null stands for a path to the first script that does not go through this part.
    const isOnlyFor = (pattern: RegExp) => !graph.findFirstImporters((each) => pattern.test(each), id, bundling).has(null);
    return Object.entries(RARE).find(([, pattern]) => isOnlyFor(pattern))?.[0] ?? null;
  }

  /** Returns the one page that needs a module, by its folder; null where several pages or the app's frame need it. */
  const pageOf = cacheById((id, bundling): string | null => {
    const pages = new Set([...graph.findFirstImporters((each) => PAGE.test(each), id, bundling)].map((each) => PAGE.exec(each ?? '')?.[1] ?? null));
    const [page = null] = pages;
    return pages.size === 1 ? page : null;
  });

  /** Returns the one page that needs a module, where that page shows a text. */
  function textPageOf(id: string, bundling: Bundling): string | null {
    const page = pageOf(id, bundling);
    return page !== null && ['', '.md'].some((ending) => existsSync(join(root, 'src/content', page + ending))) ? page : null;
  }

  /** Says whether a module is a page's own, which its route loads. */
  function isOpenedByRoute(source: string, bundling: Bundling): boolean {
    const { dynamic } = graph.importersOf(join(root, source), bundling);
    return PAGE.test(source) && dynamic.some((importer) => FRAME.test(sourceOf(importer, root)));
  }

  /** Says whether a page can't be drawn without a module, because its route loads it. */
  const isNeededByPage = (page: string, id: string, bundling: Bundling): boolean =>
    graph.isNeededBy((source) => PAGE.exec(source)?.[1] === page && isOpenedByRoute(source, bundling), id, bundling);

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
    createRule('first words', WORDS_OR_LANGUAGE, (source, id, bundling) => {
      const isFirst = LANGUAGE.test(source) || isNeededByAny([ENTRY, FIRST_PAGE, FAVOURITES], id, bundling);
      return isFirst ? 'first-words' : null;
    }),
    createRule('frame', OWN_SOURCE, (source) => (ENTRY.test(source) ? null : 'frame'), { tags: ['$initial'] }),
    createRule('rare parts', OWN_SOURCE, rarePartOf),
    createRule('shared words', SHARED_WORDS, (source) => `${sharedWordFiles.get(folderOf(source)) ?? ''}-words`),
    ...createFolderRules('words', WORDS, (source) => `${folderOf(source)}-words`, SMALL_WORDS, (source) => (PAGE.test(source) ? 'small-pages-words' : 'small-words')),
    ...createFolderRules('help', HELP, helpChunkOf, SMALL_WORDS, () => 'small-help'),
    createRule('tables of help', HELP_TABLES, (source) => (HELP_TEXTS.test(source) ? 'help-texts' : 'help-index')),
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
    createRule('all games', GAMES, () => 'games'),
    ...createFolderRules('games', GAME, (source) => GAME.exec(source)?.[1] ?? null, SMALL_PART, () => 'small-games'),
    createRule('later parts of pages', OWN_SOURCE, (_source, id, bundling) => {
      const page = pageOf(id, bundling);
      return page === null || isNeededByPage(page, id, bundling) ? null : `${page}-later`;
    }),
    createRule('pages by folder', OWN_SOURCE, (source, id, bundling) => (CONTENT.test(source) ? null : pageOf(id, bundling)), { minSize: SMALL_PART }),
    // A text shares a file with the small page that shows it. They are mostly words, so they do not join pages without a text.
    createRule('texts by folder', OWN_SOURCE, (_source, id, bundling) => {
      const page = textPageOf(id, bundling);
      return page === null ? null : `${page}-text`;
    }, { minSize: SMALL_TEXT }),
    createRule('small pages', OWN_SOURCE, (_source, id, bundling) => {
      if (pageOf(id, bundling) === null) return null;
      if (textPageOf(id, bundling) !== null) return 'small-texts';
      return isNeededByPlainPage(id, bundling) ? 'plain-pages' : 'small-pages';
    }),
    // In a file with what asks the platform, these pages would wait for all of that.
    createRule('shared by plain pages', OWN_SOURCE, (source, id, bundling) => {
      const isBasic = UI.test(source) ? isPlain(id, bundling) : isNeededByPlainPage(id, bundling);
      return isBasic ? 'plain' : null;
    }),
    createRule('the rest by realm', OWN_SOURCE, (source) => REST.find(([pattern]) => pattern.test(source))?.[1] ?? null),
  ];
}
