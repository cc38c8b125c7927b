/** Makes a folder that looks like the built app, and is so small that a test knows every byte. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';

export const SHELL_STYLE = 'body{margin:0}';
export const LOBBY_STYLE = 'body{margin:0}.lobby{color:inherit}';
export const IMPORT_MAP = '{"imports":{"/assets/page-1.js":"/assets/page-1a2b.js"}}';
const map = `<script type="importmap">${IMPORT_MAP}</script>`;
const page = (style: string, root: string): string =>
  `<!doctype html><html><head><title>Ayo</title>${map}<style>${style}</style></head><body><div id="root">${root}</div></body></html>`;

/** The shell that the service worker precaches; its style sheet is a file. */
export const CACHED_SHELL = `<!doctype html><html><head><title>Ayo</title>${map}</head><body><div id="root">shell</div></body></html>`;
export const SHELL = page(SHELL_STYLE, 'shell');
export const LOBBY = page(LOBBY_STYLE, 'lobby');
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
    'sw.js': 'self.oninstall = null;\n',
    'manifest.webmanifest': '{"name":"Ayo"}',
    'robots.txt': 'User-agent: *\n',
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
