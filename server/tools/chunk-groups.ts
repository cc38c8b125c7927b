/**
 * Which modules share a file: about twenty rules by folder, and the first that takes a module has it. No rule names a page, a
 * game or an article, so a new one needs no line here. Words are apart from code, because words change most often. Chunks are
 * few, because each costs a request and a line in two lists that go out with every deploy.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './dist';
import { ModuleGraph, sourceOf } from './module-graph';
import type { Bundling, Group } from './module-graph';

/** Parts that hardly any player needs, by the folder or the file that every way to them leads through. */
const RARE: Readonly<Record<string, RegExp>> = {
  /** What only the operator's people see and ask for. */
  operator: /^src\/pages\/(admin\/[^/]+|sign-up\/invitation)\//,
  /** What another provider shows, which nobody sees without a connection. */
  framed: /^src\/pages\/(game|shared)\/framed\//,
  /** The check of all kept rounds: the history fetches it when it opens, so that it is there without a connection afterwards. */
  proof: /^src\/pages\/games-history\/fairness\//,
  /** Tells an advertising partner of page views, where there is one and the player agrees. */
  pixel: /^src\/bridge\/(.+\/)?pixel\./,
  /** What a busy platform makes a device do before it takes a call. */
  puzzle: /^src\/bridge\/(.+\/)?solve-puzzle\./,
  /** The sync worker's work on the page itself, for browsers that let no worker start. */
  realm: /^src\/worker\/realm\./,
};

/** Chunks that are not precached but kept from their first use on: the parts above, and what workers need of them. */
export const ON_FIRST_USE: readonly string[] = [...Object.keys(RARE), 'implied-consents', 'check.worker', 'puzzle.worker'];

/** Bytes of source: less than this is not worth a file of its own, and shares one with what is as small. */
const SMALL_WORDS = 1_600;
const SMALL_PART = 8_000;

/** Libraries, and the loader's own helpers. */
const LIBRARIES = /(^|\/)node_modules\/|^\0?rolldown\/runtime|vite\/preload-helper/;
const OURS = /^src\//;
const STYLES = /\.css$/;
const WORDS = /^src\/.*\/([a-z-]+-)?(words|names|pitches)\.ts$/;
/** What all words are made with. */
const LANGUAGE = /^src\/core\/(words\/|brand\.)/;
const WORDS_OR_LANGUAGE = new RegExp(`${WORDS.source}|${LANGUAGE.source}`);
const CONTENT = /^src\/content\/.+\.md(\?meta)?$/;
/** Articles by category; `?meta` is what the list of all articles says of them. */
const HELP = /^src\/content\/help\/([^/]+)\/.+\.md(\?meta)?$/;
/** The table of all pages, with their titles. */
const ROUTES = /^src\/app\/routes\.ts$/;
/** The first script. */
const ENTRY = /^src\/(main\.tsx|app\/routes\.ts)$/;
const FRAME = /^src\/app\//;
/** The page that stands at `/`, and what every list of games asks for once it stands. */
const FIRST_PAGE = /^src\/pages\/games\/[^/]+$/;
const HEARTS = /^src\/pages\/shared\/favourites\//;
/** What every visit starts after its first paint, and what the first paint of a player who comes back waits for. */
const STARTED = [/^src\/bridge\/index\.ts$/, /^src\/bridge\/actions\/games\.ts$/, /^src\/app\/guide\/start\.ts$/];
const PAGE = /^src\/pages\/(?!shared\/)([^/]+)\//;
const GAME = /^src\/games\/([^/]+)\//;
/** What all games have: the catalogue, and how rounds are decided. */
const GAMES = /^src\/(games\/[^/]+$|core\/games\/)/;

/** What the rules name; each has to be there. */
export const STARTS: readonly RegExp[] = [...Object.values(RARE), ENTRY, LANGUAGE, FIRST_PAGE, HEARTS, ...STARTED];

/** Whether a module says something to players: a section of the catalogue, the titles of pages, a page of content. */
export const hasWords = (source: string): boolean => [WORDS, CONTENT, ROUTES].some((pattern) => pattern.test(source));

/** Where a section of words belongs: `deposit`, `shared-outbox`, `roulette`, `core`. What slots share is of all games. */
function folderOf(source: string): string {
  const [, realm = '', ...folders] = source.split('/').slice(0, -1);
  const [folder, inner] = folders;
  if ((realm !== 'pages' && realm !== 'games') || folder === undefined || folder === 'slots') return realm;
  return folder === 'shared' && inner !== undefined ? `shared-${inner}` : folder;
}

function helpOf(source: string): string | null {
  const [, category, meta] = HELP.exec(source) ?? [];
  return category === undefined ? null : `help-${category}${meta === undefined ? '' : '-list'}`;
}

/** The rules, for one build of the project in `root`. */
export function chunkGroups(root: string = ROOT): Group[] {
  const graph = new ModuleGraph(root);
  type Naming = (source: string, id: string, bundling: Bundling) => string | null;
  const rule = (debugName: string, pattern: RegExp, name: Naming, more: Partial<Group> = {}): Group => ({
    debugName, test: (id) => pattern.test(sourceOf(id, root)), name: (id, bundling) => name(sourceOf(id, root), id, bundling), ...more,
  });
  const folder = (name: string, pattern: RegExp): Group => rule(name, pattern, () => name);
  const isNeededByAny = (starts: readonly RegExp[], id: string, bundling: Bundling) =>
    graph.isNeededBy((each) => starts.some((start) => start.test(each)), id, bundling);
  const neededBy = (name: string, ...starts: readonly RegExp[]): Group =>
    rule(name, OURS, (_source, id, bundling) => (isNeededByAny(starts, id, bundling) ? name : null));
  const rare = Object.entries(RARE).map(([name, through]): Group =>
    rule(name, OURS, (source, id, bundling) => {
      const isElsewhere = STYLES.test(source) || graph.waysTo((each) => through.test(each), id, bundling).has(null);
      return isElsewhere ? null : name;
    }),
  );

  /** The one page that a module is for, by its folder; null where there are several, and for what the frame asks for. */
  function pageOf(id: string, bundling: Bundling): string | null {
    const pages = new Set([...graph.waysTo((each) => PAGE.test(each), id, bundling)].map((each) => PAGE.exec(each ?? '')?.[1] ?? null));
    const [only = null] = pages;
    return pages.size === 1 ? only : null;
  }

  /** Whether a page can't be drawn without a module: its route asks for it. */
  function isNeededByPage(page: string, id: string, bundling: Bundling): boolean {
    const isOpened = (source: string) => {
      const { dynamic } = graph.importersOf(join(root, source), bundling);
      return PAGE.exec(source)?.[1] === page && dynamic.some((importer) => FRAME.test(sourceOf(importer, root)));
    };
    return graph.isNeededBy(isOpened, id, bundling);
  }

  return [
    // Changes only when a library does, so that a deploy of ours does not fetch it again.
    folder('lib', LIBRARIES),
    rule('first-words', WORDS_OR_LANGUAGE, (source, id, bundling) => {
      const isFirst = LANGUAGE.test(source) || isNeededByAny([ENTRY, FIRST_PAGE, HEARTS], id, bundling);
      return isFirst ? 'first-words' : null;
    }),
    rule('frame', OURS, (source) => (ENTRY.test(source) ? null : 'frame'), { tags: ['$initial'] }),
    ...rare,
    rule('words by folder', WORDS, (source) => `${folderOf(source)}-words`, { minSize: SMALL_WORDS }),
    rule('small words', WORDS, (source) => (PAGE.test(source) ? 'small-pages-words' : 'small-words')),
    rule('help by category', HELP, helpOf, { minSize: SMALL_WORDS }),
    folder('small-help', HELP),
    folder('lobby', FIRST_PAGE),
    // Apart from the page itself: other pages list games, too.
    neededBy('shelf', FIRST_PAGE),
    neededBy('bridge', ...STARTED),
    neededBy('hearts', HEARTS),
    // A few rules each; in a file of their own they would cost a request each.
    rule('styles', STYLES, (source) => (OURS.test(source) && !FRAME.test(source) ? 'styles' : null)),
    folder('games', GAMES),
    rule('games by folder', GAME, (source) => GAME.exec(source)?.[1] ?? null, { minSize: SMALL_PART }),
    folder('small-games', GAME),
    rule('later parts of pages', OURS, (_source, id, bundling) => {
      const page = pageOf(id, bundling);
      return page === null || isNeededByPage(page, id, bundling) ? null : `${page}-later`;
    }),
    rule('pages by folder', OURS, (source, id, bundling) => (CONTENT.test(source) ? null : pageOf(id, bundling)), { minSize: SMALL_PART }),
    // A text, with the page that shows it where that is small: mostly words, so they do not join the others.
    rule('texts', OURS, (_source, id, bundling) => {
      const page = pageOf(id, bundling);
      return page !== null && ['', '.md'].some((ending) => existsSync(join(root, 'src/content', page + ending))) ? `${page}-text` : null;
    }),
    rule('small pages', OURS, (_source, id, bundling) => (pageOf(id, bundling) === null ? null : 'small-pages')),
    rule('frame-later', FRAME, (source) => (ENTRY.test(source) ? null : 'frame-later')),
    folder('calls', /^src\/(core|data|api|state|bridge)\//),
    folder('ui', /^src\/ui\//),
    // With what fetches the texts of the help centre; the list of its articles stays with who shows it.
    folder('shared', /^src\/(pages\/|content\/load-)/),
  ];
}
