/** `npm test`: everything that must hold before a change lands, in the order of how soon it can say no. */
import { oneCheck, runE2e, runNode, runVitest, tool } from './stages.mjs';
import { report, runStages } from './table.mjs';

/** @param {string[]} args */
async function check(args) {
  const ended = await runNode(args);
  return { ...ended, counts: oneCheck(ended) };
}

const results = await runStages([
  // Each of them keeps one core busy for most of its time.
  [
    { name: 'types', run: () => check([tool('typescript/bin/tsc'), '-b']) },
    { name: 'lint', run: () => check(['tests/support/lint.mjs']) },
  ],
  { name: 'unit', run: () => runVitest('unit', ['unit']) },
  { name: 'sw', run: () => runVitest('sw', ['sw']) },
  { name: 'platform', run: () => runVitest('platform', ['platform']) },
  { name: 'e2e', run: () => runE2e() },
]);

process.exitCode = report(results);
