/** Makes a small tree in a temporary folder with the shape of this project, and checks it with dependency-cruiser. */
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { ROOT, tool } from './stages.mjs';

/** Files that the snippets import; they import nothing themselves. */
const MODULES = [
  'src/core/money.ts',
  'src/core/wagering.ts',
  'src/data/store.ts',
  'src/api/client.ts',
  'src/worker/poller.ts',
  'src/worker/realm.ts',
  'src/worker/sync.worker.ts',
  'src/state/session.ts',
  'src/bridge/sync-worker.ts',
  'src/ui/Button.tsx',
  'src/content/list.ts',
  'src/games/dice/Dice.tsx',
  'src/pages/help/HelpPage.tsx',
  'src/pages/terms/TermsPage.tsx',
  'src/app/layout/Frame.tsx',
  'sw/strategy.ts',
  'server/app.ts',
  'server/platform.ts',
  'server/accounts/names.ts',
  'server/db/pool.ts',
  'server/gateways/port.ts',
  'server/ledger/post.ts',
  'tests/support/clock.ts',
];

const PACKAGES = ['react', 'zod', 'comlink', 'idb', 'zustand', 'workbox-routing', 'vitest', 'fastify'];

/** A violation of a rule in a file. */
export interface Complaint {
  readonly rule: string;
  readonly from: string;
}

async function write(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, text);
}

async function writePackages(root: string): Promise<void> {
  const exports = { '.': './index.js', './mini': './mini/index.js' };
  for (const name of PACKAGES) {
    const folder = join(root, 'node_modules', name);
    await write(join(folder, 'package.json'), JSON.stringify({ name, version: '1.0.0', type: 'module', exports }));
    await write(join(folder, 'index.js'), 'export const value = 1;\n');
    await write(join(folder, 'mini/index.js'), 'export const value = 1;\n');
  }
  const versions = (names: string[]) => Object.fromEntries(names.map((name) => [name, '1.0.0']));
  const own = {
    name: 'fixture',
    type: 'module',
    dependencies: versions(PACKAGES.filter((name) => name !== 'vitest')),
    devDependencies: versions(['vitest']),
  };
  await write(join(root, 'package.json'), JSON.stringify(own));
}

/** Runs the tool as `npm run lint` does. It exits with the number of errors, which is no failure here. */
function cruise(root: string): Promise<string> {
  const args = ['src', 'sw', 'server', 'tests', '--config', join(ROOT, '.dependency-cruiser.cjs'), '--output-type', 'json'];
  return new Promise((done, fail) => {
    const options = { cwd: root, maxBuffer: 64 * 1024 * 1024 };
    execFile(process.execPath, [tool('dependency-cruiser/bin/dependency-cruise.mjs'), ...args], options, (error, out) => {
      if (out.startsWith('{')) done(out);
      else fail(error ?? new Error(`dependency-cruiser answered: ${out}`));
    });
  });
}

/** Returns every complaint about a tree of these files (path to text) and `MODULES`. */
export async function complaintsAbout(files: Readonly<Record<string, string>>): Promise<readonly Complaint[]> {
  const root = await mkdtemp(join(tmpdir(), 'ayo-imports-'));
  try {
    await writePackages(root);
    for (const module of MODULES) await write(join(root, module), 'export const value = 1;\nexport type Value = 1;\n');
    for (const [path, text] of Object.entries(files)) await write(join(root, path), text);
    const report = JSON.parse(await cruise(root)) as {
      summary: { violations: { from: string; rule: { name: string } }[] };
    };
    return report.summary.violations.map(({ rule, from }) => ({ rule: rule.name, from }));
  } finally {
    await rm(root, { recursive: true, force: true });
  }
}
