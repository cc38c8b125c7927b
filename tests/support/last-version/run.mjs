/**
 * `npm run test:upgrade` runs the money tests of the version before this one on a database with this one's migrations: while both
 * run side by side, the older one works on that schema (`-- FILE` single files). Part of the long run.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join, resolve } from 'node:path';
import { performance } from 'node:perf_hooks';
import { pathToFileURL } from 'node:url';
import { PLATFORM, freshReport, vitestCounts, vitestFailures } from '../stages.mjs';
import { report, runStages } from '../table.mjs';
import { findLastVersion, giveMigrations, takeOut } from './last-version.mjs';

/** Parts of the names of its test files. */
const MONEY = [
  'ledger', 'operations', 'money-', 'deposits', 'withdrawals', 'rounds', 'steps', 'bonuses', 'returned-', 'refused-bets', 'bound-bets', 'statement',
  'promotions', 'protection-', 'payouts', 'refusals-money', 'refusals-play',
].map((name) => join('tests/platform', name));
/** They take an older database to that version's own schema. */
const UPGRADES = '**/*upgrade*.test.ts';

/**
 * Runs them as one stage. `only` keeps the files whose names have one of these words.
 * @param {string[]} [only]
 */
export async function runLastVersion(only = MONEY) {
  const start = performance.now();
  try {
    const commit = await findLastVersion();
    const { folder, remove } = await takeOut(commit);
    try {
      await giveMigrations(folder);
      console.log(`The money tests of ${commit.slice(0, 12)} on a database with the migrations of this version:`);
      const path = freshReport('last-version');
      const flags = [...PLATFORM.flatMap((project) => ['--project', project]), '--exclude', UPGRADES];
      const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${path}`];
      const child = spawn(process.execPath, [join(folder, 'node_modules/vitest/vitest.mjs'), 'run', ...flags, ...reporters, ...only], {
        cwd: folder, stdio: ['ignore', 'inherit', 'inherit'], env: { ...process.env, AYO_LONG: '' },
      });
      const [code] = await once(child, 'close');
      const end = { code: code ?? 1, ms: performance.now() - start };
      return { ...end, counts: vitestCounts(end, path), failures: vitestFailures(path) };
    } finally {
      await remove();
    }
  } catch (error) {
    const says = error instanceof Error ? error.message : String(error);
    console.error(says);
    return { code: 1, ms: performance.now() - start, counts: { passed: 0, failed: 1, skipped: 0 }, failures: [says] };
  }
}

if (import.meta.url === pathToFileURL(resolve(process.argv[1] ?? '')).href) {
  const only = process.argv.slice(2);
  process.exitCode = report(await runStages([{ name: 'last version', run: () => runLastVersion(only.length > 0 ? only : undefined) }]));
}
