/**
 * Replaces a secret by a new one: `npm run secrets:rotate -- NAME`, also while Ayo runs. What was made with the old one is still accepted. With
 * --drop, keys that nothing needs any more leave their file instead.
 */
import { randomBytes } from 'node:crypto';
import { parseArgs } from 'node:util';
import { createLineLog } from '../http/logging';
import { checkSchema } from './check-schema';
import { readConfig, runCommand } from './command';
import { withRunningPool } from './running-pool';
import { NOT_ROTATED, ROTATIONS } from './secrets/rotate';

const USAGE = `Usage: npm run secrets:rotate -- NAME [--drop], with one of the names ${Object.keys(ROTATIONS).join(', ')}`;

async function run(): Promise<number> {
  const { values, positionals } = parseArgs({ allowPositionals: true, options: { drop: { type: 'boolean', default: false } } });
  const [name, ...more] = positionals;
  if (name === undefined || more.length > 0) throw new Error(USAGE);
  const rotation = ROTATIONS[name];
  if (rotation === undefined) throw new Error(NOT_ROTATED[name] ?? USAGE);
  const act = values.drop ? rotation.drop : rotation.rotate;
  if (act === undefined) throw new Error(`The old ${name} secret is dropped by itself.`);
  const config = readConfig();
  const says = await withRunningPool(config, createLineLog(process.stderr, 'database'), async (pool) => {
    await checkSchema(pool);
    return act({ config, pool, now: () => new Date(), randomBytes });
  });
  if (says === null) throw new Error(`There is no database in ${config.dataDir} yet; the first start makes it, and its secrets.`);
  process.stdout.write(`${says}\n`);
  return 0;
}

await runCommand(run);
