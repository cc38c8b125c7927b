/**
 * `npm run test:mutants`: takes a guard out of a copy of the project, on purpose, and looks whether the test that is
 * named for it notices. A guard whose loss no test notices is a guard that the next change may lose. Words behind `--`
 * choose: `data-layer`, `money`, `protection`, `bonuses`, or part of a guard's name.
 */
import { cpSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { performance } from 'node:perf_hooks';
import { ROOT } from '../stages.mjs';
import { report } from '../table.mjs';
import { BONUS_MUTANTS } from './bonuses.mjs';
import { MUTANTS } from './data-layer.mjs';
import { changed, changedSql } from './effects.mjs';
import { MONEY_MUTANTS } from './money.mjs';
import { PROTECTION_MUTANTS } from './protection.mjs';

/** At the top of the project: made anew by tools, or too large to copy. */
const LEFT_OUT = new Set(['node_modules', 'dist', 'dev-dist', 'data', '.git', 'coverage']);

/**
 * A guard, where it is and what a program without it does; the test that must notice. In a migration other SQL says it.
 * @typedef {import('./effects.mjs').Change & { also?: readonly import('./effects.mjs').Change[] } | { sql: string, instead: string }} Defect
 * @typedef {{ guard: string, file: string, project: string, test: string, name: string } & Defect} Mutant
 * @typedef {{ testResults: { assertionResults: { title: string, fullName: string, status: string }[] }[] }} VitestReport
 */

/** By the name of the set. @type {Readonly<Record<string, readonly Mutant[]>>} */
const SETS = { 'data-layer': MUTANTS, money: MONEY_MUTANTS, protection: PROTECTION_MUTANTS, bonuses: BONUS_MUTANTS };

/** Random tests need not shrink what they find, nor play as long as they usually do. */
const SHORT = { AYO_NO_SHRINK: '1', AYO_RUNS: '40' };

/** The sets and guards that the words name; all where there are none. @param {readonly string[]} words */
export function chosen(words) {
  if (words.length === 0) return Object.values(SETS).flat();
  return words.flatMap((word) => SETS[word] ?? Object.values(SETS).flat().filter(({ guard }) => guard.includes(word)));
}

/** The source without the guard. Throws an Error where it finds no place for that. @param {Mutant} mutant @param {string} source */
export function mutated(mutant, source) {
  if ('sql' in mutant) return changedSql(source, mutant.sql, mutant.instead);
  return changed(mutant.file, source, [mutant, ...(mutant.also ?? [])]);
}

/** @param {string} text */
const escaped = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

function copyOfProject() {
  const copy = realpathSync(mkdtempSync(join(tmpdir(), 'ayo-mutants-')));
  cpSync(ROOT, copy, { recursive: true, filter: (source) => !LEFT_OUT.has(relative(ROOT, source)) });
  symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'), 'dir');
  return copy;
}

/** The tests of one file that failed there. @param {string} copy @param {Mutant} mutant @returns {Promise<string[] | null>} */
function failing(copy, { project, test, name }) {
  const outputFile = join(copy, 'mutant-report.json');
  rmSync(outputFile, { force: true });
  const args = [
    join(ROOT, 'node_modules/vitest/vitest.mjs'), 'run', '--project', `${project}*`, '--reporter=json', `--outputFile.json=${outputFile}`, '-t', escaped(name), test,
  ];
  return new Promise((done) => {
    const child = spawn(process.execPath, args, {
      cwd: copy,
      env: { ...process.env, VITE_CONFIG_NATIVE_IGNORE_WARNING: 'true', ...SHORT },
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
  try {
    writeFileSync(path, mutated(mutant, source));
  } catch (error) {
    return `does not apply: ${error instanceof Error ? error.message : String(error)}`;
  }
  try {
    const failed = await failing(copy, mutant);
    if (failed === null) return `${mutant.test} did not run`;
    return failed.some((fullName) => fullName.includes(mutant.name)) ? null : `survived "${mutant.name}" of ${mutant.test}`;
  } finally {
    writeFileSync(path, source);
  }
}

/** Those that are chosen, one after the other. @param {readonly string[]} [words] */
export async function runMutants(words = []) {
  const mutants = chosen(words);
  const start = performance.now();
  const copy = copyOfProject();
  let caught = 0;
  try {
    for (const mutant of mutants) {
      const problem = await tryMutant(copy, mutant);
      console.log(problem === null ? `  caught    ${mutant.guard}: "${mutant.name}"` : `  NOT CAUGHT ${mutant.guard}: ${problem}`);
      if (problem === null) caught += 1;
    }
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
  const failed = mutants.length - caught;
  return { code: failed === 0 && caught > 0 ? 0 : 1, ms: performance.now() - start, counts: { passed: caught, failed, skipped: 0 } };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  process.exitCode = report([{ name: 'mutants', ...(await runMutants(process.argv.slice(2))) }]);
}
