/**
 * `npm test`: everything that must hold before a change lands, in the order of how soon it can say no. `--quick`
 * (`npm run test:quick`): what needs neither a database nor a browser.
 */
import { PLATFORM, UNIT, oneCheck, runE2e, runNode, runVitest, tool } from './stages.mjs';
import { report, runStages } from './table.mjs';

/** @param {string[]} args */
async function check(args) {
  const ended = await runNode(args);
  return { ...ended, counts: oneCheck(ended) };
}

const isQuick = process.argv.includes('--quick');

const quick = [
  // None of them alone keeps two cores busy to its end.
  [
    { name: 'types', run: () => check([tool('typescript7/bin/tsc'), '-b']) },
    { name: 'lint', run: () => check(['tests/support/lint.mjs']) },
    { name: 'unit', run: () => runVitest('unit', UNIT) },
    { name: 'sw', run: () => runVitest('sw', ['sw']) },
  ],
];

const whole = [
  { name: 'platform', run: () => runVitest('platform', PLATFORM) },
  { name: 'e2e', run: () => runE2e() },
];

process.exitCode = report(await runStages(isQuick ? quick : [...quick, ...whole]));
