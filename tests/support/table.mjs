/** The end of a test run: one line per stage, and the sum as the last line. */
import { seconds } from './stages.mjs';

/**
 * @typedef {import('./stages.mjs').Counts} Counts
 * @typedef {{ name: string, ms: number, code: number, counts: Counts, failures?: string[] }} Result
 */

/** @typedef {{ name: string, run: () => Promise<Omit<Result, 'name'>> }} Stage */

/** @param {Stage} stage @returns {Promise<Result>} */
async function runStage({ name, run }) {
  console.log(`\n=== ${name}`);
  const result = { name, ...(await run()) };
  console.log(`=== ${name}: ${result.counts.failed === 0 ? 'ok' : 'FAILED'} in ${seconds(result.ms)}`);
  return result;
}

/**
 * Runs the stages one after the other, also after a failure; those in a list of their own at the same time.
 * @param {(Stage | Stage[])[]} stages
 */
export async function runStages(stages) {
  /** @type {Result[]} */
  const results = [];
  for (const step of stages) results.push(...(await Promise.all([step].flat().map(runStage))));
  return results;
}

/** Prints what failed once more, then the table; the last line is exactly `N passed, N failed`. Returns the exit code. @param {Result[]} results */
export function report(results) {
  const row = (/** @type {(string | number)[]} */ cells) =>
    cells.map((cell, n) => (n === 0 ? String(cell).padEnd(10) : String(cell).padStart(10))).join('');
  for (const { name, failures } of results) {
    for (const failure of failures ?? []) console.log(`\nfailed in ${name}: ${failure}`);
  }
  console.log(`\n${row(['stage', 'passed', 'failed', 'skipped', 'time'])}`);
  for (const { name, counts, ms } of results) {
    console.log(row([name, counts.passed, counts.failed, counts.skipped, seconds(ms)]));
  }
  const sum = (/** @type {'passed' | 'failed'} */ key) => results.reduce((all, { counts }) => all + counts[key], 0);
  console.log(`\n${sum('passed')} passed, ${sum('failed')} failed`);
  return sum('failed') === 0 && results.every(({ code }) => code === 0) ? 0 : 1;
}
