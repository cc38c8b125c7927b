/**
 * Renders the guest's lobby into `lobby.html`, which the host sends for `/` to callers without a session. Everybody else gets the
 * neutral shell.
 */
import { access, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import react from '@vitejs/plugin-react';
import { build } from 'vite';
import { brand } from '../../src/core/brand';
import type { Game } from '../../src/core/contract/games';
import { listInitialGames } from '../games';
import { readChunks } from './chunks';
import type { Chunks } from './chunks';
import { contentPlugin } from './content-plugin';
import { ROOT } from './dist';
import { writeVisitDocument } from './inline-styles';
import { escapeHtml } from './shell-plugin';

const LOBBY_SOURCE = 'src/pages/games/GamesPage.tsx';
/** The folder is below node_modules, so that the bundle finds its packages. */
const WORK_DIR = join(ROOT, 'node_modules/.cache/ayo');

type RenderLobby = (games: readonly Game[]) => Promise<string>;

/** Builds `src/prerender.tsx` for Node. The options that decide the assets' addresses are those of `vite.config.ts`. */
async function loadRenderer(outDir: string): Promise<RenderLobby> {
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
  const { renderLobby } = (await import(pathToFileURL(join(outDir, 'prerender.mjs')).href)) as { renderLobby: RenderLobby };
  return renderLobby;
}

const PRELOAD = /<link rel="preload"[^>]*>/g;

/**
 * Takes the preloads of the first screen's pictures out of the markup. In the head they come before the scripts, which are a
 * hundred times their size, and one of the pictures is the largest thing on the screen.
 */
function extractPreloads(rendered: string): { markup: string; preloads: readonly string[] } {
  return { markup: rendered.replace(PRELOAD, ''), preloads: [...new Set(rendered.match(PRELOAD) ?? [])] };
}

/** Rejects markup that the content security policy would not let work, or that names files the app does not have. */
async function checkMarkup(markup: string, games: readonly Game[], appDir: string): Promise<void> {
  if (/<script|\sstyle="|\son[a-z]+="/.test(markup)) throw new Error('The prerendered lobby has inline scripts or styles.');
  const [firstGame] = games;
  // Without the games every visitor would see placeholders until the scripts have loaded.
  if (firstGame !== undefined && !markup.includes(firstGame.art)) throw new Error('The prerendered lobby does not show the games.');
  if (!markup.includes('<h1')) throw new Error('The prerendered lobby has no heading: it is not the page.');
  const paths = [...markup.matchAll(/(?:src|href)="(\/(?:assets|cdn)\/[^"]+)"/g)].flatMap(([, path]) => path ?? []);
  await Promise.all(paths.map((path) => access(join(appDir, path)).catch(() => Promise.reject(new Error(`The prerendered lobby names ${path}, which is not there.`)))));
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
  html = replaceOnce(html, /(?=<script type="importmap")/, `${preloads.join('\n    ')}\n    `);
  html = replaceOnce(html, /<\/style>/, `${css}</style>`);
  html = replaceOnce(html, /\s*<\/head>/, `\n    ${links.join('\n    ')}\n  </head>`);
  return replaceOnce(html, /<div id="root">[\s\S]*?<\/main><\/div>/, root);
}

async function listLobbyStyles(chunks: Chunks): Promise<readonly string[]> {
  const entry = new Set(chunks.listClosure(chunks.entry));
  const ownChunks = chunks.listClosure(chunks.chunkOfSource(LOBBY_SOURCE)).filter((chunk) => !entry.has(chunk));
  return [...new Set(ownChunks.flatMap(({ css = [] }) => css))];
}

/** Writes `visit.html` and, from it, `lobby.html` into the built app. Rejects when the page can't be rendered, or not under the security policy. */
export async function prerenderLobby(appDir: string, manifestPath: string, partsPath: string): Promise<void> {
  const games = listInitialGames();
  await mkdir(WORK_DIR, { recursive: true });
  // Each build has a folder of its own, so that a second one in the same process does not load the modules of the first.
  const workDir = await mkdtemp(join(WORK_DIR, 'prerender-'));
  const renderLobby = await loadRenderer(workDir);
  const { markup, preloads } = extractPreloads(await renderLobby(games));
  await checkMarkup(markup, games, appDir);
  const styles = await listLobbyStyles(await readChunks(manifestPath, partsPath));
  const css = (await Promise.all(styles.map((file) => readFile(join(appDir, file), 'utf8')))).map((text) => text.trim()).join('');
  const shell = await writeVisitDocument(appDir);
  await writeFile(join(appDir, 'lobby.html'), assembleDocument({ shell, markup, preloads, css, games, styles }));
  await rm(workDir, { recursive: true, force: true });
}
