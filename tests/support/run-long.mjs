/**
 * `npm run test:long` runs the same tests at full size (AYO_LONG=1: many more runs, cycles and faults). It takes long and is
 * not part of `npm test`.
 */
import { runLastVersion } from './last-version/run.mjs';
import { PLATFORM, UNIT, runE2e, runVitest } from './stages.mjs';
import { runMutants } from './mutants/run.mjs';
import { report, runStages } from './table.mjs';

const LONG = { AYO_LONG: '1' };
/** Debian's programs of the oldest PostgreSQL that Ayo runs on. */
const OLDEST_POSTGRES = { AYO_TEST_POSTGRES_BIN: '/usr/lib/postgresql/15/bin' };

const results = await runStages([
  { name: 'unit', run: () => runVitest('unit', UNIT, LONG) },
  { name: 'sw', run: () => runVitest('sw', ['sw'], LONG) },
  { name: 'platform', run: () => runVitest('platform', PLATFORM, LONG) },
  { name: 'platform 15', run: () => runVitest('platform-15', PLATFORM, OLDEST_POSTGRES) },
  { name: 'last version', run: () => runLastVersion() },
  { name: 'mutants', run: () => runMutants() },
  { name: 'e2e', run: () => runE2e(LONG) },
  // A race between money and a browser, worker or tab that goes away shows itself rarely, so these tests run many times.
  { name: 'money 30 times', run: () => runE2e(LONG, ['--grep', 'A-(12|21|34):', '--repeat-each', '30']) },
]);

process.exitCode = report(results);
