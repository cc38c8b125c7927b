/** Makes a folder that looks like the built app, and is so small that a test knows every byte. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { CONTENT_PLACE } from '../../src/core/page-documents';
import type { PageDocuments } from '../../src/core/page-documents';

export const SHELL_STYLE = 'body{margin:0}';
export const HELP_STYLE = '.answer{margin:0}';
export const LOBBY_STYLE = 'body{margin:0}.lobby{color:inherit}';
export const IMPORT_MAP = '{"imports":{"/assets/page-1.js":"/assets/page-1a2b.js"}}';
const map = `<script type="importmap">${IMPORT_MAP}</script>`;
const page = (style: string, root: string): string =>
  `<!doctype html><html><head><title>Ayo</title><meta name="description" content="Ayo" />${map}<style>${style}</style></head><body><div id="root">${root}</div></body></html>`;

/** The shell that the service worker precaches; its style sheet is a file. */
export const CACHED_SHELL = `<!doctype html><html><head><title>Ayo</title>${map}</head><body><div id="root">shell</div></body></html>`;
export const SHELL = page(SHELL_STYLE, 'shell');
export const LOBBY = page(LOBBY_STYLE, 'lobby');
const FRAMES = { guest: 0, player: 1, 'unknown-platform': 2 } as const;
const text = (markup: string) => ({ markup, css: '' });
/** The pages of this app, as the build hands them to the host. */
export const DOCUMENTS = {
  frames: [`<nav>guest</nav>${CONTENT_PLACE}`, `<nav>player</nav>${CONTENT_PLACE}`, CONTENT_PLACE],
  pages: [
    { name: 'games', paths: ['/'], title: 'Lobby', description: 'The lobby.', isListed: true, frames: FRAMES, content: text('<h1>Lobby</h1>') },
    { name: 'game', paths: ['/game/:gameId'], each: 'game', title: '%GAME_NAME% – Ayo', description: '%GAME_NAME% pays %GAME_RETURN%', isListed: true, frames: FRAMES, content: text('<h1>%GAME_NAME%</h1><img src="%GAME_ART%">') },
    { name: 'category', paths: ['/category/:categoryId'], each: 'category', title: 'Category', description: 'Games.', isListed: true, frames: FRAMES, content: text('<h1>Category</h1>') },
    { name: 'profile', paths: ['/profile'], title: 'My profile – Ayo', description: 'Mine.', isListed: false, frames: FRAMES, content: text('<h1>My profile</h1>'), guestContent: text('<h1>Sign in</h1>') },
    {
      name: 'help', paths: ['/help'], title: 'Help – Ayo', description: 'Answers.', isListed: true, frames: FRAMES,
      content: { markup: '<h1>Help</h1><p>Every answer.</p>', css: HELP_STYLE, drawnFrom: { games: null } },
    },
    {
      name: 'promo', paths: ['/promo'], title: 'Promo', description: '', isListed: false, frames: FRAMES, content: text('<h1>Promo</h1><p>Spins on a hidden game</p>'),
      withoutGame: { gameId: 'hidden-game', content: text('<h1>Promo</h1>') },
    },
    { name: 'withdraw', paths: ['/withdraw'], title: 'Withdraw', description: '', needs: 'withdrawals', isListed: false, frames: FRAMES, content: text('<h1>Withdraw</h1>') },
    ...['/games', '/admin', '/activate-email', '/deposit'].map((path) => ({ name: path.slice(1), paths: [path], title: path, description: '', isListed: false, frames: FRAMES, content: text(`<h1>${path}</h1>`) })),
    { name: 'not-found', paths: [], title: 'Page not found – Ayo', description: '', isListed: false, frames: FRAMES, content: text('<h1>Page not found</h1>') },
  ],
} satisfies PageDocuments;
export const SCRIPT = `console.log(${JSON.stringify('x'.repeat(2_000))});\n`;

export interface BuiltApp {
  readonly folder: string;
  remove(): Promise<void>;
}

/** Writes it to a temporary folder; `extra` adds files by their path. */
export async function makeBuiltApp(extra: Readonly<Record<string, string | Buffer>> = {}): Promise<BuiltApp> {
  const folder = await mkdtemp(path.join(tmpdir(), 'ayo-app-'));
  const files: Record<string, string | Buffer> = {
    'index.html': CACHED_SHELL,
    'visit.html': SHELL,
    'lobby.html': LOBBY,
    'documents.json': JSON.stringify(DOCUMENTS),
    'sw.js': 'self.oninstall = null;\n',
    'manifest.webmanifest': '{"name":"Ayo"}',
    'icons/icon.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
    'cdn/games/adire-gold.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
    'assets/main-1a2b.js': SCRIPT,
    'assets/main-1a2b.js.br': brotliCompressSync(SCRIPT),
    'assets/main-1a2b.js.gz': gzipSync(SCRIPT),
    'assets/main-1a2b.js.map': '{"version":3}',
    'assets/sync.worker-3c4d.js': 'self.onmessage = null;\n',
    'assets/font-5e6f.woff2': Buffer.from([1, 2, 3]),
    '.env': 'SECRET=1',
    '.git/config': '[core]',
    'assets/.hidden.js': 'secret',
    'notes.secret': 'secret',
    ...extra,
  };
  for (const [name, content] of Object.entries(files)) {
    await mkdir(path.dirname(path.join(folder, name)), { recursive: true });
    await writeFile(path.join(folder, name), content);
  }
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) };
}
