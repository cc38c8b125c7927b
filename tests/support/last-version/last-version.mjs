/** Finds the version before this one in the history, and takes its files out into a folder. */
import { execFile } from 'node:child_process';
import { cp, mkdtemp, readFile, readdir, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ROOT } from '../stages.mjs';

export const MIGRATIONS = 'server/db/migrations';
/** Names the commit that is to be taken for the version before. */
const CHOSEN = 'AYO_LAST_VERSION';

const run = promisify(execFile);

/** @param {string[]} args @returns {Promise<string>} */
async function git(...args) {
  const { stdout } = await run('git', args, { cwd: ROOT, maxBuffer: 2 ** 26 });
  return stdout.trim();
}

/** @param {string} why @param {unknown} [cause] */
const missing = (why, cause) =>
  new Error(`There is no version before this one to test with: ${why} ${CHOSEN}=COMMIT names one.`, { cause });

/** The migrations of a commit: names with the hashes of their contents. @param {string} commit */
async function migrationsOf(commit) {
  const lines = (await git('ls-tree', `${commit}:${MIGRATIONS}`)).split('\n').map((line) => /^\d+ blob ([0-9a-f]+)\t(.+\.sql)$/.exec(line));
  return new Map(lines.flatMap((found) => (found === null ? [] : [[String(found[2]), String(found[1])]])));
}

/** Those of this folder, which may not be committed yet. */
async function ownMigrations() {
  const names = (await readdir(join(ROOT, MIGRATIONS))).filter((name) => name.endsWith('.sql'));
  const hashes = (await git('hash-object', ...names.map((name) => join(MIGRATIONS, name)))).split('\n');
  return new Map(names.map((name, at) => [name, hashes[at]]));
}

/**
 * Finds the newest commit in the history of HEAD that lacks migrations of this folder, and has no others. A commit in the middle of
 * a change may have one under another number.
 * @returns {Promise<string>} its hash
 */
export async function findLastVersion() {
  const chosen = process.env[CHOSEN];
  if (chosen !== undefined) {
    return git('rev-parse', '--verify', '--end-of-options', `${chosen}^{commit}`).catch((/** @type {unknown} */ error) => {
      throw new Error(`${CHOSEN} is "${chosen}", which git does not know in ${ROOT}.`, { cause: error });
    });
  }
  const head = await git('rev-parse', 'HEAD').catch((/** @type {unknown} */ error) => {
    throw missing(`${ROOT} is no clone with commits (git: ${String(error).trim().split('\n').at(-1)}).`, error);
  });
  if ((await git('rev-parse', '--show-prefix')) !== '') throw missing(`${ROOT} is a part of another repository, not a clone of its own.`);
  const own = await ownMigrations();
  const changes = await git('log', '--first-parent', '--format=%H', '--', MIGRATIONS);
  for (const commit of [head, ...changes.split('\n').filter(Boolean).map((each) => `${each}^`)]) {
    const migrations = await migrationsOf(commit).catch(() => null);
    if (migrations === null) break;
    if (migrations.size < own.size && [...migrations].every(([name, hash]) => own.get(name) === hash)) return git('rev-parse', commit);
  }
  const isShallow = (await git('rev-parse', '--is-shallow-repository')) === 'true';
  throw missing(isShallow
    ? 'this clone has not the whole history ("git fetch --unshallow" gets it).'
    : `no commit before ${head.slice(0, 12)} has fewer migrations than this folder, and the same.`);
}

/** Says whether two folders need the same packages. @param {string} folder */
async function hasSamePackages(folder) {
  const [own, other] = await Promise.all([ROOT, folder].map((each) => readFile(join(each, 'package-lock.json'), 'utf8')));
  return own === other;
}

/**
 * Takes the files of a commit out into a folder, with the packages that they need.
 * @param {string} commit @returns {Promise<{ folder: string, remove: () => Promise<void> }>}
 */
export async function takeOut(commit) {
  const folder = await mkdtemp(join(tmpdir(), 'ayo-last-version-'));
  const remove = () => rm(folder, { recursive: true, force: true });
  try {
    // An archive leaves nothing in the clone, even where this process is killed.
    const archive = join(folder, '.archive.tar');
    await git('archive', '--format=tar', '--output', archive, commit);
    await run('tar', ['-x', '-f', archive, '-C', folder]);
    await rm(archive);
    if (await hasSamePackages(folder)) await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
    else await run('npm', ['ci', '--no-audit', '--no-fund'], { cwd: folder, maxBuffer: 2 ** 26 });
    return { folder, remove };
  } catch (error) {
    await remove();
    throw error;
  }
}

/** Puts this version's migrations in the place of its own. @param {string} folder */
export async function giveMigrations(folder) {
  await rm(join(folder, MIGRATIONS), { recursive: true });
  await cp(join(ROOT, MIGRATIONS), join(folder, MIGRATIONS), { recursive: true });
}

/** Builds its platform. @param {string} folder @returns {Promise<string>} the file to start */
export async function buildPlatform(folder) {
  const program = `const { buildServer } = await import('./server/tools/build.ts'); await buildServer('${join(folder, 'dist/server')}');`;
  await run(process.execPath, ['--import', 'tsx', '--input-type=module', '--eval', program], { cwd: folder });
  return join(folder, 'dist/server/main.js');
}
