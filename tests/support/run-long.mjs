/**
 * `npm run test:long`: the same tests at full size (AYO_LONG=1: many more runs, cycles and faults). Takes long; not
 * part of `npm test`.
 */
import { runE2e, runVitest } from './stages.mjs';
import { runMutants } from './mutants/run.mjs';
import { report, runStages } from './table.mjs';

const LONG = { AYO_LONG: '1' };

const results = await runStages([
  { name: 'unit', run: () => runVitest('unit', ['unit'], LONG) },
  { name: 'sw', run: () => runVitest('sw', ['sw'], LONG) },
  { name: 'platform', run: () => runVitest('platform', ['platform'], LONG) },
  { name: 'mutants', run: () => runMutants() },
  { name: 'e2e', run: () => runE2e(LONG) },
]);

process.exitCode = report(results);
