/**
 * Rehearses a restore: `npm run backup:rehearse -- FOLDER [--secrets FOLDER] [--place FOLDER]`. It puts the backup back into a temporary
 * place, checks all that can be checked, says how long it took and how much would be lost today, and removes the place. It ends with
 * 0 when all is well, 2 when a check failed, 1 when the backup could not be put back. `npm run backup:rehearse -- --database` checks the database
 * of DATABASE_URL in the same way, where other tools have put a backup back.
 */
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { createLineLog } from '../http/logging';
import { checkRestored } from './backup/check-restored';
import type { RehearsalStep } from './backup/check-restored';
import { rehearseBackup } from './backup/rehearse-backup';
import { MIGRATIONS } from './check-schema';
import { readConfig, runCommand, withDatabase } from './command';

const USAGE = 'Usage: npm run backup:rehearse -- FOLDER [--secrets FOLDER] [--place FOLDER], or npm run backup:rehearse -- --database';
const MINUTE_MS = 60_000;

async function run(): Promise<number> {
  const { values, positionals } = parseArgs({ allowPositionals: true, options: { secrets: { type: 'string' }, place: { type: 'string' }, database: { type: 'boolean', default: false } } });
  const [folder, ...extraArguments] = positionals;
  if ((folder === undefined) !== values.database || extraArguments.length > 0) throw new Error(USAGE);
  if (folder === undefined) {
    const config = readConfig();
    if (config.databaseUrl === undefined) throw new Error('--database needs DATABASE_URL; a backup of the embedded database is rehearsed by its folder.');
    const found = await withDatabase(config, (pool) => checkRestored(pool, () => new Date()));
    printSteps(found);
    return found.every((step) => step.isGood) ? 0 : 2;
  }
  const { steps, isGood, manifest } = await rehearseBackup({
    folder, parent: values.place ?? tmpdir(), migrations: MIGRATIONS, now: () => new Date(), log: createLineLog(process.stderr, 'database'),
    seedKeyFile: values.secrets === undefined ? undefined : path.join(values.secrets, 'seed-keys'),
    fieldKeyFile: values.secrets === undefined ? undefined : path.join(values.secrets, 'field-keys'),
  });
  printSteps(steps);
  const total = steps.reduce((sum, { seconds }) => sum + seconds, 0);
  const lostMinutes = (Date.now() - Date.parse(manifest.coveredUntil)) / MINUTE_MS;
  process.stdout.write(`A restore takes ${total.toFixed(1)} s here. The last ${lostMinutes.toFixed(1)} minutes would be lost: all since ${manifest.coveredUntil}.\n`);
  return isGood ? 0 : 2;
}

function printSteps(steps: readonly RehearsalStep[]): void {
  for (const { says, isGood, seconds } of steps) process.stdout.write(`${isGood ? 'ok    ' : 'FAILED'} ${seconds.toFixed(1).padStart(7)} s  ${says}\n`);
}

await runCommand(run);
