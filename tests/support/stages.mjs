/** Running a tool as one stage, and reading how many tests it ran from its own report. */
import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { getPriority, setPriority } from 'node:os';
import { dirname, join, relative, resolve } from 'node:path';
import { performance } from 'node:perf_hooks';
import { fileURLToPath } from 'node:url';
import { UNHANDLED_ERRORS_FILE } from './unhandled-errors.mjs';

/** The project's folder. */
export const ROOT = resolve(dirname(fileURLToPath(import.meta.url)), '../..');

/** Reports, traces and stamps of the tests; never part of the tree. */
export const CACHE = join(ROOT, 'node_modules/.cache/ayo');

/**
 * @typedef {{ passed: number, failed: number, skipped: number }} Counts
 * @typedef {{ code: number, ms: number }} Ended
 */

/** The file of a tool in node_modules. @param {string} name for example `oxlint/bin/oxlint` */
export const tool = (name) => join(ROOT, 'node_modules', name);

/** For programs in Go: collecting garbage more rarely takes a sixth less of CPU time, and 2 GB of memory, not 1.2. */
export const GO_MEMORY = { GOGC: '400', GOMEMLIMIT: '2GiB' };

/** The niceness of stages without timeouts, so that timed tests get the cores. */
export const BACKGROUND = 10;

/**
 * Runs a Node program in the project's folder with its output going straight through. Never rejects: a program that
 * can't be started, or that a signal ended, has code 1.
 * @param {string[]} args file and arguments
 * @param {Record<string, string>} [env] added to the environment
 * @param {number} [niceness] of it and of all that it starts
 * @returns {Promise<Ended>}
 */
export function runNode(args, env = {}, niceness = 0) {
  const start = performance.now();
  return new Promise((done) => {
    const child = spawn(process.execPath, args, {
      cwd: ROOT,
      env: { ...process.env, VITE_CONFIG_NATIVE_IGNORE_WARNING: 'true', ...env },
      stdio: ['ignore', 'inherit', 'inherit'],
    });
    // Nobody but root may raise a priority, so it is only lowered.
    if (niceness > getPriority() && child.pid !== undefined) setPriority(child.pid, niceness);
    /** @param {number} code */
    const end = (code) => done({ code, ms: performance.now() - start });
    child.once('error', (error) => {
      console.error(error.message);
      end(1);
    });
    child.once('exit', (code) => end(code ?? 1));
  });
}

/** @param {number} ms */
export const seconds = (ms) => `${(ms / 1000).toFixed(1)} s`;

/**
 * A path for a tool's JSON report; an older report is removed, so that it can't be taken for this run's.
 * @param {string} name
 */
export function freshReport(name) {
  mkdirSync(CACHE, { recursive: true });
  const path = join(CACHE, `${name}.json`);
  rmSync(path, { force: true });
  return path;
}

/**
 * The parts of the tools' JSON reports that are counted.
 * @typedef {{ status: string, fullName: string, failureMessages: string[] }} TestResult
 * @typedef {{ status: string, name: string, message: string, assertionResults: TestResult[] }} TestFile
 * @typedef {{ numPassedTests: number, numFailedTests: number, numPendingTests: number, numTodoTests: number,
 *   testResults: TestFile[] }} VitestReport
 * @typedef {{ stats: { expected: number, unexpected: number, skipped: number } }} PlaywrightReport
 */

/** @param {string} path @returns {unknown} undefined where there is no readable report */
function readReport(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return undefined;
  }
}

/** Counts of a tool that has no report: it is one check. @param {Ended} ended @returns {Counts} */
export const oneCheck = ({ code }) => ({ passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, skipped: 0 });

/**
 * Returns the counts with at least one failure for a stage that ended badly or ran nothing, also where its report says nothing.
 * @param {Ended} ended @param {Counts} counts
 */
function withFailure(ended, counts) {
  const nothingRan = counts.passed + counts.failed === 0;
  return (ended.code !== 0 || nothingRan) && counts.failed === 0 ? { ...counts, failed: 1 } : counts;
}

/** How much of a failure is said again: its first words, not its stack. */
const FAILURE_LINES = 12;

/** @param {string} text */
const firstLines = (text) => text.split('\n').slice(0, FAILURE_LINES).join('\n');

/**
 * Returns the failures of a report, which are printed again at the end, because later stages print thousands of lines.
 * @param {string} path of a report of vitest @param {string} [errorsPath] of the list of errors that belong to no test @returns {string[]}
 */
export function vitestFailures(path, errorsPath) {
  const report = /** @type {VitestReport | undefined} */ (readReport(path));
  const files = report?.testResults.filter(({ status }) => status === 'failed') ?? [];
  const ofTests = files.flatMap(({ name, message, assertionResults }) => {
    const failed = assertionResults.filter(({ status }) => status === 'failed');
    const failureTexts = failed.map(({ fullName, failureMessages }) => `${fullName}\n${failureMessages.join('\n')}`);
    return (failureTexts.length === 0 ? [message] : failureTexts).map((text) => `${relative(ROOT, name)}: ${firstLines(text)}`);
  });
  const errors = errorsPath === undefined ? undefined : /** @type {string[] | undefined} */ (readReport(errorsPath));
  return [...ofTests, ...(errors ?? []).map((text) => `an error of no test: ${firstLines(text)}`)];
}

/** @param {Ended} ended @param {string} path @returns {Counts} */
export function vitestCounts(ended, path) {
  const report = /** @type {VitestReport | undefined} */ (readReport(path));
  if (report === undefined) return { passed: 0, failed: 1, skipped: 0 };
  // A file that can't even be loaded has no tests to count.
  const broken = report.testResults.filter(
    (file) => file.status === 'failed' && file.assertionResults.length === 0,
  ).length;
  return withFailure(ended, {
    passed: report.numPassedTests,
    failed: report.numFailedTests + broken,
    skipped: report.numPendingTests + report.numTodoTests,
  });
}

/** @param {Ended} ended @param {string} path @returns {Counts} */
export function playwrightCounts(ended, path) {
  const stats = /** @type {PlaywrightReport | undefined} */ (readReport(path))?.stats;
  if (stats === undefined) return { passed: 0, failed: 1, skipped: 0 };
  return withFailure(ended, { passed: stats.expected, failed: stats.unexpected, skipped: stats.skipped });
}

/** The unit tests: those whose files share modules, and those that have their own; see vite.config.ts. */
export const UNIT = ['unit', 'unit-alone'];

/** The tests of the platform, in the same way. */
export const PLATFORM = ['platform', 'platform-alone'];

const UNHANDLED_ERRORS = join(ROOT, 'tests/support/unhandled-errors.mjs');

/**
 * One vitest project, or several, with a JSON report beside what it prints.
 * @param {string} name of the stage @param {string[]} projects @param {Record<string, string>} [env]
 */
export async function runVitest(name, projects, env = {}) {
  const report = freshReport(name);
  const errors = freshReport(`${name}-errors`);
  const flags = projects.flatMap((project) => ['--project', project]);
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`, `--reporter=${UNHANDLED_ERRORS}`];
  const ended = await runNode([tool('vitest/vitest.mjs'), 'run', ...flags, ...reporters], { ...env, [UNHANDLED_ERRORS_FILE]: errors });
  return { ...ended, counts: vitestCounts(ended, report), failures: vitestFailures(report, errors) };
}

/**
 * The end-to-end tests; their report is written by tests/e2e/playwright.config.ts.
 * @param {Record<string, string>} [env] @param {string[]} [args] for Playwright
 */
export async function runE2e(env = {}, args = []) {
  const report = freshReport('e2e');
  const ended = await runNode([join(ROOT, 'tests/support/e2e.mjs'), ...args], { ...env, AYO_E2E_REPORT: report });
  return { ...ended, counts: playwrightCounts(ended, report) };
}
