/**
 * `npm run test:mutants`: takes a guard out of a copy of the project, on purpose, and looks whether the test that is
 * named for it notices. A guard whose loss no test notices is a guard that the next change may lose.
 */
import { cpSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { performance } from 'node:perf_hooks';
import { ROOT } from '../stages.mjs';
import { report } from '../table.mjs';
import { MUTANTS } from './data-layer.mjs';

/** At the top of the project: made anew by tools, or too large to copy. */
const LEFT_OUT = new Set(['node_modules', 'dist', 'dev-dist', 'data', '.git', 'coverage']);

/**
 * @typedef {{ guard: string, file: string, from: string, to: string, project: 'unit' | 'sw', test: string, name: string }} Mutant
 * @typedef {{ testResults: { assertionResults: { title: string, fullName: string, status: string }[] }[] }} VitestReport
 */

function copyOfProject() {
  const copy = realpathSync(mkdtempSync(join(tmpdir(), 'ayo-mutants-')));
  cpSync(ROOT, copy, { recursive: true, filter: (source) => !LEFT_OUT.has(relative(ROOT, source)) });
  symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'), 'dir');
  return copy;
}

/** The tests of one file that failed there. @param {string} copy @param {Mutant} mutant @returns {Promise<string[] | null>} */
function failing(copy, { project, test }) {
  const outputFile = join(copy, 'mutant-report.json');
  rmSync(outputFile, { force: true });
  const args = [
    join(ROOT, 'node_modules/vitest/vitest.mjs'), 'run', '--project', project, '--reporter=json', `--outputFile.json=${outputFile}`, test,
  ];
  return new Promise((done) => {
    const child = spawn(process.execPath, args, {
      cwd: copy,
      env: { ...process.env, VITE_CONFIG_NATIVE_IGNORE_WARNING: 'true' },
      stdio: 'ignore',
    });
    child.once('exit', () => {
      try {
        const { testResults } = /** @type {VitestReport} */ (JSON.parse(readFileSync(outputFile, 'utf8')));
        done(testResults.flatMap(({ assertionResults }) => assertionResults.filter(({ status }) => status === 'failed').map(({ fullName }) => fullName)));
      } catch {
        done(null);
      }
    });
  });
}

/** Null when the mutant was caught, else what went wrong. @param {string} copy @param {Mutant} mutant */
async function tryMutant(copy, mutant) {
  const path = join(copy, mutant.file);
  const source = readFileSync(path, 'utf8');
  if (source.split(mutant.from).length !== 2) return `does not apply: ${mutant.file} has not exactly one "${mutant.from}"`;
  writeFileSync(path, source.replace(mutant.from, () => mutant.to));
  try {
    const failed = await failing(copy, mutant);
    if (failed === null) return `${mutant.test} did not run`;
    return failed.some((fullName) => fullName.includes(mutant.name)) ? null : `survived "${mutant.name}" of ${mutant.test}`;
  } finally {
    writeFileSync(path, source);
  }
}

/** Every mutant, one after the other. */
export async function runMutants() {
  const start = performance.now();
  const copy = copyOfProject();
  let caught = 0;
  try {
    for (const mutant of MUTANTS) {
      const problem = await tryMutant(copy, mutant);
      console.log(problem === null ? `  caught    ${mutant.guard}: "${mutant.name}"` : `  NOT CAUGHT ${mutant.guard}: ${problem}`);
      if (problem === null) caught += 1;
    }
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
  const failed = MUTANTS.length - caught;
  return { code: failed === 0 ? 0 : 1, ms: performance.now() - start, counts: { passed: caught, failed, skipped: 0 } };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  process.exitCode = report([{ name: 'mutants', ...(await runMutants()) }]);
}
