/**
 * `npm test`: everything that must hold before a change lands. Runs types, lint, build, unit, service-worker and platform tests at the same
 * time, then the end-to-end tests alone, because they wait by the clock. `--quick` (`npm run test:quick`): what needs neither a database nor a
 * browser.
 */
import { runningServers } from './left-servers.mjs';
import { BACKGROUND, GO_MEMORY, PLATFORM, UNIT, oneCheck, runE2e, runNode, runVitest, tool } from './stages.mjs';
import { report, runStages } from './table.mjs';

/** @param {string[]} args @param {number} [niceness] @param {Record<string, string>} [env] */
async function check(args, niceness, env = {}) {
  const ended = await runNode(args, env, niceness);
  return { ...ended, counts: oneCheck(ended) };
}

/** One checker for each project: several work out the same types, each for itself, and take half as much again of the cores. */
const TYPES = [tool('typescript7/bin/tsc'), '-b', '--checkers', '1', '--builders', '2'];

const isQuick = process.argv.includes('--quick');

/**
 * They run at the same time, because none of them keeps two cores busy.
 * @param {number} [niceness] of types and lint, which wait for no clock
 */
const quick = (niceness) => [
  { name: 'types', run: () => check(TYPES, niceness, GO_MEMORY) },
  { name: 'lint', run: () => check(['tests/support/lint.mjs'], niceness) },
  { name: 'unit', run: () => runVitest('unit', UNIT) },
  { name: 'sw', run: () => runVitest('sw', ['sw']) },
];

const serversBefore = new Set(runningServers());

/** Fails if a test left a database server running. */
async function checkServers() {
  const left = runningServers().filter((server) => !serversBefore.has(server));
  const failures = left.map((server) => `a test left its database server running: ${server}`);
  return { code: 0, ms: 0, counts: { passed: left.length === 0 ? 1 : 0, failed: left.length, skipped: 0 }, failures };
}

const whole = [
  // The platform's tests wait for kills and for restarts of databases: the others have the cores meanwhile.
  [
    ...quick(BACKGROUND),
    // Else the end-to-end tests would wait for them first: a new machine has to download the browser.
    { name: 'browser', run: () => check(['tests/support/chromium.mjs'], BACKGROUND) },
    { name: 'build', run: () => check(['--import', 'tsx', 'server/tools/build.ts', '--if-stale'], BACKGROUND) },
    { name: 'platform', run: () => runVitest('platform', PLATFORM) },
  ],
  { name: 'e2e', run: () => runE2e() },
  { name: 'servers', run: checkServers },
];

process.exitCode = report(await runStages(isQuick ? [quick()] : whole));
