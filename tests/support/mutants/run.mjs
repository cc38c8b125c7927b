/**
 * `npm run test:mutants` removes a guard from a copy of the project on purpose, and runs the test that must fail then. The
 * next change may lose a guard that no test covers. Words behind `--` choose mutants: `data-layer`, `money`, `protection`,
 * `bonuses`, `sealing`, `draws`, or part of a guard's name.
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
import { DRAW_MUTANTS } from './draws.mjs';
import { applyChanges, applySqlChange } from './effects.mjs';
import { MONEY_MUTANTS } from './money.mjs';
import { PROTECTION_MUTANTS } from './protection.mjs';
import { SEALING_MUTANTS } from './sealing.mjs';

/** Entries at the top of the project that tools make anew, or that are too large to copy. */
const NOT_COPIED = new Set(['node_modules', 'dist', 'dev-dist', 'data', '.git', 'coverage']);

/**
 * A guard, its place, the change that removes it, and the test that must fail then. In a migration the change is other SQL.
 * @typedef {import('./effects.mjs').Change & { also?: readonly import('./effects.mjs').Change[] } | { sql: string, replacement: string }} Defect
 * @typedef {{ guard: string, file: string, project: string, test: string, name: string } & Defect} Mutant
 * @typedef {{ testResults: { assertionResults: { fullName: string, status: string, failureMessages: string[] }[] }[] }} VitestReport
 * @typedef {{ fullName: string, isFailed: boolean, reason: string }} Outcome of a test that ran; the reason is its error in one line
 */

/** The mutants by the name of their set. @type {Readonly<Record<string, readonly Mutant[]>>} */
const SETS = {
  'data-layer': MUTANTS, money: MONEY_MUTANTS, protection: PROTECTION_MUTANTS, bonuses: BONUS_MUTANTS, sealing: SEALING_MUTANTS, draws: DRAW_MUTANTS,
};

/** Random tests need not shrink a failure, and fewer runs are enough. */
const SHORT = { AYO_NO_SHRINK: '1', AYO_RUNS: '40' };

/** Chooses the sets and guards that the words name; all when there are no words. @param {readonly string[]} words */
export function chooseMutants(words) {
  if (words.length === 0) return Object.values(SETS).flat();
  return words.flatMap((word) => SETS[word] ?? Object.values(SETS).flat().filter(({ guard }) => guard.includes(word)));
}

/** Returns the source without the guard. Throws an Error when the change finds no place. @param {Mutant} mutant @param {string} source */
export function applyMutant(mutant, source) {
  if ('sql' in mutant) return applySqlChange(source, mutant.sql, mutant.replacement);
  return applyChanges(mutant.file, source, [mutant, ...(mutant.also ?? [])]);
}

/** @param {string} text */
const escapeRegExp = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** The report of vitest has this in the place of the words about a test that took too long, as on a busy machine any may. */
const VITEST_TIMEOUT = 'STACK_TRACE_ERROR';

/** Takes one line of a failed test's messages: the error that fast-check reports, or else the first one. @param {string} text */
const errorLine = (text) => (/^Got (.*)$/m.exec(text)?.[1] ?? text.split('\n', 1)[0] ?? '').slice(0, 160);

function copyProject() {
  const copy = realpathSync(mkdtempSync(join(tmpdir(), 'ayo-mutants-')));
  cpSync(ROOT, copy, { recursive: true, filter: (source) => !NOT_COPIED.has(relative(ROOT, source)) });
  symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'), 'dir');
  return copy;
}

/**
 * Runs the mutant's test in the copy. Returns what came of each test that ran; nothing when there was no time or place to run one.
 * @param {string} copy @param {Mutant} mutant @returns {Promise<Outcome[]>}
 */
function runTests(copy, { project, test, name }) {
  const outputFile = join(copy, 'mutant-report.json');
  rmSync(outputFile, { force: true });
  const args = [
    join(ROOT, 'node_modules/vitest/vitest.mjs'), 'run', '--project', `${project}*`, '--reporter=json', `--outputFile.json=${outputFile}`, '-t', escapeRegExp(name), test,
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
        const ran = testResults.flatMap(({ assertionResults }) => assertionResults.filter(({ status }) => ['passed', 'failed'].includes(status)));
        done(ran.map(({ fullName, status, failureMessages }) => ({ fullName, isFailed: status === 'failed', reason: errorLine(failureMessages.join('\n')) })));
      } catch {
        done([]);
      }
    });
  });
}

/**
 * Says whether the test noticed the mutant, and by what it failed: a defect that only breaks the program, or a machine that is too
 * slow, shows nothing about the test.
 * @param {string} copy @param {Mutant} mutant @returns {Promise<{ isCaught: boolean, reason: string }>}
 */
async function tryMutant(copy, mutant) {
  const path = join(copy, mutant.file);
  const source = readFileSync(path, 'utf8');
  try {
    writeFileSync(path, applyMutant(mutant, source));
  } catch (error) {
    return { isCaught: false, reason: `does not apply: ${error instanceof Error ? error.message : String(error)}` };
  }
  try {
    const named = (await runTests(copy, mutant)).filter(({ fullName }) => fullName.includes(mutant.name));
    if (named.length === 0) return { isCaught: false, reason: `"${mutant.name}" of ${mutant.test} did not run` };
    const reasons = named.filter(({ isFailed }) => isFailed).map(({ reason }) => reason);
    const reason = reasons.find((each) => !each.includes(VITEST_TIMEOUT));
    if (reason !== undefined) return { isCaught: true, reason: `"${mutant.name}" failed by ${reason}` };
    return { isCaught: false, reason: `${reasons.length > 0 ? 'took too long for' : 'survived'} "${mutant.name}" of ${mutant.test}` };
  } finally {
    writeFileSync(path, source);
  }
}

/** Runs the chosen mutants one after the other. @param {readonly string[]} [words] */
export async function runMutants(words = []) {
  const mutants = chooseMutants(words);
  const start = performance.now();
  const copy = copyProject();
  let caught = 0;
  try {
    for (const mutant of mutants) {
      const { isCaught, reason } = await tryMutant(copy, mutant);
      console.log(`  ${isCaught ? 'caught    ' : 'NOT CAUGHT'} ${mutant.guard}: ${reason}`);
      if (isCaught) caught += 1;
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
