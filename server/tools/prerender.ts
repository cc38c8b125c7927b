/**
 * Renders the guest's lobby into `lobby.html`, which the host sends for `/` to callers without a session, and what stands at every
 * other page before its scripts run into `documents.json`, from which the host makes the documents of these pages.
 */
import { access, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import react from '@vitejs/plugin-react';
import { build } from 'vite';
import { brand } from '../../src/core/brand';
import type { Game } from '../../src/core/contract/games';
import type { PageDocument, PageDocuments } from '../../src/core/page-documents';
import { listInitialGames } from '../games';
import { readChunks } from './chunks';
import type { Chunks } from './chunks';
import { contentPlugin } from './content-plugin';
import { criticalCss } from './critical-css';
import { DOCUMENTS, ROOT } from './dist';
import { writeVisitDocument } from './inline-styles';
import { escapeHtml } from './shell-plugin';

const LOBBY_SOURCE = 'src/pages/games/GamesPage.tsx';
/** The art of a game in the place of its stage, while the game is loading. */
const FIRST_ART_RULES = '.skeleton:has(.first-art){position:relative}.first-art{position:absolute;inset:20%;width:60%;height:60%;object-fit:contain}';
/** The folder is below node_modules, so that the bundle finds its packages. */
const WORK_DIR = join(ROOT, 'node_modules/.cache/ayo');

interface Renderer {
  readonly renderLobby: (games: readonly Game[]) => Promise<string>;
  readonly renderDocuments: (games: readonly Game[]) => Promise<PageDocuments>;
}

/** Builds `src/prerender.tsx` for Node. The options that decide the assets' addresses are those of `vite.config.ts`. */
async function loadRenderer(outDir: string): Promise<Renderer> {
  await build({
    root: ROOT,
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    plugins: [contentPlugin(), react()],
    build: {
      ssr: join(ROOT, 'src/prerender.tsx'),
      outDir,
      emptyOutDir: true,
      target: 'node20',
      assetsInlineLimit: 0,
      rolldownOptions: { output: { entryFileNames: 'prerender.mjs', assetFileNames: 'assets/[name]-[hash][extname]' } },
    },
  });
  // Parts of the app open a channel to other tabs when they are loaded, which would keep the build's process alive.
  Reflect.deleteProperty(globalThis, 'BroadcastChannel');
  return (await import(pathToFileURL(join(outDir, 'prerender.mjs')).href)) as Renderer; // src/prerender.tsx exports these two.
}

const MODULE_PRELOAD = /<link rel="modulepreload"[^>]*>\s*/g;
const PRELOAD = /<link rel="preload"[^>]*>/g;

/**
 * Takes the preloads of the first screen's pictures out of the markup. In the head they come before the scripts, which are a
 * hundred times their size, and one of the pictures is the largest thing on the screen.
 */
function extractPreloads(rendered: string): { markup: string; preloads: readonly string[] } {
  return { markup: rendered.replace(PRELOAD, ''), preloads: [...new Set(rendered.match(PRELOAD) ?? [])] };
}

/** Rejects markup that the content security policy would not let work, or that names files the app does not have. */
async function checkMarkup(markup: string, what: string, appDir: string): Promise<void> {
  if (/<script|\sstyle="|\son[a-z]+="/.test(markup)) throw new Error(`${what} has inline scripts or styles.`);
  if (!markup.includes('<h1')) throw new Error(`${what} has no heading: it is not the page.`);
  const paths = [...markup.matchAll(/(?:src|href)="(\/(?:assets|cdn)\/[^"]+)"/g)].flatMap(([, path]) => path ?? []);
  await Promise.all(paths.map((path) => access(join(appDir, path)).catch(() => Promise.reject(new Error(`${what} names ${path}, which is not there.`)))));
}

/** Throws where the lobby lacks the games: every visitor would see placeholders until the scripts have loaded. */
function checkLobby(markup: string, games: readonly Game[]): void {
  const [firstGame] = games;
  if (firstGame !== undefined && !markup.includes(firstGame.art)) throw new Error('The prerendered lobby does not show the games.');
}

interface LobbyParts {
  readonly shell: string;
  readonly markup: string;
  readonly preloads: readonly string[];
  readonly css: string;
  readonly games: readonly Game[];
  /** Style sheets of the lobby beyond those of the entry. */
  readonly styles: readonly string[];
}

function replaceOnce(html: string, pattern: RegExp, replacement: string): string {
  if (!pattern.test(html)) throw new Error(`The document has nothing like ${pattern.source}.`);
  // The replacement is a function, because markup may contain "$&".
  return html.replace(pattern, () => replacement);
}

function assembleDocument({ shell, markup, preloads, css, games, styles }: LobbyParts): string {
  // The page's own scripts are not preloaded: over HTTP/1.1 a browser opens six connections, and a tap on a link needs one of them while
  // the scripts hang.
  const links = [
    // The document contains these rules already. The disabled link tells the loader of the page's chunk so, and is never fetched.
    ...styles.map((file) => `<link rel="stylesheet" disabled href="/${file}">`),
  ];
  const title = `<title>${escapeHtml(`${brand.name} – ${brand.tagline}`)}</title>`;
  const root = `<div id="root" data-games="${escapeHtml(JSON.stringify(games))}">${markup}</div>`;
  let html = replaceOnce(shell, /<title>[^<]*<\/title>/, title);
  // We remove the preloads, because the libraries would take the connection before the small pictures of the first screen. The first script
  // asks for them a round trip later.
  html = html.replace(MODULE_PRELOAD, '');
  html = replaceOnce(html, /(?=<script type="importmap")/, `${preloads.join('\n    ')}\n    `);
  html = replaceOnce(html, /<\/style>/, `${css}</style>`);
  html = replaceOnce(html, /\s*<\/head>/, `\n    ${links.join('\n    ')}\n  </head>`);
  return replaceOnce(html, /<div id="root">[\s\S]*?<\/main><\/div>/, root);
}

/** Lists the style sheets of a page beyond those of the entry. */
function listPageStyles(chunks: Chunks, source: string): readonly string[] {
  const entry = new Set(chunks.listClosure(chunks.entry));
  const ownChunks = chunks.listClosure(chunks.chunkOfSource(source)).filter((chunk) => !entry.has(chunk));
  return [...new Set(ownChunks.flatMap(({ css = [] }) => css))];
}

const readStyles = async (appDir: string, styles: readonly string[]): Promise<string> =>
  (await Promise.all(styles.map((file) => readFile(join(appDir, file), 'utf8')))).map((text) => text.trim()).join('');

/** The module of the page in a folder. */
function sourceOf(folder: string): string {
  const component = folder.replace(/(?:^|-)(\w)/g, (_match, letter: string) => letter.toUpperCase());
  return `src/pages/${folder}/${component}Page.tsx`;
}

/** Adds the rules that a page's own markup needs. A page that is drawn as a heading and a skeleton needs only the frame's rules. */
async function withStyles(page: PageDocument, frames: readonly string[], chunks: Chunks, appDir: string): Promise<PageDocument> {
  if (page.folder === undefined) return page;
  // A page's style sheet may also say how the frame stands around it.
  const rules = criticalCss(await readStyles(appDir, listPageStyles(chunks, sourceOf(page.folder))), frames.join('') + page.content.markup);
  return { ...page, content: { ...page.content, css: page.content.markup.includes('first-art') ? rules + FIRST_ART_RULES : rules } };
}

/**
 * Writes `visit.html`, `lobby.html` and `documents.json` into the built app. Rejects when a page can't be rendered, or not under the
 * security policy.
 */
export async function prerenderPages(appDir: string, manifestPath: string, partsPath: string): Promise<void> {
  const games = listInitialGames();
  await mkdir(WORK_DIR, { recursive: true });
  // Each build has a folder of its own, so that a second one in the same process does not load the modules of the first.
  const workDir = await mkdtemp(join(WORK_DIR, 'prerender-'));
  const { renderLobby, renderDocuments } = await loadRenderer(workDir);
  const chunks = await readChunks(manifestPath, partsPath);
  // The documents are drawn first, because the lobby puts its games into the stores.
  const documents = await renderDocuments(games);
  const pages = await Promise.all(documents.pages.map(async (page) => withStyles(page, documents.frames, chunks, appDir)));
  for (const { name, content } of pages) await checkMarkup(content.markup, `The document of ${name}`, appDir);
  await writeFile(join(appDir, DOCUMENTS), JSON.stringify({ ...documents, pages } satisfies PageDocuments));
  const { markup, preloads } = extractPreloads(await renderLobby(games));
  await checkMarkup(markup, 'The prerendered lobby', appDir);
  checkLobby(markup, games);
  const styles = listPageStyles(chunks, LOBBY_SOURCE);
  const css = await readStyles(appDir, styles);
  const shell = await writeVisitDocument(appDir);
  await writeFile(join(appDir, 'lobby.html'), assembleDocument({ shell, markup, preloads, css, games, styles }));
  await rm(workDir, { recursive: true, force: true });
}
