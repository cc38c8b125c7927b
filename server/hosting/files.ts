/** Reads the files of the built app once. A file that is not in the list can't be asked for, however a path is written. */
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Encoding } from '../http/encoding';
import { tagOf } from '../http/etag';

export interface HostedFile {
  readonly type: string;
  /** The bytes by encoding; there is always `identity`. */
  readonly bodies: ReadonlyMap<Encoding, Buffer>;
  /** A strong tag of the uncompressed bytes; each encoding adds its name. */
  readonly tag: string;
}

/** The files by their path on the site, for example `/assets/main-1a2b.js`. */
export type HostedFiles = ReadonlyMap<string, HostedFile>;

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.svg': 'image/svg+xml; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.xml': 'application/xml; charset=utf-8',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.mp3': 'audio/mpeg',
  '.ogg': 'audio/ogg',
  '.wasm': 'application/wasm',
};

const VARIANTS = [['br', '.br'], ['gzip', '.gz']] as const;

/** Reads a folder without dotfiles and without files whose type is not in the list, like source maps. A missing folder has no files. */
export async function readHostedFiles(folder: string): Promise<HostedFiles> {
  const names = new Set(await listFileNames(folder));
  const files = [...names].filter((name) => typeOf(name) !== undefined && !isHidden(name));
  return new Map(
    await Promise.all(files.map(async (name) => [`/${name}`, await readHostedFile(folder, name, names)] as const)),
  );
}

async function listFileNames(folder: string): Promise<string[]> {
  try {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true });
    return entries
      .filter((entry) => entry.isFile())
      .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)).split(path.sep).join('/'));
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw error;
  }
}

const typeOf = (name: string): string | undefined => TYPES[path.extname(name)];
const isHidden = (name: string): boolean => name.split('/').some((segment) => segment.startsWith('.'));

async function readHostedFile(folder: string, name: string, names: ReadonlySet<string>): Promise<HostedFile> {
  const content = await readFile(path.join(folder, name));
  const bodies = new Map<Encoding, Buffer>([['identity', content]]);
  for (const [encoding, suffix] of VARIANTS) {
    if (names.has(name + suffix)) bodies.set(encoding, await readFile(path.join(folder, name + suffix)));
  }
  return { type: typeOf(name) ?? '', bodies, tag: tagOf(content) };
}

/** Names the build, with the same name on every host of the same files; `development` where there is no app. */
export function versionOf(files: HostedFiles): string {
  if (!files.has('/index.html')) return 'development';
  return tagOf([...files].map(([name, { tag }]) => `${name} ${tag}`).sort().join('\n')).slice(0, 12);
}
